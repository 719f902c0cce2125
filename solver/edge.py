"""The whole game solved and priced: EV of every spot class, house edge, signature."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from solver.bonus import BONUS_GROUPS, turn_groups
from solver.game import GameOutcomes, Indifferent
from solver.outcomes import game_decisions, scale_of
from solver.pricing import Priced, Pricer, TablePricer
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
        return self._decisions

    @cached_property
    def _decisions(self) -> NDArray[np.int8]:
        decisions = game_decisions(self.rules, self.ev)
        decisions.flags.writeable = False
        return decisions

    def signature(self) -> str:
        """SHA-256 of all decisions and EVs; equal wherever and however the game was solved."""
        return self._signature

    @cached_property
    def _signature(self) -> str:
        return _signature(self.rules, self.ev, self._decisions)


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
        self._totals = np.zeros((len(rules), BONUS_GROUPS, 3, 40), np.int64)

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

    def solutions(self) -> list[Solution]:
        """The solutions, once every flop class was added."""
        solutions = []
        for rules, ev, totals in zip(self._rules, self._ev, self._totals, strict=True):
            outcomes = GameOutcomes.from_totals(
                rules, totals.sum(axis=0), self._indifferent, totals
            )
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


def solve_with_bonus(
    rules: Rules,
    engine: Engine | None = None,
    *,
    indifferent: Indifferent = "fold",
    progress: Progress | None = None,
) -> Solution:
    """Solve the whole game with its deals by result of the AA Bonus, whatever its cards.

    With six cards the turn decides, so that every board is looked up: some seconds more.

    Parameters
    ----------
    rules, engine, indifferent, progress
        See `solve_game`.

    Raises
    ------
    WorkerError
        If a worker process is killed or dies.
    """
    import numpy as np

    engine = engine or Engine()
    (solution,) = solve_game([rules], engine, indifferent=indifferent, progress=progress)
    if rules.bonus_pays is None or solution.outcomes.by_bonus is not None:
        return solution
    decisions = solution.decisions()
    by_bonus = np.zeros((BONUS_GROUPS, 3, 40), np.int64)
    game = engine.count_turns(decisions, turn_groups, BONUS_GROUPS, qualifier=rules.qualifier)
    with closing(game) as results:
        for _, totals in results:
            by_bonus += totals
    outcomes = solution.outcomes.with_bonus(by_bonus)
    return replace(solution, outcomes=outcomes)


def price_game(
    rules: Sequence[Rules],
    engine: Engine | None = None,
    *,
    indifferent: Indifferent = "fold",
    progress: Progress | None = None,
) -> list[GameOutcomes]:
    """Price any number of rules, counting once for each qualifier and keeping no single EV.

    Parameters
    ----------
    rules : sequence of Rules
    engine, indifferent
        See `solve_game`.
    progress : callable, optional
        Told how many more spot classes are done, 1,286,792 for each of the qualifiers.

    Returns
    -------
    list of GameOutcomes
        In the order of ``rules``; deals by result of the bonus only where it decides.

    Raises
    ------
    WorkerError
        If a worker process is killed or dies.
    """
    import numpy as np

    totals = np.zeros((len(rules), 3, 40), np.int64)
    by_hand: dict[int, NDArray[np.int64]] = {}
    engine = engine or Engine()
    for qualifier in sorted({r.qualifier for r in rules}):
        same = [n for n, r in enumerate(rules) if r.qualifier == qualifier]
        plain = [n for n in same if not rules[n].bonus_decides]
        apart = [n for n in same if rules[n].bonus_decides]
        reduce = _Both(
            TablePricer([rules[n] for n in plain]) if plain else None,
            Pricer([rules[n] for n in apart]) if apart else None,
        )
        with closing(engine.count_game(reduce, qualifier=qualifier)) as results:
            for flops, (of_plain, of_apart) in results:
                if of_plain is not None:
                    totals[plain] += of_plain
                for n, split in zip(apart, of_apart, strict=True):
                    by_hand[n] = by_hand.get(n, 0) + split
                    totals[n] += split.sum(axis=0)
                if progress:
                    progress(first_index(flops.stop) - first_index(flops.start))
    return [
        GameOutcomes.from_totals(r, total, indifferent, by_hand.get(n))
        for n, (r, total) in enumerate(zip(rules, totals, strict=True))
    ]


class _Both:
    """Two pricers at once, of which one keeps its totals only."""

    def __init__(self, tables: TablePricer | None, single: Pricer | None) -> None:
        self._tables = tables
        self._single = single

    def __call__(
        self, flops: range, counts: NDArray[np.int32], weights: NDArray[np.uint8]
    ) -> tuple[NDArray[np.int64] | None, list[NDArray[np.int64]]]:
        of_tables = self._tables(flops, counts, weights) if self._tables else None
        priced = self._single(flops, counts, weights) if self._single else []
        return of_tables, [p.totals for p in priced]


def signature_of(rules: Rules, ev: NDArray[np.int32] | NDArray[np.int64]) -> str:
    """SHA-256 over rules, index scheme, decisions (int8) and EVs (int64, little-endian).

    What in the rules changes neither does not count.
    """
    return _signature(rules, ev, game_decisions(rules, ev))


def _signature(
    rules: Rules, ev: NDArray[np.int32] | NDArray[np.int64], decisions: NDArray[np.int8]
) -> str:
    rules = rules.decisive
    digest = hashlib.sha256(f"{rules.rules_hash} {INDEX_SCHEME} {scale_of(rules)}\n".encode())
    digest.update(decisions.tobytes())
    digest.update(ev.astype("<i8").tobytes())
    return digest.hexdigest()
