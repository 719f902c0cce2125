"""Outcomes: counts and rules to exact EV, decision, variance; for a spot and for the whole game."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from enum import IntEnum
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Literal

from solver import _pricing
from solver.enumeration import COMPLETIONS, OutcomeCounts
from solver.hands import Category
from solver.rules import Rules
from solver.settlement import FOLDED, Outcome, pays_after_call
from solver.spots import SPOTS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Indifferent = Literal["fold", "call"]
"""What to do where Call and Fold are worth exactly the same."""

DEALS = SPOTS * COMPLETIONS
"""27,813,810,024,000 deals make the game: every spot with every completion."""


class Decision(IntEnum):
    """The better decision in a spot; EITHER where Call is worth exactly what Fold is."""

    FOLD = 0
    EITHER = 1
    CALL = 2


@lru_cache(maxsize=256)
def payoffs(rules: Rules) -> tuple[tuple[Fraction, ...], ...]:
    """What a completion pays after Call, by final hand category and outcome, in antes."""
    return tuple(tuple(pays_after_call(rules, c, o).net for o in Outcome) for c in Category)


@lru_cache(maxsize=256)
def scale_of(rules: Rules) -> int:
    """The least number that makes every payoff whole."""
    return math.lcm(*(pay.denominator for row in payoffs(rules) for pay in row))


def decide(ev_call: Fraction, ev_fold: Fraction = FOLDED.net) -> Decision:
    """The better of two exact values."""
    if ev_call == ev_fold:
        return Decision.EITHER
    return Decision.CALL if ev_call > ev_fold else Decision.FOLD


def decisions_of(ev: NDArray[np.int32] | NDArray[np.int64], scale: int) -> NDArray[np.int8]:
    """Decisions (0 fold, 1 either, 2 call) of scaled sums of Call payoffs; integers only."""
    import numpy as np

    fold = int(FOLDED.net * scale) * COMPLETIONS
    decisions = np.full(ev.shape, Decision.FOLD, np.int8)
    decisions[ev == fold] = Decision.EITHER
    decisions[ev > fold] = Decision.CALL
    return decisions


@dataclass(frozen=True)
class SpotOutcomes:
    """All completions of one spot under given rules.

    Attributes
    ----------
    counts : ten rows (final hand category) of four completions (outcome), adding up to 1,070,190
    rules : Rules
    """

    counts: OutcomeCounts
    rules: Rules

    @cached_property
    def ev_call(self) -> Fraction:
        """Expected value of Call, in antes; higher is better."""
        total = sum(
            count * pay
            for row, pays in zip(self.counts, payoffs(self.rules), strict=True)
            for count, pay in zip(row, pays, strict=True)
        )
        return Fraction(total) / COMPLETIONS

    @property
    def ev_fold(self) -> Fraction:
        """Value of Fold, in antes."""
        return FOLDED.net

    @property
    def decision(self) -> Decision:
        """The better decision."""
        return decide(self.ev_call, self.ev_fold)

    def deals(self, outcome: Outcome) -> int:
        """Completions that end so."""
        return sum(row[outcome] for row in self.counts)


class Pricer:
    """Prices the spots of flops, in the worker that counted them; see `solver.solve.Reduce`.

    Parameters
    ----------
    rules : sequence of Rules
        All with the same qualifier.

    Examples
    --------
    ``Engine().count_game(Pricer([Rules()]), qualifier=Rules().qualifier)`` yields a `Priced` for
    each of the rules.
    """

    def __init__(self, rules: Sequence[Rules]) -> None:
        self._payoffs = [
            [int(pay * scale_of(r)) for row in payoffs(r) for pay in row] for r in rules
        ]
        self._folds = [int(FOLDED.net * scale_of(r)) for r in rules]
        self._dtypes = [ev_dtype(r) for r in rules]

    def __call__(
        self, _: range, counts: NDArray[np.int32], weights: NDArray[np.uint8]
    ) -> list[Priced]:
        """Price the counts (int32[n, 10, 4]) of spot classes with ``weights`` (uint8[n]) spots."""
        import numpy as np

        results = []
        for row, fold, dtype in zip(self._payoffs, self._folds, self._dtypes, strict=True):
            ev = np.empty(len(weights), np.int64)
            totals, spots = np.zeros((3, 40), np.int64), np.zeros(3, np.int64)
            pay = np.array(row, np.int64)
            _pricing.price(counts.reshape(-1, 40), weights, pay, fold, ev, totals, spots)
            narrow = ev.astype(dtype, copy=False)
            results.append(Priced(narrow, totals, spots))
        return results


@lru_cache(maxsize=256)
def ev_dtype(rules: Rules) -> str:
    """The dtype that holds a spot's scaled sum of payoffs: int32, or int64 where rules need it."""
    highest = max(abs(pay) for row in payoffs(rules) for pay in row) * scale_of(rules)
    return "<i4" if highest * COMPLETIONS < 2**31 else "<i8"


