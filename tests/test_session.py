"""Sessions: exact results, and floats that are no further from them than they say."""

import doctest
import math
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import session
from solver.distribution import Distribution
from solver.session import MOST_ROUNDS, SessionError, check_session, play_session

HALF = Fraction(1, 2)

COIN = Distribution.from_weights([(-1, 1), (1, 1)])

DEALS = (
    (-3, 8_839_680_291_812),
    (-1, 5_009_105_629_440),
    (0, 678_595_581_580),
    (1, 5_400_000_000_000),
    (2, 200_000_000_000),
    (3, 6_490_000_000_000),
    (4, 700_000_000_000),
    (5, 400_000_000_000),
    (10, 24_000_000_000),
    (12, 60_000_000_000),
    (20, 2_000_000_000),
    (22, 7_000_000_000),
    (100, 969_504_344),
    (102, 2_459_016_824),
)
"""A casino game, by the deals that bring each net result."""

GAME = Distribution.from_weights(DEALS)
HALVES = Distribution.from_weights([*DEALS, (Fraction(5, 2), 10**12), (-HALF, 10**11)])
MEAN = Distribution.from_weights([(-1, 70), (0, 9), (2, 20), (7, 1)])

WINDFALL = Distribution.from_weights([(-1, 60), (1, 50), (150, 2)])
"""Whoever wins 150 is out of danger in fewer rounds than that."""

small_rounds = st.lists(
    st.tuples(st.sampled_from([Fraction(n, 2) for n in range(-6, 9)]), st.integers(1, 5)),
    min_size=1,
    max_size=4,
).map(Distribution.from_weights)
bankrolls = st.fractions(Fraction(1, 4), 8, max_denominator=4)


def nets(one_round: Distribution, rounds: int) -> Iterator[tuple[list[Fraction], Fraction]]:
    """Every course of a session: the running net results, and the chance."""
    for course in product(one_round.chances, repeat=rounds):
        yield (
            list(accumulate(result for result, _ in course)),
            math.prod((chance for _, chance in course), start=Fraction(1)),
        )


def gap(one: Fraction | float | None, other: Fraction | float | None) -> Fraction:
    """How far two chances are from each other."""
    assert one is not None
    assert other is not None
    return abs(Fraction(one) - Fraction(other))


def normal(x: float) -> float:
    """The chance that a standard normal number is at most ``x``."""
    return math.erfc(-x / math.sqrt(2)) / 2


def steps_of(one_round: Distribution) -> tuple[list[int], list[float]]:
    moves = [int(result / one_round.step) for result in one_round.results]
    return moves, [float(chance) for _, chance in one_round.chances]


def ruin_round_by_round(one_round: Distribution, rounds: int, bankroll: int) -> float:
    """The chance of ruin with floats, every height kept up to one that none comes back from."""
    moves, chances = steps_of(one_round)
    alive = np.zeros(int(bankroll / one_round.step) + 40 * math.isqrt(rounds) * max(-moves[0], 2))
    alive[int(bankroll / one_round.step) - 1] = 1
    ruined = 0.0
    for _ in range(rounds):
        after = np.zeros_like(alive)
        for move, chance in zip(moves, chances, strict=True):
            if move >= 0:
                after[move:] += chance * alive[: len(alive) - move]
            else:
                after[:move] += chance * alive[-move:]
                ruined += chance * float(alive[:-move].sum())
        alive = after
    return ruined


def binomial_sums(count: int, places: set[int]) -> dict[int, Fraction]:
    """Chances that so many tosses of a coin bring at most some number of heads."""
    ways, total, sums = 1, 0, {}
    for heads in range(max(places) + 1):
        total += ways
        if heads in places:
            sums[heads] = Fraction(total, 1 << count)
        ways = ways * (count - heads) // (heads + 1)
    return sums


def test_examples() -> None:
    results = doctest.testmod(session)
    assert results.attempted > 0
    assert results.failed == 0


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


@settings(max_examples=30, deadline=None)
@given(small_rounds, st.integers(1, 15), bankrolls, st.booleans())
def test_ruin_grows_with_rounds_and_shrinks_with_the_bankroll(
    one_round: Distribution, rounds: int, bankroll: Fraction, exact: bool
) -> None:
    def ruin(rounds: int, bankroll: Fraction) -> Fraction | float:
        played = play_session(one_round, rounds, bankroll, exact=exact)
        assert played.ruin is not None
        return played.ruin

    slack = 0 if exact else 1e-11
    assert ruin(rounds, bankroll) <= ruin(rounds + 1, bankroll) + slack
    assert ruin(rounds, bankroll + HALF) <= ruin(rounds, bankroll) + slack
    largest_loss = max(-one_round.results[0], Fraction(0))
    assert ruin(rounds, rounds * largest_loss + Fraction(1, 9)) == 0
    if largest_loss:
        every_time = one_round.chances[0][1] ** rounds
        assert gap(ruin(rounds, rounds * largest_loss), every_time) <= slack


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


@pytest.mark.parametrize("bankroll", [1, 5, 20])
def test_ruin_of_a_gambler_with_an_advantage(bankroll: int) -> None:
    favour = Distribution.from_weights([(-1, 2), (1, 3)])
    played = play_session(favour, 5_000, bankroll)
    assert not played.exact
    assert played.ruin == pytest.approx((2 / 3) ** bankroll, abs=played.error)


