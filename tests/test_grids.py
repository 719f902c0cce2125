"""Grids: every combination of lists and ranges, each once, as a plain loop would make them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import Rules, RulesError
from solver.grids import MOST_GAMES, grid
from solver.presets import PRESETS

Options = Mapping[str, Sequence[str]]


def fractions(*texts: str) -> list[Fraction]:
    return [Fraction(text) for text in texts]


def refusal(options: Options, base: Rules | None = None) -> str:
    with pytest.raises(RulesError) as refused:
        grid(base or Rules(), options)
    message = str(refused.value)
    assert len(message.splitlines()) == 1
    return message


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("2", fractions("2")),
        ("1,3", fractions("1", "3")),
        (" 3 , 1 ", fractions("3", "1")),
        ("1..3", fractions("1", "2", "3")),
        ("1 .. 3", fractions("1", "2", "3")),
        ("1..3 by 2", fractions("1", "3")),
        ("1..4 by 2", fractions("1", "3")),
        ("1..2 by 1/2", fractions("1", "3/2", "2")),
        ("1..2 by 0.25", fractions("1", "5/4", "3/2", "7/4", "2")),
        ("1/2..3/2 by 1/4", fractions("1/2", "3/4", "1", "5/4", "3/2")),
        ("1:3..1 by 1:3", fractions("1/3", "2/3", "1")),
        ("0.5..2", fractions("1/2", "3/2")),
        ("1.5..2.5", fractions("3/2", "5/2")),
        ("5..5", fractions("5")),
        ("1..3,2..4,3", fractions("1", "2", "3", "4")),
        ("1/2,1..2,0.5", fractions("1/2", "1", "2")),
        ("1..10 by 9,2", fractions("1", "10", "2")),
    ],
)
def test_lists_and_ranges_of_numbers(text: str, calls: list[Fraction]) -> None:
    assert [rules.call for rules in grid(Rules(), {"call": [text]})] == calls
    stakes = grid(Rules(fold_forfeits_bonus=True), {"bonus": [f"0,{text}"]})
    assert [rules.bonus for rules in stakes] == [0, *calls]


def test_all_texts_of_an_option_are_taken_each_once() -> None:
    found = grid(Rules(), {"call": ["3", "1..3", "2,4"]})
    assert [rules.call for rules in found] == [3, 1, 2, 4]


def test_nothing_asked_is_the_base() -> None:
    for preset in PRESETS.values():
        assert grid(preset.rules, {}) == [preset.rules]


def test_what_no_option_says_is_as_in_the_base() -> None:
    base = PRESETS["high-flush-49"].rules
    for call, rules in zip((1, 2, 3), grid(base, {"call": ["1..3"]}), strict=True):
        assert rules.call == call
        assert (rules.ante, rules.bonus_pays) == (base.ante, base.bonus_pays)


def test_lists_of_words() -> None:
    texts = {
        "qualifier": ["pair of threes, two pair ,none"],
        "unqualified": ["table,even", "returned"],
        "ante-needs-pair": ["no,yes"],
        "bonus-cards": ["5,6"],
        "fold-forfeits-bonus": ["no,yes"],
        "blind-call": ["yes"],
    }
    found = grid(Rules(), texts)
    values = (
        ("pair of threes", "two pair", "none"),
        ("table", "even", "returned"),
        (False, True),
        (5, 6),
        (False, True),
        (True,),
    )
    # Combinations are in the order of the options, the last one changing first.
    assert [
        (
            r.qualifier_text, str(r.unqualified), r.ante_needs_pair, r.bonus_cards,
            r.fold_forfeits_bonus, r.blind_call,
        )
        for r in found
    ] == list(itertools.product(*values))  # fmt: skip
    underscores = {name.replace("-", "_"): given for name, given in texts.items()}
    assert grid(Rules(), underscores) == found


@pytest.mark.parametrize(
    ("text", "pays"),
    [
        ("100-20-10-3-2-1", ["100-20-10-3-2-1"]),
        ("100-20..40 by 10-10-3-2-1", [f"100-{n}-10-3-2-1" for n in (20, 30, 40)]),
        (
            "100-20..50 by 10-10,12-3-2-1",
            [f"100-{n}-{q}-3-2-1" for n in (20, 30, 40, 50) for q in (10, 12)],
        ),
        ("25,100-20-10-3-3/2..2 by 1/4-1", [
            f"{r}-20-10-3-{f}-1" for r in (25, 100) for f in ("3/2", "7/4", "2")
        ]),
        ("10-9-8-7-6-5-4-3-2-0..1", [f"10-9-8-7-6-5-4-3-2-{n}" for n in (0, 1)]),
        ("100-20-10-3-2-1; trips=1..3", [f"100-20-10-3-2-1, trips={n}" for n in (1, 2, 3)]),
        ("100-20-10-3-2-1;two-pair=1,3/2; pair = 0", [
            "100-20-10-3-2-1, two pair=1, pair=0", "100-20-10-3-2-1, two pair=3/2, pair=0",
        ]),
        ("50,100-20-10-3-2-1;trips=1,2;", [
            f"{r}-20-10-3-2-1, trips={n}" for r in (50, 100) for n in (1, 2)
        ]),
        # Once, though written in several ways.
        ("100,100.0-20-10-3-2-1; straight=1", ["100-20-10-3-2-1"]),
        ("100-20-10-3-2-1; trips=1,2/2,1.0", ["100-20-10-3-2-1"]),
    ],
)  # fmt: skip
def test_pay_tables_with_lists(text: str, pays: list[str]) -> None:
    assert grid(Rules(), {"ante": [text]}) == [Rules.with_ante(table) for table in pays]


def test_bonus_tables_with_lists() -> None:
    found = grid(
        Rules(),
        {"bonus-pays": ["none", "100,50-50-40-30-20-7-7-7-7", "7-7-7-7-7-7-7-7-7; quads=7..8"]},
    )
    assert [rules.bonus_text for rules in found] == [
        "none",
        "100-50-40-30-20-7-7-7-7",
        "50-50-40-30-20-7-7-7-7",
        "7-7-7-7-7-7-7-7-7",
        "7-7-8-7-7-7-7-7-7",
    ]


def test_the_same_rules_by_different_ways_are_there_once() -> None:
    texts = {"ante": ["100-20-10-3-2-1", "100-20-10-3-2-1-1-1-1-1"], "qualifier": ["44, pair of 4"]}
    assert grid(Rules(), texts) == [Rules()]
    assert len(grid(Rules(), {"qualifier": ["none, any, high card"]})) == 1


ranges = st.builds(
    lambda first, count, step: (first, count, step),
    st.fractions(0, 50, max_denominator=6),
    st.integers(0, 2),
    st.fractions(Fraction(1, 6), 5, max_denominator=6),
)
number_lists = st.lists(ranges, min_size=1, max_size=2)
letter_lists = st.lists(st.sampled_from("abc"), max_size=3)


def as_text(entries: list[tuple[Fraction, int, Fraction]]) -> str:
    # The end of a range need not be one of its numbers.
    return ",".join(
        f"{first}..{first + count * step + step / 2} by {step}" for first, count, step in entries
    )


def as_numbers(entries: list[tuple[Fraction, int, Fraction]]) -> list[Fraction]:
    return [first + n * step for first, count, step in entries for n in range(count + 1)]


@settings(deadline=None, max_examples=25)
@given(st.tuples(number_lists, number_lists), number_lists, letter_lists)
def test_any_grid_is_what_a_plain_loop_makes(
    tables: tuple[list[tuple[Fraction, int, Fraction]], ...],
    stakes: list[tuple[Fraction, int, Fraction]],
    letters: list[str],
) -> None:
    words = {"a": "table", "b": "even", "c": "returned"}
    options = {
        "ante": [f"100-{as_text(tables[0])}-10-3-2-{as_text(tables[1])}"],
        "bonus": [as_text(stakes)],
    }
    if letters:
        options["unqualified"] = [",".join(words[letter] for letter in letters)]
    expected: dict[Rules, None] = {}
    for second, last in itertools.product(*map(as_numbers, tables)):
        for stake in as_numbers(stakes):
            for letter in letters or "a":
                ante: tuple[int | Fraction, ...] = (100, second, 10, 3, 2, last)
                rules = Rules(
                    tuple(map(Fraction, ante)),
                    bonus=stake,
                    unqualified=words[letter],  # type: ignore[arg-type]
                )
                expected[rules] = None
    assert grid(Rules(), options) == list(expected)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"call": ["3..1"]}, "call '3..1': range '3..1': expected a rising one such as 1..3 by"),
        ({"call": ["1,2..1"]}, "call '1,2..1': range '2..1': expected a rising one"),
        ({"call": ["1..3 by 0"]}, "call '1..3 by 0': range '1..3 by 0': expected a rising one"),
        ({"call": ["1..3 by -1"]}, "call '1..3 by -1': '-1' is no number"),
        ({"call": ["1..3 by"]}, "call '1..3 by': '3 by' is no number"),
        ({"call": ["1..3by1"]}, "call '1..3by1': '3by1' is no number"),
        ({"call": ["1..3 by x"]}, "call '1..3 by x': 'x' is no number"),
        ({"call": ["1..3..5"]}, "call '1..3..5': '3..5' is no number"),
        ({"call": ["1...3"]}, "call '1...3': '.3' is no number"),
        ({"call": ["..3"]}, "call '..3': '..3' is no number"),
        ({"call": ["1.."]}, "call '1..': '1..' is no number"),
        ({"call": [""]}, "call '': '' is no number"),
        ({"call": ["1,,2"]}, "call '1,,2': '' is no number"),
        ({"call": ["0..2"]}, "call: expected more than 0 antes, found 0"),
        ({"call": ["one"]}, "call 'one': 'one' is no number"),
        ({"bonus": ["-1"]}, "bonus '-1': '-1' is no number"),
        ({"ante": ["100-20-10-3-2"]}, "Ante table '100-20-10-3-2': pays found: 5"),
        ({"ante": ["100-20..x-10-3-2-1"]}, "ante '100-20..x-10-3-2-1': 'x' is no number"),
        ({"ante": ["100-20-10-3-2-1; tripz=1,2"]}, "'tripz' is no hand of this table"),
        ({"ante": ["100-20-10-3-2-1; trips"]}, "'trips' is no hand with its pays, such as trips=1"),
        ({"ante": ["100-20-10-3-2-1; trips="]}, "'' is no number"),
        ({"ante": ["100-20-10-3-2-1; trips=1;trips=2"]}, "three of a kind has two pays"),
        ({"ante": ["none"]}, "Ante table 'none': pays found: 1"),
        ({"bonus_pays": ["7,8-7-7"]}, "AA Bonus table '7-7-7': pays found: 3"),
        ({"bonus_pays": ["7..x-7-7-7-7-7-7-7-7"]}, "bonus-pays '7..x-7-7-7-7-7-7-7-7': 'x' is no"),
        ({"qualifier": ["pair of threes, foo"]}, "qualifier 'foo': expected a pair such as"),
        ({"qualifier": [""]}, "qualifier '': expected a list, found no value"),
        ({"ante-needs-pair": [" , "]}, "ante-needs-pair ' , ': expected a list, found no value"),
        ({"unqualified": ["table,push"]}, "expected one of table, even, returned, found 'push'"),
        ({"blind-call": ["yes,perhaps"]}, "expected yes or no, found 'perhaps'"),
        ({"bonus-cards": ["5,6,7"]}, "expected 5 or 6, found 7"),
        ({"colour": ["1"]}, "'colour' is no option of the rules: ante, call"),
        ({"calls": ["1"]}, "'calls' is no option of the rules, the nearest: call"),
        ({"call": ["1"], "bonus-pays": ["none"], "bonus": ["0,1"]}, "there is no AA Bonus, but a"),
    ],
)  # fmt: skip
def test_what_is_no_grid(options: Options, error: str) -> None:
    assert error in refusal(options)


def test_the_largest_grid_and_one_more(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_GAMES == 20_000
    with monkeypatch.context() as smaller:
        smaller.setattr("solver.grids.MOST_GAMES", 200)
        found = grid(Rules(), {"ante": ["0..9-0..19-10-3-2-1"]})
        assert len(found) == len(set(found)) == 200
        assert (found[0].ante_text, found[-1].ante_text) == ("0-0-10-3-2-1", "9-19-10-3-2-1")
        assert "up to 200 games, found 201" in refusal({"ante": ["0..2-0..66-10-3-2-1"]})
    # 20,001 = 3 * 59 * 113 points.
    for options in (
        {"ante": ["0..58-0..112-10-3-2-0..2"]},
        {"ante": ["0..58-0..112-10-3-2-1; trips=0..2"]},
        {"ante": ["0..58-0..112-10-3-2-1"], "call": ["1..3"]},
        {"call": ["1..20001"]},
    ):
        assert refusal(options).endswith("expected a grid of up to 20,000 games, found 20,001")


@pytest.mark.parametrize(
    "options",
    [
        {"call": ["1..1000000"]},
        {"call": ["0..1000000 by 0.000001"]},
        {"ante": ["0..1000000-0..1000000-0..1000000-0..1000000-0..1000000-0..1000000"]},
        {"ante": ["1-2-3-4-5-6"], "call": ["1..200"], "bonus": ["0..200"]},
        {"ante": ["0..9-0..9-0..9-0..9-0..9-0..9"]},
    ],
)
def test_too_many_are_refused_before_they_are_made(options: Options) -> None:
    message = refusal(options)
    found = re.search(r"expected a grid of up to 20,000 games, found ([0-9,]+)$", message)
    assert found
    assert int(found[1].replace(",", "")) > 20_000
