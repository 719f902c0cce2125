"""Distributions: what is kept of the results of a round, and the exact moments."""

import doctest
import math
import statistics
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import distribution
from solver.distribution import Distribution, common_step

COIN = Distribution.from_weights([(-1, 1), (1, 1)])

numbers = st.builds(Fraction, st.integers(-20, 20), st.integers(1, 6))
weighted = st.lists(st.tuples(numbers, st.integers(0, 30)), min_size=1, max_size=8).filter(
    lambda pairs: any(weight for _, weight in pairs)
)


def test_examples() -> None:
    results = doctest.testmod(distribution)
    assert results.attempted > 0
    assert results.failed == 0


@given(weighted)
def test_weights_become_chances(pairs: list[tuple[Fraction, int]]) -> None:
    made = Distribution.from_weights(pairs)
    total = sum(weight for _, weight in pairs)
    assert sum(chance for _, chance in made.chances) == 1
    assert list(made.results) == sorted({result for result, weight in pairs if weight})
    for result, chance in made.chances:
        assert chance * total == sum(weight for r, weight in pairs if r == result)


@given(weighted, st.fractions(Fraction(1, 9), 9))
def test_only_the_proportions_of_weights_matter(
    pairs: list[tuple[Fraction, int]], factor: Fraction
) -> None:
    made = Distribution.from_weights(pairs)
    assert Distribution.from_weights((r, weight * factor) for r, weight in pairs[::-1]) == made
    assert Distribution.from_weights(made.chances) == made
    assert Distribution(made.chances) == made


@given(st.lists(numbers, min_size=1, max_size=12))
def test_moments_are_those_of_a_list(results: list[Fraction]) -> None:
    made = Distribution.from_weights((result, 1) for result in results)
    mean = statistics.mean(results)
    assert made.mean == mean
    assert made.variance == statistics.pvariance(results)
    assert made.third_central_moment * len(results) == sum((r - mean) ** 3 for r in results)
    assert made.hit_frequency * len(results) == sum(r > 0 for r in results)
    assert made.chance_of(lambda r: r <= 1) * len(results) == sum(r <= 1 for r in results)


@given(weighted, st.fractions(Fraction(1, 5), 5, max_denominator=5), numbers)
def test_moments_follow_stake_and_fee(
    pairs: list[tuple[Fraction, int]], stake: Fraction, fee: Fraction
) -> None:
    made = Distribution.from_weights(pairs)
    other = Distribution.from_weights((r * stake - fee, weight) for r, weight in pairs)
    assert other.mean == made.mean * stake - fee
    assert other.variance == made.variance * stake**2
    assert other.third_central_moment == made.third_central_moment * stake**3
    if made.variance:
        assert abs(other.skewness - made.skewness) <= Decimal("1e-26") * (1 + abs(made.skewness))


def test_known_shapes() -> None:
    assert COIN.standard_deviation == 1
    assert COIN.skewness == 0
    assert COIN.hit_frequency == Fraction(1, 2)
    die = Distribution.from_weights((n, 1) for n in range(1, 7))
    assert die.variance == Fraction(35, 12)
    assert int(die.standard_deviation * 10**26) == math.isqrt(35 * 10**52 // 12)
    # A chance p of 1 among 0: (1 - 2 p) / sqrt(p (1 - p)).
    rare = Distribution.from_weights([(0, 99), (1, 1)])
    assert int(rare.skewness * 10**27) == math.isqrt(98**2 * 10**54 // 99)
    assert Distribution.from_weights([(0, 1), (1, 99)]).skewness == -rare.skewness


def test_one_result_has_no_skewness() -> None:
    sure = Distribution.from_weights([(2, 5)])
    assert sure.mean == 2
    assert sure.variance == sure.standard_deviation == 0
    with pytest.raises(ValueError, match="two results or more, found one"):
        _ = sure.skewness


@given(weighted)
def test_step_is_the_largest_common_measure(pairs: list[tuple[Fraction, int]]) -> None:
    made = Distribution.from_weights(pairs)
    multiples = [result / made.step for result in made.results]
    assert made.step > 0
    assert all(multiple.denominator == 1 for multiple in multiples)
    assert math.gcd(*(int(multiple) for multiple in multiples)) in (0, 1)


def test_step_of_known_results() -> None:
    assert COIN.step == 1
    assert Distribution.from_weights([(-2, 1), (4, 1)]).step == 2
    assert Distribution.from_weights([(Fraction(1, 2), 1), (Fraction(1, 3), 1)]).step == Fraction(
        1, 6
    )
    assert Distribution.from_weights([(0, 1)]).step == 1
    assert common_step([]) == 1


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        ([], "expected one above zero, found none"),
        ([(1, 0), (2, 0)], "expected one above zero, found none"),
        ([(1, 3), (2, -1)], "weight of 2: expected zero or more, found -1"),
    ],
)
def test_weights_that_are_refused(pairs: list[tuple[int, int]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Distribution.from_weights(pairs)


HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("chances", "message"),
    [
        ([], "above zero, found 0"),
        ([(1, HALF), (0, HALF)], "ascending"),
        ([(1, HALF), (1, HALF)], "ascending"),
        ([(0, HALF), (1, Fraction(1, 3))], "sum of 1, found 5/6"),
        ([(0, Fraction(0)), (1, Fraction(1))], "above zero, found 0"),
        ([(0, Fraction(3, 2)), (1, -HALF)], "above zero, found -1/2"),
    ],
)
def test_chances_that_are_refused(chances: list[tuple[int, Fraction]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Distribution(tuple((Fraction(result), chance) for result, chance in chances))
