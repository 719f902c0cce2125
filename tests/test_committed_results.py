"""The committed figures: house edges and the record of the direct run are what the solver says."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from pathlib import Path

import pytest
from command import run

from solver import Rules, Solution, spots
from solver.enumeration import COMPLETIONS
from solver.numerals import percent
from solver.strategy import find_strategy, included
from solver.strategy_cost import strategy_cost
from solver.terms import compute

RESULTS = Path(__file__).parent.parent / "results"
if not RESULTS.exists():
    pytest.skip("no results beside the tests", allow_module_level=True)


def test_house_edges() -> None:
    text = (RESULTS / "house-edge.csv").read_text()
    assert len(text.splitlines()) >= 10
    assert run("rules", "--format", "csv").out == text


def test_the_family_in_the_readme() -> None:
    readme = RESULTS.parent / "README.md"
    if not readme.exists():
        pytest.skip("no README beside the results")
    shown = [
        [cell.strip(" `") for cell in line.strip("|").split("|")]
        for line in readme.read_text("utf-8").splitlines()
        if line.startswith("| `") and line.count("|") == 8
    ]
    columns = ("house_edge_percent", "element_of_risk_percent", "call_percent")
    expected = []
    for row in csv.DictReader((RESULTS / "house-edge.csv").read_text().splitlines()):
        bonus = f"{row['bonus_edge_percent']} %" if row["bonus_edge_percent"] else "-"
        figures = [f"{row[column]} %" for column in columns]
        expected.append([row["name"], row["title"], row["ante"], *figures, bonus])
    assert shown == expected


def test_direct_run(solution: Solution) -> None:
    rules = Rules()
    record = json.loads((RESULTS / f"direct-{rules.rules_id}.json").read_text())
    assert record["rules"] == rules.as_dict()
    assert record["signature"] == solution.signature()
    assert record["house_edge"] == str(solution.outcomes.house_edge)
    assert record["completions_dealt"] == spots.SPOT_CLASSES * COMPLETIONS == 1_377_111_930_480
    assert set(record["mismatches"].values()) == {0}


def test_strategies(solution: Solution) -> None:
    values = compute(spots.cards_on(range(spots.FLOP_CLASSES)))
    costs = {name: strategy_cost(find_strategy(name), solution, values) for name in included()}
    for name, cost in costs.items():
        price = f"Price: {percent(cost.cost, 4)} of an Ante against perfect play"
        assert price in cost.strategy.remarks, name
    committed: dict[str, dict[str, str]] = {}
    for kind in ("rules", "points"):
        text = (RESULTS / f"strategies-{kind}.csv").read_text()
        rows = list(csv.DictReader(text.splitlines()))
        exact = [Fraction(row["cost_exact"]) for row in rows]
        assert exact == sorted(exact, reverse=True)
        committed |= {row["strategy"]: row for row in rows}
        assert (RESULTS / f"strategies-{kind}.svg").read_text().count("<svg") == 1
    found = [name for name in committed if name in costs]
    assert len(found) == 5
    for name in found:
        assert committed[name]["cost_exact"] == str(costs[name].cost)
        assert committed[name]["house_edge"] == str(costs[name].house_edge)
    # What was aimed at: of eight rules, of sixteen, and of a point count.
    assert costs["best-8"].cost < Fraction(5, 1000)
    assert costs["best-16"].cost < Fraction(2, 1000)
    assert costs["points-12"].cost < Fraction(15, 10000)

    readme = RESULTS.parent / "README.md"
    if not readme.exists():
        pytest.skip("no README beside the results")
    shown = [line for line in readme.read_text("utf-8").splitlines() if line.count("|") == 6]
    expected = [
        f"| `{name}` | {len(cost.strategy.rules) + len(cost.strategy.points)} "
        f"| {percent(cost.cost, 4)} | {percent(cost.house_edge, 4)} "
        f"| {cost.strategy.remarks.partition(chr(10))[0]} |"
        for name, cost in sorted(costs.items(), key=lambda item: item[1].cost)
    ]
    assert [line for line in shown if line.startswith("| `")] == expected
