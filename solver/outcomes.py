"""Outcomes: counts and rules to the exact value of Call and Fold in a spot, and the decision."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain
from operator import mul
from typing import TYPE_CHECKING

from solver.bonus import forfeited_sums
from solver.enumeration import COMPLETIONS, OutcomeCounts
from solver.hands import Category
from solver.rules import Rules
from solver.settlement import FOLDED, Outcome, pays_after_call
from solver.spots import FLOP_CLASSES, cards_on

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


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
    """The least number that makes every payoff whole, and what a fold forfeits."""
    pays = [pay for row in payoffs(rules) for pay in row]
    if rules.bonus_decides:
        pays += [rules.bonus * (1 + pay) for pay in rules.bonus_pays or ()]
    return math.lcm(*(pay.denominator for pay in pays))


@lru_cache(maxsize=256)
def _scaled_payoffs(rules: Rules) -> tuple[int, ...]:
    """`payoffs` times `scale_of`, row after row."""
    scale = scale_of(rules)
    return tuple(int(pay * scale) for row in payoffs(rules) for pay in row)


def decide(ev_call: Fraction, ev_fold: Fraction) -> Decision:
    """The better of two exact values."""
    if ev_call == ev_fold:
        return Decision.EITHER
    return Decision.CALL if ev_call > ev_fold else Decision.FOLD


def fold_sum(rules: Rules) -> int:
    """What the Ante lost by a fold is as a spot's sum of payoffs: over completions, scaled."""
    return int(FOLDED.net * scale_of(rules)) * COMPLETIONS


def fold_sums(rules: Rules, cards: NDArray[np.uint8]) -> NDArray[np.int64]:
    """What Call is measured against in spots: as the sums of Call payoffs, in the same unit.

    Parameters
    ----------
    rules : Rules
    cards : uint8[n, 5]
        Hole and flop.

    Returns
    -------
    int64[n]
        The loss of the Ante and, where a fold forfeits it, of an AA Bonus that is won.
    """
    import numpy as np

    sums = np.full(len(cards), fold_sum(rules), np.int64)
    if rules.bonus_decides:
        sums -= forfeited_sums(rules, cards, scale_of(rules) * COMPLETIONS)
    return sums


def decisions_of(
    ev: NDArray[np.int32] | NDArray[np.int64], folds: NDArray[np.int64] | int
) -> NDArray[np.int8]:
    """Decisions (0 fold, 1 either, 2 call) of scaled sums of payoffs; integers only.

    Parameters
    ----------
    ev : int32[n] or int64[n]
        Sums of Call payoffs.
    folds : int64[n] or int
        What each is measured against, see `fold_sums`.
    """
    import numpy as np

    decisions = np.full(ev.shape, Decision.FOLD, np.int8)
    decisions[ev == folds] = Decision.EITHER
    decisions[ev > folds] = Decision.CALL
    return decisions


def game_folds(rules: Rules) -> NDArray[np.int64] | int:
    """What Call is measured against in all spot classes (`fold_sums`); one number if the same."""
    if rules.bonus_decides:
        return fold_sums(rules, cards_on(range(FLOP_CLASSES)))
    return fold_sum(rules)


def game_decisions(rules: Rules, ev: NDArray[np.int32] | NDArray[np.int64]) -> NDArray[np.int8]:
    """Decisions (0 fold, 1 either, 2 call) of all spot classes from their sums of Call payoffs."""
    return decisions_of(ev, game_folds(rules))


def spot_decisions(
    rules: Rules,
    ev: NDArray[np.int32] | NDArray[np.int64],
    holes: NDArray[np.uint8],
    flops: NDArray[np.uint8],
) -> NDArray[np.int8]:
    """Decisions (0 fold, 1 either, 2 call) in spots (uint8[n, 2], uint8[n, 3]) from their sums."""
    import numpy as np

    if rules.bonus_decides:
        return decisions_of(ev, fold_sums(rules, np.concatenate([holes, flops], axis=1)))
    return decisions_of(ev, fold_sum(rules))


@dataclass(frozen=True)
class SpotOutcomes:
    """All completions of one spot under given rules.

    Attributes
    ----------
    counts : ten rows (final hand category) of four completions (outcome)
        They add up to 1,070,190, or fewer where more cards are known.
    rules : Rules
    bonus_result : Fraction
        Net result of an AA Bonus of 1, if it is settled; see `solver.bonus.expected_bonus`. It
        matters only with something on the bonus.
    """

    counts: OutcomeCounts
    rules: Rules
    bonus_result: Fraction = Fraction(0)

    @cached_property
    def completions(self) -> int:
        """Ways in which the unknown cards can fall."""
        return sum(map(sum, self.counts))

    @cached_property
    def main_ev_call(self) -> Fraction:
        """Expected value of Ante and Call after Call, in antes; higher is better."""
        total = sum(map(mul, chain.from_iterable(self.counts), _scaled_payoffs(self.rules)))
        return Fraction(total, self.completions * scale_of(self.rules))

    @cached_property
    def ev_call(self) -> Fraction:
        """Expected value of Call with all that was bet, in antes; higher is better."""
        return self.main_ev_call + self.rules.bonus * self.bonus_result

    @cached_property
    def ev_fold(self) -> Fraction:
        """Value of Fold with all that was bet, in antes."""
        kept = Fraction(-1) if self.rules.fold_forfeits_bonus else self.bonus_result
        return FOLDED.net + self.rules.bonus * kept

    @cached_property
    def decision(self) -> Decision:
        """The better decision."""
        return decide(self.ev_call, self.ev_fold)

    @property
    def calling_bonus(self) -> Fraction | None:
        """The stake on the AA Bonus, in antes, above which Call is better because of it.

        None unless a fold forfeits the bonus, it is won and Call is worth less than Fold alone.
        """
        given_up = 1 + self.bonus_result
        if not (self.rules.fold_forfeits_bonus and given_up and self.main_ev_call < FOLDED.net):
            return None
        return (FOLDED.net - self.main_ev_call) / given_up

    def deals(self, outcome: Outcome) -> int:
        """Completions that end so."""
        return sum(row[outcome] for row in self.counts)
