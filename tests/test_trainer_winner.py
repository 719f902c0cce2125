"""Questions on whose hand is better: right by another evaluator, any five that make it."""

from __future__ import annotations

from itertools import combinations

import pytest
from other_hands import category, rank

from solver import CardError
from solver.cards import format_cards
from solver.trainer import AnswerError, Difficulty, Place, question
from solver.trainer.winner import WinnerQuestion, about

EASY, NORMAL, HARD = Difficulty


@pytest.mark.parametrize("difficulty", Difficulty)
def test_every_five_of_either_side(difficulty: Difficulty) -> None:
    for number in range(1, 16):
        asked = question("winner", "showdown", number, difficulty=difficulty)
        assert isinstance(asked, WinnerQuestion)
        seven = {"player": asked.player + asked.board, "dealer": asked.dealer + asked.board}
        best = {side: rank(cards) for side, cards in seven.items()}
        winners = [side for side in best if best[side] == min(best.values())]
        winner = winners[0] if len(winners) == 1 else "tie"
        for side, cards in seven.items():
            for five in combinations(cards, 5):
                right = rank(five) == min(best.values())
                of_winner = any({*five} <= {*seven[w]} for w in winners)
                verdict = asked.check({"winner": winner, "cards": format_cards(five)})
                assert verdict.right is (right and of_winner), (asked, side, five)
        for other in {"player", "dealer", "tie"} - {winner}:
            cards_text = verdict.expected["cards"]
            assert asked.check({"winner": winner, "cards": cards_text}).right
            assert not asked.check({"winner": other, "cards": cards_text}).right


def test_what_is_asked_by_difficulty() -> None:
    same, ties = [], []
    for difficulty in Difficulty:
        asked = [question("winner", "kickers", n, None, difficulty) for n in range(1, 101)]
        deals = [(q.player, q.dealer, q.board) for q in asked if isinstance(q, WinnerQuestion)]
        hands = [(player + board, dealer + board) for player, dealer, board in deals]
        same.append(sum(category(a) == category(b) for a, b in hands))
        ties.append(sum(rank(a) == rank(b) for a, b in hands))
    assert same[0] == 0
    # As cards are dealt, some thirty and five.
    assert 60 <= same[1] <= 85
    assert same[2] == 100
    assert ties[1] >= 8
    assert ties[2] >= 8


def test_other_cards_that_are_as_good() -> None:
    asked = about(Place(), "Ac 2d", "Kc 3h", "As Kd Kh Ks 7c")
    assert asked.winner == "dealer"
    assert asked.check({"winner": "d", "cards": "Kc Kd Kh Ks As"}).right
    # The ace of the player is as high, but not the dealer's.
    verdict = asked.check({"winner": "dealer", "cards": "Kc Kd Kh Ks Ac"})
    assert not verdict.right
    assert verdict.reason[-1] == "Your five cards are not those of the dealer and the board."
    verdict = asked.check({"winner": "dealer", "cards": "Ac As Kd Kh Ks"})
    assert verdict.reason[-1] == "Your five cards are not those of the dealer and the board."
    verdict = asked.check({"winner": "dealer", "cards": "Kc Kd Kh Ks 7c"})
    assert verdict.reason[-1] == "Your five cards make only four of a kind, kings, seven kicker."


def test_a_tie_with_either_sides_cards() -> None:
    asked = about(Place(), "Ac 4c", "Ad 5s", "Ks Kd Qh Jc 9s")
    for ace in ("Ac", "Ad"):
        assert asked.check({"winner": "tie", "cards": f"Ks Kd {ace} Qh Jc"}).right
    # Two aces, of one side each, are nobody's.
    verdict = asked.check({"winner": "tie", "cards": "Ks Kd Ac Ad Qh"})
    assert not verdict.right
    assert verdict.reason[-1] == "Your five cards are not those of one side and the board."
    assert "A tie." in verdict.reason


def test_the_reason() -> None:
    asked = about(Place(), "Ah Kd", "Qs Qc", "As 7d 4c 9h 2s")
    assert asked.check({"winner": "p", "cards": "AhAsKd9h7d"}).reason == (
        "Player: pair, aces, K 9 7 kickers (As Ah Kd 9h 7d).",
        "Dealer: pair, queens, A 9 7 kickers (Qs Qc As 9h 7d).",
        "The player's hand is better.",
    )


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ("", "expected five cards, such as Ah Kd 9c 8s 2h, found nothing"),
        ("Ah Kd", "expected five cards, such as .*, found 'Ah Kd'"),
        ("Ah Kd As 7d 4c 9h", "expected five cards"),
        ("Ah Ah Kd As 7d", "Ah appears more than once"),
        ("Ah Kd As 7d Xx", "'X' is no rank"),
        ("Ah Kd As 7d 3c", "expected cards on the table, found 3c"),
    ],
)
def test_what_is_no_five(cards: str, message: str) -> None:
    asked = about(Place(), "Ah Kd", "Qs Qc", "As 7d 4c 9h 2s")
    with pytest.raises(AnswerError, match=message) as error:
        asked.check({"winner": "player", "cards": cards})
    assert error.value.field == "cards"


def test_how_five_may_be_typed() -> None:
    asked = about(Place(), "Ah Td", "Qs Qc", "As 7d 4c 9h 2s")
    for text in ("Ah As Td 9h 7d", "Ah,As,10♦ 9♥ 7D", "AhAsTd9h7d"):
        assert asked.read("cards", text) == "Ah As Td 9h 7d"


def test_no_deal() -> None:
    with pytest.raises(CardError):
        about(Place(), "Ah Td", "Ah Qc", "As 7d 4c 9h 2s")
