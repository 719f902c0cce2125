"""Examples in docstrings."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest

MODULES = ("advisor", "cards", "hands", "known", "numerals", "rules", "settlement", "spots")


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    results = doctest.testmod(import_module(f"solver.{name}"))
    assert results.attempted > 0
    assert results.failed == 0
