"""AA Bonus: the exact return of its pay table over every hole and flop."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache

from solver import _ranks
from solver.cards import RANKS
from solver.hands import HIGHEST_VALUE, Category, category_of, lowest_pair_value

HANDS = math.comb(52, 5)
"""2,598,960: the bonus sees the five cards of hole and flop, and nothing else."""

TRAINER_PAYS = (7, 7, 7, 7, 20, 30, 40, 50, 100)
"""100-50-40-30-20-7-7-7-7, read upwards: pair of aces, two pair, ... royal flush."""


@cache
def aa_bonus_return(pays: tuple[int, ...] = TRAINER_PAYS) -> Fraction:
    """What an AA Bonus of 1 brings back on average, stake included.

    Parameters
    ----------
    pays : nine pays to one
        For a pair of aces, two pair, three of a kind, straight, flush, full house, four of a kind,
        straight flush, royal flush. Anything less than a pair of aces loses.
    """
    hands = memoryview(bytearray(8 * (HIGHEST_VALUE + 1))).cast("q")
    _ranks.histogram(5, hands)
    back = 0
    for value in range(lowest_pair_value(RANKS.index("A")), HIGHEST_VALUE + 1):
        back += hands[value] * (1 + pays[category_of(value) - Category.PAIR])
    return Fraction(back, HANDS)
