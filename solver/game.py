"""The whole game: all deals by decision, hand and outcome, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeAlias

from solver.bonus import BONUS_GROUPS
from solver.distribution import Distribution
from solver.enumeration import COMPLETIONS
from solver.hands import Category
from solver.outcomes import Decision, payoffs
from solver.paytables import RulesError
from solver.rules import Rules
from solver.settlement import FOLDED, Outcome, group_pays
from solver.spots import SPOTS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Indifferent = Literal["fold", "call"]
"""What to do where Call and Fold are worth exactly the same."""

DEALS = SPOTS * COMPLETIONS
"""27,813,810,024,000 deals make the game: every spot with every completion."""

Deals: TypeAlias = tuple[tuple[tuple[int, ...], ...], ...]
"""Deals that follow after Call, by decision, final hand category and outcome."""


@dataclass(frozen=True)
class GameOutcomes:
    """The whole game under perfect play.

    Attributes
    ----------
    rules : Rules
    deals : by decision, final hand category and outcome
        Deals that follow after Call in the spots with each decision: all of them add up to
        27,813,810,024,000.
    indifferent : {"fold", "call"}
        What is played where both decisions are worth the same. It changes no EV, only how often
        the player calls and the variance, which Fold keeps lower.
    by_bonus : tuple of ten like ``deals``, or None
        The same by result of the AA Bonus (`solver.bonus.BONUS_GROUPS`), where it was counted. With
        six cards, twice as many deals: turn and river are told apart.
    """

    rules: Rules
    deals: Deals
    indifferent: Indifferent = "fold"
    by_bonus: tuple[Deals, ...] | None = None

    @classmethod
    def from_totals(
        cls,
        rules: Rules,
        totals: NDArray[np.int64],
        indifferent: Indifferent = "fold",
        by_hand: NDArray[np.int64] | None = None,
    ) -> GameOutcomes:
        """From deals of the whole game: int64[3, 40], and by hand of five cards int64[10, 3, 40].

        Raises
        ------
        ValueError
            If they are not as many as the game has.
        """
        found = int(totals.sum())
        if found != DEALS:
            raise ValueError(f"{found:,} deals: expected {DEALS:,}")
        game = cls(rules, _deals(totals), indifferent)
        # A bonus of six cards has another hand than that of five.
        return game if by_hand is None or rules.bonus_cards != 5 else game.with_bonus(by_hand)

    def with_bonus(self, totals: NDArray[np.int64]) -> GameOutcomes:
        """The same with deals by result of the bonus (int64[10, 3, 40])."""
        return replace(self, by_bonus=tuple(_deals(group) for group in totals))

    @cached_property
    def spots(self) -> tuple[int, int, int]:
        """Spots by decision (fold, either, call); they add up to 25,989,600."""
        fold, either, call = (sum(map(sum, deals)) // COMPLETIONS for deals in self.deals)
        return fold, either, call

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

    def _weights(self, deals: Deals, bonus: Fraction, folded_bonus: Fraction) -> _Weights:
        """Results of Ante, Call and given results of the bonus, with the deals of each."""
        for decision in Decision:
            if decision not in self._called:
                yield FOLDED.net + folded_bonus, sum(map(sum, deals[decision]))
                continue
            for row, pays in zip(deals[decision], payoffs(self.rules), strict=True):
                for count, pay in zip(row, pays, strict=True):
                    yield pay + bonus, count

    @cached_property
    def distribution(self) -> Distribution:
        """Net result of Ante and Call in a round, in antes."""
        return Distribution.from_weights(self._weights(self.deals, Fraction(0), Fraction(0)))

    @cached_property
    def bonus_distribution(self) -> Distribution:
        """Net result of an AA Bonus of 1 in a round so played; a fold may forfeit it.

        Raises
        ------
        RulesError
            For rules without a bonus, or where it was not counted.
        """
        weights: list[tuple[Fraction, int]] = []
        for (called, folded), (_, after_call, after_fold) in zip(
            self.bonus_deals(), self._by_bonus(), strict=True
        ):
            weights += [(after_call, called), (after_fold, folded)]
        return Distribution.from_weights(weights)

    def bonus_deals(self) -> list[tuple[int, int]]:
        """Deals called and deals folded, by result of the bonus.

        Raises
        ------
        RulesError
            For rules without a bonus, or where it was not counted.
        """
        counts = []
        for deals, _, _ in self._by_bonus():
            by_decision = [sum(map(sum, rows)) for rows in deals]
            called = sum(by_decision[d] for d in self._called)
            counts.append((called, sum(by_decision) - called))
        return counts

    def total_distribution(self, bonus: Fraction) -> Distribution:
        """Net result of Ante, Call and an AA Bonus of ``bonus`` antes in a round so played.

        Raises
        ------
        RulesError
            For rules without a bonus, or where it was not counted.
        """
        if not bonus:
            return self.distribution
        return Distribution.from_weights(
            weight
            for deals, called, folded in self._by_bonus()
            for weight in self._weights(deals, bonus * called, bonus * folded)
        )

    def _by_bonus(self) -> list[tuple[Deals, Fraction, Fraction]]:
        """Deals by result of the bonus, with what it pays to one after Call and after Fold."""
        if self.by_bonus is None:
            raise RulesError("deals by result of the AA Bonus were not counted")
        pays = group_pays(self.rules)
        lost = self.rules.fold_forfeits_bonus
        return [
            (self.by_bonus[group], pays[group], Fraction(-1) if lost else pays[group])
            for group in range(BONUS_GROUPS)
        ]

    @cached_property
    def bonus_covariance(self) -> Fraction:
        """Covariance of Ante and Call with an AA Bonus of 1, in square antes.

        Raises
        ------
        RulesError
            For rules without a bonus, or where it was not counted.
        """
        both = self.total_distribution(Fraction(1)).variance
        return (both - self.distribution.variance - self.bonus_distribution.variance) / 2

    @property
    def ev(self) -> Fraction:
        """Expected value of Ante and Call in a round, in antes; higher is better."""
        return self.distribution.mean

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
        """Average bet on Ante and Call in a round, in antes."""
        return 1 + self.rules.call * self.call_share

    @property
    def element_of_risk(self) -> Fraction:
        """What the house keeps of all money on Ante and Call; lower is better for the player."""
        return self.house_edge / self.average_bet

    @property
    def blind_call_edge(self) -> Fraction:
        """House edge, of an Ante, for a player who calls in every spot, blind."""
        total = Fraction(0)
        for deals in self.deals:
            for row, pays in zip(deals, payoffs(self.rules), strict=True):
                total += sum(count * pay for count, pay in zip(row, pays, strict=True))
        return -total / DEALS

    @property
    def variance(self) -> Fraction:
        """Variance of a round's result, in square antes."""
        return self.distribution.variance

    @property
    def standard_deviation(self) -> Decimal:
        """Standard deviation of a round's result in antes, to 28 digits."""
        return self.distribution.standard_deviation

    @property
    def call_share(self) -> Fraction:
        """Share of spots in which the player calls."""
        return Fraction(self.spots_called, SPOTS)

    def share(self, decision: Decision) -> Fraction:
        """Share of spots with this decision."""
        return Fraction(self.spots[decision], SPOTS)


_Weights: TypeAlias = Iterable[tuple[Fraction, int]]


def _deals(totals: NDArray[np.int64]) -> Deals:
    return tuple(
        tuple(tuple(int(n) for n in row) for row in by_category)
        for by_category in totals.reshape(len(Decision), len(Category), len(Outcome))
    )
