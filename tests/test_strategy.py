"""Strategies as text: read, refused with what was expected, written again, and applied."""

from __future__ import annotations

import operator
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from solver import strategy
from solver.cards import RANKS
from solver.outcomes import Decision
from solver.strategy import (
    MOST_RULES,
    Compared,
    Condition,
    Joined,
    Negated,
    Points,
    Rule,
    Strategy,
    StrategyError,
    find_strategy,
    included,
    parse_strategy,
)
from solver.terms import TERMS, Kind

OWN, DRAW, FLUSH = Compared("own pair"), Compared("draw"), Compared("flush")
HIGH_KING = Compared("high card", ">=", 13)
NO_RULE = (
    " is no rule: expected CALL or FOLD, 'if' and terms joined by and, or, not, such as CALL if "
    "own pair or high card >= K"
)
LAST = "expected a last rule that always applies: CALL or FOLD alone"


def condition(text: str) -> Condition | None:
    read = parse_strategy(f"CALL if {text}\nFOLD")
    assert [(rule.decision, rule.line) for rule in read.rules] == [
        (Decision.CALL, 1),
        (Decision.FOLD, 2),
    ]
    return read.rules[0].condition


def refusal(text: str) -> str:
    with pytest.raises(StrategyError) as refused:
        parse_strategy(text, "mine")
    message = str(refused.value)
    assert len(message.splitlines()) == 1
    assert message.startswith("mine: ")
    return message.removeprefix("mine: ")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("own pair", OWN),
        ("OWN Pair", OWN),
        ("own \t pair", OWN),
        ("pair with the flop", Compared("pair with the flop")),
        # Hyphens belong to words, and words may begin like those of the language.
        ("pair-or-draw", Compared("pair-or-draw")),
        ("overcards", Compared("overcards", ">=", 1)),
        ("overcards = 0", Compared("overcards", "=", 0)),
        ("overcards != 0", Compared("overcards", "!=", 0)),
        ("hole gap > +4", Compared("hole gap", ">", 4)),
        ("hole gap>-4", Compared("hole gap", ">", -4)),
        ("flop sum <= 999", Compared("flop sum", "<=", 999)),
        ("HIGH CARD < ace", Compared("high card", "<", 14)),
        ("((draw))", DRAW),
        ("not draw", Negated(DRAW)),
        ("NOT not draw", Negated(Negated(DRAW))),
        ("own pair or draw and flush", Joined("or", (OWN, Joined("and", (DRAW, FLUSH))))),
        ("own pair AND draw Or flush", Joined("or", (Joined("and", (OWN, DRAW)), FLUSH))),
        ("(own pair or draw) and flush", Joined("and", (Joined("or", (OWN, DRAW)), FLUSH))),
        ("not own pair and draw", Joined("and", (Negated(OWN), DRAW))),
        ("not(own pair and draw)", Negated(Joined("and", (OWN, DRAW)))),
        ("own pair or not(draw)or flush", Joined("or", (OWN, Negated(DRAW), FLUSH))),
        ("high card>=K and not high card >= K", Joined("and", (HIGH_KING, Negated(HIGH_KING)))),
    ],
)
def test_a_condition(text: str, expected: Condition) -> None:
    assert condition(text) == expected


@pytest.mark.parametrize(
    ("texts", "rank"),
    [
        ("2 two Two", 2),
        ("6 six", 6),
        ("9 nine", 9),
        ("10 T t ten", 10),
        ("11 J j jack", 11),
        ("12 Q queen", 12),
        ("13 K KING", 13),
        ("14 A a ace", 14),
    ],
)
@pytest.mark.parametrize("term", ["high card", "pair rank", "flush draw rank"])
def test_a_rank(texts: str, rank: int, term: str) -> None:
    for text in texts.split():
        assert condition(f"{term} <= {text}") == Compared(term, "<=", rank)


