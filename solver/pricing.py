"""Pricing: the counts of many spots priced by one or by many rules, in the worker that has them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from solver import _pricing
from solver.bonus import BONUS_GROUPS, groups_of
from solver.enumeration import COMPLETIONS
from solver.outcomes import Decision, fold_sums, payoffs, scale_of
from solver.rules import Rules
from solver.settlement import FOLDED, Outcome
from solver.spots import cards_on

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_CELLS = 40
_FINEST = 1_000_000
"""Bounds of payoffs are rounded outwards to such parts of an ante, or less."""


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
        self._rules = tuple(rules)

    def __call__(
        self, flops: range, counts: NDArray[np.int32], weights: NDArray[np.uint8]
    ) -> list[Priced]:
        """Price the counts (int32[n, 10, 4]) of spot classes with ``weights`` (uint8[n]) spots."""
        import numpy as np

        cards = cards_on(flops)
        groups = groups_of(cards)
        results = []
        for rules in self._rules:
            ev = np.empty(len(weights), np.int64)
            totals = np.zeros((BONUS_GROUPS, len(Decision), _CELLS), np.int64)
            pays = np.array(_scaled(rules), np.int64)
            folds = fold_sums(rules, cards)
            _pricing.price(counts.reshape(-1, _CELLS), weights, groups, pays, folds, ev, totals)
            results.append(Priced(ev.astype(ev_dtype(rules), copy=False), totals))
        return results


def _scaled(rules: Rules) -> list[int]:
    scale = scale_of(rules)
    pays = [pay for row in payoffs(rules) for pay in row]
    return [pay.numerator * (scale // pay.denominator) for pay in pays]


@lru_cache(maxsize=256)
def ev_dtype(rules: Rules) -> str:
    """The dtype that holds a spot's scaled sum of payoffs: int32, or int64 where rules need it."""
    highest = max(map(abs, _scaled(rules)))
    return "<i4" if highest * COMPLETIONS < 2**31 else "<i8"


@dataclass(frozen=True)
class Priced:
    """Spot classes priced by one set of rules.

    Attributes
    ----------
    ev : int32[n] or int64[n]
        Sum over completions of the Call payoff, times the rules' scale; higher is better.
    totals : int64[10, 3, 40]
        Deals of all spots by hand of the five cards seen (`solver.bonus.BONUS_GROUPS`), decision
        (fold, either, call), final hand category and outcome.
    """

    ev: NDArray[np.int32] | NDArray[np.int64]
    totals: NDArray[np.int64]


class TablePricer:
    """Adds up the spots of flops by decision for many rules at once, without the single EVs.

    Rules are put in a tree by what they pay. Where the lowest payoffs of a branch already make Call
    better, or the highest Fold, all of its rules agree, so that a spot costs about as much as its
    decision is disputed among them.

    Parameters
    ----------
    rules : sequence of Rules
        All with the same qualifier, and none whose bonus decides.
    """

    def __init__(self, rules: Sequence[Rules]) -> None:
        import numpy as np

        exact = [_above_fold(r) for r in rules]
        scales = [scale_of(r) for r in rules]
        lowest, highest = (
            np.array(
                [[end * (end * pay * _FINEST // scale) for pay in pays]
                 for pays, scale in zip(exact, scales, strict=True)],
                np.int64,
            )
            for end in (1, -1)
        )  # fmt: skip
        bounds: list[NDArray[np.int64]] = []
        children: list[list[int]] = []
        leaves: dict[int, int] = {}

        def grow(members: NDArray[np.intp]) -> tuple[int, int]:
            node = len(children)
            children.append([-1, -1])
            if len(members) == 1:
                bounds.append(np.array([exact[members[0]]] * 2, np.int64))
                leaves[int(members[0])] = node
                return node, 1
            bounds.append(np.array([lowest[members].min(axis=0), highest[members].max(axis=0)]))
            first, second = _halves(members, lowest)
            left, left_depth = grow(first)
            right, right_depth = grow(second)
            children[node] = [left, right]
            return node, 1 + max(left_depth, right_depth)

        _, self._depth = grow(np.arange(len(rules)))
        self._bounds = np.array(bounds)
        self._children = np.array(children, np.int32)
        self._leaves = [leaves[n] for n in range(len(rules))]

    def __call__(
        self, _: range, counts: NDArray[np.int32], weights: NDArray[np.uint8]
    ) -> NDArray[np.int64]:
        """Deals by rules, decision, final hand category and outcome: int64[rules, 3, 40]."""
        import numpy as np

        totals = np.empty((len(self._children), len(Decision), _CELLS), np.int64)
        _pricing.price_all(
            counts.reshape(-1, _CELLS), weights, self._bounds, self._children, self._depth, totals
        )
        return totals[self._leaves]


def _above_fold(rules: Rules) -> list[int]:
    """What a completion pays after Call more than Fold is worth, times the rules' scale."""
    fold = int(FOLDED.net * scale_of(rules))
    return [pay - fold for pay in _scaled(rules)]


# Seven-card hands by category, lowest first: how much a difference in a pay matters.
_HANDS = (
    23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 37_260,
    4_324,
)  # fmt: skip


def _halves(
    members: NDArray[np.intp], pays: NDArray[np.int64]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Split rules in two by the payoff in which they differ most; it decides nothing but speed."""
    import numpy as np

    own = pays[members]
    spread = (own.max(axis=0) - own.min(axis=0)) * np.repeat(np.array(_HANDS, float), len(Outcome))
    column = own[:, np.argmax(spread)]
    order = np.argsort(column, kind="stable")
    middle = len(order) // 2
    # Equal payoffs on one side, unless all are equal.
    changes = np.flatnonzero(np.diff(column[order])) + 1
    if len(changes):
        middle = int(changes[np.argmin(abs(changes - middle))])
    return members[order[:middle]], members[order[middle:]]
