"""Series of questions: the same everywhere, and what holds of all of them by any rules."""

from __future__ import annotations

import subprocess
import sys

import pytest
from any_rules import any_rules
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import Rules, RulesError
from solver.cards import format_cards
from solver.trainer import (
    HIGHEST_NUMBER,
    KINDS,
    AnswerError,
    Difficulty,
    Question,
    Verdict,
    question,
)

PINNED = {
    "decisions": ("9h As", "7c 8d 5s"),
    "payouts": ("Ante 150, Call 300, AA Bonus 50", "Ah 8h", "Qh 5h 7h", "6c Ad", "Qd 9c"),
    "qualify": ("Ah Qc", "9s 2s 3d 3h 8h"),
    "bonus": ("Kc Ac", "Qc Jc Tc"),
    "winner": ("9d 5c", "9h 4s", "6s Jc Tc 3d 3h"),
}
"""What question 7 of the series "pinned" shows. If this changes, so do everybody's series."""

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


def some_answers(asked: Question) -> dict[str, str]:
    """An answer to everything, right or wrong."""
    cards = [card for shown in asked.shown for card in shown.cards]
    return {
        field.name: field.options[0]
        if field.options
        else format_cards(cards[:5])
        if field.name == "cards"
        else "lost"
        for field in asked.fields
    }


def verdict_on_some(asked: Question) -> Verdict:
    return asked.check(some_answers(asked))


@pytest.mark.parametrize("kind", KINDS)
def test_pinned(kind: str) -> None:
    asked = question(kind, "pinned", 7)
    shown = tuple(shown.text or format_cards(shown.cards) for shown in asked.shown)
    assert shown == PINNED[kind]


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_each_time_and_else_another(kind: str) -> None:
    asked = question(kind, "a", 1)
    assert asked == question(kind, "a", 1, Rules(), "normal")
    assert (asked.kind, asked.seed, asked.number) == (kind, "a", 1)
    assert (asked.difficulty, asked.rules) == (Difficulty.NORMAL, Rules())
    others = [question(kind, "a", 2), question(kind, "b", 1), question(kind, "a", 1, None, "hard")]
    assert all(other.shown != asked.shown for other in others)


@given(
    st.sampled_from(list(KINDS)),
    st.sampled_from(Difficulty),
    texts,
    st.integers(1, HIGHEST_NUMBER),
    st.just(Rules()) | any_rules(),
)
@settings(max_examples=60, deadline=None)
def test_whatever_is_asked(
    kind: str, difficulty: Difficulty, seed: str, number: int, rules: Rules
) -> None:
    if kind == "bonus" and rules.bonus_pays is None:
        with pytest.raises(RulesError):
            question(kind, seed, number, rules, difficulty)
        return
    asked = question(kind, seed, number, rules, difficulty)
    cards = [card for shown in asked.shown for card in shown.cards]
    assert len(cards) == len(set(cards))
    words = [asked.asks, *(s.label + s.text for s in asked.shown), *(f.label for f in asked.fields)]
    first = verdict_on_some(asked)
    assert all(text.isascii() for text in (*words, *first.reason))
    right = asked.check(first.expected)
    assert right.right
    assert right.expected == first.expected
    assert right.lost == (0 if kind == "decisions" else None)
    assert first.lost is None or (first.lost > 0) is not first.right
    for name, text in first.expected.items():
        assert asked.read(name, text) == text
    for field in asked.fields:
        if kind == "decisions" and "Both are worth exactly the same" in " ".join(first.reason):
            continue
        for option in field.options:
            answers = first.expected | {field.name: option}
            assert asked.check(answers).right is (answers == first.expected)


@given(st.sampled_from(list(KINDS)), texts)
@settings(max_examples=100, deadline=None)
def test_whatever_is_typed(kind: str, text: str) -> None:
    asked = question(kind, "typed", 1, difficulty="easy" if kind == "decisions" else "normal")
    for field in asked.fields:
        try:
            normal = asked.read(field.name, text)
        except AnswerError:
            continue
        assert asked.read(field.name, normal) == normal
        assert not field.options or normal in field.options


def test_beginnings() -> None:
    asked = question("winner", "a", 1)
    for text, word in {"p": "player", " DEAL": "dealer", "Tie": "tie"}.items():
        assert asked.read("winner", text) == word
    for text in ("", "x", "players", "draw"):
        with pytest.raises(AnswerError, match="expected player or dealer or tie, found"):
            asked.read("winner", text)


def test_answers_that_are_missing_or_unknown() -> None:
    asked = question("winner", "a", 1)
    right = verdict_on_some(asked).expected
    with pytest.raises(AnswerError, match="no answer was given for cards") as missing:
        asked.check({"winner": right["winner"]})
    with pytest.raises(AnswerError, match="'colour' was not asked for") as unknown:
        asked.check(right | {"colour": "red"})
    assert (missing.value.field, unknown.value.field) == ("cards", "colour")


def test_an_error_is_short() -> None:
    with pytest.raises(AnswerError) as error:
        question("qualify", "a", 1).read("qualifies", "y" * 10_000)
    assert len(str(error.value)) < 100


@pytest.mark.parametrize(
    ("kind", "seed", "number", "difficulty", "message"),
    [
        ("decision", "a", 1, "easy", "kind: expected one of decisions, .*, found 'decision'"),
        ("winner", "a", 0, "easy", "number: expected 1 to 1,000,000,000, found 0"),
        ("winner", "a", HIGHEST_NUMBER + 1, "easy", "number: expected"),
        ("winner", "a", True, "easy", "number: expected"),
        ("winner", "a", 1, "harder", "difficulty: expected easy, normal, hard, found 'harder'"),
        ("winner", "\udcff", 1, "easy", "seed: expected text"),
    ],
)
def test_what_cannot_be_asked(
    kind: str, seed: str, number: int, difficulty: str, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        question(kind, seed, number, None, difficulty)


def test_numpy_is_loaded_for_decisions_only() -> None:
    code = (
        "import sys; from solver.trainer import question; "
        "[question(k, 'a', 1) for k in ('payouts', 'qualify', 'bonus', 'winner')]; "
        "print('numpy' in sys.modules); "
        "question('decisions', 'a', 1); print('numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]
