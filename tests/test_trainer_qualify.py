"""Questions on the qualifier: right by another evaluator, and mostly near it."""

from __future__ import annotations

import pytest
from other_hands import PAIR_OF_FOURS, rank

from solver import CardError, Rules
from solver.trainer import Difficulty, Place, question
from solver.trainer.qualify import QualifyQuestion, about

EASY, NORMAL, HARD = Difficulty


@pytest.mark.parametrize(
    ("dealer", "board", "expected"),
    [
        ("3h Tc", "Js 9d 6c 3s 2s", "no"),
        ("4h 5c", "Js 9d 6c 4s 2s", "yes"),
        ("Ah Kc", "Js 9d 6c 4s 2s", "no"),
        ("3c 2d", "3s 2h 9c Kd Qh", "yes"),
        ("Ah 3d", "2c 4s 5h Kd Jc", "yes"),
        ("Ah 3h", "Qh 9h 6h 4c Jd", "yes"),
        ("7h 5c", "4s 4d Kc Js 2d", "yes"),
        ("7h 5c", "3s 3d Kc Js 2d", "no"),
    ],
)
def test_dealers_worked_out_by_hand(dealer: str, board: str, expected: str) -> None:
    asked = about(Place(), dealer, board)
    wrong = "no" if expected == "yes" else "yes"
    assert asked.check({"qualifies": expected}).right
    assert asked.check({"qualifies": wrong}).expected == {"qualifies": expected}
    assert not asked.check({"qualifies": wrong}).right
    assert asked.traps() > 0 or dealer == "3c 2d"


def test_the_reason() -> None:
    asked = about(Place(), "3h Tc", "Js 9d 6c 3s 2s")
    assert asked.check({"qualifies": "n"}).reason == (
        "The dealer's best hand: pair, threes, J T 9 kickers (3s 3h Js Tc 9d).",
        "Needed: pair of fours or better. The dealer does not qualify.",
    )


@pytest.mark.parametrize("difficulty", Difficulty)
def test_many_dealers(difficulty: Difficulty) -> None:
    answers = []
    traps = 0
    for number in range(1, 121):
        asked = question("qualify", "school", number, difficulty=difficulty)
        assert isinstance(asked, QualifyQuestion)
        yes = rank(asked.dealer + asked.board) <= PAIR_OF_FOURS
        assert asked.check({"qualifies": "yes"}).right is yes
        answers.append(yes)
        traps += asked.traps() > 0
    assert 40 <= sum(answers) <= 80
    assert traps <= 6 if difficulty is EASY else traps >= (60 if difficulty is NORMAL else 108)


def test_harder_is_nearer() -> None:
    def near(difficulty: Difficulty) -> int:
        """Dealers with a pair of threes or fours as the best they have."""
        found = 0
        for number in range(1, 101):
            asked = question("qualify", "near", number, difficulty=difficulty)
            assert isinstance(asked, QualifyQuestion)
            found += abs(rank(asked.dealer + asked.board) - PAIR_OF_FOURS - 0.5) < 220
        return found

    easy, normal, hard = map(near, Difficulty)
    assert easy <= 2
    assert hard > normal > 10


def test_a_dealer_who_always_qualifies() -> None:
    rules = Rules(qualifier=1)
    for number in range(1, 6):
        asked = question("qualify", "a", number, rules, HARD)
        verdict = asked.check({"qualifies": "yes"})
        assert verdict.right
        assert "Needed: nothing: the dealer always qualifies." in verdict.reason[1]


def test_another_qualifier_is_said() -> None:
    rules = Rules().with_options({"qualifier": "two pair"})
    asked = about(Place(rules=rules), "Ah Kc", "As 9d 6c 4s 2s")
    assert asked.shown[-1].text == "two pair or better"
    assert asked.check({"qualifies": "no"}).right
    answers = [
        question("qualify", "b", n, rules).check({"qualifies": "no"}).right for n in range(1, 31)
    ]
    assert 8 <= sum(answers) <= 22
    # Just enough: no lower straight is there.
    rules = Rules().with_options({"qualifier": "straight"})
    assert about(Place(rules=rules), "Ah 3c", "2s 4d 5c Ks Kh").check({"qualifies": "yes"}).right
    # The usual one is what one has to know.
    assert len(about(Place(), "Ah Kc", "As 9d 6c 4s 2s").shown) == 2


@pytest.mark.parametrize("board", ["As 9d 6c 4s", "As 9d 6c 4s Ah"])
def test_no_deal(board: str) -> None:
    with pytest.raises(CardError):
        about(Place(), "Ah Kc", board)