PARTS = [
    "# What it says of itself:",
    "#   two lines.",
    "",
    "points 2 per Overcards # each",
    "  POINTS -3 if one-suit flop or draw",
    "",
    "\tcall IF own pair#or better",
    "   # in between",
    "Fold if points<-1   ",
    "CALL",
]
WHOLE = Strategy(
    "strategy",
    (
        Rule(Decision.CALL, OWN),
        Rule(Decision.FOLD, Compared("points", "<", -1)),
        Rule(Decision.CALL, None),
    ),
    (
        Points(2, "overcards", None),
        Points(-3, None, Joined("or", (Compared("one-suit flop"), DRAW))),
    ),
    "What it says of itself:\ntwo lines.",
)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("after", ["", "{end}", "{end}  {end}# The end.", "  # The end."])
def test_lines_comments_and_remarks(end: str, after: str) -> None:
    read = parse_strategy(end.join(PARTS) + after.format(end=end))
    assert read == WHOLE
    assert [rule.line for rule in read.rules] == [7, 9, 10]
    assert read.terms == ["one-suit flop", "own pair", "overcards", "draw"]
    assert str(read) == (
        "POINTS +2 per overcards\nPOINTS -3 if one-suit flop or draw\n"
        "CALL if own pair\nFOLD if points < -1\nCALL"
    )


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("POINTS +2 per high card", Points(2, "high card", None)),
        ("point 1 per suited hole", Points(1, "suited hole", None)),
        ("Points -999 PER hole score", Points(-999, "hole score", None)),
        ("POINTS 0 if overcards", Points(0, None, Compared("overcards"))),
        ("POINTS 7 if not high card >= K", Points(7, None, Negated(HIGH_KING))),
        ("POINTS 1 if draw and flush or own pair",
         Points(1, None, Joined("or", (Joined("and", (DRAW, FLUSH)), OWN)))),
    ],
)  # fmt: skip
@pytest.mark.parametrize("text", ["{}\nCALL if points > 3\nFOLD", "CALL if points>3\n{}\nFOLD"])
def test_points(line: str, expected: Points, text: str) -> None:
    read = parse_strategy(text.format(line))
    assert read.points == (expected,)
    assert read.rules == (
        Rule(Decision.CALL, Compared("points", ">", 3)),
        Rule(Decision.FOLD, None),
    )


def test_points_alone_are_one_at_least() -> None:
    read = parse_strategy("POINTS 1 if draw\nCALL if points\nFOLD")
    assert read.rules[0].condition == Compared("points", ">=", 1)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("own pare", "'own pare' is no term, the nearest: own pair, "),
        ("pair or draw", "'pair' is no term, the nearest: top pair, "),
        ("Own-Pair and draw", "'own-pair' is no term, the nearest: own pair, "),
        ("own pair not draw", "'own pair not draw' is no term, the nearest: own pair, "),
        ("own pair draw", "'own pair draw' is no term, the nearest: "),
        ("not-draw", "'not-draw' is no term, the nearest: draw, "),
        ("over-cards >= 2", "'over-cards' is no term, the nearest: overcards, "),
        ("and draw", "'and draw' is no term, the nearest: "),
        ("fold", "'fold' is no term, the nearest: "),
        ("high card", "'high card' is a rank: expected a comparison such as high card >= K"),
        ("draw or not Kicker", "'kicker' is a rank: expected a comparison such as kicker >= K"),
        ("own pair >= 1", "'own pair' is yes or no: expected no comparison"),
        ("own pair = yes", "'own pair' is yes or no: expected no comparison"),
        ("overcards >= K", "'overcards' is a number: expected one, found 'K'"),
        ("hole sum < ten", "'hole sum' is a number: expected one, found 'ten'"),
        *(
            (f"high card >= {value}",
             f"'high card' is a rank: expected 2 to 10, T, J, Q, K or A, found {value!r}")
            for value in ("0", "1", "15", "+10", "-2", "010", "kings", "Kh", "one")
        ),
        ("points >= 20", "no line gives points, such as POINTS +2 if backdoor flush"),
        ("Points", "no line gives points, such as POINTS +2 if backdoor flush"),
    ],
)  # fmt: skip
def test_what_makes_no_sense(text: str, error: str) -> None:
    assert refusal(f"FOLD if flush\n\nCALL if {text}\nFOLD").startswith(f"line 3: {error}")


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("POINTS 2 per overcard", "'overcard' is no term, the nearest: overcards, "),
        ("POINTS 2 per points", "'points' is no term, the nearest: "),
        ("POINTS 2 if points > 1", "no line gives points, such as "),
        ("POINTS 2 if high card", "'high card' is a rank: expected a comparison"),
    ],
)
def test_what_gives_no_points(line: str, error: str) -> None:
    assert refusal(f"# Counts\n{line}\nCALL").startswith(f"line 2: {error}")


@pytest.mark.parametrize("term", TERMS)
def test_the_nearest_of_a_letter_too_many(term: str) -> None:
    wrong = f"{term}x"
    error = refusal(f"CALL if {wrong}\nFOLD")
    assert error.startswith(f"line 1: '{wrong}' is no term, the nearest: {term}, ")
    assert error.count(",") == 3


