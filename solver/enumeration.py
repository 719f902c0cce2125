"""One spot by direct dealing: every turn, river and dealer hand, both hands ranked each time."""

from __future__ import annotations

from typing import TypeAlias

from solver import _deal

COMPLETIONS = 1_070_190
"""Ways the turn, river and dealer's cards can fall: (47 choose 2) * (45 choose 2)."""

OutcomeCounts: TypeAlias = tuple[tuple[int, int, int, int], ...]
"""Completions for each of the ten hand categories, lowest first, by outcome: dealer not qualified,
win, tie, lose."""


def count_outcomes(hole: tuple[int, ...], flop: tuple[int, ...], qualifier: int) -> OutcomeCounts:
    """Deal every completion of a spot.

    Parameters
    ----------
    hole, flop : card ids, 2 and 3
        Known to be different (`solver.cards.to_spot`).
    qualifier : int
        Least hand value with which the dealer qualifies.

    Returns
    -------
    OutcomeCounts
        Adds up to 1,070,190.
    """
    counts = memoryview(bytearray(160)).cast("i", (1, 10, 4))
    _deal.deal_flop(memoryview(bytes(hole)).cast("B", (1, 2)), bytes(flop), qualifier, counts)
    rows: list[list[int]] = counts.tolist()[0]  # type: ignore[assignment]
    return tuple((a, b, c, d) for a, b, c, d in rows)
