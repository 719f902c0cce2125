"""The search for strategies: on the whole game, and on small made-up ones that can be tried out."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from command import run
from numpy.typing import NDArray

from solver import Solution
from solver.spots import FLOP_CLASSES, cards_on
from solver.strategy import Compared, Joined, Strategy, parse_strategy
from solver.strategy_cost import strategy_cost
from solver.strategy_search import FIRST, Found, Listed, Search, terms_needed
from solver.terms import TERMS, compute

UNIT = 1024
"""What gains are divided by: a power of two, so that floats hold their sums exactly."""
WORDS = 4e-5
"""What the search may give up for fewer words, in a rule or two."""


def test_the_whole_game_and_what_is_written_of_it(solution: Solution, tmp_path: Path) -> None:
    # With one thread: threads that wait for a processor cost minutes.
    ran = run(
        *("strategy", "find", "--rules", "4", "--out", "found"),
        cwd=tmp_path,
        environment={"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
    )
    assert ran.status == 0, ran.err
    assert sorted(path.name for path in (tmp_path / "found").iterdir()) == [
        *(f"best-{rules}.txt" for rules in (2, 3, 4)),
        "frontier-rules.csv",
    ]
    header, *rows = (tmp_path / "found" / "frontier-rules.csv").read_text().splitlines()
    assert header.startswith("strategy,rules,point_terms,cost_percent")
    values = compute(cards_on(range(FLOP_CLASSES)), terms_needed())
    costs = []
    for rules, row in zip((2, 3, 4), rows, strict=True):
        # What was written is read again and costs what is said of it.
        strategy = parse_strategy((tmp_path / "found" / f"best-{rules}.txt").read_text())
        assert len(strategy.rules) == rules
        assert strategy.rules[0] == FIRST
        cost = strategy_cost(strategy, solution, values)
        assert not cost.unreachable
        name, number, _, _, exact, *_ = row.split(",")
        assert (name, number, exact) == (f"best-{rules}", str(rules), str(cost.cost))
        costs.append(cost.cost)
    assert costs == sorted(set(costs), reverse=True)
    for cost_of_rules, percent in zip(costs[1:], ("0.66", "0.52"), strict=True):
        assert cost_of_rules * 100 < Fraction(percent)


class Game(NamedTuple):
    """A made-up game: what Call gains in each spot, and what a few terms say of it."""

    gains: NDArray[np.int64]
    values: dict[str, NDArray[np.int8]]

    def search(self) -> Search:
        return Search(self.gains / UNIT, self.values)

    def cost(self, called: NDArray[np.bool_]) -> float:
        best = self.gains[self.gains > 0].sum()
        return float(best - self.gains[called].sum()) / UNIT

    def cost_of(self, strategy: Strategy) -> float:
        return self.cost(strategy.calls(strategy.covering(self.values, len(self.gains))))


FEW = {"paired flop": (0, 1), "suited hole": (0, 1), "high card": (8, 11, 14), "overcards": (0, 2)}


def game(seed: int, spots: int = 40) -> Game:
    """All terms are 0 everywhere but for a few; no spot is the first rule's."""
    drawn = random.Random(seed)
    values = {name: np.zeros(spots, np.int8) for name in terms_needed()}
    for name, chosen in FEW.items():
        values[name][:] = [drawn.choice(chosen) for _ in range(spots)]
    # What terms say has some bearing on the gains.
    of_terms = {said: drawn.gauss(0, 0.1) for said in product(*FEW.values())}
    gains = [
        round(UNIT * (of_terms[said] + drawn.gauss(0, 0.05)))
        for said in zip(*(values[name].tolist() for name in FEW), strict=True)
    ]
    return Game(np.array(gains, np.int64), values)


def conditions(made_up: Game, most: int) -> Iterator[NDArray[np.bool_]]:
    """Where each conjunction of up to ``most`` terms or their opposites holds, each place once."""
    single = {}
    for name, chosen in FEW.items():
        for value in chosen[1:]:
            holds = made_up.values[name] >= value
            single[holds.tobytes()] = holds
            single[(~holds).tobytes()] = ~holds
    found = {}
    for count in range(1, most + 1):
        for several in combinations(single.values(), count):
            holds = np.logical_and.reduce(several)
            found[holds.tobytes()] = holds
    yield from found.values()


