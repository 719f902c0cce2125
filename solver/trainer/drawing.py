"""Drawing: cards and choices by weight for questions, the same for the same source."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TypeVar

from solver.cards import RANKS
from solver.hands import Category
from solver.shuffles import shuffled

Item = TypeVar("Item")
Group = TypeVar("Group", bound=Hashable)

RANK_COUNT = len(RANKS)

_OF_A_KIND = {
    Category.PAIR: (2, 1, 1, 1),
    Category.TWO_PAIR: (2, 2, 1),
    Category.TRIPS: (3, 1, 1),
    Category.FULL_HOUSE: (3, 2),
    Category.QUADS: (4, 1),
}


def chosen(source: random.Random, items: Sequence[Item], weights: Sequence[int]) -> Item:
    """One of the items, each as likely as its weight says; all alike if every weight is 0."""
    if not any(weights):
        weights = [1] * len(items)
    left = int(source.random() * sum(weights))
    for item, weight in zip(items, weights, strict=True):
        left -= weight
        if left < 0:
            return item
    raise ValueError("expected weights of 0 or more")


def narrowed(
    source: random.Random,
    items: Sequence[Item],
    group: Callable[[Item], Group],
    shares: Mapping[Group, int],
) -> list[Item]:
    """The items of one group, which is as likely as its share among those that there are."""
    present = {group(item) for item in items}
    groups = [name for name in shares if name in present]
    wanted = chosen(source, groups, [shares[name] for name in groups])
    return [item for item in items if group(item) == wanted]


def stacked(source: random.Random, category: Category, size: int) -> tuple[int, ...]:
    """A deck whose first cards (``size``, 5 to 7) make a hand of a category, or a better one."""
    deck = shuffled(source)
    five = _five(source, category, deck)
    others = [card for card in deck if card not in five]
    first = sorted([*five, *others[: size - 5]], key=lambda _: source.random())
    return (*first, *others[size - 5 :])


def _five(source: random.Random, category: Category, deck: tuple[int, ...]) -> list[int]:
    """Five cards of a category, those that come first in a deck."""
    suited = [card for card in deck if card % 4 == deck[0] % 4]
    match category:
        case Category.ROYAL_FLUSH:
            return _run(suited, RANK_COUNT - 5)
        case Category.STRAIGHT_FLUSH:
            return _run(suited, int(source.random() * 9) - 1)
        case Category.FLUSH:
            return suited[:5]
        case Category.STRAIGHT:
            return _run(deck, int(source.random() * 10) - 1)
        case Category.HIGH_CARD:
            return list(deck[:5])
    ranks = dict.fromkeys(card // 4 for card in deck)
    return [
        card
        for rank, count in zip(ranks, _OF_A_KIND[category], strict=False)
        for card in [card for card in deck if card // 4 == rank][:count]
    ]


def _run(deck: Sequence[int], low: int) -> list[int]:
    """Five cards of ranks in a row, from ``low``; -1 is the ace below the two."""
    return [
        next(card for card in deck if card // 4 == rank % RANK_COUNT)
        for rank in range(low, low + 5)
    ]
