"""The grid of starting hands: all spots once, and values that add up to the game's."""

from __future__ import annotations

from fractions import Fraction

import pytest

from solver import Advisor, Decision, Rules, Solution, solve_game
from solver.cards import parse_cards
from solver.solve import Engine
from solver.spots import SPOTS
from solver.starting_hands import StartingHand, starting_hands


@pytest.fixture(scope="module")
def hands(solution: Solution) -> dict[str, StartingHand]:
    return {hand.name: hand for hand in starting_hands(solution)}


def test_every_hand_has_its_place_and_spots(hands: dict[str, StartingHand]) -> None:
    assert len(hands) == 169
    assert list(hands)[:3] == ["AA", "AKs", "AQs"]
    assert list(hands)[13] == "AKo"
    assert list(hands)[-1] == "22"
    flops = 19_600
    sizes = {"": 6, "s": 4, "o": 12}
    for name, hand in hands.items():
        assert hand.spots == sizes[name[2:]] * flops
        assert 0 <= hand.called <= hand.spots
    assert sum(hand.spots for hand in hands.values()) == SPOTS


def test_hands_add_up_to_the_game(hands: dict[str, StartingHand], solution: Solution) -> None:
    assert sum(h.called for h in hands.values()) == solution.outcomes.spots[Decision.CALL]
    total = sum((h.ev * h.spots for h in hands.values()), Fraction(0))
    assert total / SPOTS == solution.outcomes.ev
    assert all(hand.cost_of_folding == hand.ev + 1 > 0 for hand in hands.values())


def test_one_hand_flop_by_flop(solution: Solution) -> None:
    # Deuces, by the table of one hole over all its flops.
    import itertools

    import numpy as np

    hole = parse_cards("2c 2d")
    left = [card for card in range(52) if card not in hole]
    flops = np.array(list(itertools.combinations(left, 3)))
    holes = np.tile(np.array(hole), (len(flops), 1))
    advisor = Advisor()
    advisor._solution = solution
    decisions, ev = advisor.advise_many(holes, flops)
    called = decisions == Decision.CALL
    hand = starting_hands(solution)[-1]
    assert hand.call_share == Fraction(int(called.sum()), len(flops))
    best = np.where(called, ev, -1_070_190)
    assert hand.ev == Fraction(int(best.sum()), 1_070_190 * len(flops))


def test_sums_beyond_64_bits() -> None:
    # Pays so high that the sum over a hand's flops has more than 63 bits.
    rules = Rules((Fraction(1, 999_983), *map(Fraction, [10**6] * 5)))
    (solution,) = solve_game([rules], Engine(workers=1))
    hands = starting_hands(solution)
    assert max(hand.ev * hand.spots for hand in hands) * 999_983 * 1_070_190 > 2**63
    total = sum((hand.ev * hand.spots for hand in hands), Fraction(0))
    assert total / SPOTS == solution.outcomes.ev
