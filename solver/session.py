"""Sessions: the net result of many independent rounds, and the chance of ruin on the way.

Short sessions are computed with whole numbers only. For longer ones the chances are floats with
an upper bound on their error, in which the parts are these:

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
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

from solver.distribution import Distribution, common_step, square_root

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_ROUNDS = 1_000_000
"""The longest session."""

MOST_STEPS = 2**21
"""How many different results a session computed with floats may have to tell apart."""

MOST_EXACT_WORK = 1e9
"""How long an exact session may take, in estimated nanoseconds."""

MOST_EXACT_BITS = 2**29
"""How much an exact session may hold: 64 MiB."""

MOST_RUIN_WORK = 1e11
"""How long the chance of ruin may take with floats, in estimated nanoseconds."""

MOST_LEAP_SIZE = 300_000
"""How many chances a matrix may hold: what a processor's cache does."""

_EPS = 2.0**-52
_LEFT_OUT = 1e-18
"""The chance of what a single bound leaves out."""

_FFT_ROUNDING = 4 * _EPS


class SessionError(ValueError):
    """A session that cannot be played, or is too wide to be computed."""


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
    _lattice: _Lattice = field(repr=False, compare=False)
    _chances: _Exact | _Floating = field(repr=False, compare=False)

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
        return self._chances.at_most(math.floor(self._place(result)))

    def chance(self, result: Fraction | int) -> Fraction | float:
        """The chance of a net result of exactly ``result`` antes."""
        place = self._place(result)
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
        return self._chances.at_most(math.ceil(self._place(0)) - 1)

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
        if isinstance(self._chances, _Floating):
            raise SessionError("distribution: expected an exact session, found one with floats")
        return Distribution.from_weights(
            (self._lattice.result(place), weight)
            for place, weight in zip(self._chances.places, self._chances.weights, strict=True)
        )

    def _place(self, result: Fraction | int) -> Fraction:
        return (result - self._lattice.lowest) / self._lattice.step


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
    lattice = _Lattice.of(one_round, rounds)
    walk = None if bankroll is None else _Walk.of(one_round, Fraction(bankroll))
    if exact is None:
        work = _work(lattice, rounds) + (walk.work(rounds) if walk else 0)
        exact = work <= MOST_EXACT_WORK
    ruin: Fraction | float | None = None
    error = 0.0
    chances: _Exact | _Floating
    if exact or len(lattice.places) == 1:
        chances = _exact(lattice, rounds)
        if walk:
            ruin = walk.exact_ruin(rounds)
    else:
        chances = _floating(lattice, rounds)
        error = chances.error
        if walk:
            ruin, ruin_error = walk.ruin(rounds)
            error = max(error, ruin_error)
    return Session(
        one_round,
        rounds,
        None if bankroll is None else Fraction(bankroll),
        isinstance(chances, _Exact),
        error,
        ruin,
        lattice,
        chances,
    )


@dataclass(frozen=True)
class _Lattice:
    """Where the results of a session lie: at ``lowest`` plus whole multiples of ``step``.

    The places (multiples) of one round's results start at zero and have no common divisor.
    """

    lowest: Fraction
    step: Fraction
    places: tuple[int, ...]
    chances: tuple[Fraction, ...]

    @classmethod
    def of(cls, one_round: Distribution, rounds: int) -> _Lattice:
        first = one_round.results[0]
        step = common_step(result - first for result in one_round.results)
        places = tuple(int((result - first) / step) for result in one_round.results)
        return cls(rounds * first, step, places, tuple(c for _, c in one_round.chances))

    def result(self, place: int) -> Fraction:
        return self.lowest + place * self.step


@dataclass(frozen=True)
class _Exact:
    """Chances of places as whole weights, in ``total`` parts."""

    places: Sequence[int]
    weights: Sequence[int]
    total: int

    def at_most(self, place: int) -> Fraction:
        return Fraction(sum(self.weights[: bisect_right(self.places, place)]), self.total)

    def chance(self, place: int) -> Fraction:
        at = bisect_left(self.places, place)
        found = at < len(self.places) and self.places[at] == place
        return Fraction(self.weights[at], self.total) if found else Fraction(0)

    def quantile(self, p: Fraction) -> int:
        least = p * self.total
        sums = accumulate(self.weights)
        return next(k for k, below in zip(self.places, sums, strict=True) if below >= least)

    @property
    def probabilities(self) -> NDArray[np.float64]:
        import numpy as np

        return np.array([weight / self.total for weight in self.weights])