@pytest.mark.parametrize(
    "line",
    [
        "RAISE if draw",
        "if draw",
        "draw",
        "CALLif draw",
        "CALL draw",
        "CALL if",
        "CALL if draw or",
        "CALL if not",
        "CALL if ()",
        "CALL if (draw",
        "CALL if draw)",
        "CALL if (draw or flush",
        "CALL if draw, flush",
        "CALL if high card >=",
        "CALL if high card ≥ K",
        "CALL if high card => K",
        "CALL if high card == K",
        "CALL if >= K",
        "CALL if 3 overcards",
        "CALL if 1 <= overcards",
        "CALL if overcards >= 1 2",
        "CALL if overcards >= 1000",
        "CALL if 10 >= high card > 5",
        "POINTS",
        "POINTS 2",
        "POINTS 2 draw",
        "POINTS 2 per",
        "POINTS 2 if",
        "POINTS two per overcards",
        "POINTS 1000 per overcards",
        "POINTS 2.5 per overcards",
        "POINTS 1 per overcards >= 1",
        "POINTS 1 per overcards or draw",
        "\N{ZERO WIDTH NO-BREAK SPACE}CALL if draw",
        "CALL\rFOLD",
    ],
)
@pytest.mark.parametrize(
    ("before", "number"),
    [
        ("", 1),
        ("CALL if flush\n\n# Then\n", 4),
        ("# One line for us\N{LINE SEPARATOR}two\x0cthree for others\r\n", 2),
    ],
)
@pytest.mark.parametrize("after", ["\nFOLD", " # why\n\nFOLD\n\n", ""])
def test_no_rule(line: str, before: str, number: int, after: str) -> None:
    assert refusal(before + line + after) == f"line {number}: {line!r}{NO_RULE}"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", f"no rules; {LAST}"),
        ("\n# Nothing\n", f"no rules; {LAST}"),
        ("POINTS 1 if draw", f"no rules; {LAST}"),
        ("CALL if draw", f"line 1: {LAST}, found CALL if draw"),
        ("CALL if draw\n\nFOLD IF flush\n", f"line 3: {LAST}, found FOLD if flush"),
        ("CALL\nFOLD", "line 1: CALL always applies, no rule after it can"),
        ("CALL if draw\nFOLD\nCALL\nFOLD", "line 2: FOLD always applies, no rule after it can"),
        ("fold\nCALL if draw\nFOLD", "line 1: FOLD always applies, no rule after it can"),
    ],
)
def test_the_last_rule_always_applies(text: str, error: str) -> None:
    assert refusal(text) == error


def test_too_many_rules() -> None:
    most = "CALL if draw\n" * (MOST_RULES - 1) + "FOLD"
    read = parse_strategy(most)
    assert len(read.rules) == 200
    # The number of a rule fits where it is kept.
    found = read.covering({"draw": np.array([0, 1], np.int8)}, 2)
    assert found.tolist() == [199, 0]
    assert refusal(f"CALL if flush\n{most}") == "expected up to 200 rules, found 201"


