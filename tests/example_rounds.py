"""Rounds to play sessions of, and how far their chances are from each other."""

from fractions import Fraction

from hypothesis import strategies as st

from solver.distribution import Distribution

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


def gap(one: Fraction | float | None, other: Fraction | float | None) -> Fraction:
    """How far two chances are from each other."""
    assert one is not None
    assert other is not None
    return abs(Fraction(one) - Fraction(other))
