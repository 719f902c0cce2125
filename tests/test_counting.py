"""Counting against dealing: the same outcome counts for every hole on flops of every kind."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from solver import _deal, spots
from solver.cards import parse_cards
from solver.enumeration import COMPLETIONS, count_outcomes
from solver.hands import Category, lowest_pair_value, lowest_value
from solver.solve import Engine

NO_QUALIFIER = 0
QUALIFIERS = (lowest_pair_value(2), NO_QUALIFIER, lowest_value(Category.TWO_PAIR))
# Rainbow, two-tone and monotone; without a pair, with one above and below, trips; straights near.
FLOPS = ("2c 7d Kh", "Jh Th 4h", "9c Jc Ad", "5s 5d Qd", "8h Ac As", "6c 6d 6h")


class Flops:
    """Keeps the counts of all holes on some flop classes."""

    def __init__(self, flops: list[int]) -> None:
        self.flops = flops

    def __call__(
        self, flops: range, counts: NDArray[np.int32], weights: NDArray[np.uint8]
    ) -> dict[int, NDArray[np.int32]]:
        first = spots.first_index(flops.start)
        assert len(counts) == len(weights)
        return {
            flop: counts[spots.first_index(flop) - first : spots.first_index(flop + 1) - first]
            for flop in self.flops
            if flop in flops
        }


def dealt(flop: int, qualifier: int) -> NDArray[np.int32]:
    holes, _ = spots.holes_on(range(flop, flop + 1))
    counts = np.empty((len(holes), 10, 4), np.int32)
    _deal.deal_flop(holes, bytes(spots.flop_of(flop)), qualifier, counts)
    return counts


@pytest.mark.parametrize(
    ("qualifier", "texts"),
    [(QUALIFIERS[0], FLOPS), (QUALIFIERS[1], FLOPS[1:2]), (QUALIFIERS[2], FLOPS[3:4])],
)
def test_every_hole_on_flops_of_every_kind(qualifier: int, texts: tuple[str, ...]) -> None:
    # Any hole beside the flop leads to its class.
    flops = [
        spots.flop_class_of(spots.index([c for c in range(52) if c not in flop][:2], flop))
        for flop in map(parse_cards, texts)
    ]
    counted: dict[int, NDArray[np.int32]] = {}
    for _, kept in Engine(workers=1).count_game(Flops(flops), qualifier=qualifier):
        counted |= kept
    assert counted.keys() == set(flops)
    for flop in flops:
        assert np.array_equal(counted[flop], dealt(flop, qualifier)), spots.flop_of(flop)


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.integers(0, 51), min_size=5, max_size=5, unique=True),
    st.permutations(range(4)),
    st.permutations(range(5)),
    st.sampled_from(QUALIFIERS),
)
def test_suits_and_order_do_not_matter(
    cards: list[int], suits: list[int], order: list[int], qualifier: int
) -> None:
    counts = count_outcomes(tuple(cards[:2]), tuple(cards[2:]), qualifier)
    assert sum(map(sum, counts)) == COMPLETIONS
    other = [card // 4 * 4 + suits[card % 4] for card in cards]
    hole = tuple(other[i] for i in order if i < 2)
    flop = tuple(other[i] for i in order if i >= 2)
    assert count_outcomes(hole, flop, qualifier) == counts


@settings(max_examples=20, deadline=None)
@given(st.lists(st.integers(0, 51), min_size=5, max_size=5, unique=True))
def test_a_lower_qualifier_lets_more_hands_play(cards: list[int]) -> None:
    hole, flop = tuple(cards[:2]), tuple(cards[2:])
    strict, usual, none = (
        np.array(count_outcomes(hole, flop, q)).sum(axis=0) for q in sorted(QUALIFIERS)[::-1]
    )
    assert strict[0] >= usual[0] >= none[0] == 0
    # By category nothing moves: the qualifier decides who plays, not what the player holds.
    assert (strict[1:] <= usual[1:]).all()
    assert (usual[1:] <= none[1:]).all()
