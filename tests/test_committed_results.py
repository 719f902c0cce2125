"""The committed figures: house edges and the record of the direct run are what the solver says."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from command import run

from solver import Rules, Solution, spots
from solver.enumeration import COMPLETIONS

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
