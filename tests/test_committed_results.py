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
    tables = [row["ante"] for row in csv.DictReader(text.splitlines())]
    assert len(tables) >= 4
    options = [option for table in tables for option in ("--ante", table)]
    assert run("edge", "--format", "csv", *options).out == text


def test_direct_run(solution: Solution) -> None:
    rules = Rules()
    record = json.loads((RESULTS / f"direct-{rules.rules_id}.json").read_text())
    assert record["rules"] == rules.as_dict()
    assert record["signature"] == solution.signature()
    assert record["house_edge"] == str(solution.outcomes.house_edge)
    assert record["completions_dealt"] == spots.SPOT_CLASSES * COMPLETIONS == 1_377_111_930_480
    assert set(record["mismatches"].values()) == {0}