@pytest.fixture
def two_included(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As if two strategies came with the package."""
    place = tmp_path / "included"
    place.mkdir()
    (place / "simple.txt").write_text("# Simple\nCALL if own pair\nFOLD\n", "utf-8")
    (place / "always.txt").write_text("CALL\n", "utf-8")
    (place / "README").write_text("Not one.", "utf-8")
    monkeypatch.setattr(strategy, "STRATEGIES", place)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refused_file(name: str) -> str:
    with pytest.raises(StrategyError) as refused:
        find_strategy(name)
    return str(refused.value)


def test_included(two_included: Path) -> None:
    assert included() == ["always", "simple"]
    found = find_strategy("simple")
    assert (found.name, found.remarks, str(found)) == ("simple", "Simple", "CALL if own pair\nFOLD")
    # A file of the same name does not hide it, but can be named otherwise.
    (two_included / "simple").write_text("FOLD", "utf-8")
    assert str(find_strategy("simple")) == "CALL if own pair\nFOLD"
    assert str(find_strategy("./simple")) == "FOLD"


def test_every_strategy_that_is_included() -> None:
    for name in included():
        assert find_strategy(name).name == name


@pytest.mark.parametrize("name", ["mine.txt", "mine", "mine.rules"])
@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf", b"# \xc3\xa9t\xc3\xa9\r\n"])
def test_a_file(name: str, start: bytes, two_included: Path) -> None:
    (two_included / name).write_bytes(start + b"CALL if draw\r\nFOLD\r\n")
    found = find_strategy(name)
    assert (found.name, str(found)) == (name, "CALL if draw\nFOLD")
    assert found.remarks == ("été" if b"#" in start else "")


@pytest.mark.usefixtures("two_included")
def test_neither_included_nor_a_file() -> None:
    assert refused_file("simpel") == "'simpel' is no strategy and no file, the nearest: simple"
    assert refused_file("qqq") == "'qqq' is no strategy and no file: always, simple"
    # A directory is neither.
    assert refused_file("included") == "'included' is no strategy and no file: always, simple"
    assert refused_file("") == "'' is no strategy and no file: always, simple"
    assert refused_file("simple.txt") == "simple.txt: cannot be read: No such file or directory"
    assert refused_file("no/x.txt") == "no/x.txt: cannot be read: No such file or directory"


def test_files_that_cannot_be_read(two_included: Path) -> None:
    (two_included / "dir.txt").mkdir()
    (two_included / "latin.txt").write_bytes(b"# \xe9t\xe9\nCALL\n")
    (two_included / "wide.txt").write_bytes("CALL\n".encode("utf-16"))
    (two_included / "wrong.txt").write_text("CALL if drow\nFOLD", "utf-8")
    (two_included / "empty").write_text("", "utf-8")
    assert refused_file("dir.txt") == "dir.txt: cannot be read: Is a directory"
    assert refused_file("latin.txt") == "latin.txt: not UTF-8 text"
    assert refused_file("wide.txt") == "wide.txt: not UTF-8 text"
    assert refused_file("wrong.txt").startswith("wrong.txt: line 1: 'drow' is no term, the nearest")
    assert refused_file("empty") == f"empty: no rules; {LAST}"


# Random strategies as trees of tuples, which are written and applied here without those of the
# package: ("term", name, comparison, value), ("not", tree), ("and" or "or", trees), ("()", tree).
Tree: TypeAlias = tuple[Any, ...]
Counted: TypeAlias = tuple[int, str | Tree]
COMPARE: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "=": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
}
YES_NO, RANK, NUMBER = (
    st.sampled_from([name for name, term in TERMS.items() if term.kind is kind])
    for kind in (Kind.YES_NO, Kind.RANK, Kind.NUMBER)
)
COMPARISONS = st.sampled_from(list(COMPARE))
TERM = st.one_of(
    st.tuples(st.just("term"), YES_NO, st.none(), st.none()),
    st.tuples(st.just("term"), RANK, COMPARISONS, st.integers(2, 14)),
    st.tuples(st.just("term"), NUMBER, COMPARISONS, st.integers(-2, 44)),
    st.tuples(st.just("term"), NUMBER, st.none(), st.none()),
)
SCORE = st.tuples(st.just("term"), st.just("points"), COMPARISONS, st.integers(-150, 150))
LEAST = {"or": 0, "and": 1}


def trees_of(leaves: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    def grown(below: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
        several = st.lists(below, min_size=2, max_size=4)
        return st.one_of(
            st.tuples(st.just("not"), below),
            st.tuples(st.sampled_from(["and", "or"]), several),
            st.tuples(st.just("()"), below),
        )

    return st.recursive(leaves, grown, max_leaves=8)


def written(tree: Tree, level: int = 0) -> str:
    """A tree in brackets only where the language needs them: not before and, and before or."""
    match tree:
        case ("term", name, None, _):
            return str(name)
        case ("term", str() as name, comparison, value):
            shown = RANKS[value - 2] if name in TERMS and TERMS[name].kind is Kind.RANK else value
            return f"{name} {comparison} {shown}"
        case ("not", of):
            return f"not {written(of, 2)}"
        case ("()", of):
            return f"({written(of)})"
        case (word, parts):
            text = f" {word} ".join(written(part, LEAST[word]) for part in parts)
            return f"({text})" if LEAST[word] < level else text
    raise AssertionError(tree)


def holds(tree: Tree, spot: dict[str, int]) -> bool:
    match tree:
        case ("term", name, None, _):
            return spot[name] >= 1
        case ("term", name, comparison, value):
            return COMPARE[comparison](spot[name], value)
        case ("not", of):
            return not holds(of, spot)
        case ("()", of):
            return holds(of, spot)
        case ("and", parts):
            return all(holds(part, spot) for part in parts)
        case ("or", parts):
            return any(holds(part, spot) for part in parts)
    raise AssertionError(tree)


ANY_COUNTS = st.lists(
    st.tuples(st.integers(-999, 999) | st.integers(-3, 3), trees_of(TERM) | YES_NO | RANK | NUMBER),
    max_size=5,
)
DECISIONS = st.sampled_from(["CALL", "FOLD"])


@st.composite
def any_lists(
    draw: Callable[[st.SearchStrategy[Any]], Any],
) -> tuple[list[Counted], list[tuple[str, Tree]], str]:
    """Lines of points, rules with conditions, and the last decision."""
    counts = draw(ANY_COUNTS)
    conditions = trees_of(TERM | SCORE if counts else TERM)
    rules = draw(st.lists(st.tuples(DECISIONS, conditions), max_size=6))
    return counts, rules, draw(DECISIONS)


def text_of(counts: list[Counted], rules: list[tuple[str, Tree]], last: str) -> str:
    lines = [
        f"POINTS {points} " + (f"per {of}" if isinstance(of, str) else f"if {written(of)}")
        for points, of in counts
    ]
    return "\n".join([*lines, *(f"{word} if {written(tree)}" for word, tree in rules), last])


def random_values(seed: int, spots: int) -> dict[str, NDArray[np.int8]]:
    """Of every term, whatever real spots have: often at the ends of its range."""
    random = np.random.default_rng(seed)
    values: dict[str, NDArray[np.int8]] = {}
    for name, term in TERMS.items():
        match term.kind:
            case Kind.YES_NO:
                chosen = random.integers(0, 2, spots)
            case Kind.RANK:
                chosen = random.choice([0, 0, *range(2, 15)], spots)
            case Kind.NUMBER:
                chosen = random.choice([0, 1, 2, 3, 42, *range(43)], spots)
        values[name] = chosen.astype(np.int8)
    return values


@given(any_lists(), st.integers(0, 1000), st.booleans())
@settings(deadline=None, max_examples=60)
def test_applied_as_by_hand(
    lists: tuple[list[Counted], list[tuple[str, Tree]], str], seed: int, shout: bool
) -> None:
    counts, rules, last = lists
    text = text_of(counts, rules, last)
    read = parse_strategy(text.upper() if shout else text)
    values = random_values(seed, 30)
    covering, decisions = [], []
    for n in range(30):
        spot = {name: int(of_term[n]) for name, of_term in values.items()}
        spot["points"] = sum(
            points * (spot[of] if isinstance(of, str) else holds(of, spot)) for points, of in counts
        )
        first = next((k for k, (_, tree) in enumerate(rules) if holds(tree, spot)), len(rules))
        covering.append(first)
        decisions.append(([word for word, _ in rules] + [last])[first] == "CALL")
    found = read.covering({name: values[name] for name in read.terms}, 30)
    assert found.dtype == np.uint8
    assert found.tolist() == covering
    assert read.calls(found).tolist() == decisions


@given(any_lists())
@settings(deadline=None, max_examples=60)
def test_written_and_read_again(
    lists: tuple[list[Counted], list[tuple[str, Tree]], str],
) -> None:
    read = parse_strategy(text_of(*lists))
    again = parse_strategy(str(read))
    assert again == read
    assert str(again) == str(read)
    assert again.terms == read.terms


@pytest.mark.parametrize(
    "text",
    [
        "own pair or (draw or flush)",
        "(own pair or draw) or flush",
        "own pair and (draw and flush)",
        "not (own pair or draw) and not (draw and flush)",
    ],
)
def test_brackets_are_kept(text: str) -> None:
    assert str(condition(text)) == text


def test_no_spots() -> None:
    read = parse_strategy("POINTS 2 per overcards\nCALL if points > 3\nFOLD")
    found = read.covering({"overcards": np.empty(0, np.int8)}, 0)
    assert found.shape == (0,)
    assert found.dtype == np.uint8
    assert read.calls(found).shape == (0,)


def test_without_conditions_no_values_are_needed() -> None:
    read = parse_strategy("FOLD")
    assert read.terms == []
    assert read.covering({}, 3).tolist() == [0, 0, 0]
    assert read.calls(read.covering({}, 3)).tolist() == [False] * 3


def test_points_beyond_16_bits() -> None:
    text = "POINTS 999 per hole score\nCALL if points > 0\nFOLD"
    read = parse_strategy(text)
    assert read.covering({"hole score": np.array([42, 32, 0], np.int8)}, 3).tolist() == [0, 0, 1]
    twice = parse_strategy(f"POINTS 999 per flop sum\n{text}")
    values = {name: np.array([32], np.int8) for name in twice.terms}
    assert twice.covering(values, 1).tolist() == [0]


def test_what_is_nested_too_deeply_is_refused() -> None:
    deep = f"CALL if {'not ' * 1000}top pair\nFOLD"
    assert refusal(deep) == "expected up to 99 brackets and not in a line"
    assert parse_strategy(f"CALL if {'(' * 99}top pair{')' * 99}\nFOLD").rules[0].condition
