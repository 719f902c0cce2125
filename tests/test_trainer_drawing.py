"""What questions are drawn by: weights and shares do what they say, made hands are made."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from other_hands import category

from solver import Category
from solver.trainer.drawing import chosen, narrowed, stacked

DRAWS = 6000


def chi_square(found: Counter[str], expected: dict[str, float]) -> float:
    return sum((found[name] - share) ** 2 / share for name, share in expected.items())


def test_chosen_by_weight() -> None:
    source = random.Random(1)
    weights = {"a": 1, "b": 0, "c": 3, "d": 16}
    found = Counter(chosen(source, list(weights), list(weights.values())) for _ in range(DRAWS))
    assert found["b"] == 0
    expected = {name: DRAWS * weight / 20 for name, weight in weights.items() if weight}
    # Two degrees of freedom: beyond this once in a thousand.
    assert chi_square(found, expected) < 13.8


def test_chosen_among_equals() -> None:
    source = random.Random(2)
    found = Counter(chosen(source, "abcd", [0, 0, 0, 0]) for _ in range(DRAWS))
    assert chi_square(found, dict.fromkeys("abcd", DRAWS / 4)) < 16.3


def test_narrowed_by_the_shares_of_what_there_is() -> None:
    source = random.Random(3)
    items = ["a1", "a2", "a3", "a4", "c1"]
    found: Counter[str] = Counter()
    for _ in range(DRAWS):
        group = narrowed(source, items, lambda item: item[0], {"a": 1, "b": 5, "c": 2})
        assert group in (["a1", "a2", "a3", "a4"], ["c1"])
        found[group[0][0]] += 1
    assert chi_square(found, {"a": DRAWS / 3, "c": DRAWS * 2 / 3}) < 10.8


@pytest.mark.parametrize("size", [5, 6, 7])
def test_made_hands(size: int) -> None:
    source = random.Random(4)
    for made in Category:
        found = Counter(category(stacked(source, made, size)[:size]) for _ in range(60))
        # What is added, or a suit that fits, can only make it better.
        assert min(found) >= made
        assert found[made] >= 20 or made is Category.HIGH_CARD
        for _ in range(5):
            assert sorted(stacked(source, made, size)) == list(range(52))


def test_all_straights_are_made() -> None:
    source = random.Random(5)
    lowest = set()
    for _ in range(300):
        ranks = {card // 4 for card in stacked(source, Category.STRAIGHT, 5)[:5]}
        lowest.add(-1 if {0, 12} <= ranks else min(ranks))
    assert lowest == set(range(-1, 9))
    runs = [stacked(source, Category.STRAIGHT_FLUSH, 5)[:5] for _ in range(300)]
    assert {category(run) for run in runs} == {Category.STRAIGHT_FLUSH}
    assert {-1 if {0, 12} <= {c // 4 for c in run} else min(run) // 4 for run in runs} == set(
        range(-1, 8)
    )
