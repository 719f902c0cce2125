"""What a strategy costs: the exact house edge of a game so played, rule by rule."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from solver import spots
from solver.cards import format_cards
from solver.enumeration import COMPLETIONS
from solver.game import DEALS
from solver.outcomes import Decision, fold_sum, game_folds
from solver.spots import SPOT_CLASSES, SPOTS
from solver.strategy import Rule, Strategy
from solver.sums import group_sums

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from solver.edge import Solution

WORST_SPOTS = 3


@dataclass(frozen=True)
class Misplayed:
    """A spot class that a strategy plays wrongly.

    Attributes
    ----------
    spot_class : int
    spots : int
        How many spots it stands for.
    loss : Fraction
        What that gives up in such a spot, in antes.
    """

    spot_class: int
    spots: int
    loss: Fraction

    def __str__(self) -> str:
        hole, flop = spots.representative(self.spot_class)
        return f"{format_cards(hole)} on {format_cards(flop)}"


@dataclass(frozen=True)
class RuleCost:
    """What one rule of a strategy does.

    Attributes
    ----------
    rule : Rule
    spots : int
        Spots it decides.
    wrong : int
        Those of them in which the other decision is better.
    cost : Fraction
        What that gives up, in antes a round; over all rules the cost of the strategy.
    worst : tuple of Misplayed
        The spot classes that cost most, all their spots counted.
    """

    rule: Rule
    spots: int
    wrong: int
    cost: Fraction
    worst: tuple[Misplayed, ...]

    @property
    def share(self) -> Fraction:
        """Share of all spots that it decides."""
        return Fraction(self.spots, SPOTS)


@dataclass(frozen=True)
class StrategyCost:
    """What a strategy costs against perfect play.

    Attributes
    ----------
    strategy : Strategy
    rules : tuple of RuleCost
    ev : Fraction
        EV of Ante and Call in a round so played, in antes; higher is better.
    """

    strategy: Strategy
    rules: tuple[RuleCost, ...]
    ev: Fraction

    @property
    def cost(self) -> Fraction:
        """What the strategy gives up, in antes a round; zero or more, lower is better.

        It is what the EV is less than that of perfect play, and where a fold forfeits a bonus, the
        bonus so lost as well.
        """
        return sum((rule.cost for rule in self.rules), Fraction(0))

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps of an Ante on average; lower is better for the player."""
        return -self.ev

    @property
    def wrong_share(self) -> Fraction:
        """Share of spots decided wrongly."""
        return Fraction(sum(rule.wrong for rule in self.rules), SPOTS)

    @property
    def call_share(self) -> Fraction:
        """Share of spots called."""
        calls = (r.spots for r in self.rules if r.rule.decision is Decision.CALL)
        return Fraction(sum(calls), SPOTS)

    @property
    def unreachable(self) -> tuple[Rule, ...]:
        """Rules that decide no spot at all: those before them cover theirs."""
        return tuple(rule.rule for rule in self.rules if not rule.spots)


def gains_of(solution: Solution) -> NDArray[np.int64]:
    """What Call is worth more than Fold in every spot class, added up over completions and scaled.

    Returns
    -------
    int64[1286792]
        Divide by the completions and the solution's scale to get antes.
    """
    import numpy as np

    gains: NDArray[np.int64] = solution.ev.astype(np.int64) - game_folds(solution.rules)
    return gains


def rough_gains(solution: Solution) -> NDArray[np.float64]:
    """The same in antes a round, all spots of a class together; rounded, for searches only."""
    import numpy as np

    _, weights = spots.holes_on(range(spots.FLOP_CLASSES))
    gains = gains_of(solution).astype(np.float64)
    return gains * weights / (DEALS * solution.scale)


def strategy_cost(
    strategy: Strategy, solution: Solution, values: Mapping[str, NDArray[np.int8]]
) -> StrategyCost:
    """The exact cost of a strategy, spot by spot.

    Parameters
    ----------
    strategy : Strategy
    solution : Solution
        The game.
    values : mapping of term names to int8[1286792]
        Those that the strategy needs, see `solver.terms.compute`, of the spot classes in order.
    """
    import numpy as np

    _, weights = spots.holes_on(range(spots.FLOP_CLASSES))
    covering = strategy.covering(values, SPOT_CLASSES)
    gains = gains_of(solution)
    losses = np.where(strategy.calls(covering), np.minimum(gains, 0), np.maximum(gains, 0))
    losses = np.abs(losses)
    wrong = losses > 0
    count = len(strategy.rules)
    fires = group_sums(covering, count, weights)
    errors = group_sums(covering, count, weights * wrong)
    lost = group_sums(covering, count, losses, weights)
    unit = COMPLETIONS * solution.scale
    # As floats only to find the worst, which changes no figure.
    weighted = losses.astype(float) * weights
    costs = []
    for number, rule in enumerate(strategy.rules):
        own = np.flatnonzero((covering == number) & wrong)
        order = own[np.argsort(-weighted[own], kind="stable")[:WORST_SPOTS]]
        worst = tuple(
            Misplayed(int(n), int(weights[n]), Fraction(int(losses[n]), unit)) for n in order
        )
        cost = Fraction(lost[number], DEALS * solution.scale)
        costs.append(RuleCost(rule, fires[number], errors[number], cost, worst))
    fold = np.int64(fold_sum(solution.rules))
    played = np.where(strategy.calls(covering), solution.ev, fold)
    (total,) = group_sums(np.zeros(SPOT_CLASSES, np.uint8), 1, played, weights)
    return StrategyCost(strategy, tuple(costs), Fraction(total, DEALS * solution.scale))
