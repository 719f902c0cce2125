"""What many tests need and nobody should compute twice."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from solver import Engine, Rules, Solution, solve_game
from solver.data import ENVIRONMENT

# Whoever starts tests in the background has them ignore Ctrl-C, and all the commands they run.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def solution() -> Solution:
    """The game with the usual rules."""
    (solution,) = solve_game([Rules()], Engine(workers=1))
    return solution


@pytest.fixture(scope="session", autouse=True)
def _data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep matches and progress of the tests, and of commands they run, out of the user's own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(ENVIRONMENT, str(tmp_path_factory.mktemp("data")))
        yield
