"""Writes tables in a process of its own, and can be made to stop half way.

A table here holds one number for every spot class, so that a reader sees at once whose it is and
whether it is whole.
"""

from __future__ import annotations

import argparse
import os
import resource
import signal
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from solver import Rules, Solution, TableError, store, write_table
from solver.game import DEALS, GameOutcomes
from solver.spots import SPOT_CLASSES

HALF = "half of ev.npy"
SYNCS = tuple(f"before sync {n}" for n in range(1, 5))
"""Of ev.npy, manifest.json, their directory, and the one above, after the replacement."""


def solution_of(number: int) -> Solution:
    """A solution as no game has it."""
    totals = np.zeros((3, 40), np.int64)
    totals[0, 0] = DEALS
    outcomes = GameOutcomes.from_totals(Rules(), totals)
    return Solution(Rules(), np.full(SPOT_CLASSES, number, np.int32), outcomes)


def without_exchange() -> None:
    """Write as on a system that cannot swap two directories."""
    store._exchange = lambda *_: False


def limit_files(size: int) -> None:
    """Let writing more than this to a file fail."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def die_at_half() -> None:
    """Let the system kill this process once half of ev.npy is on disk."""
    limit_files(2 * SPOT_CLASSES)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)


def wait_at(moment: str) -> None:
    """Say so and wait for the end when that moment comes."""
    calls = 0
    sync = os.fsync

    def sync_unless(fd: Any) -> None:
        nonlocal calls
        calls += 1
        if [moment] == list(SYNCS[calls - 1 : calls]):
            print("there", flush=True)  # noqa: T201
            while True:
                time.sleep(60)
        sync(fd)

    os.fsync = sync_unless


def main() -> None:
    """Write tables as the command line says."""
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("numbers", type=int, nargs="+")
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--without-exchange", action="store_true")
    parser.add_argument("--stop-at", choices=[HALF, *SYNCS])
    parser.add_argument("--largest-file", type=int)
    given = parser.parse_args()
    if given.without_exchange:
        without_exchange()
    if given.stop_at == HALF:
        die_at_half()
    elif given.stop_at:
        wait_at(given.stop_at)
    solutions = [solution_of(number) for number in given.numbers]
    if given.largest_file:
        limit_files(given.largest_file)
    try:
        for _ in range(given.times):
            for solution in solutions:
                write_table(given.out, solution)
    except TableError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
