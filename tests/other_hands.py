"""Hands ranked by an evaluator that is not ours, for what settlement has to come to."""

from __future__ import annotations

from collections.abc import Iterable

import phevaluator

STARTS = (7462, 6185, 3325, 2467, 1609, 1599, 322, 166, 10, 1)
"""The weakest rank of each category there, high card to royal flush; 1 is the best hand of all."""

PAIR_OF_ACES = 3326 + 220 - 1
PAIR_OF_FOURS = 3326 + 11 * 220 - 1
"""The weakest ranks of these; a pair has 220 of them."""


def rank(cards: Iterable[int]) -> int:
    """1, a royal flush, to 7462."""
    return int(phevaluator.evaluate_cards(*cards))


def category(cards: Iterable[int]) -> int:
    """0, high card, to 9, royal flush."""
    found = rank(cards)
    return max(number for number, start in enumerate(STARTS) if found <= start)
