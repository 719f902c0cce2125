"""What many tests need and nobody should compute twice."""

from __future__ import annotations

import signal

import pytest

from solver import Engine, Rules, Solution, solve_game

# Whoever starts tests in the background has them ignore Ctrl-C, and all the commands they run.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def solution() -> Solution:
    """The game with the usual rules."""
    (solution,) = solve_game([Rules()], Engine(workers=1))
    return solution
