"""Whole commands, cold, against a bare Python that imports numpy.

Wall time and peak memory of a fresh process each; the rival is what any Python program with arrays
pays before it does anything. Taken in turn, median of several rounds, with ratios.

Run: ``python benchmarks/commands.py [--rounds 7]``
"""

from __future__ import annotations

import argparse
import itertools
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

COMMAND = str(Path(sys.executable).with_name("casino-holdem"))


def run(command: list[str], directory: str) -> tuple[float, float]:
    """Seconds, and megabytes of the largest process, of a command run in ``directory``."""
    start = time.perf_counter()
    child = os.fork()
    if child == 0:
        os.chdir(directory)
        sink = os.open(os.devnull, os.O_WRONLY)
        os.dup2(sink, 1)
        os.execv(command[0], command)
    _, status, usage = os.wait4(child, 0)
    if status:
        raise SystemExit(f"{command}: status {os.waitstatus_to_exitcode(status)}")
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def _hundred_tables() -> list[str]:
    tables = itertools.product((100, 50, 25, 20), (20, 25, 30, 40, 50), (10, 12, 15, 17, 20))
    return [word for a, b, c in tables for word in ("--ante", f"{a}-{b}-{c}-3-2-1")]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    commands = {
        "python -c 'import numpy'": [sys.executable, "-c", "import numpy"],
        "solve, 2 workers": [COMMAND, "solve", "--workers", "2"],
        "solve, 1 worker": [COMMAND, "solve", "--workers", "1", "--out", "one"],
        "solve, 2 workers, spawn": [
            COMMAND, "solve", "--workers", "2", "--start-method", "spawn", "--out", "spawned",
        ],
        "edge, 1 Ante table": [COMMAND, "edge", "--workers", "2"],
        "edge, 100 Ante tables": [COMMAND, "edge", "--workers", "2", *_hundred_tables()],
        "report, HTML": [COMMAND, "report", "--format", "html", "--workers", "2"],
        "session, 100,000 rounds": [
            COMMAND, "session", "--rounds", "100000", "--bankroll", "1000", "--workers", "2",
        ],
        "advise": [COMMAND, "advise", "AhKd/As7d4c"],
        "advise, no table": [COMMAND, "advise", "AhKd/As7d4c", "--ante", "100-20-20-3-2-1"],
    }  # fmt: skip
    results: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    with tempfile.TemporaryDirectory() as directory:
        for _ in range(options.rounds):
            for name, command in commands.items():
                results[name].append(run(command, directory))
    rival = statistics.median(seconds for seconds, _ in next(iter(results.values())))
    print(f"median of {options.rounds}; memory: the largest process")
    for name, measured in results.items():
        seconds = statistics.median(s for s, _ in measured)
        low, high = min(s for s, _ in measured), max(s for s, _ in measured)
        print(
            f"{name:26}{seconds:8.3f} s ({low:.3f}-{high:.3f}){seconds / rival:8.2f} x"
            f"{max(m for _, m in measured):9.0f} MB"
        )


if __name__ == "__main__":
    main()
