"""The whole game solved and priced: EV of every spot class, house edge, signature."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from solver.outcomes import (
    GameOutcomes,
    Indifferent,
    Priced,
    Pricer,
    decisions_of,
    scale_of,
)
from solver.rules import Rules
from solver.solve import Engine
from solver.spots import INDEX_SCHEME, SPOT_CLASSES, first_index

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Progress = Callable[[int], object]
"""Told how many more spot classes are done."""


@dataclass(frozen=True)
class Solution:
    """Every spot class solved under given rules.

    Attributes
    ----------
    rules : Rules
    ev : int32[1286792] or int64[1286792]
        Sum over the 1,070,190 completions of the Call payoff, times ``scale``; higher is better.
    outcomes : GameOutcomes
    """

    rules: Rules
    ev: NDArray[np.int32] | NDArray[np.int64]
    outcomes: GameOutcomes

    @property
    def scale(self) -> int:
        """What ``ev`` is multiplied by beside the number of completions."""
        return scale_of(self.rules)

    def decisions(self) -> NDArray[np.int8]:
        """Decision for each spot class: 0 fold, 1 either, 2 call."""
        return decisions_of(self.ev, self.scale)

    def signature(self) -> str:
        """SHA-256 of all decisions and EVs; equal wherever and however the game was solved."""
        return self._signature

    @cached_property
    def _signature(self) -> str:
        return signature_of(self.rules, self.ev)


class SolutionBuilder:
    """Puts the prices of ranges of flops together to solutions.

    Parameters
    ----------
    rules : sequence of Rules
    indifferent : {"fold", "call"}
        See `GameOutcomes`.
    """

    def __init__(self, rules: Sequence[Rules], indifferent: Indifferent = "fold") -> None:
        import numpy as np

        self._rules = rules
        self._indifferent = indifferent
        self._ev: list[NDArray[np.int32] | NDArray[np.int64] | None] = [None] * len(rules)
        self._totals = np.zeros((len(rules), 3, 40), np.int64)
        self._spots = np.zeros((len(rules), 3), np.int64)

    def add(self, flops: range, priced: Sequence[Priced]) -> None:
        """Add what a `Pricer` made of a range of flop classes."""
        import numpy as np

        start, end = first_index(flops.start), first_index(flops.stop)
        for n, prices in enumerate(priced):
            ev = self._ev[n]
            if ev is None:
                ev = self._ev[n] = np.zeros(SPOT_CLASSES, prices.ev.dtype)
            ev[start:end] = prices.ev
            self._totals[n] += prices.totals
            self._spots[n] += prices.spots

    def solutions(self) -> list[Solution]:
        """The solutions, once every flop class was added."""
        solutions = []
        for rules, ev, totals, spots in zip(
            self._rules, self._ev, self._totals, self._spots, strict=True
        ):
            outcomes = GameOutcomes.from_totals(rules, totals, spots, self._indifferent)
            assert ev is not None
            solutions.append(Solution(rules, ev, outcomes))
        return solutions


def solve_game(
    rules: Sequence[Rules],
    engine: Engine | None = None,
    *,
    indifferent: Indifferent = "fold",
    progress: Progress | None = None,
) -> list[Solution]:
    """Solve the whole game for any number of rules, counting once.

    Parameters
    ----------
    rules : sequence of Rules
        All with the same qualifier.
    engine : Engine, optional
        Method and worker processes; by default counting, on every usable processor.
    indifferent : {"fold", "call"}
        See `GameOutcomes`.
    progress : callable, optional
        Told how many more of the 1,286,792 spot classes are done.

    Raises
    ------
    ValueError
        For rules of different qualifiers, or none.
    WorkerError
        If a worker process is killed or dies.
    """
    qualifiers = {r.qualifier for r in rules}
    if len(qualifiers) != 1:
        raise ValueError(f"expected rules with one and the same qualifier, found {len(qualifiers)}")
    builder = SolutionBuilder(rules, indifferent)
    game = (engine or Engine()).count_game(Pricer(rules), qualifier=qualifiers.pop())
    with closing(game) as results:
        for flops, priced in results:
            builder.add(flops, priced)
            if progress:
                progress(first_index(flops.stop) - first_index(flops.start))
    return builder.solutions()


def signature_of(rules: Rules, ev: NDArray[np.int32] | NDArray[np.int64]) -> str:
    """SHA-256 over rules, index scheme, decisions (int8) and EVs (int64, little-endian)."""
    scale = scale_of(rules)
    digest = hashlib.sha256(f"{rules.rules_hash} {INDEX_SCHEME} {scale}\n".encode())
    digest.update(decisions_of(ev, scale).tobytes())
    digest.update(ev.astype("<i8").tobytes())
    return digest.hexdigest()
