"""The chance that a running net result falls to a barrier: that a bankroll is lost on the way.

Exact by going through the rounds one by one; in floats by moving on many rounds at once.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from solver.convolution import (
    EPS,
    LEFT_OUT,
    MOST_STEPS,
    Law,
    SessionError,
    fft_rounding,
    fft_size,
    product_time,
    reach,
    whole_weights,
)
from solver.distribution import Distribution

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_RUIN_WORK = 1e11
"""How long the chance of ruin may take with floats, in estimated nanoseconds."""

MOST_LEAP_SIZE = 300_000
"""How many chances a matrix may hold: what a processor's cache does."""


@dataclass(frozen=True)
class Walk:
    """A bankroll in steps, and what a round moves it by; the player is ruined at zero.

    Examples
    --------
    >>> coin = Distribution.from_weights([(-1, 1), (1, 1)])
    >>> Walk.of(coin, Fraction(2)).exact_ruin(4)
    Fraction(3, 8)
    """

    start: int
    moves: tuple[int, ...]
    chances: tuple[Fraction, ...]

    @classmethod
    def of(cls, one_round: Distribution, bankroll: Fraction) -> Walk:
        """That of a bankroll in antes."""
        step = one_round.step
        return cls(
            math.ceil(bankroll / step),
            tuple(int(result / step) for result in one_round.results),
            tuple(chance for _, chance in one_round.chances),
        )

    @property
    def largest_loss(self) -> int:
        """What a round can lose at most."""
        return max(-self.moves[0], 0)

    def exact_work(self, rounds: int) -> float:
        """Estimated nanoseconds of `exact_ruin`."""
        if self.start > self.largest_loss * rounds:
            return 0
        heights = self.largest_loss * rounds**2 / 2
        bits = rounds * whole_weights(self.chances)[1].bit_length() / 2
        return heights * len(self.moves) * product_time(bits)

    def exact_ruin(self, rounds: int) -> Fraction:
        """The chance of ruin, with whole numbers; heights that are out of danger are dropped."""
        if len(self.moves) == 1:
            return Fraction(self.start <= self.largest_loss * rounds)
        weights, total = whole_weights(self.chances)
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
        """The chance of ruin and a bound on its error, with floats.

        Raises
        ------
        SessionError
            If that is estimated to take more than MOST_RUIN_WORK, or the bankroll is more than
            MOST_STEPS and in danger.
        """
        if self.start > self.largest_loss * rounds:
            return 0.0, 0.0
        return _Swarm(self, rounds).ruin(self.start, rounds)


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

    def __init__(self, walk: Walk, rounds: int) -> None:
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
        self._law = Law.of(kept, [chance / stay for chance in walk.chances[: len(kept)]])
        self._kernels: dict[int, tuple[NDArray[np.float64], int, float]] = {}
        self._spectra: dict[tuple[int, int], NDArray[np.complex128]] = {}
        self._leaps: dict[int, _Leap] = {}
        self._ruined = 0.0
        self._error = 8 * LEFT_OUT
        self._leap = 1
        while self._longer_leap_pays(rounds):
            self._leap *= 2

    def ruin(self, start: int, rounds: int) -> tuple[float, float]:
        """The chance of ruin from a height, and a bound on its error."""
        import numpy as np

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
            height = reach(-self._all_moves, self._all_chances, rounds, LEFT_OUT)
            self._danger[rounds] = min(height, self._largest_loss * rounds)
        return self._danger[rounds]

    def _rise(self, rounds: int) -> int:
        moves = self._law.places.astype(float)
        return min(reach(moves, self._law.chances, rounds, LEFT_OUT), self._top)

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
        return 60_000 + 30 * fft_size(2 * (self.danger(rounds) + self._rise(rounds)))

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
        self._error += mass * (rounding * EPS + leap.left_out)
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
        left_out = float(heights[:, ~kept].sum(axis=1).max()) + LEFT_OUT
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
            self._kernels[rounds] = kept, low, error + 8 * EPS + 4 * LEFT_OUT
        return self._kernels[rounds]

    def _carry(self, far: NDArray[np.float64], rounds: int) -> NDArray[np.float64]:
        """Move heights that are out of danger by a convolution."""
        import numpy as np

        kernel, low, error = self._kernel(rounds)
        length = len(far) + len(kernel) - 1
        size = fft_size(length)
        if (rounds, size) not in self._spectra:
            self._spectra[rounds, size] = np.fft.rfft(kernel, size)
        product = np.fft.rfft(far, size) * self._spectra[rounds, size]
        carried = np.maximum(np.fft.irfft(product, size)[:length], 0)
        mass = float(far.sum())
        self._error += mass * (error + 3 * fft_rounding(kernel, size) + 4 * LEFT_OUT)
        lowest = self.danger(rounds) + low
        return np.concatenate((np.zeros(lowest), carried))
