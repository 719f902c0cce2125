"""The search for a point count: few small whole numbers to add up, and a threshold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from solver.outcomes import Decision
from solver.strategy import POINTS, Compared, Joined, Points, Rule, Strategy
from solver.strategy_search import FIRST, grouped, left_open

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_START = (Points(2, "high card", None), Points(1, "low card", None))
_STEPS = (-1, 1, -2, 2, -3, 3)
_FIRST_STEPS = (-8, -5, -3, -2, -1, 1, 2, 3, 5, 8)
_LEAST_GAIN = 1e-8
_MOST_POINTS = 12

# What may be counted: each of a number, a yes, and a number that reaches a value.
_PER = (
    "overcards", "cards over middle", "small flop cards", "high flop cards", "flop kings up",
    "two-card backdoor straight", "gutshot", "two-card gutshot", "two-card straight draw",
    "backdoor flush", "three to a flush", "suited hole", "paired flop", "low flop pair",
    "qualifying flop", "flop trips", "one-suit flop", "two-suit flop", "rainbow flop",
    "straight flop", "better ranks",
)  # fmt: skip
_FROM = {
    "better ranks": range(1, 6),
    "top flop card": range(9, 14),
    "middle flop card": range(5, 12),
    "low flop card": range(5, 9),
    "high card": range(10, 15),
    "low card": range(8, 11),
    "small flop cards": range(2, 3),
    "two-card backdoor straight": range(1, 4),
}
_TOGETHER = tuple(
    Joined("and", (Compared("qualifying flop"), Compared("better ranks", "<", value)))
    for value in (2, 3, 4)
)


def terms_needed() -> list[str]:
    """Terms that the search looks at."""
    names = ["pair-or-draw", *(p.per for p in _START if p.per), *_PER, *_FROM]
    return list(dict.fromkeys(names))


def _candidates() -> list[Points]:
    candidates = [Points(1, name, None) for name in _PER]
    for name, values in _FROM.items():
        candidates += [Points(1, None, Compared(name, ">=", value)) for value in values]
    return candidates + [Points(1, None, condition) for condition in _TOGETHER]


@dataclass(frozen=True)
class Count:
    """A point count: how often each candidate counts, and what calls.

    Attributes
    ----------
    points : dict
        Points of each candidate by its number.
    threshold : int
        So many points call.
    gain : float
        What that wins over folding, in antes a round; for comparing only.
    """

    points: dict[int, int]
    threshold: int
    gain: float


class PointSearch:
    """Looks for point counts, term by term.

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
        self._shapes = [*(Points(1, p.per, None) for p in _START), *_candidates()]
        table = np.array([shape(own) for shape in self._shapes], np.int8)
        first, self._gain = grouped(table, gains[left])
        self._table = np.ascontiguousarray(table[:, first], np.int32)

    def _sums(self, points: Mapping[int, int]) -> NDArray[np.int32]:
        import numpy as np

        sums = np.zeros(len(self._gain), np.int32)
        for number, each in points.items():
            sums += each * self._table[number]
        return sums

    def _best_threshold(self, sums: NDArray[np.int32]) -> tuple[float, int]:
        import numpy as np

        least = int(sums.min())
        from_here = np.cumsum(np.bincount(sums - least, weights=self._gain)[::-1])[::-1]
        at = int(from_here.argmax())
        return float(from_here[at]), at + least

    def _rated(self, points: Mapping[int, int]) -> Count:
        gain, threshold = self._best_threshold(self._sums(points))
        return Count({n: each for n, each in points.items() if each}, threshold, gain)

    def _descend(self, count: Count) -> Count:
        """Change one number at a time while that helps."""
        improved = True
        while improved:
            improved = False
            sums = self._sums(count.points)
            for number in list(count.points):
                for step in _STEPS:
                    each = count.points.get(number, 0) + step
                    if abs(each) > _MOST_POINTS:
                        continue
                    gain, threshold = self._best_threshold(sums + step * self._table[number])
                    if gain > count.gain + _LEAST_GAIN:
                        count = Count(count.points | {number: each}, threshold, gain)
                        sums = sums + step * self._table[number]
                        improved = True
                        break
        return self._rated(count.points)

    def _grow(self, count: Count) -> Count:
        """With the candidate more that helps most."""
        sums = self._sums(count.points)
        tried = (
            (self._best_threshold(sums + step * self._table[number])[0], -number, step)
            for number in range(len(self._shapes))
            if number not in count.points
            for step in _FIRST_STEPS
        )
        _, number, step = max(tried)
        return self._descend(self._rated(count.points | {-number: step}))

    def find(self, most: int, report: Callable[[int], object] | None = None) -> list[Count]:
        """The best counts found, of two terms up to ``most``.

        Parameters
        ----------
        most : int
        report : callable, optional
            Told that one more step of ``most - 2`` is done.
        """
        count = self._descend(self._rated(dict(enumerate(p.points for p in _START))))
        found = [count]
        for _ in range(most - len(_START)):
            count = self._swap(self._grow(count))
            found.append(count)
            if report:
                report(1)
        return found

    def _swap(self, count: Count) -> Count:
        """Replace one term at a time by the best instead, while that helps."""
        improved = True
        while improved:
            improved = False
            for number in list(count.points):
                if number < len(_START) or number not in count.points:
                    continue
                without = {n: each for n, each in count.points.items() if n != number}
                trial = self._grow(self._descend(self._rated(without)))
                if trial.gain > count.gain + 100 * _LEAST_GAIN:
                    count, improved = trial, True
        return count

    def strategy(self, name: str, count: Count) -> Strategy:
        """A count as a strategy."""
        points = tuple(
            Points(each, self._shapes[number].per, self._shapes[number].condition)
            for number, each in sorted(count.points.items())
        )
        reached = Rule(Decision.CALL, Compared(POINTS, ">=", count.threshold))
        return Strategy(name, (FIRST, reached, Rule(Decision.FOLD, None)), points)
