"""Starting hands: the 13 x 13 grid of holes, with the share of flops called and what they bring."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from solver.cards import RANKS
from solver.edge import Solution
from solver.enumeration import COMPLETIONS
from solver.outcomes import Decision, fold_sum
from solver.settlement import FOLDED
from solver.spots import FLOP_CLASSES, holes_on
from solver.sums import group_sums

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_RANKS = len(RANKS)


@dataclass(frozen=True)
class StartingHand:
    """All spots of a starting hand.

    Attributes
    ----------
    name : str
        Such as ``AKs`` (suited), ``AKo`` (not) or ``77``.
    row, column : int
        Place in the grid, aces first: suited hands above the diagonal, pairs on it.
    spots : int
    called : int
        Spots in which Call is better than Fold.
    ev : Fraction
        Mean over all flops of what Ante and Call bring with the better decision, in antes; higher
        is better.
    """

    name: str
    row: int
    column: int
    spots: int
    called: int
    ev: Fraction

    @property
    def call_share(self) -> Fraction:
        """Share of flops on which Call is better."""
        return Fraction(self.called, self.spots)

    @property
    def cost_of_folding(self) -> Fraction:
        """What a player gives up who folds it on every flop, in antes a round."""
        return self.ev - FOLDED.net


def starting_hands(solution: Solution) -> tuple[StartingHand, ...]:
    """The 169 starting hands, row by row from AA to 22."""
    import numpy as np

    holes, weights = holes_on(range(FLOP_CLASSES))
    cells = _cells(holes)
    called = solution.decisions() == Decision.CALL
    best = np.where(called, solution.ev, np.int64(fold_sum(solution.rules)))
    spots = group_sums(cells, _RANKS**2, weights)
    calls = group_sums(cells, _RANKS**2, weights * called)
    evs = group_sums(cells, _RANKS**2, best, weights)
    unit = COMPLETIONS * solution.scale
    return tuple(
        StartingHand(
            _name(*divmod(cell, _RANKS)),
            *divmod(cell, _RANKS),
            spots[cell],
            calls[cell],
            Fraction(evs[cell], unit * spots[cell]),
        )
        for cell in range(_RANKS**2)
    )


def _cells(holes: NDArray[np.uint8]) -> NDArray[np.intp]:
    import numpy as np

    ranks, suits = _RANKS - 1 - (holes >> 2).astype(np.intp), holes & 3
    high, low = ranks.min(axis=1), ranks.max(axis=1)
    suited = suits[:, 0] == suits[:, 1]
    cells: NDArray[np.intp] = np.where(suited, high * _RANKS + low, low * _RANKS + high)
    return cells


def _name(row: int, column: int) -> str:
    high, low = sorted((_RANKS - 1 - row, _RANKS - 1 - column), reverse=True)
    kind = "" if row == column else "s" if row < column else "o"
    return RANKS[high] + RANKS[low] + kind
