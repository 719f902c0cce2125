"""Questions on what to pay: the quiz, other rules, and rounds settled by another evaluator."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from other_hands import PAIR_OF_ACES, PAIR_OF_FOURS, category, rank

from solver import Rules
from solver.presets import PRESETS
from solver.trainer import AnswerError, Difficulty, Place, question
from solver.trainer.payouts import PayoutQuestion, about

FLUSH = ("Ah 9h", "Ks 8d", "Qh 7h 4h Kd 2s")
STRAIGHT = ("9h 8d", "As 2d", "7c 6h 5d Ks Qh")
FULL_HOUSE = ("9h 9d", "As 2d", "9c 6h 6d Ks 4h")
LOSES = ("Th 9d", "As 8d", "Tc 7c 4h Ad 2s")
TIE = ("Ac 8d", "Ah 8c", "As Kd 6h 9s 2s")
HIGH_CARD = ("Kc 8d", "Qh 9c", "As 7d 6h 3c 2s")

EASY = Place(difficulty=Difficulty.EASY)
HALF = Place(rules=Rules.with_ante("100-20-10-3-3/2-1").with_options({"call": "3/2"}))


@pytest.mark.parametrize(
    ("place", "cards", "ante", "bonus", "expected"),
    [
        (Place(), FLUSH, 20, 0, "40 40"),
        (Place(), STRAIGHT, 25, 0, "25 0"),
        (Place(), FULL_HOUSE, 5, 10, "15 10 300"),
        (Place(), LOSES, 100, 0, "lost lost"),
        (Place(), LOSES, 100, 50, "lost lost lost"),
        (Place(), TIE, 10, 5, "0 0 35"),
        (HALF, FLUSH, 25, 0, "37.5 37.5"),
        (HALF, LOSES, 25, 0, "lost lost"),
        (Place(rules=Rules.with_ante("100-20-10-3-4/3-1")), FLUSH, 20, 0, "80/3 40"),
        (Place(rules=PRESETS["caribbean-holdem"].rules), STRAIGHT, 25, 0, "25 0"),
        (Place(rules=PRESETS["pair-or-better"].rules), HIGH_CARD, 25, 0, "0 0"),
        (Place(rules=PRESETS["royal-25"].rules), FULL_HOUSE, 5, 10, "15 10 250"),
        # With six cards the bonus is settled on four sixes and a nine, not on the flop's pair.
        (
            Place(rules=Rules(bonus_cards=6)),
            ("6s 9d", "As 2d", "6c 6h Ad 6d 4h"),
            5, 10, "50 10 400",
        ),
        # A dealer who always qualifies wins with an ace.
        (Place(rules=Rules(qualifier=1)), ("Kc 8d", "Ah 9c", "Qs 7d 6h 3c 2s"), 5, 0, "lost lost"),
    ],
)  # fmt: skip
def test_rounds_worked_out_by_hand(
    place: Place, cards: tuple[str, str, str], ante: int, bonus: int, expected: str
) -> None:
    asked = about(place, *cards, ante=ante, bonus=bonus)
    names = ["ante", "call", "bonus"][: 3 if bonus else 2]
    right = dict(zip(names, expected.split(), strict=True))
    verdict = asked.check(right)
    assert verdict.right
    assert verdict.expected == right
    for name in names:
        for other in ("1", "lost", "0", "40"):
            answers = right | {name: other}
            assert asked.check(answers).right is (answers == right)


def test_the_quiz_in_words() -> None:
    asked = about(EASY, *FLUSH, ante=20)
    assert [(shown.label, shown.text) for shown in asked.shown] == [
        ("Stakes", "Ante 20, Call 40"),
        ("Round", "player flush, the dealer qualifies and loses"),
    ]
    assert asked.check({"ante": "40", "call": "40"}).reason == (
        "Ante 20: pay 40; flush pays 2 to 1.",
        "Call 40: pay 40; won: pays 1 to 1.",
        "To pay together: 80.",
    )
    asked = about(EASY, *FULL_HOUSE, ante=5, bonus=10)
    assert asked.shown[-1].text == "full house on hole and flop"
    # Of a pair the words must say which: only aces win.
    assert about(EASY, *TIE, ante=5, bonus=10).shown[-1].text.startswith("pair, aces")


def test_taken_and_returned_in_the_reason() -> None:
    reason = about(Place(), *LOSES, ante=20, bonus=5).check(
        {"ante": "-20", "call": "-40", "bonus": "-"}
    )
    assert reason.right
    assert reason.reason == (
        "Player: pair, tens, A 9 7 kickers.",
        "Dealer: pair, aces, T 8 7 kickers; the dealer qualifies and wins.",
        "Ante 20: take it; lost: the dealer's hand is better.",
        "Call 40: take it; lost: the dealer's hand is better.",
        "AA Bonus 5: take it; lost: less than a pair of aces on hole and flop.",
        "To pay together: 0.",
    )


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("lost", "lost"), ("L", "lost"), ("take", "lost"), ("-", "lost"), ("-20", "lost"),
        ("\N{MINUS SIGN}20", "lost"), ("-20.0", "lost"), ("push", "0"), ("Returned", "0"),
        ("0", "0"), ("-0", "0"), ("+40", "40"), ("40.00", "40"), (" 75/2 ", "37.5"),
        ("75:2", "37.5"), ("1/3", "1/3"), ("0037.50", "37.5"),
    ],
)  # fmt: skip
def test_how_a_pay_may_be_typed(text: str, normal: str) -> None:
    asked = about(Place(), *FLUSH, ante=20)
    assert asked.read("ante", text) == normal == asked.read("ante", normal)


@pytest.mark.parametrize(
    "text", ["", "x", "-15", "--20", "+-20", "4O", "1e3", "1/0", "40 2", "p u"]
)
def test_what_is_no_pay(text: str) -> None:
    with pytest.raises(
        AnswerError, match="expected a number, 0 if it is returned, or lost"
    ) as error:
        about(Place(), *FLUSH, ante=20).read("ante", text)
    assert error.value.field == "ante"


def settled_elsewhere(asked: PayoutQuestion) -> dict[str, str]:
    """What the usual rules pay, in whole numbers and by another evaluator."""
    seven = asked.player + asked.board
    mine, theirs = rank(seven), rank(asked.dealer + asked.board)
    qualified = theirs <= PAIR_OF_FOURS
    ante = asked.ante * (1, 1, 1, 1, 1, 2, 3, 10, 20, 100)[category(seven)]
    if qualified and mine > theirs:
        pays = {"ante": "lost", "call": "lost"}
    elif qualified and mine == theirs:
        pays = {"ante": "0", "call": "0"}
    else:
        pays = {"ante": f"{float(ante):g}", "call": f"{float(2 * asked.ante * qualified):g}"}
    if asked.bonus:
        five = asked.player + asked.board[:3]
        to_one = (0, 7, 7, 7, 7, 20, 30, 40, 50, 100)[category(five)]
        won = rank(five) <= PAIR_OF_ACES
        pays["bonus"] = f"{float(asked.bonus * to_one):g}" if won else "lost"
    return pays


@pytest.mark.parametrize("difficulty", Difficulty)
def test_rounds_settled_by_another_evaluator(difficulty: Difficulty) -> None:
    outcomes: Counter[str] = Counter()
    hands: Counter[int] = Counter()
    bonus: Counter[bool] = Counter()
    for number in range(1, 121):
        asked = question("payouts", "dealer school", number, difficulty=difficulty)
        assert isinstance(asked, PayoutQuestion)
        expected = settled_elsewhere(asked)
        verdict = asked.check(expected)
        assert verdict.right, (asked, verdict)
        outcomes[asked.settled.outcome.name] += 1
        hands[category(asked.player + asked.board)] += 1
        if asked.bonus:
            bonus[expected["bonus"] != "lost"] += 1
    # All that a dealer meets in a year comes up within an evening.
    assert len(outcomes) == 4
    assert min(outcomes.values()) >= 5
    assert set(hands) == set(range(10))
    rare = sum(hands[n] for n in range(5, 10))
    assert rare >= (48 if difficulty is Difficulty.HARD else 30)
    assert min(bonus.values()) >= 15
    assert 35 <= bonus.total() <= 85


def test_no_bonus_no_field_for_it() -> None:
    for number in range(1, 20):
        asked = question("payouts", "a", number, PRESETS["caribbean-holdem"].rules)
        assert [field.name for field in asked.fields] == ["ante", "call"]


def test_stakes_of_a_fractional_call() -> None:
    rules = Rules(call=Fraction(3, 2))
    asked = question("payouts", "a", 1, rules, Difficulty.HARD)
    assert isinstance(asked, PayoutQuestion)
    assert asked.settled.stakes.call == asked.ante * Fraction(3, 2)