@dataclass(frozen=True, eq=False)
class _Floating:
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
        return self.spread_error + 2 * _EPS * (2 * math.isqrt(len(self.places)) + 4)

    def at_most(self, place: int) -> float:
        if place >= self.last:
            return 1.0
        at = int(self.places.searchsorted(place, "right"))
        return float(self._sums[at - 1]) if at else 0.0

    def chance(self, place: int) -> float:
        at = int(self.places.searchsorted(place))
        found = at < len(self.places) and self.places[at] == place
        return float(self.probabilities[at]) if found else 0.0

    def quantile(self, p: Fraction) -> int:
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


def _whole_weights(chances: Sequence[Fraction]) -> tuple[list[int], int]:
    total = math.lcm(*(chance.denominator for chance in chances))
    return [int(chance * total) for chance in chances], total


def _product_time(bits: float) -> float:
    """Estimated nanoseconds to multiply a whole number of so many bits by a short one and add."""
    return 250 + bits / 20


def _work(lattice: _Lattice, rounds: int) -> float:
    """Estimated nanoseconds of `_exact`."""
    bits = rounds * _whole_weights(lattice.chances)[1].bit_length()
    places, dense = _count(lattice, rounds)
    if places * bits > MOST_EXACT_BITS:
        return math.inf
    return places * (1 if dense else rounds / 2) * (len(lattice.places) + 2) * _product_time(bits)


def _count(lattice: _Lattice, rounds: int) -> tuple[int, bool]:
    """How many places a session can end at, at most, and whether those are all up to the last."""
    all_places = lattice.places[-1] * rounds + 1
    if rounds > 200:
        return all_places, True
    kinds = len(lattice.places) - 1
    sparse = min(
        (lattice.places[kinds - high] * rounds + 1) * math.comb(rounds + high, high)
        for high in range(min(kinds, 20) + 1)
    )
    return (sparse, False) if sparse * rounds < all_places else (all_places, True)


def _exact(lattice: _Lattice, rounds: int) -> _Exact:
    weights, total = _whole_weights(lattice.chances)
    if _count(lattice, rounds)[1]:
        powers = dict(enumerate(_dense_power(lattice.places, weights, rounds)))
    else:
        powers = _sparse_power(lattice.places, weights, rounds)
    places = [place for place, weight in powers.items() if weight]
    return _Exact(places, [powers[place] for place in places], total**rounds)


def _dense_power(places: Sequence[int], weights: Sequence[int], rounds: int) -> list[int]:
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
    return power


def _sparse_power(places: Sequence[int], weights: Sequence[int], rounds: int) -> dict[int, int]:
    power = {0: 1}
    for _ in range(rounds):
        longer: dict[int, int] = {}
        for at, weight in power.items():
            for place, factor in zip(places, weights, strict=True):
                longer[at + place] = longer.get(at + place, 0) + weight * factor
        power = longer
    return dict(sorted(power.items()))


def _floating(lattice: _Lattice, rounds: int) -> _Floating:
    """Chances by Fourier transform; rare high results apart if the range is too long for one.

    Then the number of rounds with one of those is binomial, and given that number the session
    is a sum of so many high results and of all others, each of them computed by itself.
    """
    import numpy as np

    last = lattice.places[-1] * rounds
    whole = _Law.of(lattice.places, lattice.chances)
    low, high = whole.window(rounds)
    if high - low < MOST_STEPS:
        chances, error = whole.sum_of(rounds, low, high)
        return _Floating(np.arange(low, high + 1), chances, last, error)
    for ordinary in range(len(lattice.places) - 1, 0, -1):
        parts = _with_rare(lattice, rounds, ordinary)
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
    error = sum(e for _, _, e in parts) + (len(parts) + 4) * _EPS + 4 * _LEFT_OUT
    return _Floating(places, chances, last, error)


def _with_rare(
    lattice: _Lattice, rounds: int, ordinary: int
) -> list[tuple[NDArray[np.int64], NDArray[np.float64], float]] | None:
    """Parts of a session's chances (places, chances, error) by the results above ``ordinary``.

    None if the parts would be more than MOST_STEPS places together.
    """
    import numpy as np

    rare = sum(lattice.chances[ordinary:], Fraction(0))
    mean_rare = float(rounds * rare)
    if mean_rare > 100:
        return None
    law = _Law.of(lattice.places[:ordinary], [c / (1 - rare) for c in lattice.chances[:ordinary]])
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
        sums, error = law.sum_of(left, low, high) if left else (np.ones(1), 0.0)
        rounding = (4 * times + 4 * mean_rare + 16) * _EPS
        parts.extend(
            (
                np.arange(low, high + 1) + at,
                sums * (share * chance),
                share * chance * (error + rounding),
            )
            for at, chance in offsets.items()
        )
        # From here on each share is less than half the one before it.
        if times > 2 * mean_rare + 2 and share < _LEFT_OUT:
            break
        share *= left / (times + 1) * odds
        further: dict[int, float] = {}
        for at, chance in offsets.items():
            for place, factor in high_results:
                further[at + place] = further.get(at + place, 0.0) + chance * factor
        offsets = further
    return parts


