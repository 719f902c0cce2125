"""Examples in docstrings."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import solver

MODULES = (
    "advisor", "audit", "cards", "convolution", "distribution", "hands", "known", "match",
    "numerals", "paytables", "record", "rules", "ruin", "session", "settlement", "shuffles",
    "spots", "statement", "strategy",
)  # fmt: skip


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    results = doctest.testmod(import_module(f"solver.{name}"))
    assert results.attempted > 0
    assert results.failed == 0


def test_no_module_is_forgotten() -> None:
    files = Path(solver.__file__).parent.rglob("*.py")
    with_examples = {path.stem for path in files if ">>> " in path.read_text("utf-8")}
    assert with_examples == set(MODULES)
