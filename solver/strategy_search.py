"""The search for strategies of few rules that cost least: greedy at first, then rule by rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from solver.outcomes import Decision
from solver.strategy import Compared, Condition, Joined, Negated, Rule, Strategy
from solver.terms import TERMS, Kind

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FIRST = Rule(Decision.CALL, Compared("pair-or-draw"))
"""The rule that every strategy found starts with: so many of these spots are called by perfect
play that nothing is gained by searching among them."""

_WIDTH = 48
_MOST_TERMS = 3
_TERM_PENALTY = 1e-5
"""Antes a round that a further term must gain: what says the same in fewer words is better."""

# Terms that rules are made of, and for ranks and numbers the least values they are compared with.
_YES_NO = (
    "pair-or-any-draw", "paired flop", "flop trips", "low flop pair", "qualifying flop",
    "one-suit flop", "two-suit flop", "rainbow flop", "straight flop", "gutshot",
    "two-card gutshot", "two-card straight draw", "backdoor flush", "three to a flush",
    "suited hole",
    "gutshot-or-backdoor-flush",
)  # fmt: skip
_THRESHOLDS = {
    "high card": range(6, 15),
    "low card": range(4, 12),
    "hole sum": range(10, 25),
    "hole score": range(14, 38),
    "top flop card": range(6, 15),
    "middle flop card": range(4, 13),
    "low flop card": range(3, 11),
    "small flop cards": range(1, 3),
    "high flop cards": range(1, 4),
    "overcards": range(1, 3),
    "cards over middle": range(1, 3),
    "cards over low": range(1, 3),
    "better ranks": range(1, 8),
    "beating ranks": range(4, 15),
    "two-card backdoor straight": range(1, 4),
    "backdoor straight": range(1, 5),
}

Literals: TypeAlias = tuple[int, ...]
"""A conjunction: 2 n stands for candidate n, 2 n + 1 for its opposite."""
Listed: TypeAlias = list[tuple[Literals, bool]]
"""Rules in order, with whether they call; the rest does what is better for it."""


def terms_needed() -> list[str]:
    """Terms that the search looks at."""
    return ["pair-or-draw", *_YES_NO, *_THRESHOLDS]


def _candidates() -> list[Compared]:
    candidates = [Compared(name) for name in _YES_NO]
    for name, values in _THRESHOLDS.items():
        candidates += [Compared(name, ">=", value) for value in values]
    return candidates


def left_open(
    values: Mapping[str, NDArray[np.int8]], names: Iterable[str]
) -> tuple[NDArray[np.bool_], dict[str, NDArray[np.int8]]]:
    """The spots that the first rule leaves open (bool[n]), and what terms say of those."""
    assert FIRST.condition is not None
    left = ~FIRST.condition(values)
    return left, {name: values[name][left] for name in names}


def grouped(
    said: NDArray[np.uint8] | NDArray[np.int8], gains: NDArray[np.float64]
) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Spots of which the same is said, put together.

    Parameters
    ----------
    said : uint8[m, n] or int8[m, n]
        What is said of each spot, a column each.
    gains : float64[n]

    Returns
    -------
    first : int[k]
        A spot of each group.
    sums : float64[k]
        Gains of each group.
    """
    import numpy as np

    columns = np.ascontiguousarray(said.T).view(f"V{len(said)}")
    _, first, group = np.unique(columns, return_index=True, return_inverse=True)
    sums = np.zeros(len(first), np.float64)
    np.add.at(sums, group.ravel(), gains)
    return first, sums


@dataclass(frozen=True)
class Found:
    """The best strategy found of so many rules."""

    rules: int
    strategy: Strategy


