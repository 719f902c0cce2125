"""The chance of ruin, against other ways to find it."""

import math
from fractions import Fraction

import numpy as np
import pytest
from example_rounds import GAME, HALF, HALVES, MEAN, bankrolls, gap, small_rounds
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.distribution import Distribution
from solver.session import SessionError, play_session


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


def test_walks_that_are_too_wide() -> None:
    fine = Distribution.from_weights([(Fraction(-3_001, 1_000), 1), (1, 1), (9, 1)])
    with pytest.raises(SessionError, match="at most 100 s of work, found far more for 300 rounds"):
        play_session(fine, 300, 1)
    steep = Distribution.from_weights([(-30, 1), (-29, 1)])
    with pytest.raises(SessionError, match="bankroll: expected at most 2,097,152 steps of"):
        play_session(steep, 100_000, 2_950_000)
