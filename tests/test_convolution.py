"""Sums of rounds: rare high pays, and what the bounds promise."""

import math
from fractions import Fraction

import numpy as np
import pytest
from example_rounds import COIN, GAME, HALF, HALVES, MEAN, WINDFALL, gap, small_rounds
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import convolution
from solver.convolution import (
    Lattice,
    SessionError,
    exact_chances,
    floating_chances,
    reach,
)
from solver.distribution import Distribution
from solver.ruin import Walk
from solver.session import play_session


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
    monkeypatch.setattr(convolution, "MOST_STEPS", 10_000)
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


def test_results_that_are_spread_too_far() -> None:
    wide = Distribution.from_weights([(-1, 2), (0, 1), (10**6, 1)])
    with pytest.raises(SessionError, match="at most 2,097,152 steps of 1 antes, found"):
        play_session(wide, 100_000)


@given(small_rounds, st.integers(1, 9), st.integers(0, 99))
def test_places_of_results(one_round: Distribution, rounds: int, place: int) -> None:
    lattice = Lattice.of(one_round, rounds)
    assert lattice.result(0) == rounds * one_round.results[0]
    assert lattice.place(lattice.result(place)) == place
    assert [lattice.step * p + one_round.results[0] for p in lattice.places] == list(
        one_round.results
    )


@pytest.mark.parametrize("far", [9, 10**6])
def test_exact_chances_are_multinomial(far: int) -> None:
    rounds = 6
    found = exact_chances(Lattice.of(Distribution.from_weights([(0, 1), (1, 2), (far, 3)]), rounds))
    for ones in range(3):
        for high in range(rounds - ones + 1):
            ways = math.comb(rounds, high) * math.comb(rounds - high, ones)
            assert found.chance(far * high + ones) == Fraction(ways * 2**ones * 3**high, 6**rounds)


@pytest.mark.parametrize(
    ("one_round", "rounds"),
    [(GAME, 60), (HALVES, 61), (MEAN, 150), (COIN, 97), (WINDFALL, 120)],
    ids=["game", "halves", "mean", "coin", "windfall"],
)
def test_all_errors_together(one_round: Distribution, rounds: int) -> None:
    lattice = Lattice.of(one_round, rounds)
    true, found = exact_chances(lattice), floating_chances(lattice)
    places = {*true.places, *found.places.tolist()}
    assert sum(gap(true.chance(k), found.chance(k)) for k in places) <= found.spread_error < 1e-11


@settings(max_examples=40, deadline=None)
@given(small_rounds, st.integers(1, 12), st.sampled_from([0.5, 0.1, 1e-3]))
def test_out_of_reach(one_round: Distribution, rounds: int, left_out: float) -> None:
    walk = Walk.of(one_round, Fraction(1))
    chances = np.array([float(chance) for chance in walk.chances])
    height = reach(-np.array(walk.moves, np.float64), chances, rounds, left_out)
    # To pass it is to get a step further.
    assert Walk(height + 1, walk.moves, walk.chances).exact_ruin(rounds) <= left_out
