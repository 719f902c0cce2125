"""Questions on Call and Fold: right by counts from elsewhere, and mostly where people err."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path

import pytest

from solver import Rules
from solver.cards import parse_spot
from solver.trainer import Difficulty, Place, question
from solver.trainer.decisions import BIG_DIFFERENCE, DecisionQuestion, Spot, about, weighed

EASY, NORMAL, HARD = Difficulty
COMPLETIONS = 1_070_190
# What a row of the golden spots pays: hands from high card, each not qualified, win, tie, lose.
PAYS = [pay for ante in (1, 1, 1, 1, 1, 2, 3, 10, 20, 100) for pay in (ante, ante + 2, 0, -3)]


def asked(seed: str, count: int, difficulty: Difficulty) -> list[DecisionQuestion]:
    questions = [question("decisions", seed, n, None, difficulty) for n in range(1, count + 1)]
    return [q for q in questions if isinstance(q, DecisionQuestion)]


def test_verdicts_on_golden_spots() -> None:
    path = Path(__file__).parent / "data" / "spots.csv"
    with path.open(newline="") as file:
        rows = list(csv.reader(line for line in file if not line.startswith("#")))[1:]
    for hole, flop, *counts in rows:
        won = sum(int(count) * pay for count, pay in zip(counts, PAYS, strict=True))
        better = Fraction(won + COMPLETIONS, COMPLETIONS)
        spot = about(Place(), hole, flop)
        call, fold = spot.check({"decision": "Call"}), spot.check({"decision": "f"})
        assert call.right is (better >= 0)
        assert fold.right is (better <= 0)
        assert call.lost == max(-better, 0)
        assert fold.lost == max(better, 0)
        assert call.expected == fold.expected == {"decision": "call" if better >= 0 else "fold"}


def test_no_choice_is_wrong_where_both_are_worth_the_same() -> None:
    spot = about(Place(), "9s 7h", "2c Qd Ah")
    for choice in ("call", "fold"):
        verdict = spot.check({"decision": choice})
        assert verdict.right
        assert verdict.lost == 0
        assert "Both are worth exactly the same: no choice is wrong." in verdict.reason


def test_the_reason() -> None:
    reason = about(Place(), "Ah Kd", "As 7d 4c").check({"decision": "fold"}).reason
    assert reason == (
        "Call is worth +1.708399 antes, Fold -1.000000 antes.",
        "Fold would cost 2.708399 antes.",
        "After Call: dealer does not qualify 27.34 %, win 59.00 %, tie 0.64 %, lose 13.02 %.",
        "Rule 1 of best-8: CALL if pair-or-draw; as perfect play does.",
    )


def test_a_rule_to_remember_that_is_wrong() -> None:
    spot = about(Place(), "9c 4d", "Tc Qd 6d")
    reason = spot.check({"decision": "fold"}).reason
    assert spot.check({"decision": "fold"}).right
    assert reason[-1].startswith("Rule 6 of best-8: CALL if ")
    assert reason[-1].endswith("; perfect play does not.")


def test_a_bonus_that_a_fold_forfeits() -> None:
    rules = Rules(fold_forfeits_bonus=True, bonus=Fraction(1))
    spot = about(Place(rules=rules), "3h 2d", "As Ad 9c")
    # Seven to keep, and one that was bet: a fold gives up eight.
    assert spot.check({"decision": "call"}).right
    shown = {shown.label: shown.text for shown in spot.shown}
    assert shown["AA Bonus"] == "1 to an Ante of 1; a fold forfeits it"
    (of_bonus,) = [
        sentence for sentence in spot.check({"decision": "c"}).reason if "AA" in sentence
    ]
    assert of_bonus == "Of that the AA Bonus of 1: +7.000000 after Call, -1.000000 after Fold."


@pytest.mark.parametrize(
    ("spot", "erring"),
    [
        # Call is right; nothing but a high card: any-pair and own-pair-or-draw fold.
        ("AhKd/7s5c2d", 2),
        # Fold is right; only who always calls does.
        ("7s2s/Jd9dAc", 1),
        # Call is right, with a pair: all call.
        ("AhKd/As7d4c", 0),
        # No choice is wrong, so no rule.
        ("9s7h/2cQdAh", 0),
        # Fold is right; the pair is on the flop: always-call and the two that look for a pair call.
        ("3c2d/9s9hKd", 3),
    ],
)
def test_rules_of_thumb_that_err(spot: str, erring: int) -> None:
    hole, flop = parse_spot(spot)
    (weighed_spot,) = weighed(Place(), [hole + flop])
    assert weighed_spot.erring == erring


def test_weights() -> None:
    hole, flop = parse_spot("7s2s/Jd9dAc")
    advice = about(Place(), hole, flop).advice
    small = about(Place(), "9c 4d", "Tc Qd 6d").advice
    assert [Spot(advice, n).weight(NORMAL) for n in range(7)] == [1, 4, 9, 16, 25, 36, 49]
    assert (Spot(advice, 3).weight(EASY), Spot(small, 3).weight(EASY)) == (1, 0)
    assert Spot(small, 3).weight(HARD) > 5 * Spot(advice, 3).weight(HARD) > 0


def test_what_is_asked_by_difficulty() -> None:
    easy, normal, hard = (asked("levels", 40, difficulty) for difficulty in Difficulty)
    assert all(q.advice.cost_of_error >= BIG_DIFFERENCE for q in easy)
    cost = [sum(q.advice.cost_of_error for q in level) for level in (easy, normal, hard)]
    assert cost[0] > 1.5 * cost[1] > 2 * cost[2]
    for level in (easy, normal, hard):
        calls = sum(q.check({"decision": "call"}).right for q in level)
        assert 13 <= calls <= 30
    erring = [
        sum(
            spot.erring for spot in weighed(Place(), [q.advice.hole + q.advice.flop for q in level])
        )
        for level in (easy, normal)
    ]
    assert erring[1] > 1.5 * erring[0]
