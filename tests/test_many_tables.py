"""Many tables priced at once: the same deals and decisions as each of them alone."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from solver import Category, Decision, Engine, Rules, Solution, price_game, solve_game
from solver.game import DEALS, GameOutcomes
from solver.paytables import parse_qualifier
from solver.rules import Unqualified
from solver.settlement import Outcome
from solver.spots import SPOT_CLASSES

ALONE = Engine(workers=1)
QUALIFIERS = ("none", "pair of fours", "two pair")
USUAL = Rules()
# In thirds, which no decimal bound meets, with spots in which Call and Fold are worth the same.
TIED = (
    ("4/3-0-1-2/3-7/3-2/3", "2/3", "returned"),
    ("2/3-0-7/3-1-2/3-0", "2/3", "table"),
    ("0-2-1/3-5/3-8/3-2/3", "4/3", "returned"),
    ("2-2-2-1-7/3-4/3", "5/3", "returned"),
    ("0-5/3-4/3-7/3-4/3-2/3", "5/3", "table"),
)


def random_table(draw: random.Random) -> tuple[Fraction, ...]:
    """An Ante table as a casino might have it, or not at all."""
    match draw.randrange(4):
        case 0:
            # Like the usual one but for one pay.
            ante = list(USUAL.ante)
            ante[draw.randrange(10)] += Fraction(draw.choice([1, 2, 10]), draw.choice([1, 2, 3]))
            return tuple(ante)
        case 1:
            pays = sorted((draw.randrange(60) for _ in range(6)), reverse=True)
            return tuple(map(Fraction, pays))
        case 2:
            # Small pays, with which many spots are worth about the same either way.
            return tuple(Fraction(draw.randrange(5), 4) for _ in range(10))
        case _:
            return tuple(Fraction(draw.randrange(10_000), 7) for _ in range(10))


def random_rules(draw: random.Random, qualifier: str) -> Rules:
    forfeits = draw.random() < 0.2
    return Rules(
        random_table(draw),
        call=draw.choice([USUAL.call, Fraction(draw.randint(1, 12), 4)]),
        qualifier=parse_qualifier(qualifier),
        unqualified=draw.choice(list(Unqualified)),
        ante_needs_pair=draw.random() < 0.3,
        bonus_cards=draw.choice([5, 6]) if not forfeits else 5,
        fold_forfeits_bonus=forfeits,
        bonus=draw.choice([Fraction(0), Fraction(1, 3), Fraction(2)]),
    )


def some_rules() -> list[Rules]:
    draw = random.Random("many tables")
    rules = [random_rules(draw, qualifier) for qualifier in QUALIFIERS for _ in range(7)]
    # Almost the same, and the very same, far from each other.
    finest = replace(USUAL, ante=(*USUAL.ante[:9], Fraction(999_999, 1_000_000)))
    rules += [USUAL, finest, replace(USUAL, call=Fraction(2_000_001, 1_000_000)), rules[0]]
    rules += 2 * [
        Rules().with_options({"ante": ante, "call": call, "unqualified": unqualified})
        for ante, call, unqualified in TIED
    ]
    draw.shuffle(rules)
    return [*rules, USUAL]


@pytest.fixture(scope="module")
def many() -> list[Rules]:
    return some_rules()


@pytest.fixture(scope="module")
def priced(many: list[Rules]) -> list[GameOutcomes]:
    return price_game(many, ALONE)


def solved(rules: Sequence[Rules], qualifier: int) -> list[Solution]:
    return solve_game([r for r in rules if r.qualifier == qualifier], ALONE)


@pytest.mark.parametrize("qualifier", QUALIFIERS)
def test_the_same_as_one_by_one(
    qualifier: str, many: list[Rules], priced: list[GameOutcomes]
) -> None:
    value = parse_qualifier(qualifier)
    found = [game for game in priced if game.rules.qualifier == value]
    alone = [solution.outcomes for solution in solved(many, value)]
    assert len(found) == len(alone) > 6
    for game, expected in zip(found, alone, strict=True):
        assert game.rules == expected.rules
        assert game.deals == expected.deals
        assert game.spots == expected.spots
        assert game.distribution == expected.distribution
        if game.rules.fold_forfeits_bonus and game.rules.bonus:
            # Where the bonus decides, its results are there, too.
            assert game == expected
        else:
            assert game == replace(expected, by_bonus=None)


def test_results_are_in_the_order_of_the_rules(
    many: list[Rules], priced: list[GameOutcomes]
) -> None:
    assert [game.rules for game in priced] == many
    # What is drawn is worth the name.
    assert len({r.qualifier for r in many}) == 3
    assert len(many) == len(set(many)) + 2 + len(TIED) == 36
    assert len({game.deals for game in priced}) > 20
    assert sum(game.rules.bonus_decides for game in priced) > 1
    assert sum(game.spots[Decision.EITHER] > 0 for game in priced) > 2 * len(TIED)
    assert all(sum(map(sum, map(sum_of, game.deals))) == DEALS for game in priced)


def sum_of(rows: tuple[tuple[int, ...], ...]) -> list[int]:
    return [sum(row) for row in rows]


def test_equal_rules_are_priced_equally(priced: list[GameOutcomes], solution: Solution) -> None:
    usual = [game for game in priced if game.rules == USUAL]
    assert len(usual) == 2
    for game in usual:
        assert game.deals == solution.outcomes.deals
        assert game.net_units == -600_123_513_880
        assert game.spots == (4_680_540, 36, 21_309_024)


def test_a_millionth_of_an_ante_counts(priced: list[GameOutcomes], solution: Solution) -> None:
    usual = solution.outcomes
    ((finest, dearer),) = [
        (game, other)
        for game in priced
        for other in priced
        if game.rules.ante[9] == Fraction(999_999, 1_000_000)
        and other.rules.call == Fraction(2_000_001, 1_000_000)
    ]
    # High cards that are paid, in spots called whatever so little changes.
    paid = usual.ante_paid_deals(Category.HIGH_CARD)
    assert paid > 0
    lost = usual.ev - finest.ev
    assert lost == Fraction(paid, 1_000_000 * DEALS)
    # A Call that costs more is won and lost more; the 36 spots are now better folded or called.
    assert dearer.spots[Decision.EITHER] == 0
    balance = usual.outcome_deals(Outcome.WIN) - usual.outcome_deals(Outcome.LOSE)
    gained = dearer.ev - usual.ev
    assert gained >= Fraction(balance, 1_000_000 * DEALS)


def test_one_table_alone(solution: Solution) -> None:
    told: list[int] = []
    (game,) = price_game([USUAL], ALONE, progress=told.append)
    assert game == replace(solution.outcomes, by_bonus=None)
    assert sum(told) == SPOT_CLASSES


def test_where_indifferent_and_progress(solution: Solution) -> None:
    rules = [USUAL, replace(USUAL, qualifier=parse_qualifier("pair of threes"))]
    told: list[int] = []
    usual, threes = price_game(rules, ALONE, indifferent="call", progress=told.append)
    assert sum(told) == 2 * SPOT_CLASSES
    assert usual.indifferent == threes.indifferent == "call"
    assert usual.deals == solution.outcomes.deals
    assert usual.spots_called == solution.outcomes.spots_called + 36
    # A dealer who qualifies more often.
    unqualified = Outcome.UNQUALIFIED
    assert threes.outcome_deals(unqualified) < usual.outcome_deals(unqualified)


def test_nothing_to_price() -> None:
    assert price_game([], ALONE) == []
