"""Spot classes: a bijection onto 1,286,792 indices, over all 25,989,600 spots."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from solver import CardError, spots

FLOPS = np.array(list(itertools.combinations(range(52), 3)), np.uint8)
HOLES = np.array(list(itertools.combinations(range(52), 2)), np.uint8)
# Two suits swapped, and all of them moved on by one: every relabelling is made of these two.
RELABELLINGS = ((1, 0, 2, 3), (1, 2, 3, 0))


def holes_beside(flop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.asarray(HOLES[~np.isin(HOLES, flop).any(axis=1)], np.uint8)


def relabelled(cards: NDArray[np.uint8], suits: tuple[int, ...]) -> NDArray[np.uint8]:
    return np.asarray(cards & 0xFC | np.array(suits, np.uint8)[cards & 3], np.uint8)


def fixed_by(suits: tuple[int, ...]) -> int:
    """Spots that a relabelling leaves as they are, for Burnside's count of classes."""
    cycles = []
    left = set(range(4))
    while left:
        start = left.pop()
        cycle = 1
        suit = suits[start]
        while suit != start:
            left.remove(suit)
            suit = suits[suit]
            cycle += 1
        cycles.append(cycle)
    # Sets of cards as sums of whole cycles, 13 of each: ways to reach 2 cards, then 3 more.
    ways = {(0, 0): 1}
    for cycle in cycles * 13:
        grown: dict[tuple[int, int], int] = {}
        for (hole, flop), count in ways.items():
            for key in ((hole, flop), (hole + cycle, flop), (hole, flop + cycle)):
                if key[0] <= 2 and key[1] <= 3:
                    grown[key] = grown.get(key, 0) + count
        ways = grown
    return ways.get((2, 3), 0)


def test_number_of_classes_by_burnside() -> None:
    fixed = sum(fixed_by(suits) for suits in itertools.permutations(range(4)))
    assert divmod(fixed, 24) == (spots.SPOT_CLASSES, 0)


def test_every_spot_of_the_game() -> None:
    seen = np.zeros(spots.SPOT_CLASSES, np.int64)
    count = 0
    for batch in np.array_split(FLOPS, 100):
        holes = np.concatenate([holes_beside(flop) for flop in batch])
        flops = np.repeat(batch, len(holes) // len(batch), axis=0)
        indices = spots.index_many(holes, flops)
        for suits in RELABELLINGS:
            same = spots.index_many(relabelled(holes, suits), relabelled(flops, suits))
            assert np.array_equal(same, indices)
        seen += np.bincount(indices, minlength=spots.SPOT_CLASSES)
        count += len(indices)
    assert count == spots.SPOTS
    _, weights = spots.holes_on(range(spots.FLOP_CLASSES))
    assert np.array_equal(seen, weights)
    sizes, classes = np.unique(weights, return_counts=True)
    assert dict(zip(sizes.tolist(), classes.tolist(), strict=True)) == {
        4: 13_884,
        12: 384_644,
        24: 888_264,
    }


def test_flop_classes() -> None:
    sizes = [spots.flop_weight(flop) for flop in range(spots.FLOP_CLASSES)]
    assert {size: sizes.count(size) for size in set(sizes)} == {4: 299, 12: 1170, 24: 286}
    assert sum(sizes) == len(FLOPS)


@given(st.integers(0, spots.SPOT_CLASSES - 1))
def test_representative_has_its_index(spot_class: int) -> None:
    hole, flop = spots.representative(spot_class)
    assert spots.index(hole, flop) == spot_class
    assert spots.weight(spot_class) in (4, 12, 24)
    assert spots.flop_of(spots.flop_class_of(spot_class)) == flop


@given(
    st.lists(st.integers(0, 51), min_size=5, max_size=5, unique=True),
    st.permutations(range(4)),
    st.permutations(range(2)),
    st.permutations(range(3)),
)
def test_labels_and_order_do_not_matter(
    cards: list[int], suits: list[int], hole_order: list[int], flop_order: list[int]
) -> None:
    other = [card // 4 * 4 + suits[card % 4] for card in cards]
    hole, flop = [other[i] for i in hole_order], [other[2 + i] for i in flop_order]
    index = spots.index(cards[:2], cards[2:])
    assert spots.index(hole, flop) == index
    assert spots.index_many([cards[:2]], [cards[2:]]).tolist() == [index]


@pytest.mark.parametrize("spot_class", [-1, spots.SPOT_CLASSES])
def test_no_such_class(spot_class: int) -> None:
    with pytest.raises(IndexError, match="expected 0 to 1,286,791"):
        spots.representative(spot_class)


@pytest.mark.parametrize(
    ("holes", "flops", "message"),
    [
        ([[0, 1], [2, 3]], [[4, 5, 6], [7, 3, 9]], r"row 1 .*\[2, 3, 7, 3, 9\]"),
        ([[0, 0]], [[4, 5, 6]], "row 0"),
        ([[0, 1]], [[4, 4, 4]], "row 0"),
        ([[0, 1]], [[4, 5, 52]], "row 0"),
        ([[0, -1]], [[4, 5, 6]], "row 0"),
        ([[0, 256]], [[4, 5, 6]], "row 0"),
        ([[0, 1]], [[4, 5, 6], [7, 8, 9]], "1 holes and 2 flops"),
        ([[0, 1, 2]], [[4, 5, 6]], r"holes: expected integers of shape \(n, 2\)"),
        ([[0.0, 1.0]], [[4, 5, 6]], "holes: expected integers"),
        ([[0, 1]], [4, 5, 6], r"flops: expected integers of shape \(n, 3\)"),
    ],
)
def test_rows_that_are_no_spots(
    holes: list[list[int]], flops: list[list[int]], message: str
) -> None:
    with pytest.raises(CardError, match=message):
        spots.index_many(holes, flops)
