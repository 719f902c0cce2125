"""Sessions: exact results, and floats that are no further from them than they say."""

import math
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate, product
from typing import Any

import numpy as np
import pytest
from example_rounds import (
    COIN,
    GAME,
    HALF,
    HALVES,
    MEAN,
    WINDFALL,
    bankrolls,
    gap,
    small_rounds,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.distribution import Distribution
from solver.session import MOST_ROUNDS, SessionError, check_session, play_session


def nets(one_round: Distribution, rounds: int) -> Iterator[tuple[list[Fraction], Fraction]]:
    """Every course of a session: the running net results, and the chance."""
    for course in product(one_round.chances, repeat=rounds):
        yield (
            list(accumulate(result for result, _ in course)),
            math.prod((chance for _, chance in course), start=Fraction(1)),
        )


def normal(x: float) -> float:
    """The chance that a standard normal number is at most ``x``."""
    return math.erfc(-x / math.sqrt(2)) / 2


def binomial_sums(count: int, places: set[int]) -> dict[int, Fraction]:
    """Chances that so many tosses of a coin bring at most some number of heads."""
    ways, total, sums = 1, 0, {}
    for heads in range(max(places) + 1):
        total += ways
        if heads in places:
            sums[heads] = Fraction(total, 1 << count)
        ways = ways * (count - heads) // (heads + 1)
    return sums


@settings(max_examples=40, deadline=None)
@given(small_rounds, st.integers(1, 4), bankrolls)
def test_every_course_of_a_short_session(
    one_round: Distribution, rounds: int, bankroll: Fraction
) -> None:
    ends: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    ruin = Fraction(0)
    for running, chance in nets(one_round, rounds):
        ends[running[-1]] += chance
        ruin += chance * (min(running) <= -bankroll)
    played = play_session(one_round, rounds, bankroll)
    assert (played.exact, played.error) == (True, 0)
    assert dict(played.distribution.chances) == ends
    assert played.ruin == ruin
    for at in (Fraction(-2), Fraction(0), Fraction(1, 3), Fraction(5, 2)):
        assert played.chance(at) == ends[at]
        assert played.at_most(at) == sum(chance for end, chance in ends.items() if end <= at)


@settings(max_examples=40, deadline=None)
@given(small_rounds, st.integers(1, 12), bankrolls)
def test_floats_are_within_their_error_for_any_round(
    one_round: Distribution, rounds: int, bankroll: Fraction
) -> None:
    true = play_session(one_round, rounds, bankroll, exact=True)
    played = play_session(one_round, rounds, bankroll, exact=False)
    assert played.exact == (len(one_round.chances) == 1)
    assert played.error < 1e-11
    assert gap(true.ruin, played.ruin) <= played.error
    for result in true.distribution.results:
        assert gap(true.at_most(result), played.at_most(result)) <= played.error


@settings(max_examples=40, deadline=None)
@given(small_rounds, st.integers(1, 30))
def test_moments_are_those_of_the_chances(one_round: Distribution, rounds: int) -> None:
    played = play_session(one_round, rounds)
    assert played.ruin is None
    assert played.mean == rounds * one_round.mean == played.distribution.mean
    assert played.variance == rounds * one_round.variance == played.distribution.variance
    assert played.standard_deviation == played.distribution.standard_deviation
    assert played.up + played.even + played.down == 1
    assert played.up == played.distribution.hit_frequency


@given(small_rounds, bankrolls)
def test_a_session_of_one_round_is_the_round(one_round: Distribution, bankroll: Fraction) -> None:
    played = play_session(one_round, 1, bankroll)
    assert played.distribution == one_round
    assert played.ruin == one_round.chance_of(lambda result: result <= -bankroll)


@settings(max_examples=40, deadline=None)
@given(small_rounds, st.integers(1, 20), st.fractions(0, 1).filter(bool), st.booleans())
def test_quantiles(one_round: Distribution, rounds: int, p: Fraction, exact: bool) -> None:
    played = play_session(one_round, rounds, exact=exact)
    true = play_session(one_round, rounds, exact=True)
    at = played.quantile(p)
    below = [result for result in true.distribution.results if result < at]
    error = Fraction(played.error)
    assert true.at_most(at) >= p - error
    assert not below or true.at_most(below[-1]) < p + error
    assert played.quantile(Fraction(1)) == rounds * one_round.results[-1]
    if exact:
        assert played.quantile(Fraction(1, 10**30)) == rounds * one_round.results[0]


@pytest.mark.parametrize(
    ("one_round", "rounds", "bankroll"),
    [
        (GAME, 60, 30),
        (GAME, 160, 45),
        (HALVES, 61, 20),
        (MEAN, 150, 12),
        (COIN, 97, 9),
        (WINDFALL, 120, 12),
    ],
    ids=["game, 60", "game, 160", "halves", "mean", "coin", "windfall"],
)
def test_floats_are_within_their_error(one_round: Distribution, rounds: int, bankroll: int) -> None:
    true = play_session(one_round, rounds, bankroll, exact=True)
    played = play_session(one_round, rounds, bankroll, exact=False)
    assert not played.exact
    assert 0 < played.error < 1e-11
    assert gap(true.ruin, played.ruin) <= played.error
    assert 1e-3 < float(gap(true.ruin, 0)) < 1
    exact = dict(zip(true.results.tolist(), np.cumsum(true.probabilities), strict=True))
    found = dict(zip(played.results.tolist(), np.cumsum(played.probabilities), strict=True))
    common = exact.keys() & found.keys()
    assert len(common) > 50
    # The sums here are rounded as well.
    assert max(abs(exact[r] - found[r]) for r in common) <= played.error + len(exact) * 2e-16
    chances = zip(true.results.tolist(), true.probabilities, strict=True)
    assert sum(chance for result, chance in chances if result not in found) < 1e-16
    for p in (Fraction(1, 100), HALF, Fraction(9, 10)):
        assert played.quantile(p) == true.quantile(p)


@pytest.mark.parametrize(("rounds", "bankroll"), [(20, 15), (50, 50)])
def test_short_sessions_are_exact(rounds: int, bankroll: int) -> None:
    assert play_session(GAME, rounds, bankroll).exact
    assert play_session(HALVES, rounds, bankroll).exact


def test_a_hundred_thousand_tosses() -> None:
    rounds, bankroll = 100_000, 300
    places = {49_300, 49_849, 49_850, 50_000, 50_400}
    sums = binomial_sums(rounds, places)
    played = play_session(COIN, rounds, bankroll, exact=False)
    assert played.error < 1e-9
    for heads in places:
        assert gap(sums[heads], played.at_most(2 * heads - rounds)) <= played.error
    # Mirrored at the barrier, each course that was ruined and ends above it ends below.
    assert gap(sums[49_850] + sums[49_849], played.ruin) <= played.error
    assert gap(2 * sums[50_000] - 1, played.even) <= 2 * played.error
    assert gap(1 - sums[50_000], played.down) <= played.error
    assert played.up + played.even + played.down == pytest.approx(1, abs=2 * played.error)


def test_a_hundred_thousand_rounds() -> None:
    played = play_session(GAME, 100_000, 1_000)
    assert played.error < 1e-9
    weights, results = played.probabilities, played.results
    assert float(weights.sum()) == pytest.approx(1, abs=played.error)
    assert float(weights @ results) == pytest.approx(float(played.mean), abs=1e-5)
    spread = (results - float(played.mean)) ** 2
    assert float(weights @ spread) == pytest.approx(float(played.variance), rel=1e-9)
    # The walk is near Brownian motion with this drift, for which ruin has a closed form; the
    # skewness of the rounds and the overshoot of the last loss are what remains.
    drift, sd = float(played.mean), float(played.standard_deviation)
    brownian = normal((-1_000 - drift) / sd) + math.exp(-2_000 * drift / sd**2) * normal(
        (-1_000 + drift) / sd
    )
    assert played.ruin == pytest.approx(brownian, abs=4e-3)
    assert gap(played.ruin, 0) >= gap(played.at_most(-1_000), 0)


def test_a_sure_result() -> None:
    sure = Distribution.from_weights([(-HALF, 1)])
    played = play_session(sure, MOST_ROUNDS, 500_000)
    assert played.exact
    assert played.distribution.chances == ((Fraction(-500_000), Fraction(1)),)
    assert played.ruin == played.down == 1
    assert played.quantile(HALF) == -500_000
    assert play_session(sure, MOST_ROUNDS, 500_001).ruin == 0
    assert play_session(sure, 9, 5, exact=False).ruin == 0


def test_results_that_never_come() -> None:
    played = play_session(COIN, 3)
    assert (played.even, played.chance(HALF), played.chance(5)) == (0, 0, 0)
    assert played.results.tolist() == [-3, -1, 1, 3]
    assert played.probabilities.tolist() == [0.125, 0.375, 0.375, 0.125]
    long = play_session(COIN, 20_001, 5)
    assert (long.even, long.at_most(20_001), long.at_most(-20_002)) == (0, 1, 0)


@pytest.mark.parametrize(
    ("rounds", "bankroll", "message"),
    [
        (0, None, "rounds: expected a whole number 1 to 1,000,000, found 0"),
        (MOST_ROUNDS + 1, None, "found 1000001"),
        (2.0, None, "found 2.0"),
        (True, None, "found True"),
        (5, 0, "bankroll: expected antes above 0, found 0"),
        (5, -HALF, "found -1/2"),
    ],
)
def test_sessions_that_are_refused(rounds: Any, bankroll: Any, message: str) -> None:
    with pytest.raises(SessionError, match=message):
        check_session(rounds, bankroll)
    with pytest.raises(SessionError, match=message) as refused:
        play_session(COIN, rounds, bankroll)
    assert isinstance(refused.value, ValueError)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("p", [Fraction(0), Fraction(-1, 2), Fraction(3, 2)])
def test_quantiles_that_are_refused(p: Fraction) -> None:
    with pytest.raises(SessionError, match="above 0 and at most 1"):
        play_session(COIN, 4).quantile(p)


def test_floats_have_no_exact_distribution() -> None:
    with pytest.raises(SessionError, match="expected an exact session"):
        _ = play_session(COIN, 5, exact=False).distribution