def tried_out(
    made_up: Game, middle: int, terms: int = 1, lasts: tuple[bool, ...] = (True, False)
) -> float:
    """The least cost of all lists of so many rules, each of up to so many terms, and a last one."""
    every = list(conditions(made_up, terms))
    least = float("inf")
    for rules in product(every, repeat=middle):
        for *decisions, last in product(*[(True, False)] * middle, lasts):
            called = np.full(len(made_up.gains), last)
            for holds, decision in zip(reversed(rules), reversed(decisions), strict=True):
                called[holds] = decision
            least = min(least, made_up.cost(called))
    return least


@pytest.fixture(scope="module", params=range(8))
def made_up(request: pytest.FixtureRequest) -> Game:
    return game(request.param)


@pytest.fixture(scope="module")
def frontier(made_up: Game) -> list[Found]:
    return made_up.search().frontier(5)


def test_no_list_of_simple_rules_is_better(made_up: Game, frontier: list[Found]) -> None:
    costs = {found.rules: made_up.cost_of(found.strategy) for found in frontier}
    assert costs[2] == min(made_up.cost(np.full(40, last)) for last in (True, False))
    assert costs[3] <= tried_out(made_up, 1) + WORDS
    assert costs[4] <= tried_out(made_up, 2) + WORDS
    assert costs[5] <= costs[4] + WORDS
    # There is something to find.
    assert costs[4] < costs[3] < costs[2]


def test_a_single_rule_is_the_best_of_all(made_up: Game) -> None:
    search = made_up.search()
    found = made_up.cost_of(search.strategy("one", search.insert([])))
    # It is an exception to what is best for all spots alike.
    last = bool(made_up.gains.sum() > 0)
    assert found <= tried_out(made_up, 1, terms=2, lasts=(last,)) + WORDS


def test_lists_as_strategies(frontier: list[Found]) -> None:
    for count, found in enumerate(frontier, 2):
        first, *middle, last = found.strategy.rules
        assert (found.rules, found.strategy.name) == (count, f"best-{count}")
        assert len(found.strategy.rules) == count
        assert first == FIRST
        assert last.condition is None
        assert set(found.strategy.terms) <= set(terms_needed())
        for rule in middle:
            assert rule.condition is not None
            parts = rule.condition.parts if isinstance(rule.condition, Joined) else (None,)
            assert 1 <= len(parts) <= 3
        assert parse_strategy(str(found.strategy)).rules == found.strategy.rules


def test_the_same_again(made_up: Game, frontier: list[Found]) -> None:
    assert made_up.search().frontier(5) == frontier
    search = made_up.search()
    assert search.frontier(5) == search.frontier(5) == frontier


def test_the_order_of_spots_does_not_matter(made_up: Game, frontier: list[Found]) -> None:
    order = np.random.default_rng(3).permutation(40)
    shuffled = Game(
        made_up.gains[order], {name: values[order] for name, values in made_up.values.items()}
    )
    assert shuffled.search().frontier(5) == frontier


def test_a_spot_counts_as_often_as_it_comes(made_up: Game, frontier: list[Found]) -> None:
    # Each in two halves, or beside spots that the first rule decides.
    twice = Game(
        np.concatenate([made_up.gains - 3, np.full(40, 3), np.full(40, 10**6)]),
        {name: np.tile(values, 3) for name, values in made_up.values.items()},
    )
    twice.values["pair-or-draw"][80:] = 1
    assert twice.search().frontier(5) == frontier


def test_polish_and_drop(made_up: Game) -> None:
    search = made_up.search()

    def cost(rules: Listed) -> float:
        return made_up.cost_of(search.strategy("some", rules))

    drawn = random.Random(7)
    few = [n for n, c in enumerate(search.candidates) if c.term in FEW]
    for _ in range(5):
        rules: Listed = [
            ((2 * drawn.choice(few) + drawn.randrange(2),), drawn.random() < 0.5) for _ in range(3)
        ]
        assert cost(search.polish(rules)) <= cost(rules) + WORDS
        dropped = search.drop(rules)
        shorter = [rules[:n] + rules[n + 1 :] for n in range(3)]
        assert dropped in shorter
        assert cost(dropped) == min(map(cost, shorter))


def test_progress() -> None:
    for most in (3, 5):
        steps: list[int] = []
        game(0).search().frontier(most, steps.append)
        assert steps == [1] * (2 * (most - 2) - 1)


def test_terms_needed() -> None:
    needed = terms_needed()
    assert len(set(needed)) == len(needed)
    assert set(needed) <= set(TERMS)
    candidates = game(0).search().candidates
    assert {candidate.term for candidate in candidates} | {"pair-or-draw"} == set(needed)
    assert len(set(candidates)) == len(candidates)
    assert all(isinstance(candidate, Compared) for candidate in candidates)
