"""Reviews of matches with an AA Bonus: held against the published edges of both bets."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest

from solver import Rules, Solution
from solver.match import Choice, Match, MatchSetup
from solver.match.review import review

HOUSE_EDGE = Fraction(1363917077, 63213204600)
BONUS_EDGE = Fraction(162652, 2598960)


@pytest.mark.parametrize("bonus", [0, 50, 300])
def test_the_mean_and_the_chances_are_those_of_both_bets(solution: Solution, bonus: int) -> None:
    setup = MatchSetup.with_bonus(Rules(), Fraction(100), Fraction(bonus), 2, "7")
    match = Match(setup)
    for choice in (Choice.CALL, Choice.FOLD):
        match.choose(choice)
    looked_back = review(match, solution.outcomes)
    assert looked_back.expected == -2 * (100 * HOUSE_EDGE + bonus * BONUS_EDGE)

    one = solution.outcomes.total_distribution(Fraction(bonus, 100)).chances
    assert sum(net * chance for net, chance in one) * 200 == looked_back.expected
    two: dict[Fraction, Fraction] = defaultdict(Fraction)
    for first, chance in one:
        for second, other in one:
            two[first + second] += chance * other
    net = match.total / 100
    below = sum(chance for result, chance in two.items() if result < net)
    assert looked_back.standing == (below, two[net])