def test_ruin_by_the_hitting_time_theorem() -> None:
    """Losing 1 at a time, the first visit to -b is after n rounds with chance b / n * P(-b)."""
    rounds, bankroll = 80, 7
    first = sum(
        Fraction(bankroll, n) * Fraction(play_session(MEAN, n).chance(-bankroll))
        for n in range(bankroll, rounds + 1)
    )
    assert play_session(MEAN, rounds, bankroll).ruin == first


@pytest.mark.parametrize(
    ("one_round", "rounds", "bankroll"),
    [(GAME, 1_500, 90), (HALVES, 1_023, 40), (MEAN, 3_001, 700)],
    ids=["game", "halves", "mean"],
)
def test_ruin_round_by_round(one_round: Distribution, rounds: int, bankroll: int) -> None:
    played = play_session(one_round, rounds, bankroll)
    assert not played.exact
    slow = ruin_round_by_round(one_round, rounds, bankroll)
    assert played.ruin == pytest.approx(slow, abs=played.error + 1e-13)
    assert 0.01 < slow < 0.99


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


@pytest.mark.parametrize("bankroll", [1, 3, 40, 59, 60, 61, 90])
@pytest.mark.parametrize("win", [1, 2, 50, 100])
def test_ruin_by_losses_only(win: int, bankroll: int) -> None:
    either = Distribution.from_weights([(-1, 1), (win, 1)])
    true = play_session(either, 90, bankroll, exact=True)
    played = play_session(either, 90, bankroll, exact=False)
    assert gap(true.ruin, played.ruin) <= played.error < 1e-11


def test_a_large_bankroll_is_never_lost() -> None:
    played = play_session(GAME, 100_000, 300_001)
    assert played.ruin == 0
    nearly = play_session(GAME, 100_000, 100_000)
    assert gap(nearly.ruin, 0) <= nearly.error


@pytest.mark.parametrize("jackpots", [[(10**6, 5)], [(10**6, 1), (3 * 10**5, 40)]])
def test_rare_giant_pays(jackpots: list[tuple[int, int]]) -> None:
    one_round = Distribution.from_weights([(-1, 6 * 10**9), (2, 3 * 10**9), *jackpots])
    true = play_session(one_round, 10, 4, exact=True)
    played = play_session(one_round, 10, 4, exact=False)
    assert 0 < played.error < 1e-10
    assert gap(true.ruin, played.ruin) <= played.error
    for result in true.distribution.results:
        assert gap(true.at_most(result), played.at_most(result)) <= played.error


def test_rare_pays_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "MOST_STEPS", 10_000)
    one_round = Distribution.from_weights([(-1, 6_000), (2, 3_000), (5_000, 2), (7_100, 1)])
    true = play_session(one_round, 40, exact=True)
    played = play_session(one_round, 40, exact=False)
    assert len(played.results) < 10_000 < played.results[-1] - played.results[0]
    assert played.error < 1e-12
    assert played.quantile(HALF) == true.quantile(HALF)
    for result in true.distribution.results[::7]:
        assert gap(true.at_most(result), played.at_most(result)) <= played.error
        assert gap(true.chance(result), played.chance(result)) <= 2 * played.error
    several = 5_000 + 7_100 + 7_100 - 37 + 3 * 20
    assert float(played.chance(several)) == pytest.approx(
        float(true.chance(several)), rel=1e-9, abs=0
    )


def test_giant_pays_in_a_long_session() -> None:
    """Rare as the pay is, ten are expected: the number of them is binomial."""
    one_round = Distribution.from_weights([(-1, 99), (1, 100), (10**6, Fraction(199, 9_999))])
    played = play_session(one_round, 100_000)
    chance = one_round.chances[-1][1]
    assert chance == Fraction(1, 10_000)
    none = math.exp(100_000 * math.log1p(-float(chance)))
    assert float(played.at_most(500_000)) == pytest.approx(none, abs=played.error)
    one = none * 100_000 * float(chance / (1 - chance))
    assert float(played.at_most(1_500_000)) == pytest.approx(none + one, abs=played.error)
    assert played.error < 1e-9


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


def test_sessions_that_are_too_wide() -> None:
    wide = Distribution.from_weights([(-1, 2), (0, 1), (10**6, 1)])
    with pytest.raises(SessionError, match="at most 2,097,152 steps of 1 antes, found"):
        play_session(wide, 100_000)
    fine = Distribution.from_weights([(Fraction(-3_001, 1_000), 1), (1, 1), (9, 1)])
    with pytest.raises(SessionError, match="at most 100 s of work, found far more for 300 rounds"):
        play_session(fine, 300, 1)
    steep = Distribution.from_weights([(-30, 1), (-29, 1)])
    with pytest.raises(SessionError, match="bankroll: expected at most 2,097,152 steps of"):
        play_session(steep, 100_000, 2_950_000)


@pytest.mark.parametrize("p", [Fraction(0), Fraction(-1, 2), Fraction(3, 2)])
def test_quantiles_that_are_refused(p: Fraction) -> None:
    with pytest.raises(SessionError, match="above 0 and at most 1"):
        play_session(COIN, 4).quantile(p)


def test_floats_have_no_exact_distribution() -> None:
    with pytest.raises(SessionError, match="expected an exact session"):
        _ = play_session(COIN, 5, exact=False).distribution
