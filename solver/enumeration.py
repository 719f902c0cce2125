"""One spot by direct dealing: every turn, river and dealer hand, both hands ranked each time."""

from __future__ import annotations

from typing import TypeAlias

from solver import _deal
from solver.known import NOTHING_KNOWN, KnownCards

COMPLETIONS = 1_070_190
"""Ways the turn, river and dealer's cards can fall: (47 choose 2) * (45 choose 2)."""

OutcomeCounts: TypeAlias = tuple[tuple[int, int, int, int], ...]
"""Completions for each of the ten hand categories, lowest first, by outcome: dealer not qualified,
win, tie, lose."""


def count_outcomes(
    hole: tuple[int, ...],
    flop: tuple[int, ...],
    qualifier: int,
    known: KnownCards = NOTHING_KNOWN,
) -> OutcomeCounts:
    """Deal every completion of a spot.

    Parameters
    ----------
    hole, flop : card ids, 2 and 3
        Known to be different (`solver.cards.to_spot`).
    qualifier : int
        Least hand value with which the dealer qualifies.
    known : KnownCards
        What is known besides, found to agree with hole and flop (`KnownCards.check`). Dead cards
        are not dealt, the others fall where they are known to.

    Returns
    -------
    OutcomeCounts
        Adds up to `KnownCards.completions`: 1,070,190 if nothing else is known. Turn and river are
        counted in no order, and so are the dealer's cards.
    """
    counts = memoryview(bytearray(160)).cast("i", (1, 10, 4))
    if known:
        _deal.deal_known(
            bytes(hole),
            bytes(flop),
            bytes(known.dead),
            bytes(known.dealer),
            bytes(known.board),
            qualifier,
            counts,
        )
    else:
        _deal.deal_flop(memoryview(bytes(hole)).cast("B", (1, 2)), bytes(flop), qualifier, counts)
    rows: list[list[int]] = counts.tolist()[0]  # type: ignore[assignment]
    return tuple((a, b, c, d) for a, b, c, d in rows)
