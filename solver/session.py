"""Sessions: the net result of many independent rounds, and the chance of ruin on the way."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from solver.convolution import (
    ExactChances,
    FloatingChances,
    Lattice,
    SessionError,
    exact_chances,
    exact_work,
    floating_chances,
)
from solver.distribution import Distribution, square_root
from solver.ruin import Walk

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["MOST_ROUNDS", "Session", "SessionError", "check_session", "play_session"]

MOST_ROUNDS = 1_000_000
"""The longest session."""

MOST_EXACT_WORK = 1e9
"""How long an exact session may take, in estimated nanoseconds."""


@dataclass(frozen=True)
class Session:
    """The net result of a number of independent rounds.

    Means, variances and chances of results are those of all rounds, played to the end whatever
    happens on the way; ``ruin`` tells how often a bankroll does not last so long.

    Attributes
    ----------
    one_round : Distribution
    rounds : int
    bankroll : Fraction or None
        In antes.
    exact : bool
        Whether chances are exact Fractions; floats if not.
    error : float
        No cumulative chance, nor ``ruin``, is further than this from the true one. Zero if
        exact. The chance of a single result is a difference of two cumulative ones.
    ruin : Fraction, float or None
        The chance that the running net result is at -bankroll or below after one of the rounds.
        None without a bankroll.
    """

    one_round: Distribution
    rounds: int
    bankroll: Fraction | None
    exact: bool
    error: float
    ruin: Fraction | float | None
    _lattice: Lattice = field(repr=False, compare=False)
    _chances: ExactChances | FloatingChances = field(repr=False, compare=False)

    @property
    def mean(self) -> Fraction:
        """Expected net result, in antes; exact."""
        return self.rounds * self.one_round.mean

    @property
    def variance(self) -> Fraction:
        """Variance of the net result, in square antes; exact."""
        return self.rounds * self.one_round.variance

    @property
    def standard_deviation(self) -> Decimal:
        """Standard deviation of the net result in antes, to 28 digits."""
        return square_root(self.variance)

    def at_most(self, result: Fraction | int) -> Fraction | float:
        """The chance of a net result of ``result`` antes or less."""
        return self._chances.at_most(math.floor(self._lattice.place(result)))

    def chance(self, result: Fraction | int) -> Fraction | float:
        """The chance of a net result of exactly ``result`` antes."""
        place = self._lattice.place(result)
        return self._chances.chance(int(place)) if place.denominator == 1 else Fraction(0)

    @property
    def up(self) -> Fraction | float:
        """The chance of ending above zero."""
        return 1 - self.at_most(0)

    @property
    def even(self) -> Fraction | float:
        """The chance of ending at zero."""
        return self.chance(0)

    @property
    def down(self) -> Fraction | float:
        """The chance of ending below zero."""
        return self._chances.at_most(math.ceil(self._lattice.place(0)) - 1)

    def quantile(self, p: Fraction) -> Fraction:
        """The least net result, in antes, whose cumulative chance is at least ``p``.

        If the session is not exact, this holds for a ``p`` that is off by at most ``error``.

        Parameters
        ----------
        p : Fraction
            Above 0, at most 1.

        Raises
        ------
        SessionError
            If ``p`` is out of range.
        """
        if not 0 < p <= 1:
            raise SessionError(f"quantile: expected a chance above 0 and at most 1, found {p}")
        if p == 1:
            return self.rounds * self.one_round.results[-1]
        return self._lattice.result(self._chances.quantile(p))

    @property
    def results(self) -> NDArray[np.float64]:
        """The net results in antes that have a chance, ascending; float64, for plots."""
        import numpy as np

        places = np.array(self._chances.places, np.float64)
        return float(self._lattice.lowest) + places * float(self._lattice.step)

    @property
    def probabilities(self) -> NDArray[np.float64]:
        """The chances of ``results``; float64, for plots."""
        return self._chances.probabilities

    @property
    def distribution(self) -> Distribution:
        """The exact chances of all net results.

        Raises
        ------
        SessionError
            If the session is not exact.
        """
        if isinstance(self._chances, FloatingChances):
            raise SessionError("distribution: expected an exact session, found one with floats")
        return Distribution.from_weights(
            (self._lattice.result(place), weight)
            for place, weight in zip(self._chances.places, self._chances.weights, strict=True)
        )


def check_session(rounds: int, bankroll: Fraction | int | None = None) -> None:
    """Refuse numbers that make no session, before any work is done for them.

    Raises
    ------
    SessionError
        Unless ``rounds`` is a whole number 1 to 1,000,000 and the bankroll, if any, above zero.
    """
    if isinstance(rounds, bool) or not isinstance(rounds, int) or not 1 <= rounds <= MOST_ROUNDS:
        raise SessionError(f"rounds: expected a whole number 1 to {MOST_ROUNDS:,}, found {rounds}")
    if bankroll is not None and bankroll <= 0:
        raise SessionError(f"bankroll: expected antes above 0, found {bankroll}")


def play_session(
    one_round: Distribution,
    rounds: int,
    bankroll: Fraction | int | None = None,
    *,
    exact: bool | None = None,
) -> Session:
    """The net result of ``rounds`` independent rounds.

    Parameters
    ----------
    one_round : Distribution
        Of the net result of a round, in antes.
    rounds : int
        1 to 1,000,000.
    bankroll : Fraction or int, optional
        In antes, above zero. With it the chance of ruin is computed.
    exact : bool, optional
        Whether to compute with whole numbers, however long it takes, or with floats. By default
        exact where that is estimated to take about a second and 64 MiB: with whole pays of up
        to 102 antes and chances in parts of 2**-45, some 200 rounds with a bankroll and 300
        without; fewer where pays end in halves.

    Raises
    ------
    SessionError
        For other numbers of rounds or bankrolls. With floats also if the results are spread over
        more than 2**21 steps, where rare high ones do not count: those are dealt with apart; and
        if the chance of ruin is estimated to take more than 100 s, as for very many rounds with
        pays of thousands of steps that are not rare.

    Examples
    --------
    >>> coin = Distribution.from_weights([(-1, 1), (1, 1)])
    >>> session = play_session(coin, 4, bankroll=2)
    >>> session.up, session.even, session.ruin, session.quantile(Fraction(1, 2))
    (Fraction(5, 16), Fraction(3, 8), Fraction(3, 8), Fraction(0, 1))
    """
    check_session(rounds, bankroll)
    bankroll = None if bankroll is None else Fraction(bankroll)
    lattice = Lattice.of(one_round, rounds)
    walk = None if bankroll is None else Walk.of(one_round, bankroll)
    if len(lattice.places) == 1:
        exact = True
    elif exact is None:
        work = exact_work(lattice) + (walk.exact_work(rounds) if walk else 0)
        exact = work <= MOST_EXACT_WORK
    chances: ExactChances | FloatingChances
    ruin: Fraction | float | None = None
    error = 0.0
    if exact:
        chances = exact_chances(lattice)
        if walk:
            ruin = walk.exact_ruin(rounds)
    else:
        chances = floating_chances(lattice)
        error = chances.error
        if walk:
            ruin, ruin_error = walk.ruin(rounds)
            error = max(error, ruin_error)
    return Session(one_round, rounds, bankroll, exact, error, ruin, lattice, chances)
