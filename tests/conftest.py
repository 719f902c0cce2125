"""What many tests need and nobody should compute twice."""

from __future__ import annotations

import pytest

from solver import Engine, Rules, Solution, solve_game


@pytest.fixture(scope="session")
def solution() -> Solution:
    """The game with the usual rules."""
    (solution,) = solve_game([Rules()], Engine(workers=1))
    return solution
