"""Hands: categories, the best five of five to seven cards, and what to call them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from itertools import combinations

from solver import _ranks
from solver.cards import RANKS, CardError, CardsLike, check_distinct, to_cards


class Category(IntEnum):
    """Hand categories, lowest first; a royal flush is told apart, since pay tables do."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    TRIPS = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    QUADS = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    @property
    def label(self) -> str:
        """The category in plain words, such as ``two pair``."""
        return _LABELS[self]


_LABELS = {c: c.name.lower().replace("_", " ") for c in Category}
_LABELS[Category.TRIPS] = "three of a kind"
_LABELS[Category.QUADS] = "four of a kind"

HIGHEST_VALUE = 7462
"""The value of a royal flush; the lowest, of 7-5-4-3-2 in mixed suits, is 1."""

_STARTS = _ranks.CATEGORY_STARTS
_PAIRS_OF_A_RANK = 220
RANK_NAMES = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
    "ace",
)  # fmt: skip
"""Ranks in words, by number."""


def category_of(value: int) -> Category:
    """Category of a hand value (1 to 7462)."""
    return Category(sum(value >= start for start in _STARTS) - 1)


def lowest_value(category: Category) -> int:
    """Least hand value of a category."""
    return int(_STARTS[category])


def lowest_pair_value(rank: int) -> int:
    """Least hand value of a pair of the given rank (0, twos, to 12, aces)."""
    return int(_STARTS[Category.PAIR]) + rank * _PAIRS_OF_A_RANK


def evaluate(cards: CardsLike) -> int:
    """Value of the best five of 5 to 7 cards: 1 to 7462, higher is better, equal values tie.

    Raises
    ------
    CardError
        For fewer than five or more than seven cards, repeated cards, or things that are no cards.

    Examples
    --------
    >>> evaluate("As 2d 3c 4h 5s") < evaluate("2c 3d 4s 5h 6c")
    True
    """
    ids = to_cards(cards)
    if not 5 <= len(ids) <= 7:
        raise CardError(f"a hand is ranked from 5 to 7 cards, found {len(ids)}")
    check_distinct(ids)
    return int(_ranks.evaluate(bytes(ids)))


@dataclass(frozen=True)
class Hand:
    """The best five cards of a hand.

    Attributes
    ----------
    value : int
        1 to 7462, higher is better, equal values tie.
    category : Category
    cards : tuple of int
        The five card ids that make the hand, those that count most first.
    name : str
        Such as ``two pair, nines and fives, king kicker``.
    """

    value: int
    category: Category
    cards: tuple[int, ...]
    name: str


def best_five(cards: CardsLike) -> Hand:
    """The best hand of 5 to 7 cards.

    Raises
    ------
    CardError
        As `evaluate`.

    Examples
    --------
    >>> best_five("4s 5h 4h 5c 9h 9c Kd").name
    'two pair, nines and fives, king kicker'
    """
    ids = to_cards(cards)
    value = evaluate(ids)
    five = next(f for f in combinations(ids, 5) if _ranks.evaluate(bytes(f)) == value)
    category = category_of(value)
    wheel = category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH) and {0, 12} <= {
        card // 4 for card in five
    }

    def importance(card: int) -> tuple[int, int, int]:
        rank = card // 4
        return (
            sum(other // 4 == rank for other in five),
            -1 if wheel and rank == 12 else rank,
            card % 4,
        )

    ordered = tuple(sorted(five, key=importance, reverse=True))
    return Hand(value, category, ordered, _name(category, [card // 4 for card in ordered]))


def plural(rank: int) -> str:
    """The name of a rank (0, two, to 12, ace) in the plural."""
    return RANK_NAMES[rank] + ("es" if RANK_NAMES[rank] == "six" else "s")


def _name(category: Category, ranks: list[int]) -> str:  # noqa: PLR0911
    """The name of a hand from its five ranks, most important first."""
    label, first = category.label, ranks[0]
    match category:
        case Category.ROYAL_FLUSH:
            return label
        case Category.STRAIGHT | Category.STRAIGHT_FLUSH:
            return f"{label}, {RANK_NAMES[first]} high"
        case Category.FULL_HOUSE:
            return f"{label}, {plural(first)} over {plural(ranks[3])}"
        case Category.QUADS:
            return f"{label}, {plural(first)}, {RANK_NAMES[ranks[4]]} kicker"
        case Category.TWO_PAIR:
            return f"{label}, {plural(first)} and {plural(ranks[2])}, {RANK_NAMES[ranks[4]]} kicker"
        case Category.TRIPS | Category.PAIR:
            kickers = " ".join(RANKS[r] for r in ranks[3 if category is Category.TRIPS else 2 :])
            return f"{label}, {plural(first)}, {kickers} kickers"
        case _:
            return f"{label}, {' '.join(RANKS[r] for r in ranks)}"
