"""The cost of strategies: against direct dealing, plain sums over all spots, and known figures."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from typing import Any, TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray
from test_terms import PLAIN, Spot

from solver import Decision, Engine, Rules, Solution, solve_game, spots
from solver.cards import format_cards
from solver.enumeration import COMPLETIONS, count_outcomes
from solver.game import DEALS
from solver.hands import Category, category_of, evaluate
from solver.rules import Unqualified
from solver.spots import FLOP_CLASSES, SPOT_CLASSES, SPOTS, cards_on, holes_on
from solver.strategy import Strategy, parse_strategy
from solver.strategy_cost import RuleCost, StrategyCost, gains_of, rough_gains, strategy_cost
from solver.terms import compute

Values: TypeAlias = dict[str, NDArray[np.int8]]
Cards: TypeAlias = tuple[int, ...]
PlainRule: TypeAlias = tuple[str, Callable[[dict[str, int]], Any]]

PERFECT = Fraction(-1363917077, 63213204600)
ALWAYS_CALL = Fraction(-27464897003, 347672625300)
CALL, FOLD = parse_strategy("CALL"), parse_strategy("FOLD")
USUAL = Rules()

ANTE = (1, 1, 1, 1, 1, 2, 3, 10, 20, 100)
"""What the Ante pays on each hand, from a high card to a royal flush."""

# Rules for all kinds of spots, two of which decide so few that they can be dealt.
TEXT = """
FOLD if straight and flush
CALL if high card <= 3 and low flop card >= K and rainbow flop
CALL if pair-or-draw and not bottom pair
FOLD if flush or overpair                                   # none is left
FOLD if high card < Q and not paired flop
FOLD if (one-suit flop or kicker > 9) and better ranks >= 2
CALL
"""
PLAIN_RULES: list[PlainRule] = [
    ("FOLD", lambda s: s["straight"] and s["flush"]),
    ("CALL", lambda s: s["high card"] <= 3 and s["low flop card"] >= 13 and s["rainbow flop"]),
    ("CALL", lambda s: s["pair-or-draw"] and not s["bottom pair"]),
    ("FOLD", lambda s: s["flush"] or s["overpair"]),
    ("FOLD", lambda s: s["high card"] < 12 and not s["paired flop"]),
    ("FOLD", lambda s: (s["one-suit flop"] or s["kicker"] > 9) and s["better ranks"] >= 2),
    ("CALL", lambda _: True),
]


@pytest.fixture(scope="module")
def weights() -> list[int]:
    """Spots of each class."""
    found: list[int] = holes_on(range(FLOP_CLASSES))[1].tolist()
    return found


@pytest.fixture(scope="module")
def strategy() -> Strategy:
    return parse_strategy(TEXT)


@pytest.fixture(scope="module")
def values(strategy: Strategy) -> Values:
    return compute(cards_on(range(FLOP_CLASSES)), strategy.terms)


@pytest.fixture(scope="module")
def covering(strategy: Strategy, values: Values) -> list[int]:
    found: list[int] = strategy.covering(values, SPOT_CLASSES).tolist()
    return found


@pytest.fixture(scope="module")
def cost(strategy: Strategy, solution: Solution, values: Values) -> StrategyCost:
    return strategy_cost(strategy, solution, values)


def call_value(hole: Cards, flop: Cards) -> Fraction:
    """What Call is worth under the usual rules, every completion dealt."""
    total = 0
    counts = count_outcomes(hole, flop, USUAL.qualifier)
    for pay, (unqualified, win, _, lose) in zip(ANTE, counts, strict=True):
        total += unqualified * pay + win * (pay + 2) - 3 * lose
    return Fraction(total, COMPLETIONS)


@cache
def dealt(hole: Cards, flop: Cards) -> Fraction:
    return call_value(hole, flop)


def dealt_once(hole: Cards, flop: Cards) -> Fraction:
    """The same, dealt only for the first of the spots that differ by names of suits."""

    def renamed(cards: Cards, suits: Cards) -> Cards:
        return tuple(sorted(card // 4 * 4 + suits[card % 4] for card in cards))

    return dealt(*min((renamed(hole, s), renamed(flop, s)) for s in permutations(range(4))))


def deciding(spot: dict[str, int]) -> int:
    return next(n for n, (_, holds) in enumerate(PLAIN_RULES) if holds(spot))


def given_up(call: Fraction, word: str) -> Fraction:
    return max(call + 1, Fraction(0)) if word == "FOLD" else max(-1 - call, Fraction(0))


def costs_nothing(rule: RuleCost) -> bool:
    return rule.wrong == 0 and rule.cost == 0 and not rule.worst


def test_always_call(solution: Solution) -> None:
    cost = strategy_cost(CALL, solution, {})
    assert cost.ev == ALWAYS_CALL
    assert cost.house_edge == -ALWAYS_CALL
    assert cost.cost == PERFECT - ALWAYS_CALL
    assert cost.call_share == 1
    assert not cost.unreachable
    folds, _, _ = solution.outcomes.spots
    assert cost.wrong_share == Fraction(folds, SPOTS)
    assert (cost.rules[0].spots, cost.rules[0].wrong) == (SPOTS, folds)


def test_always_fold(solution: Solution) -> None:
    cost = strategy_cost(FOLD, solution, {})
    assert cost.ev == -1
    assert cost.house_edge == 1
    assert cost.cost == PERFECT + 1
    assert cost.call_share == 0
    assert not cost.unreachable
    _, _, calls = solution.outcomes.spots
    assert cost.wrong_share == Fraction(calls, SPOTS)


def test_the_worst_of_always_call(solution: Solution) -> None:
    (rule,) = strategy_cost(CALL, solution, {}).rules
    assert [str(spot) for spot in rule.worst] == [
        "2h 3d on 6c 7c 8c",
        "2h 3d on 7c 8c 9c",
        "2h 3d on 5c 7c 8c",
    ]
    for spot in rule.worst:
        assert spot.spots == 24
        assert spot.loss == -1 - call_value(*spots.representative(spot.spot_class))


@pytest.mark.parametrize("text", ["CALL if draw\nFOLD", "FOLD if not draw\nCALL"])
@pytest.mark.parametrize("either", ["fold", "call"])
def test_perfect_play_costs_nothing(text: str, either: str, solution: Solution) -> None:
    # No terms say it, but what is passed for one may.
    decisions = solution.decisions()
    called = decisions == Decision.CALL if either == "fold" else decisions != Decision.FOLD
    cost = strategy_cost(parse_strategy(text), solution, {"draw": called.astype(np.int8)})
    assert cost.ev == PERFECT
    assert cost.cost == 0
    assert cost.wrong_share == 0
    assert all(costs_nothing(rule) for rule in cost.rules)
    assert cost.call_share * SPOTS == solution.outcomes.spots_called + 36 * (either == "call")


@pytest.mark.parametrize("word", ["CALL", "FOLD"])
def test_either_decision_costs_nothing_where_both_are_worth_the_same(
    word: str, solution: Solution
) -> None:
    indifferent = (solution.decisions() == Decision.EITHER).astype(np.int8)
    text = f"{word} if draw\nCALL if not draw\nFOLD"
    cost = strategy_cost(parse_strategy(text), solution, {"draw": indifferent})
    first, *_ = cost.rules
    assert first.spots == 36
    assert costs_nothing(first)
    assert cost.ev == ALWAYS_CALL
    assert [rule.line for rule in cost.unreachable] == [3]


def test_everything_wrong_costs_all(solution: Solution) -> None:
    wrong = (solution.decisions() == Decision.FOLD).astype(np.int8)
    cost = strategy_cost(parse_strategy("CALL if draw\nFOLD"), solution, {"draw": wrong})
    assert cost.cost == PERFECT - ALWAYS_CALL + PERFECT + 1
    assert cost.wrong_share == 1 - Fraction(36, SPOTS)


def test_rules_add_up(cost: StrategyCost, strategy: Strategy) -> None:
    assert cost.strategy is strategy
    assert tuple(rule.rule for rule in cost.rules) == strategy.rules
    assert cost.cost == sum(rule.cost for rule in cost.rules) == PERFECT - cost.ev
    assert sum(rule.share for rule in cost.rules) == 1
    assert sum(rule.spots for rule in cost.rules) == SPOTS
    assert cost.call_share == sum(cost.rules[n].share for n in (1, 2, 6))
    assert cost.wrong_share == Fraction(sum(rule.wrong for rule in cost.rules), SPOTS)


def test_unreachable_rules(cost: StrategyCost) -> None:
    assert [str(rule) for rule in cost.unreachable] == ["FOLD if flush or overpair"]
    none = cost.rules[3]
    assert none.share == 0
    assert costs_nothing(none)


def test_summed_plainly(
    cost: StrategyCost, solution: Solution, covering: list[int], weights: list[int]
) -> None:
    spots_of, wrong, lost = ([0] * len(PLAIN_RULES) for _ in range(3))
    found: list[list[tuple[int, int]]] = [[] for _ in PLAIN_RULES]
    total = 0
    for n, (rule, ev, weight) in enumerate(
        zip(covering, solution.ev.tolist(), weights, strict=True)
    ):
        gain = ev + COMPLETIONS
        called = PLAIN_RULES[rule][0] == "CALL"
        loss = -gain if called and gain < 0 else gain if not called and gain > 0 else 0
        spots_of[rule] += weight
        total += weight * (ev if called else -COMPLETIONS)
        if loss:
            wrong[rule] += weight
            lost[rule] += weight * loss
            found[rule].append((-weight * loss, n))
    assert [rule.spots for rule in cost.rules] == spots_of
    assert [rule.wrong for rule in cost.rules] == wrong
    assert [rule.cost for rule in cost.rules] == [Fraction(n, SPOTS * COMPLETIONS) for n in lost]
    assert cost.ev == Fraction(total, SPOTS * COMPLETIONS)
    for priced, classes in zip(cost.rules, found, strict=True):
        classes.sort()
        assert [spot.spot_class for spot in priced.worst] == [n for _, n in classes[:3]]
        assert [-COMPLETIONS * spot.spots * spot.loss for spot in priced.worst] == [
            loss for loss, _ in classes[:3]
        ]
        assert all(spot.spots == weights[spot.spot_class] for spot in priced.worst)
    assert [len(rule.worst) for rule in cost.rules] == [3, 3, 3, 0, 3, 3, 3]


def test_random_spots_dealt(solution: Solution, strategy: Strategy, covering: list[int]) -> None:
    gains = gains_of(solution)
    drawn = random.Random(11)
    seen = set()
    for _ in range(120):
        cards = tuple(drawn.sample(range(52), 5))
        hole, flop = cards[:2], cards[2:]
        spot_class = spots.index_of_ids(hole, flop)
        spot = {name: int(PLAIN[name](Spot(cards))) for name in strategy.terms}
        rule = deciding(spot)
        assert covering[spot_class] == rule, format_cards(cards)
        call = call_value(hole, flop)
        gain = int(gains[spot_class])
        assert Fraction(gain, COMPLETIONS) == call + 1, format_cards(cards)
        seen.add((rule, given_up(call, PLAIN_RULES[rule][0]) > 0))
    assert seen >= {(2, False), (4, False), (4, True), (6, False)}


def priced_by_dealing(
    holes: Iterable[Cards], flops: Sequence[Cards], number: int
) -> tuple[Any, ...]:
    """Spots, wrong ones and cost of one of the rules, and the most that one class costs."""
    classes: dict[int, Fraction] = {}
    count = wrong = 0
    for hole in holes:
        for flop in flops:
            if set(hole) & set(flop):
                continue
            loss = given_up(dealt_once(hole, flop), PLAIN_RULES[number][0])
            count += 1
            wrong += loss > 0
            n = spots.index_of_ids(hole, flop)
            classes[n] = classes.get(n, Fraction(0)) + loss
    return count, wrong, sum(classes.values()) / SPOTS, sorted(classes.values())[-3:][::-1]


def test_a_rule_with_few_spots_dealt(cost: StrategyCost) -> None:
    small, high = range(8), range(44, 52)
    rainbow = [flop for flop in combinations(high, 3) if len({card % 4 for card in flop}) == 3]
    count, wrong, lost, most = priced_by_dealing(combinations(small, 2), rainbow, 1)
    rule = cost.rules[1]
    assert 0 < wrong < count == 28 * 32
    assert (rule.spots, rule.wrong, rule.cost) == (count, wrong, lost)
    assert [spot.spots * spot.loss for spot in rule.worst] == most


def test_folded_straight_flushes_dealt(cost: StrategyCost) -> None:
    fives = [
        [4 * ((low + step) % 13) + suit for step in range(5)]
        for low in (12, *range(9))
        for suit in range(4)
    ]
    count, lost = 0, Fraction(0)
    for five in fives:
        for hole in combinations(five, 2):
            flop = tuple(card for card in five if card not in hole)
            count += 1
            lost += dealt_once(hole, flop) + 1
    rule = cost.rules[0]
    assert (rule.spots, rule.wrong, rule.cost) == (count, count, lost / SPOTS)


# Rules of other tables, with the sum of what a completion pays found by hand where that is easy.
OTHERS = {
    "call": replace(USUAL, call=Fraction(3, 2)),
    "even": replace(USUAL, unqualified=Unqualified.EVEN),
    "wide": replace(
        USUAL, ante=(Fraction(1_000_000),) * 10, call=Fraction(1_000_001, 1_000_000)
    ),
    "forfeits": replace(USUAL, fold_forfeits_bonus=True, bonus=Fraction(1, 2)),
}  # fmt: skip
SCALES = {"call": 2, "even": 1, "wide": 1_000_000, "forfeits": 2}


@pytest.fixture(scope="module")
def others() -> dict[str, Solution]:
    return dict(zip(OTHERS, solve_game(list(OTHERS.values()), Engine(workers=1)), strict=True))


def other_values(name: str, hole: Cards, flop: Cards) -> tuple[Fraction, Fraction]:
    """What Call and Fold are worth under the rules of another table, by hand."""
    total, wager = Fraction(0), OTHERS[name].call
    counts = count_outcomes(hole, flop, USUAL.qualifier)
    for usual, (unqualified, win, _, lose) in zip(ANTE, counts, strict=True):
        pay = 1_000_000 if name == "wide" else usual
        total += unqualified * (1 if name == "even" else pay)
        total += win * (pay + wager) - lose * (1 + wager)
    fold = Fraction(-1)
    if name == "forfeits":
        cards = hole + flop
        category = category_of(evaluate(cards))
        aces = len([card for card in cards if card >= 48])
        pays = {4: 7, 5: 20, 6: 30, 7: 40, 8: 50, 9: 100}
        if category > Category.PAIR or (category == Category.PAIR and aces == 2):
            fold -= Fraction(1 + pays.get(int(category), 7), 2)
    return total / COMPLETIONS, fold


@pytest.mark.parametrize("name", OTHERS)
def test_gains_of_other_rules_dealt(name: str, others: dict[str, Solution]) -> None:
    solution = others[name]
    assert solution.scale == SCALES[name]
    assert solution.ev.dtype == (np.int64 if name == "wide" else np.int32)
    gains = gains_of(solution)
    assert gains.dtype == np.int64
    drawn = random.Random(12)
    chosen = [tuple(drawn.sample(range(52), 5)) for _ in range(20)]
    # A pair of aces, of kings, a flush, quads and a royal flush.
    chosen += [(51, 50, 0, 5, 10), (47, 46, 0, 5, 10), (0, 4, 8, 12, 20), (0, 1, 2, 3, 9)]
    chosen += [(51, 47, 43, 39, 35)]
    for cards in chosen:
        call, fold = other_values(name, cards[:2], cards[2:])
        gain = int(gains[spots.index_of_ids(cards[:2], cards[2:])])
        assert Fraction(gain, COMPLETIONS * solution.scale) == call - fold, format_cards(cards)


@pytest.mark.parametrize("name", OTHERS)
def test_other_rules_summed_plainly(
    name: str,
    others: dict[str, Solution],
    strategy: Strategy,
    values: Values,
    covering: list[int],
    weights: list[int],
) -> None:
    solution = others[name]
    cost = strategy_cost(strategy, solution, values)
    unit = COMPLETIONS * solution.scale
    lost, wrong = ([0] * len(PLAIN_RULES) for _ in range(2))
    total = 0
    gains: list[int] = gains_of(solution).tolist()
    evs: list[int] = solution.ev.tolist()
    for rule, ev, gain, weight in zip(covering, evs, gains, weights, strict=True):
        called = PLAIN_RULES[rule][0] == "CALL"
        loss = max(-gain if called else gain, 0)
        lost[rule] += weight * loss
        wrong[rule] += weight * (loss > 0)
        total += weight * (ev if called else -unit)
    assert cost.ev == Fraction(total, SPOTS * unit)
    assert [rule.wrong for rule in cost.rules] == wrong
    assert [rule.cost for rule in cost.rules] == [Fraction(n, SPOTS * unit) for n in lost]
    assert cost.cost == Fraction(sum(lost), SPOTS * unit)
    perfect = solution.outcomes.distribution.mean
    if name == "forfeits":
        # Perfect play gives up some of Ante and Call to keep the bonus.
        assert cost.cost > perfect - cost.ev
    else:
        assert cost.cost == perfect - cost.ev
    for priced in cost.rules:
        losses = [spot.spots * spot.loss for spot in priced.worst]
        assert losses == sorted(losses, reverse=True)


@pytest.mark.parametrize("name", ["call", "even", "forfeits"])
def test_gains_of_all_spots_of_a_class(
    name: str, others: dict[str, Solution], weights: list[int]
) -> None:
    unit = DEALS * others[name].scale
    exact = gains_of(others[name]).astype(object) * np.array(weights, object)
    expected = [float(Fraction(int(gain), unit)) for gain in exact[::9973]]
    np.testing.assert_allclose(rough_gains(others[name])[::9973], expected, rtol=1e-14)