@dataclass(frozen=True)
class Priced:
    """Spot classes priced by one set of rules.

    Attributes
    ----------
    ev : int32[n] or int64[n]
        Sum over completions of the Call payoff, times the rules' scale; higher is better.
    totals : int64[3, 40]
        Deals of all spots by decision (fold, either, call), final hand category and outcome.
    spots : int64[3]
        Spots by decision.
    """

    ev: NDArray[np.int32] | NDArray[np.int64]
    totals: NDArray[np.int64]
    spots: NDArray[np.int64]


@dataclass(frozen=True)
class GameOutcomes:
    """The whole game under perfect play.

    Attributes
    ----------
    rules : Rules
    spots : (fold, either, call)
        Spots by decision; they add up to 25,989,600.
    deals : by decision, final hand category and outcome
        Deals that follow after Call in those spots.
    indifferent : {"fold", "call"}
        What is played where both decisions are worth the same. It changes no EV, only how often
        the player calls and the variance, which Fold keeps lower.
    """

    rules: Rules
    spots: tuple[int, int, int]
    deals: tuple[tuple[tuple[int, ...], ...], ...]
    indifferent: Indifferent = "fold"

    @classmethod
    def from_totals(
        cls,
        rules: Rules,
        totals: NDArray[np.int64],
        spots: NDArray[np.int64],
        indifferent: Indifferent = "fold",
    ) -> GameOutcomes:
        """From the sums of `Priced.totals` and `Priced.spots` over the whole game."""
        fold, either, call = (int(n) for n in spots)
        if fold + either + call != SPOTS:
            raise ValueError(f"{fold + either + call:,} spots: expected {SPOTS:,}")
        deals = tuple(
            tuple(tuple(int(n) for n in row) for row in by_category)
            for by_category in totals.reshape(3, 10, 4)
        )
        return cls(rules, (fold, either, call), deals, indifferent)

    @property
    def _called(self) -> tuple[Decision, ...]:
        if self.indifferent == "call":
            return (Decision.EITHER, Decision.CALL)
        return (Decision.CALL,)

    @property
    def spots_called(self) -> int:
        """Spots in which the player calls."""
        return sum(self.spots[d] for d in self._called)

    @property
    def fold_deals(self) -> int:
        """Deals in which the player folds."""
        return DEALS - self.spots_called * COMPLETIONS

    def called_deals(self, category: Category, outcome: Outcome) -> int:
        """Deals in which the player calls, by final hand and outcome."""
        return sum(self.deals[d][category][outcome] for d in self._called)

    def outcome_deals(self, outcome: Outcome) -> int:
        """Deals in which the player calls, by outcome."""
        return sum(self.called_deals(c, outcome) for c in Category)

    def ante_paid_deals(self, category: Category) -> int:
        """Deals in which the Ante is paid on a final hand: not qualified, or won."""
        return self.called_deals(category, Outcome.UNQUALIFIED) + self.called_deals(
            category, Outcome.WIN
        )

    def _moment(self, power: int) -> Fraction:
        """Mean of a power of the round's result."""
        total = self.fold_deals * FOLDED.net**power
        for category, pays in zip(Category, payoffs(self.rules), strict=True):
            for outcome, pay in zip(Outcome, pays, strict=True):
                total += self.called_deals(category, outcome) * pay**power
        return total / DEALS

    @property
    def ev(self) -> Fraction:
        """Expected value of a round, in antes; higher is better."""
        return self._moment(1)

    @property
    def net_units(self) -> Fraction:
        """Sum of the results of all 27,813,810,024,000 deals, in antes."""
        return self.ev * DEALS

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps of an Ante on average; lower is better for the player."""
        return -self.ev

    @property
    def average_bet(self) -> Fraction:
        """Average total bet of a round, in antes."""
        return 1 + self.rules.call * self.call_share

    @property
    def element_of_risk(self) -> Fraction:
        """What the house keeps of all money bet; lower is better for the player."""
        return self.house_edge / self.average_bet

    @property
    def variance(self) -> Fraction:
        """Variance of a round's result, in square antes."""
        return self._moment(2) - self.ev**2

    @property
    def standard_deviation(self) -> Decimal:
        """Standard deviation of a round's result in antes, to 28 digits."""
        with localcontext(prec=28):
            return (Decimal(self.variance.numerator) / Decimal(self.variance.denominator)).sqrt()

    @property
    def call_share(self) -> Fraction:
        """Share of spots in which the player calls."""
        return Fraction(self.spots_called, SPOTS)

    def share(self, decision: Decision) -> Fraction:
        """Share of spots with this decision."""
        return Fraction(self.spots[decision], SPOTS)
