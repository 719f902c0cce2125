"""The advisor: what to do in a spot, what it is worth and what the wrong choice costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from solver import spots
from solver.cards import CardsLike, format_cards, parse_spot, to_spot
from solver.enumeration import COMPLETIONS, count_outcomes
from solver.outcomes import Decision, SpotOutcomes, decisions_of, scale_of
from solver.rules import Rules
from solver.settlement import Outcome

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from solver.edge import Solution
    from solver.table import StrategyTable

SOLVE_FROM = 1000
"""From so many different spot classes on, `Advisor.advise_many` without a table solves the game."""


class DisagreementError(RuntimeError):
    """A table and the dealt-out spot differ, which means that one of them is wrong."""


@dataclass(frozen=True)
class Advice:
    """What to do in one spot, and why.

    Attributes
    ----------
    hole, flop : tuple of int
        Card ids, as asked.
    outcomes : SpotOutcomes
        All 1,070,190 completions and the rules they were priced by.
    """

    hole: tuple[int, ...]
    flop: tuple[int, ...]
    outcomes: SpotOutcomes

    @property
    def decision(self) -> Decision:
        """CALL, FOLD, or EITHER where both are worth exactly the same."""
        return self.outcomes.decision

    @property
    def ev_call(self) -> Fraction:
        """Expected value of Call, in antes; higher is better."""
        return self.outcomes.ev_call

    @property
    def ev_fold(self) -> Fraction:
        """Value of Fold, in antes."""
        return self.outcomes.ev_fold

    @property
    def cost_of_error(self) -> Fraction:
        """What the wrong choice gives up, in antes; zero or more."""
        return abs(self.ev_call - self.ev_fold)

    def chance(self, outcome: Outcome) -> Fraction:
        """Chance of an outcome after Call."""
        return Fraction(self.outcomes.deals(outcome), COMPLETIONS)

    def as_dict(self) -> dict[str, object]:
        """Everything, as JSON can hold it; exact values as fractions in text."""
        return {
            "hole": format_cards(self.hole),
            "flop": format_cards(self.flop),
            "rules": self.outcomes.rules.rules_id,
            "decision": self.decision.name,
            "ev_call": float(self.ev_call),
            "ev_call_exact": str(self.ev_call),
            "ev_fold": float(self.ev_fold),
            "ev_fold_exact": str(self.ev_fold),
            "cost_of_error": float(self.cost_of_error),
            "cost_of_error_exact": str(self.cost_of_error),
            "completions": COMPLETIONS,
            "outcomes": {
                o.name.lower(): {
                    "deals": self.outcomes.deals(o),
                    "chance": float(self.chance(o)),
                }
                for o in Outcome
            },
            "by_final_hand": self._by_final_hand(),
        }

    def _by_final_hand(self) -> Mapping[str, Mapping[str, int]]:
        from solver.hands import Category

        return {
            category.label: {o.name.lower(): row[o] for o in Outcome}
            for category, row in zip(Category, self.outcomes.counts, strict=True)
        }


class Advisor:
    """Answers what to do in a spot, exactly.

    A single spot is dealt out in about a millisecond, with or without a table. If there is a table,
    its EV must be the same, which is checked with every answer.

    Parameters
    ----------
    rules : Rules, optional
        Default: those of the table, or the usual ones with Ante table 100-20-10-3-2-1.
    table : StrategyTable, optional
        As `solver.open_table` returns it.

    Raises
    ------
    ValueError
        For a table of other rules than ``rules``.

    Examples
    --------
    >>> advice = Advisor().advise("Ah Kd", "As 7d 4c")
    >>> advice.decision.name, str(advice.ev_call)
    ('CALL', '609437/356730')
    """

    def __init__(self, rules: Rules | None = None, table: StrategyTable | None = None) -> None:
        if rules and table and rules != table.rules:
            raise ValueError(
                f"table for other rules: expected Ante {rules.ante_text}, "
                f"found {table.rules.ante_text}"
            )
        self.rules = rules or (table.rules if table else Rules())
        self.table = table
        self._solution: Solution | None = None

    def advise(self, hole: CardsLike, flop: CardsLike | None = None) -> Advice:
        """Advice for one spot.

        Parameters
        ----------
        hole, flop : text or card ids
            Two and three cards; or one text for both, ``AhKd/As7d4c`` or five cards, hole first.

        Raises
        ------
        CardError
            For anything that is not five different cards.
        DisagreementError
            If the table says otherwise.
        """
        if flop is not None:
            hole_ids, flop_ids = to_spot(hole, flop)
        elif isinstance(hole, str):
            hole_ids, flop_ids = parse_spot(hole)
        else:
            raise TypeError("advise: expected a flop, or hole and flop in one text")
        counts = count_outcomes(hole_ids, flop_ids, self.rules.qualifier)
        advice = Advice(hole_ids, flop_ids, SpotOutcomes(counts, self.rules))
        if self.table:
            stored = self.table.ev_call_of(spots.index_of_ids(hole_ids, flop_ids))
            if stored != advice.ev_call:
                raise DisagreementError(
                    f"{format_cards(hole_ids)} on {format_cards(flop_ids)}: EV(Call) is "
                    f"{advice.ev_call} dealt out but {stored} in {self.table.path}"
                )
        return advice

    def advise_many(
        self, holes: ArrayLike, flops: ArrayLike
    ) -> tuple[NDArray[np.int8], NDArray[np.int32] | NDArray[np.int64]]:
        """Decisions and EVs of many spots at once.

        With a table this is a look-up, some millions of spots a second. Without one, the different
        spot classes are dealt out, or from `SOLVE_FROM` of them on the whole game is solved, once,
        in this process (a second or so); it is the same numbers either way.

        Parameters
        ----------
        holes : array of int, shape (n, 2)
        flops : array of int, shape (n, 3)
            Card ids, 0 to 51 (``4 * rank + suit``, see `solver.cards`).

        Returns
        -------
        decisions : int8[n]
            0 fold, 1 either, 2 call (`Decision`).
        ev : int32[n] or int64[n]
            Sum of the Call payoff over the 1,070,190 completions times `scale`; divide by both to
            get antes. Higher is better.

        Raises
        ------
        CardError
            For other shapes, or a row that is not five different cards.
        """
        import numpy as np

        classes = spots.index_many(holes, flops)
        if self.table:
            ev = self.table.ev[classes]
        elif self._solution:
            ev = self._solution.ev[classes]
        else:
            different, places = np.unique(classes, return_inverse=True)
            if len(different) >= SOLVE_FROM:
                ev = self._solve().ev[classes]
            else:
                values = [self._ev_sum(spot_class) for spot_class in different.tolist()]
                ev = np.array(values, np.int64)[places]
        return decisions_of(ev, self.scale), ev

    @property
    def scale(self) -> int:
        """What the EVs of `advise_many` are multiplied by beside the number of completions."""
        return scale_of(self.rules)

    def _ev_sum(self, spot_class: int) -> int:
        counts = count_outcomes(*spots.representative(spot_class), self.rules.qualifier)
        ev = SpotOutcomes(counts, self.rules).ev_call
        return int(ev * COMPLETIONS * self.scale)

    def _solve(self) -> Solution:
        from solver.edge import solve_game
        from solver.solve import Engine

        (self._solution,) = solve_game([self.rules], Engine(workers=1))
        return self._solution