def _reach(
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
    slack = (len(steps) + 8) * _EPS * (np.abs(growth) @ chances)
    gain = np.log1p(np.maximum(growth @ chances + slack, 0))
    best = float(((rounds * gain + need) / t).min())
    return math.ceil(min(best, rounds * highest) * (1 + 1e-9))


@dataclass(frozen=True, eq=False)
class _Law:
    """One round's whole-numbered steps, with floats for their chances."""

    places: NDArray[np.int64]
    chances: NDArray[np.float64]
    mean: Fraction
    centred: NDArray[np.float64]

    @classmethod
    def of(cls, places: Sequence[int], chances: Sequence[Fraction]) -> _Law:
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
        if len(self.places) == 1:
            return (rounds * int(self.places[0]),) * 2
        up = _reach(self.centred, self.chances, rounds, _LEFT_OUT)
        down = _reach(-self.centred, self.chances, rounds, _LEFT_OUT)
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
        size = _fft_size(high - low + 1)
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
        one = _EPS * ((len(self.places) + 20) * turned + 4 * short)
        each = np.minimum(length + one, 1) ** (rounds - 1) * (
            rounds * (one + _EPS * (2 * np.abs(phase) + 4 * np.minimum(-log_length, 700)))
            + 24 * _EPS
        )
        # Frequencies stand for two each, all but the first and the middle one.
        power = math.sqrt(2 * float(each @ each))
        found = np.fft.irfft(spectrum, size)[: high - low + 1]
        chances: NDArray[np.float64] = np.maximum(found, 0)
        inverse = math.sqrt(size) * _FFT_ROUNDING * math.log2(size) * _norm(chances)
        return chances, power + inverse + 4 * _LEFT_OUT


def _turns(places: int, size: int) -> NDArray[np.float64]:
    """The angles, -pi to pi, by which so many places turn the frequencies of a transform."""
    import numpy as np

    turns = np.arange(size // 2 + 1) * (places % size) % size
    turns[turns > size // 2] -= size
    return turns.astype(np.float64) * (2 * math.pi / size)


def _norm(numbers: NDArray[np.float64]) -> float:
    return math.sqrt(float(numbers @ numbers))


def _fft_size(least: int) -> int:
    """The least 2**k or 3 * 2**k, at least ``least`` and even."""
    power = 1 << max(least - 1, 1).bit_length()
    return power * 3 // 4 if power >= 8 and power * 3 // 4 >= least else power


@dataclass(frozen=True)
class _Walk:
    """A bankroll in steps, and what a round moves it by; the player is ruined at zero."""

    start: int
    moves: tuple[int, ...]
    chances: tuple[Fraction, ...]

    @classmethod
    def of(cls, one_round: Distribution, bankroll: Fraction) -> _Walk:
        step = one_round.step
        return cls(
            math.ceil(bankroll / step),
            tuple(int(result / step) for result in one_round.results),
            tuple(chance for _, chance in one_round.chances),
        )

    @property
    def largest_loss(self) -> int:
        return max(-self.moves[0], 0)

    def work(self, rounds: int) -> float:
        """Estimated nanoseconds of `exact_ruin`."""
        if self.start > self.largest_loss * rounds:
            return 0
        heights = self.largest_loss * rounds**2 / 2
        bits = rounds * _whole_weights(self.chances)[1].bit_length() / 2
        return heights * len(self.moves) * _product_time(bits)

    def exact_ruin(self, rounds: int) -> Fraction:
        """The chance of ruin, with whole numbers; heights that are out of danger are dropped."""
        if len(self.moves) == 1:
            return Fraction(self.start <= self.largest_loss * rounds)
        weights, total = _whole_weights(self.chances)
        moves = list(zip(self.moves, weights, strict=True))
        ruined, alive = 0, {self.start: 1}
        for left in range(rounds - 1, -1, -1):
            safe = self.largest_loss * left
            after: dict[int, int] = {}
            ruined *= total
            for height, weight in alive.items():
                for move, factor in moves:
                    at = height + move
                    if at <= 0:
                        ruined += weight * factor
                    elif at <= safe:
                        after[at] = after.get(at, 0) + weight * factor
                    else:
                        break
            alive = after
        return Fraction(ruined, total**rounds)

    def ruin(self, rounds: int) -> tuple[float, float]:
        """The chance of ruin and a bound on its error, with floats."""
        if self.start > self.largest_loss * rounds:
            return 0.0, 0.0
        swarm = _Swarm(self, rounds)
        return swarm.ruin(self.start, rounds)


@dataclass(frozen=True, eq=False)
class _Leap:
    """What some rounds do to heights near zero (rows): the chances to get to ``heights``.

    ``heights`` are columns of an array of ``width``; ``ruined`` are the chances of ruin.
    """

    matrix: NDArray[np.float64]
    heights: NDArray[np.int64]
    width: int
    ruined: NDArray[np.float64]
    left_out: float


class _Swarm:
    """The chances of all heights of a walk, moved on by many rounds at once.

    In a number of rounds only heights near zero are in danger. The others are moved on by one
    convolution; the near ones by half the rounds, twice; and in the end, for a few rounds, by
    a matrix. Chances of heights are arrays that start at height 1.
    """

    def __init__(self, walk: _Walk, rounds: int) -> None:
        import numpy as np

        self._all_moves = np.array(walk.moves, np.float64)
        self._all_chances = np.array([float(chance) for chance in walk.chances])
        self._danger: dict[int, int] = {}
        self._largest_loss = walk.largest_loss
        self._top = self.danger(rounds)
        # A win of more than all danger that is left ends it.
        kept = [m for m in walk.moves if m <= self._top]
        stay = sum(walk.chances[: len(kept)], Fraction(0))
        self._stay = math.log1p(-float(1 - stay)) if stay < 1 else 0.0
        self._law = _Law.of(kept, [chance / stay for chance in walk.chances[: len(kept)]])
        self._kernels: dict[int, tuple[NDArray[np.float64], int, float]] = {}
        self._spectra: dict[tuple[int, int], NDArray[np.complex128]] = {}
        self._leaps: dict[int, _Leap] = {}
        self._ruined = 0.0
        self._error = 0.0
        self._leap = 1
        while self._longer_leap_pays(rounds):
            self._leap *= 2

    def ruin(self, start: int, rounds: int) -> tuple[float, float]:
        """The chance of ruin from a height, and a bound on its error."""
        import numpy as np

        self._error = 8 * _LEFT_OUT
        if start > self._top:
            return 0.0, self._error
        if start > MOST_STEPS:
            raise SessionError(
                f"bankroll: expected at most {MOST_STEPS:,} steps of the results, found {start:,}"
            )
        work = self._work(rounds)
        if work > MOST_RUIN_WORK:
            found = f"{work / 1e9:,.0f}" if work < math.inf else "far more"
            raise SessionError(
                f"chance of ruin: expected at most {MOST_RUIN_WORK / 1e9:,.0f} s of work, "
                f"found {found} for {rounds:,} rounds that lose up to "
                f"{self._largest_loss:,} steps of the results"
            )
        alive = np.zeros(start)
        alive[-1] = 1
        left = rounds
        while left:
            leap = 1 << (left.bit_length() - 1)
            alive = self._advance(alive[: self.danger(left)], leap)
            left -= leap
        return min(self._ruined, 1.0), self._error

    def danger(self, rounds: int) -> int:
        """Heights above this are ruined in so many rounds with a chance of 1e-18 at most."""
        if rounds not in self._danger:
            reach = _reach(-self._all_moves, self._all_chances, rounds, _LEFT_OUT)
            self._danger[rounds] = min(reach, self._largest_loss * rounds)
        return self._danger[rounds]

    def _rise(self, rounds: int) -> int:
        moves = self._law.places.astype(float)
        return min(_reach(moves, self._law.chances, rounds, _LEFT_OUT), self._top)

    def _longer_leap_pays(self, rounds: int) -> bool:
        """Whether to double the rounds of a leap is quicker, with what the matrix takes to make."""
        near, rise = self.danger(2 * self._leap), self._rise(2 * self._leap)
        making = 2 * self._leap * len(self._law.places) * near * (near + rise)
        if 2 * self._leap > rounds or making > min(rounds * 20_000, 50_000_000):
            return False
        carry = self._carry_time(2 * self._leap)
        short, long = (self._leap_of(n * self._leap).matrix.size for n in (1, 2))
        return long <= MOST_LEAP_SIZE and long * 0.5 <= short + carry

    def _carry_time(self, rounds: int) -> float:
        """Estimated nanoseconds of a `_carry` beside heights in danger."""
        return 60_000 + 30 * _fft_size(2 * (self.danger(rounds) + self._rise(rounds)))

    def _work(self, rounds: int) -> float:
        """Estimated nanoseconds for all rounds."""
        near = self.danger(self._leap)
        size = near * (near + self._rise(self._leap))
        if size > 20_000_000:
            return math.inf
        work = 0.5 * size * rounds / self._leap
        leap = self._leap
        while leap <= rounds:
            work += rounds / leap * self._carry_time(leap)
            leap *= 2
        return work

    def _advance(self, alive: NDArray[np.float64], rounds: int) -> NDArray[np.float64]:
        """The chances of heights after so many rounds, a power of two; the ruined are gone."""
        import numpy as np

        danger = self.danger(rounds)
        near, far = alive[:danger], alive[danger:]
        moved: NDArray[np.float64] = np.zeros(0)
        mass = float(near.sum())
        if mass < 1e-25:
            # So small that even all of them do not count.
            self._error += mass
        elif rounds <= self._leap:
            moved = self._leap_on(near, mass, rounds)
        else:
            moved = self._advance(self._advance(near, rounds // 2), rounds // 2)
        if len(far):
            carried = self._carry(far, rounds)
            if len(carried) < len(moved):
                carried, moved = moved, carried
            carried[: len(moved)] += moved
            moved = carried
        return moved[: self._top]

    def _leap_on(self, near: NDArray[np.float64], mass: float, rounds: int) -> NDArray[np.float64]:
        """Move near heights on by a matrix."""
        import numpy as np

        leap = self._leap_of(rounds)
        self._ruined += float(near @ leap.ruined[: len(near)])
        rounding = rounds * (len(self._law.places) + 4) + 2 * len(near) + 16
        self._error += mass * (rounding * _EPS + leap.left_out)
        moved = np.zeros(leap.width)
        moved[leap.heights] = near @ leap.matrix[: len(near)]
        return moved

    def _leap_of(self, rounds: int) -> _Leap:
        import numpy as np

        if rounds in self._leaps:
            return self._leaps[rounds]
        near = self.danger(rounds)
        width = near + self._rise(rounds)
        heights = np.eye(near, width)
        ruined = np.zeros(near)
        chances = self._law.chances * math.exp(self._stay)
        for _ in range(rounds):
            after = np.zeros((near, width))
            for move, chance in zip(self._law.places.tolist(), chances, strict=True):
                if move >= 0:
                    after[:, move:] += chance * heights[:, : max(width - move, 0)]
                else:
                    lost = min(-move, width)
                    ruined += chance * heights[:, :lost].sum(axis=1)
                    after[:, : width - lost] += chance * heights[:, lost:]
            heights = after
        kept = heights.max(axis=0) > 1e-22
        left_out = float(heights[:, ~kept].sum(axis=1).max()) + _LEFT_OUT
        leap = _Leap(heights[:, kept], np.flatnonzero(kept), width, ruined, left_out)
        self._leaps[rounds] = leap
        return leap

    def _kernel(self, rounds: int) -> tuple[NDArray[np.float64], int, float]:
        """Chances of the sum of rounds, the lowest one, and their error together."""
        import numpy as np

        if rounds not in self._kernels:
            low, high = self._law.window(rounds)
            low = max(low, -self.danger(rounds))
            # Without the wins that end all danger, all that is left may be next to impossible.
            chances, error = (
                self._law.sum_of(rounds, low, high) if low <= high else (np.zeros(1), 0.0)
            )
            kept = chances[: max(self._top - low, 0) + 1] * math.exp(rounds * self._stay)
            self._kernels[rounds] = kept, low, error + 8 * _EPS + 4 * _LEFT_OUT
        return self._kernels[rounds]

    def _carry(self, far: NDArray[np.float64], rounds: int) -> NDArray[np.float64]:
        """Move heights that are out of danger by a convolution."""
        import numpy as np

        kernel, low, error = self._kernel(rounds)
        length = len(far) + len(kernel) - 1
        size = _fft_size(length)
        if (rounds, size) not in self._spectra:
            self._spectra[rounds, size] = np.fft.rfft(kernel, size)
        product = np.fft.rfft(far, size) * self._spectra[rounds, size]
        carried = np.maximum(np.fft.irfft(product, size)[:length], 0)
        mass = float(far.sum())
        rounding = 3 * math.sqrt(size) * _FFT_ROUNDING * math.log2(size) * _norm(kernel)
        self._error += mass * (error + rounding + 4 * _LEFT_OUT)
        lowest = self.danger(rounds) + low
        return np.concatenate((np.zeros(lowest), carried)) if lowest else carried
