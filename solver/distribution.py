"""Distributions: the exact chances of a round's net result and their moments."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cached_property
from itertools import pairwise


@dataclass(frozen=True)
class Distribution:
    """The net results a round can have and the chance of each.

    Attributes
    ----------
    chances : (net result in antes, chance) pairs
        By ascending result, each result once; every chance is above zero and they add up to
        exactly 1.

    Raises
    ------
    ValueError
        If ``chances`` is anything else.

    Examples
    --------
    >>> coin = Distribution.from_weights([(-1, 1), (1, 1)])
    >>> coin.mean, coin.variance
    (Fraction(0, 1), Fraction(1, 1))
    """

    chances: tuple[tuple[Fraction, Fraction], ...]

    def __post_init__(self) -> None:
        results = [result for result, _ in self.chances]
        if any(low >= high for low, high in pairwise(results)):
            raise ValueError("results: expected ascending order, each once")
        least = min((chance for _, chance in self.chances), default=Fraction(0))
        if least <= 0:
            raise ValueError(f"chances: expected all above zero, found {least}")
        # Over one denominator: thousands of long Fractions take seconds to add one by one.
        parts = math.lcm(*(chance.denominator for _, chance in self.chances))
        total = Fraction(
            sum(c.numerator * (parts // c.denominator) for _, c in self.chances), parts
        )
        if total != 1:
            raise ValueError(f"chances: expected a sum of 1, found {total}")

    @classmethod
    def from_weights(cls, pairs: Iterable[tuple[Fraction | int, int | Fraction]]) -> Distribution:
        """From results in antes and weights, such as numbers of deals.

        Weights of the same result are added; results without weight are left out.

        Raises
        ------
        ValueError
            If a weight is negative or all are zero.

        Examples
        --------
        >>> Distribution.from_weights([(2, 1), (-1, 1), (2, 1), (5, 0)]).chances
        ((Fraction(-1, 1), Fraction(1, 3)), (Fraction(2, 1), Fraction(2, 3)))
        """
        weights: dict[Fraction | int, Fraction | int] = {}
        for result, weight in pairs:
            if weight < 0:
                raise ValueError(f"weight of {result}: expected zero or more, found {weight}")
            weights[result] = weights.get(result, 0) + weight
        total = sum(weights.values())
        if not total:
            raise ValueError("weights: expected one above zero, found none")
        return cls(
            tuple((Fraction(r), Fraction(w) / total) for r, w in sorted(weights.items()) if w)
        )

    @property
    def results(self) -> tuple[Fraction, ...]:
        """The possible results in antes, ascending."""
        return tuple(result for result, _ in self.chances)

    @cached_property
    def mean(self) -> Fraction:
        """Expected value of a round, in antes."""
        return sum((result * chance for result, chance in self.chances), Fraction(0))

    def _central_moment(self, power: int) -> Fraction:
        return sum(((r - self.mean) ** power * chance for r, chance in self.chances), Fraction(0))

    @cached_property
    def variance(self) -> Fraction:
        """Variance, in square antes."""
        return self._central_moment(2)

    @cached_property
    def third_central_moment(self) -> Fraction:
        """Mean cube of the deviation from the mean, in cubic antes."""
        return self._central_moment(3)

    @property
    def standard_deviation(self) -> Decimal:
        """Standard deviation in antes, to 28 digits."""
        return square_root(self.variance)

    @property
    def skewness(self) -> Decimal:
        """Third central moment over the cube of the standard deviation, to 28 digits.

        Raises
        ------
        ValueError
            If there is only one result: the quotient of two zeros means nothing.

        Examples
        --------
        >>> Distribution.from_weights([(-1, 4), (4, 1)]).skewness
        Decimal('1.5')
        """
        if not self.variance:
            raise ValueError("skewness: expected two results or more, found one")
        with localcontext(prec=40):
            cube = _quotient(self.variance**3).sqrt()
            skewness = _quotient(self.third_central_moment) / cube
        with localcontext(prec=28):
            return +skewness

    def chance_of(self, predicate: Callable[[Fraction], bool]) -> Fraction:
        """The chance of a result for which ``predicate`` holds.

        Examples
        --------
        >>> die = Distribution.from_weights((n, 1) for n in range(1, 7))
        >>> die.chance_of(lambda result: result >= 5)
        Fraction(1, 3)
        """
        return sum((chance for r, chance in self.chances if predicate(r)), Fraction(0))

    @property
    def hit_frequency(self) -> Fraction:
        """The chance of a result above zero."""
        return self.chance_of(lambda result: result > 0)

    @property
    def step(self) -> Fraction:
        """The largest number of antes of which every result is a whole multiple.

        Where zero is the only result, for which any number would do, it is 1.

        Examples
        --------
        >>> Distribution.from_weights([(-3, 1), (0, 1), (Fraction(9, 2), 1)]).step
        Fraction(3, 2)
        """
        return common_step(self.results)


def common_step(numbers: Iterable[Fraction]) -> Fraction:
    """The largest number of which all ``numbers`` are whole multiples; 1 if all are zero."""
    numbers = tuple(numbers)
    denominator = math.lcm(*(n.denominator for n in numbers))
    return Fraction(math.gcd(*(int(n * denominator) for n in numbers)), denominator) or Fraction(1)


def square_root(number: Fraction) -> Decimal:
    """The square root, to 28 digits."""
    with localcontext(prec=28):
        return _quotient(number).sqrt()


def _quotient(number: Fraction) -> Decimal:
    return Decimal(number.numerator) / Decimal(number.denominator)
