"""Sums of independent rounds: the chance of each, exact or in floats with a bound on the error.

The exact ones are powers of a polynomial with whole coefficients. Of the floats, the parts of the
error are these:

- Chances left out, of results far from the mean, are bounded with Chernoff's inequality; for
  the running result, with Doob's for the exponential martingale.
- The characteristic function phi of a round is taken about its likeliest result, by its distance
  from 1, with angles reduced as whole numbers: where it is so near to 1 that it counts, in the
  power of N rounds, it has a small error e. That of the power is at most
  N * e * (abs(phi) + e) ** (N - 1), frequency by frequency; by Parseval and Cauchy-Schwarz the
  errors of all chances together are at most the root of the sum of its squares.
- A Fourier transform of length L is taken to round by at most 4 * log2(L) units of the last
  place of the sum of what goes in. Measured errors are far smaller.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

from solver.distribution import Distribution, common_step

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_STEPS = 2**21
"""How many different results a session computed with floats may have to tell apart."""

MOST_EXACT_BITS = 2**29
"""How much an exact session may hold: 64 MiB."""

EPS = 2.0**-52
"""The distance from 1 to the next float."""

LEFT_OUT = 1e-18
"""The chance of what a single bound leaves out."""


class SessionError(ValueError):
    """A session that cannot be played, or is too wide to be computed."""


@dataclass(frozen=True)
class Lattice:
    """Where the results of so many rounds lie: at ``lowest`` plus whole multiples of ``step``.

    The places (multiples) of one round's results start at zero and have no common divisor.

    Examples
    --------
    >>> game = Distribution.from_weights([(-1, 2), (2, 1), (5, 1)])
    >>> lattice = Lattice.of(game, 10)
    >>> lattice.lowest, lattice.step, lattice.places, lattice.result(4)
    (Fraction(-10, 1), Fraction(3, 1), (0, 1, 2), Fraction(2, 1))
    """

    rounds: int
    lowest: Fraction
    step: Fraction
    places: tuple[int, ...]
    chances: tuple[Fraction, ...]

    @classmethod
    def of(cls, one_round: Distribution, rounds: int) -> Lattice:
        """That of ``rounds`` times ``one_round``."""
        first = one_round.results[0]
        step = common_step(result - first for result in one_round.results)
        places = tuple(int((result - first) / step) for result in one_round.results)
        return cls(rounds, rounds * first, step, places, tuple(c for _, c in one_round.chances))

    def place(self, result: Fraction | int) -> Fraction:
        """Where a result is; off the lattice if that is not whole."""
        return (result - self.lowest) / self.step

    def result(self, place: int) -> Fraction:
        """The result at a place, in antes."""
        return self.lowest + place * self.step


@dataclass(frozen=True)
class ExactChances:
    """Chances of places as whole weights, in ``total`` parts."""

    places: Sequence[int]
    weights: Sequence[int]
    total: int

    def at_most(self, place: int) -> Fraction:
        """The chance of all places up to this one."""
        return Fraction(sum(self.weights[: bisect_right(self.places, place)]), self.total)

    def chance(self, place: int) -> Fraction:
        """The chance of this place."""
        at = bisect_left(self.places, place)
        found = at < len(self.places) and self.places[at] == place
        return Fraction(self.weights[at], self.total) if found else Fraction(0)

    def quantile(self, p: Fraction) -> int:
        """The first place whose cumulative chance is at least ``p``."""
        least = p * self.total
        sums = accumulate(self.weights)
        return next(k for k, below in zip(self.places, sums, strict=True) if below >= least)

    @property
    def probabilities(self) -> NDArray[np.float64]:
        """The chances of ``places``, rounded."""
        import numpy as np

        return np.array([weight / self.total for weight in self.weights])


@dataclass(frozen=True, eq=False)
class FloatingChances:
    """Chances of places as floats; ``last`` is the highest place that has a chance."""

    places: NDArray[np.int64]
    probabilities: NDArray[np.float64]
    last: int
    spread_error: float

    @cached_property
    def _sums(self) -> NDArray[np.float64]:
        import numpy as np

        return np.minimum(_running_sums(self.probabilities), 1)

    @property
    def error(self) -> float:
        """Of cumulative chances: that of all chances together, and of adding them up."""
        return self.spread_error + 2 * EPS * (2 * math.isqrt(len(self.places)) + 4)

    def at_most(self, place: int) -> float:
        """The chance of all places up to this one."""
        if place >= self.last:
            return 1.0
        at = int(self.places.searchsorted(place, "right"))
        return float(self._sums[at - 1]) if at else 0.0

    def chance(self, place: int) -> float:
        """The chance of this place."""
        at = int(self.places.searchsorted(place))
        found = at < len(self.places) and self.places[at] == place
        return float(self.probabilities[at]) if found else 0.0

    def quantile(self, p: Fraction) -> int:
        """The first place whose cumulative chance is at least ``p``."""
        at = int(self._sums.searchsorted(float(p)))
        return int(self.places[min(at, len(self.places) - 1)])


def _running_sums(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    """Cumulative sums by rows of a square, whose rounding grows with its side only."""
    import numpy as np

    side = math.isqrt(len(numbers)) + 1
    square = np.zeros(side * side)
    square[: len(numbers)] = numbers
    sums = square.reshape(side, side).cumsum(axis=1)
    sums[1:] += sums[:-1, -1].cumsum()[:, None]
    flat: NDArray[np.float64] = np.maximum.accumulate(sums.ravel()[: len(numbers)])
    return flat


def whole_weights(chances: Sequence[Fraction]) -> tuple[list[int], int]:
    """The chances in whole parts, and how many parts there are."""
    total = math.lcm(*(chance.denominator for chance in chances))
    return [int(chance * total) for chance in chances], total


def product_time(bits: float) -> float:
    """Estimated nanoseconds to multiply a whole number of so many bits by a short one and add."""
    return 250 + bits / 20


def exact_work(lattice: Lattice) -> float:
    """Estimated nanoseconds of `exact_chances`; infinite if they would take too much memory."""
    rounds = lattice.rounds
    bits = rounds * whole_weights(lattice.chances)[1].bit_length()
    places, dense = _count(lattice)
    if places * bits > MOST_EXACT_BITS:
        return math.inf
    return places * (1 if dense else rounds / 2) * (len(lattice.places) + 2) * product_time(bits)


def _count(lattice: Lattice) -> tuple[int, bool]:
    """How many places a session can end at, at most, and whether those are all up to the last."""
    rounds = lattice.rounds
    all_places = lattice.places[-1] * rounds + 1
    if rounds > 200:
        return all_places, True
    kinds = len(lattice.places) - 1
    sparse = min(
        (lattice.places[kinds - high] * rounds + 1) * math.comb(rounds + high, high)
        for high in range(min(kinds, 20) + 1)
    )
    return (sparse, False) if sparse * rounds < all_places else (all_places, True)


def exact_chances(lattice: Lattice) -> ExactChances:
    """Chances with whole numbers, however long they take."""
    rounds = lattice.rounds
    weights, total = whole_weights(lattice.chances)
    _, dense = _count(lattice)
    power = (_dense_power if dense else _sparse_power)(lattice.places, weights, rounds)
    kept = {place: weight for place, weight in power.items() if weight}
    return ExactChances(tuple(kept), tuple(kept.values()), total**rounds)


def _dense_power(places: Sequence[int], weights: Sequence[int], rounds: int) -> dict[int, int]:
    """Coefficients of a power of the polynomial whose constant term is the first weight.

    With P the polynomial and Q its power, P * Q' = N * P' * Q gives each coefficient from the
    ones before it.
    """
    first, *others = weights
    terms = list(zip(places[1:], others, strict=True))
    power = [first**rounds]
    for k in range(1, places[-1] * rounds + 1):
        total = 0
        for place, weight in terms:
            if place > k:
                break
            total += ((rounds + 1) * place - k) * weight * power[k - place]
        power.append(total // (k * first))
    return dict(enumerate(power))


def _sparse_power(places: Sequence[int], weights: Sequence[int], rounds: int) -> dict[int, int]:
    power = {0: 1}
    for _ in range(rounds):
        longer: dict[int, int] = {}
        for at, weight in power.items():
            for place, factor in zip(places, weights, strict=True):
                longer[at + place] = longer.get(at + place, 0) + weight * factor
        power = longer
    return dict(sorted(power.items()))


def floating_chances(lattice: Lattice) -> FloatingChances:
    """Chances by Fourier transform; rare high results apart if the range is too long for one.

    Then the number of rounds with one of those is binomial, and given that number the session
    is a sum of so many high results and of all others, each of them computed by itself.

    Raises
    ------
    SessionError
        If even so there are more than MOST_STEPS places to tell apart.
    """
    import numpy as np

    rounds = lattice.rounds
    last = lattice.places[-1] * rounds
    whole = Law.of(lattice.places, lattice.chances)
    low, high = whole.window(rounds)
    if high - low < MOST_STEPS:
        chances, error = whole.sum_of(rounds, low, high)
        return FloatingChances(np.arange(low, high + 1), chances, last, error)
    for ordinary in range(len(lattice.places) - 1, 0, -1):
        parts = _with_rare(lattice, ordinary)
        if parts is not None:
            break
    else:
        raise SessionError(
            f"spread of the results: expected at most {MOST_STEPS:,} steps of {lattice.step} "
            f"antes, found {high - low:,} after {rounds:,} rounds"
        )
    places, inverse = np.unique(np.concatenate([p for p, _, _ in parts]), return_inverse=True)
    chances = np.zeros(len(places))
    np.add.at(chances, inverse, np.concatenate([c for _, c, _ in parts]))
    error = sum(e for _, _, e in parts) + (len(parts) + 4) * EPS + 4 * LEFT_OUT
    return FloatingChances(places, chances, last, error)


def _with_rare(
    lattice: Lattice, ordinary: int
) -> list[tuple[NDArray[np.int64], NDArray[np.float64], float]] | None:
    """Parts of a session's chances (places, chances, error) by the results above ``ordinary``.

    None if the parts would be more than MOST_STEPS places together.
    """
    import numpy as np

    rounds = lattice.rounds
    rare = sum(lattice.chances[ordinary:], Fraction(0))
    mean_rare = float(rounds * rare)
    if mean_rare > 100:
        return None
    law = Law.of(lattice.places[:ordinary], [c / (1 - rare) for c in lattice.chances[:ordinary]])
    odds = float(rare / (1 - rare))
    high_results = [
        (place, float(chance / rare))
        for place, chance in zip(lattice.places[ordinary:], lattice.chances[ordinary:], strict=True)
    ]
    share = math.exp(rounds * math.log1p(-float(rare)))
    offsets = {0: 1.0}
    parts: list[tuple[NDArray[np.int64], NDArray[np.float64], float]] = []
    size = 0
    for times in range(rounds + 1):
        left = rounds - times
        low, high = law.window(left) if left else (0, 0)
        size += (high - low + 1) * len(offsets)
        if size > MOST_STEPS or len(parts) + len(offsets) > 2_000:
            return None
        sums, error = law.sum_of(left, low, high)
        rounding = (4 * times + 4 * mean_rare + 16) * EPS
        parts.extend(
            (
                np.arange(low, high + 1) + at,
                sums * (share * chance),
                share * chance * (error + rounding),
            )
            for at, chance in offsets.items()
        )
        # From here on each share is less than half the one before it.
        if times > 2 * mean_rare + 2 and share < LEFT_OUT:
            break
        share *= left / (times + 1) * odds
        further: dict[int, float] = {}
        for at, chance in offsets.items():
            for place, factor in high_results:
                further[at + place] = further.get(at + place, 0.0) + chance * factor
        offsets = further
    return parts


def reach(
    steps: NDArray[np.float64], chances: NDArray[np.float64], rounds: int, left_out: float
) -> int:
    """A height that a walk of so many rounds passes, at any time, with chance ``left_out`` at most.

    For every t > 0 the chance to reach x is at most exp(-t x) * max(1, E exp(t step)) ** rounds;
    the best of many t is taken.
    """
    import numpy as np

    highest = float(steps.max())
    if highest <= 0:
        return 0
    need = -math.log(left_out)
    square = float(chances @ steps**2)
    scale = math.sqrt(2 * need / (rounds * square))
    t = np.geomspace(scale * 1e-4, scale * 1e4, 400)
    with np.errstate(over="ignore"):
        growth = np.expm1(np.outer(t, steps))
    slack = (len(steps) + 8) * EPS * (np.abs(growth) @ chances)
    gain = np.log1p(np.maximum(growth @ chances + slack, 0))
    best = float(((rounds * gain + need) / t).min())
    return math.ceil(min(best, rounds * highest) * (1 + 1e-9))


@dataclass(frozen=True, eq=False)
class Law:
    """One round's whole-numbered steps, with floats for their chances."""

    places: NDArray[np.int64]
    chances: NDArray[np.float64]
    mean: Fraction
    centred: NDArray[np.float64]

    @classmethod
    def of(cls, places: Sequence[int], chances: Sequence[Fraction]) -> Law:
        """From exact chances."""
        import numpy as np

        mean = sum((k * c for k, c in zip(places, chances, strict=True)), Fraction(0))
        return cls(
            np.array(places, np.int64),
            np.array([float(chance) for chance in chances]),
            mean,
            np.array([float(place - mean) for place in places]),
        )

    def window(self, rounds: int) -> tuple[int, int]:
        """The places between which a sum of rounds lies but for a chance of 2e-18."""
        up = reach(self.centred, self.chances, rounds, LEFT_OUT)
        down = reach(-self.centred, self.chances, rounds, LEFT_OUT)
        return (
            max(math.floor(rounds * self.mean) - down, rounds * int(self.places[0])),
            min(math.ceil(rounds * self.mean) + up, rounds * int(self.places[-1])),
        )

    def sum_of(self, rounds: int, low: int, high: int) -> tuple[NDArray[np.float64], float]:
        """Chances that a sum of rounds is ``low`` to ``high``, a `window`, and their error.

        The error is that of all chances together, with the chance of what lies outside.
        """
        import numpy as np

        if low == high:
            return np.ones(1), 0.0
        size = fft_size(high - low + 1)
        likeliest = int(self.places[self.chances.argmax()])
        x, y, turned = np.zeros((3, size // 2 + 1))
        for place, chance in zip(self.places.tolist(), self.chances, strict=True):
            turn = _turns(place - likeliest, size)
            y += chance * np.sin(turn)
            x -= chance * (2 * np.sin(turn / 2) ** 2)
            turned += chance * np.abs(turn)
        length = np.hypot(1 + x, y)
        short = length < 0.5
        log_length = np.where(
            short,
            np.log(np.maximum(length, 1e-300)),
            0.5 * np.log1p(np.maximum(2 * x + x * x + y * y, -0.9)),
        )
        phase = np.arctan2(y, 1 + x)
        shift = _turns(low - rounds * likeliest, size)
        spectrum = np.exp(rounds * log_length + 1j * (shift - rounds * phase))
        one = EPS * ((len(self.places) + 20) * turned + 4 * short)
        each = np.minimum(length + one, 1) ** (rounds - 1) * (
            rounds * (one + EPS * (2 * np.abs(phase) + 4 * np.minimum(-log_length, 700))) + 24 * EPS
        )
        # Frequencies stand for two each, all but the first and the middle one.
        power = math.sqrt(2 * float(each @ each))
        found = np.fft.irfft(spectrum, size)[: high - low + 1]
        chances: NDArray[np.float64] = np.maximum(found, 0)
        return chances, power + fft_rounding(chances, size) + 4 * LEFT_OUT


def _turns(places: int, size: int) -> NDArray[np.float64]:
    """The angles, -pi to pi, by which so many places turn the frequencies of a transform."""
    import numpy as np

    turns = np.arange(size // 2 + 1) * (places % size) % size
    turns[turns > size // 2] -= size
    return turns.astype(np.float64) * (2 * math.pi / size)


def fft_rounding(chances: NDArray[np.float64], size: int) -> float:
    """What a transform of this size adds to the error of chances at most, all together.

    The root of the size is by Cauchy-Schwarz.
    """
    return 4 * EPS * math.log2(size) * math.sqrt(size * float(chances @ chances))


def fft_size(least: int) -> int:
    """The least 2**k or 3 * 2**k, at least ``least`` and even.

    Examples
    --------
    >>> [fft_size(least) for least in (1, 5, 7, 97)]
    [2, 6, 8, 128]
    """
    power = 1 << max(least - 1, 1).bit_length()
    return power * 3 // 4 if power >= 8 and power * 3 // 4 >= least else power
