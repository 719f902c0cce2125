"""Questions on the AA Bonus: right by another evaluator, wins of every kind, near misses."""

from __future__ import annotations

import pytest
from other_hands import PAIR_OF_ACES, category, rank

from solver import CardError, Rules, RulesError
from solver.presets import PRESETS
from solver.trainer import Difficulty, Place, question
from solver.trainer.bonus import BonusQuestion, about

PAYS = (0, 7, 7, 7, 7, 20, 30, 40, 50, 100)
ROYAL_25 = (0, 7, 7, 7, 7, 25, 25, 25, 25, 25)


@pytest.mark.parametrize(
    ("cards", "expected", "near"),
    [
        ("Kc 8d Kh 9s 4c", "lost", True),
        ("Ac 8d Ah 9s 4c", "7", True),
        ("7c 2d Ks 9h 4c", "lost", False),
        ("9h 8h 2h Qh 7d", "lost", True),
        ("2h 3d 4s 5c 9h", "lost", True),
        ("7h Kd As 3c 9h", "lost", True),
        ("Ac 2d 3s 4h 5h", "7", True),
        ("3c 2d Ac Ad 9h", "7", True),
        ("2c 2d 2h 9c 9h", "30", True),
        ("Th Jh Qh Kh Ah", "100", True),
    ],
)
def test_hands_worked_out_by_hand(cards: str, expected: str, near: bool) -> None:
    asked = about(Place(), cards[:5], cards[6:])
    assert asked.check({"pay": expected}).right
    for other in {"lost", "0", "7", "20", "30"} - {expected}:
        verdict = asked.check({"pay": other})
        assert not verdict.right
        assert verdict.expected == {"pay": expected}
    if expected == "lost":
        assert (asked.near_misses() > 0) is near


@pytest.mark.parametrize(
    ("cards", "near"),
    [
        ("Kc 8d Kh 9s 4c", 4),
        ("Qc 8d Qh 9s 4c", 1),
        ("9h 8h 2h Qh 3d", 2),
        ("Th Jd Qs Kc 2h", 2),
        ("Ah 2d 3s 4c 9h", 3),
        ("Ah Kd Qs Jc 2h", 3),
        ("Ah Kd 3s 4c 9h", 1),
        ("Kh 2d 3s 4c 9h", 0),
    ],
)
def test_how_near(cards: str, near: int) -> None:
    assert about(Place(), cards[:5], cards[6:]).near_misses() == near


def test_the_reason() -> None:
    assert about(Place(), "Kc 8d", "Kh 9s 4c").check({"pay": "-1"}).reason == (
        "On hole and flop: pair, kings, 9 8 4 kickers (Kh Kc 9s 8d 4c).",
        "Less than a pair of aces loses.",
    )
    assert about(Place(), "Ac 8d", "Ah 9s 4c").check({"pay": "7"}).reason[1] == (
        "Pair of aces pays 7 to 1."
    )


@pytest.mark.parametrize("difficulty", Difficulty)
@pytest.mark.parametrize(
    ("rules", "pays"),
    [(Rules(), PAYS), (PRESETS["royal-25"].rules, ROYAL_25), (Rules(bonus_cards=6), PAYS)],
)
def test_many_hands(difficulty: Difficulty, rules: Rules, pays: tuple[int, ...]) -> None:
    wins, won = 0, set()
    for number in range(1, 101):
        asked = question("bonus", "aces", number, rules, difficulty)
        assert isinstance(asked, BonusQuestion)
        cards = asked.hole + asked.board
        assert len(cards) == rules.bonus_cards == sum(len(shown.cards) for shown in asked.shown)
        wins_it = rank(cards) <= PAIR_OF_ACES
        answer = str(pays[category(cards)]) if wins_it else "lost"
        assert asked.check({"pay": answer}).right
        wins += wins_it
        won |= {category(cards)} if wins_it else set()
    assert 45 <= wins <= 75
    assert won == set(range(1, 10))


def test_near_misses_by_difficulty() -> None:
    for difficulty in Difficulty:
        asked = [question("bonus", "near", n, None, difficulty) for n in range(1, 101)]
        misses = [
            q.near_misses() > 0 for q in asked if isinstance(q, BonusQuestion) and not q.result
        ]
        share = sum(misses) / len(misses)
        low, high = {"easy": (0, 0), "normal": (0.5, 0.99), "hard": (1, 1)}[difficulty]
        assert low <= share <= high


def test_rules_without_a_bonus() -> None:
    for preset in ("caribbean-holdem", "pair-or-better"):
        with pytest.raises(RulesError, match="there is no AA Bonus"):
            question("bonus", "a", 1, PRESETS[preset].rules)
    with pytest.raises(RulesError, match="there is no AA Bonus"):
        about(Place(rules=Rules(bonus_pays=None)), "Kc 8d", "Kh 9s 4c")


@pytest.mark.parametrize(("hole", "board"), [("Kc", "Kh 9s 4c"), ("Kc 8d", "Kh 9s 4c 2d")])
def test_no_hand_of_five(hole: str, board: str) -> None:
    with pytest.raises(CardError):
        about(Place(), hole, board)
