"""Examples in docstrings."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import solver

MODULES = (
    "advisor", "cards", "convolution", "distribution", "hands", "known", "match.audit",
    "match.playing", "match.record", "numerals", "paytables", "rules", "ruin", "session",
    "settlement", "shuffles", "spots", "statement", "strategy",
)  # fmt: skip


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    results = doctest.testmod(import_module(f"solver.{name}"))
    assert results.attempted > 0
    assert results.failed == 0


def test_no_module_is_forgotten() -> None:
    root = Path(solver.__file__).parent
    files = [path for path in root.rglob("*.py") if ">>> " in path.read_text("utf-8")]
    with_examples = {".".join(path.relative_to(root).with_suffix("").parts) for path in files}
    assert with_examples == set(MODULES)