class Search:
    """Looks for lists of rules on spots that are grouped by what their terms say.

    Parameters
    ----------
    gains : float64[n]
        What Call is worth more than Fold in each spot class, in antes a round.
    values : mapping of term names to int8[n]
        Of `terms_needed`.
    """

    def __init__(self, gains: NDArray[np.float64], values: Mapping[str, NDArray[np.int8]]) -> None:
        import numpy as np

        left, own = left_open(values, terms_needed())
        self.candidates = _candidates()
        table = np.array([candidate(own) for candidate in self.candidates])
        first, sums = grouped(np.packbits(table, axis=0), gains[left])
        self._gain = sums
        self._flags = np.ascontiguousarray(table[:, first])
        self._terms = np.ascontiguousarray(self._flags.T, np.float32)
        self._best = sums[sums > 0].sum()

    def _matches(self, literals: Literals) -> NDArray[np.bool_]:
        import numpy as np

        found = np.ones(len(self._gain), np.bool_)
        for literal in literals:
            found &= self._flags[literal >> 1] ^ bool(literal & 1)
        return found

    def _best_rule(
        self, rows: NDArray[np.intp], value: NDArray[np.float64]
    ) -> tuple[float, Literals]:
        """The conjunction whose rows have the greatest sum of ``value``, less the penalty."""
        import numpy as np

        terms = self._terms[rows]
        value32 = value.astype(np.float32)
        n = terms.shape[1]
        total = value32.sum()
        both = terms.T @ (terms * value32[:, None])
        one = np.diagonal(both).copy()
        score = np.empty((n, 2, n, 2), np.float32)
        score[:, 0, :, 0] = both
        score[:, 0, :, 1] = one[:, None] - both
        score[:, 1, :, 0] = one[None, :] - both
        score[:, 1, :, 1] = total - one[:, None] - one[None, :] + both
        scores = score.reshape(2 * n, 2 * n)
        singles = np.diagonal(scores) - _TERM_PENALTY
        pairs = (np.triu(scores, 1) - 2 * _TERM_PENALTY).ravel()
        best: tuple[float, Literals] = (float(singles.max()), (int(singles.argmax()),))
        chosen = np.argsort(-pairs, kind="stable")[:_WIDTH]
        chosen = chosen[pairs[chosen] > 0]
        if not len(chosen):
            return best
        first, second = np.divmod(chosen, 2 * n)
        best = max(best, (float(pairs[chosen[0]]), (int(first[0]), int(second[0]))))

        def literal(numbers: NDArray[np.intp]) -> NDArray[np.float32]:
            return np.abs(terms[:, numbers >> 1] - (numbers & 1).astype(np.float32))

        of_pairs = literal(first) * literal(second) * value32[:, None]
        with_third = of_pairs.T @ terms
        sums = of_pairs.sum(axis=0)
        triples = np.stack([with_third, sums[:, None] - with_third], axis=2).reshape(-1, 2 * n)
        at, third = divmod(int(triples.argmax()), 2 * n)
        literals = tuple(sorted({int(first[at]), int(second[at]), third}))
        return max(best, (float(triples[at, third]) - _MOST_TERMS * _TERM_PENALTY, literals))

    def _last(self, masks: Sequence[NDArray[np.bool_]]) -> bool:
        import numpy as np

        rest = np.ones(len(self._gain), np.bool_)
        for mask in masks:
            rest &= ~mask
        return bool(self._gain[rest].sum() > 0)

    def _calls(self, rules: Listed) -> NDArray[np.bool_]:
        import numpy as np

        masks = [self._matches(literals) for literals, _ in rules]
        call = np.full(len(self._gain), self._last(masks))
        for mask, (_, action) in zip(reversed(masks), reversed(rules), strict=True):
            call[mask] = action
        return call

    def _objective(self, rules: Listed) -> float:
        """Cost in antes a round, and the penalty of all terms."""
        cost = self._best - self._gain[self._calls(rules)].sum()
        return float(cost) + _TERM_PENALTY * sum(len(literals) for literals, _ in rules)

    def _insertions(
        self, rules: Listed, position: int | None = None
    ) -> Iterator[tuple[float, int, tuple[Literals, bool]]]:
        """The best rule to insert at each position, with its improvement."""
        import numpy as np

        masks = [self._matches(literals) for literals, _ in rules]
        later = [np.full(len(self._gain), self._last(masks))]
        for mask, (_, action) in zip(reversed(masks), reversed(rules), strict=True):
            later.append(np.where(mask, action, later[-1]))
        later.reverse()
        reached = np.ones(len(self._gain), np.bool_)
        for place in range(len(rules) + 1):
            if position is None or position == place:
                for action in (True, False):
                    rows = np.flatnonzero(reached & (later[place] != action))
                    # Beside a rule of the same decision its place makes no difference.
                    same = position is None and place and rules[place - 1][1] == action
                    if len(rows) and not same:
                        sign = 1 if action else -1
                        gain, literals = self._best_rule(rows, sign * self._gain[rows])
                        yield gain, place, (literals, action)
            if place < len(rules):
                reached &= ~masks[place]

    def insert(self, rules: Listed, position: int | None = None) -> Listed:
        """With the best rule added, at a position or anywhere."""
        found = list(self._insertions(rules, position))
        if not found:
            return rules
        _, place, rule = max(found)
        return [*rules[:place], rule, *rules[place:]]

    def polish(self, rules: Listed) -> Listed:
        """Replace one rule at a time, in its place or by the best anywhere, while that helps."""
        best = self._objective(rules)
        for in_place in (True, False):
            place = unchanged = 0
            while rules and unchanged < len(rules):
                place %= len(rules)
                without = rules[:place] + rules[place + 1 :]
                trial = self.insert(without, place if in_place else None)
                value = self._objective(trial)
                if value < best - _TERM_PENALTY / 10:
                    rules, best, unchanged = trial, value, 0
                else:
                    unchanged += 1
                place += 1
        return rules

    def drop(self, rules: Listed) -> Listed:
        """Without the rule that matters least."""
        shorter = (rules[:place] + rules[place + 1 :] for place in range(len(rules)))
        return min(shorter, key=self._objective)

    def frontier(self, most: int, report: Callable[[int], object] | None = None) -> list[Found]:
        """The best lists found, of three rules up to ``most``.

        Parameters
        ----------
        most : int
            Rules, the first and the last among them.
        report : callable, optional
            Told that one more step of ``2 * (most - 2) - 1`` is done.
        """
        lists: dict[int, Listed] = {2: []}

        def keep(count: int, rules: Listed) -> None:
            if count not in lists or self._objective(rules) < self._objective(lists[count]):
                lists[count] = rules
            if report:
                report(1)

        for count in range(3, most + 1):
            keep(count, self.polish(self.insert(lists[count - 1])))
        # Downwards again: what a longer list found may serve a shorter one.
        for count in range(most - 1, 2, -1):
            if lists[count + 1]:
                keep(count, self.polish(self.drop(lists[count + 1])))
        return [Found(n, self.strategy(f"best-{n}", lists[n])) for n in range(2, most + 1)]

    def strategy(self, name: str, rules: Listed) -> Strategy:
        """A list as a strategy, its conditions in as few words as possible."""
        masks = [self._matches(literals) for literals, _ in rules]
        read = [
            Rule(Decision.CALL if action else Decision.FOLD, self._condition(literals))
            for literals, action in rules
        ]
        last = Rule(Decision.CALL if self._last(masks) else Decision.FOLD, None)
        return Strategy(name, (FIRST, *read, last))

    def _condition(self, literals: Literals) -> Condition:
        parts = tuple(self._literal(number) for number in literals)
        return parts[0] if len(parts) == 1 else Joined("and", parts)

    def _literal(self, number: int) -> Condition:
        candidate = self.candidates[number >> 1]
        if not number & 1:
            return candidate
        if TERMS[candidate.term].kind is Kind.YES_NO:
            return Negated(candidate)
        return Compared(candidate.term, "<", candidate.value)
