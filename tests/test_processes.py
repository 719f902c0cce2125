"""Worker processes: the same numbers however they start, and never a hang or one left over."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest
from command import COMMAND, run

from solver import Engine, Rules, Solution, solve_game, spots
from solver.workers import START_METHODS, StartMethod

# Quads that pay 20: rules that are not the default ones, to see that they reach the workers.
ANTE = "100-20-20-3-2-1"
LINE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} (DEBUG|INFO) (\S+) (\d+) (.+)")
FLOPS = re.compile(r"flop classes (\d+) to (\d+): \d+ spot classes in \d+\.\d{3} s")
Seen = TypeVar("Seen")

needs_proc = pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="looks at processes in /proc"
)


class Job:
    """A command at work, alone in a session of its own."""

    def __init__(self, *arguments: str, out: Path) -> None:
        self.out = out
        self.process = subprocess.Popen(
            [COMMAND, *arguments, "--out", str(out)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def living(self) -> dict[int, tuple[str, int]]:
        """State and parent of each process of the session that has not ended."""
        living = {}
        for directory in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                fields = (directory / "stat").read_text().rpartition(")")[2].split()
                state, parent, session = fields[0], int(fields[1]), int(fields[3])
                if session == self.process.pid and state not in "ZX":
                    living[int(directory.name)] = state, parent
        return living

    def workers(self) -> dict[int, str]:
        """State of each worker process."""
        own = self.process.pid
        workers = {}
        for pid, (state, parent) in self.living().items():
            with contextlib.suppress(OSError):
                words = Path(f"/proc/{pid}/cmdline").read_text()
                server = "forkserver" in words and parent == own
                if pid != own and not server and "resource_tracker" not in words:
                    workers[pid] = state
        return workers

    def interrupt(self) -> None:
        """Ctrl-C, which a terminal sends to every process of the group."""
        os.killpg(self.process.pid, signal.SIGINT)

    def end(self, within: float) -> tuple[int, str, list[str]]:
        """Wait until all has ended; exit status, output, lines of errors."""
        try:
            out, err = self.process.communicate(timeout=within)
        except subprocess.TimeoutExpired:
            pytest.fail(f"still there after {within} s: {self.living()}")
        # Whoever watches over the workers may take a moment longer.
        eventually(lambda: not self.living(), within=2)
        return self.process.returncode, out, [line for line in err.splitlines() if line]

    def kill(self) -> None:
        """Leave nothing behind, whatever went wrong."""
        for pid in self.living():
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        self.process.communicate()


def eventually(condition: Callable[[], Seen], within: float = 30) -> Seen:
    """What a condition returns once it holds."""
    end = time.monotonic() + within
    while not (seen := condition()):
        assert time.monotonic() < end, f"not after {within} s"
        time.sleep(0.002)
    return seen


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Job]]:
    """Starts commands and ends them with the test."""
    jobs = []

    def start(*arguments: str) -> Job:
        jobs.append(Job(*arguments, out=tmp_path / "out"))
        return jobs[-1]

    yield start
    for job in jobs:
        job.kill()


@pytest.fixture(scope="module")
def alone() -> Solution:
    """The game with other rules, solved without workers."""
    (solution,) = solve_game([Rules.with_ante(ANTE)], Engine(workers=1))
    return solution


@pytest.mark.parametrize("method", START_METHODS)
def test_the_same_numbers_and_whole_lines_of_log_however_workers_start(
    method: StartMethod, alone: Solution, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    ran = run(
        "edge", "--ante", ANTE, "--signatures", "--format", "json",
        "--workers", "4", "--start-method", method, "--log-file", str(log),
    )  # fmt: skip
    assert (ran.status, ran.err) == (0, "")
    (row,) = json.loads(ran.out)
    assert row["house_edge_percent"] == "0.635731"
    assert row["signature"] == alone.signature()

    lines = [LINE.fullmatch(line) for line in log.read_text("utf-8").splitlines()]
    entries = [line.groups() for line in lines if line]
    assert len(entries) == len(lines)
    started = [entry for entry in entries if entry[3] == "worker process started"]
    assert {level for level, *_ in started} == {"INFO"}
    assert len({name for _, name, *_ in started}) == len({pid for _, _, pid, _ in started}) == 4
    assert len(started) == 4
    found = [FLOPS.fullmatch(text) for level, _, _, text in entries if level == "DEBUG"]
    flops = [n for part in found if part for n in range(int(part[1]), int(part[2]) + 1)]
    assert len(entries) == len(started) + len(found)
    assert sorted(flops) == list(range(spots.FLOP_CLASSES))


def test_the_same_numbers_from_a_program(alone: Solution, tmp_path: Path) -> None:
    script = (
        "from solver import Engine, Rules, solve_game\n"
        "if __name__ == '__main__':\n"
        "    for method in ('fork', 'spawn', 'forkserver'):\n"
        f"        (s,) = solve_game([Rules.with_ante('{ANTE}')], Engine('counting', 2, method))\n"
        "        print(s.signature())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=120,
        check=True,
    )
    assert done.stdout.split() == [alone.signature()] * 3
    assert done.stderr == ""


def at_work(log: Path) -> bool:
    """Whether workers have finished some flops."""
    return log.exists() and "flop classes" in log.read_text("utf-8")


@needs_proc
@pytest.mark.parametrize(
    ("method", "start_method", "moment"),
    [
        *itertools.product(["counting"], START_METHODS, ["starting", "importing", "at work"]),
        ("counting", "fork", "answering"),
        *itertools.product(["direct"], START_METHODS, ["at work"]),
    ],
)
def test_ctrl_c_ends_everything(
    method: str, start_method: str, moment: str, start: Callable[..., Job], tmp_path: Path
) -> None:
    log = tmp_path / "log"
    job = start(
        "solve", "--method", method, "--workers", "2", "--start-method", start_method,
        "--log-file", str(log),
    )  # fmt: skip
    if moment == "starting":
        eventually(lambda: len(job.living()) > 1)
        time.sleep(0.03)
    elif moment == "importing":
        eventually(lambda: len(job.workers()) == 2)
        time.sleep(0.06)
    else:
        eventually(lambda: at_work(log))
    if moment == "answering":
        stop_until_workers_wait(job)
    job.interrupt()
    job.process.send_signal(signal.SIGCONT)
    status, out, err = job.end(within=3)
    assert (status, out) == (130, "")
    assert err == ["casino-holdem: interrupted"]
    left = {entry.name for entry in job.out.iterdir()}
    assert left <= ({"direct-ante-100-20-10-3-2-1.sqlite"} if method == "direct" else set())


def stop_until_workers_wait(job: Job) -> None:
    """Stop the parent, so that workers cannot get rid of more answers than a pipe holds."""
    job.process.send_signal(signal.SIGSTOP)
    since = time.monotonic()

    def all_wait() -> bool:
        nonlocal since
        if set(job.workers().values()) != {"S"}:
            since = time.monotonic()
        return time.monotonic() - since > 0.2

    eventually(all_wait)


def waits_for(pid: int) -> str:
    """The name of what a process waits for in the kernel, or nothing."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/wchan").read_text()
    return ""


@needs_proc
@pytest.mark.parametrize("start_method", START_METHODS)
def test_a_killed_worker_is_an_error(start_method: str, start: Callable[..., Job]) -> None:
    job = start("solve", "--method", "direct", "--workers", "2", "--start-method", start_method)
    victim, _ = eventually(lambda: sorted(job.workers()) if len(job.workers()) == 2 else [])
    time.sleep(0.2)
    os.kill(victim, signal.SIGKILL)
    status, out, err = job.end(within=10)
    assert (status, out) == (1, "")
    (line,) = err
    assert line.startswith("casino-holdem: a worker process ended before its work did")


@needs_proc
@pytest.mark.parametrize("victims", [1, 2])
@pytest.mark.parametrize("start_method", START_METHODS)
def test_a_worker_killed_in_the_middle_of_its_answer(
    start_method: str, victims: int, start: Callable[..., Job], tmp_path: Path
) -> None:
    log = tmp_path / "log"
    job = start("solve", "--workers", "2", "--start-method", start_method, "--log-file", str(log))
    eventually(lambda: at_work(log))
    stop_until_workers_wait(job)
    # Where the system says what they wait for: those that write first.
    killed = sorted(job.workers(), key=lambda pid: "futex" in waits_for(pid))[:victims]
    for pid in killed:
        os.kill(pid, signal.SIGKILL)
    eventually(lambda: not job.living().keys() & killed)
    job.process.send_signal(signal.SIGCONT)
    status, out, err = job.end(within=10)
    assert (status, out) == (1, "")
    (line,) = err
    assert line.startswith("casino-holdem: a worker process ended before its work did")
    assert list(job.out.iterdir()) == []


@needs_proc
@pytest.mark.parametrize("start_method", START_METHODS)
def test_workers_end_with_a_killed_parent(start_method: str, start: Callable[..., Job]) -> None:
    job = start("solve", "--method", "direct", "--workers", "2", "--start-method", start_method)
    eventually(lambda: len(job.workers()) == 2)
    time.sleep(0.5)
    assert len(job.workers()) == 2
    job.process.kill()
    job.process.wait()
    eventually(lambda: not job.living(), within=5)


Row = tuple[bytes, ...]


def rows_of(out: Path) -> dict[int, Row]:
    """The finished flop classes in a checkpoint."""
    path = out / "direct-ante-100-20-10-3-2-1.sqlite"
    if not path.exists():
        return {}
    with contextlib.closing(sqlite3.connect(path)) as database:
        if not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'flops'").fetchall():
            return {}
        rows = database.execute("SELECT * FROM flops").fetchall()
    finished = {flop: tuple(values) for flop, *values in rows}
    assert len(finished) == len(rows)
    return finished


def has_rows(job: Job, least: int) -> bool:
    return len(rows_of(job.out)) >= least


def dealt_in(log: Path) -> list[int]:
    """Flop classes dealt out, by a log."""
    return [int(part[1]) for part in FLOPS.finditer(log.read_text("utf-8"))]


@needs_proc
def test_a_direct_run_goes_on_where_it_was(
    start: Callable[..., Job], tmp_path: Path, solution: Solution
) -> None:
    before: dict[int, Row] = {}
    for n, stop in enumerate(("interrupt", "kill", "interrupt"), start=1):
        log = tmp_path / f"log {n}"
        job = start("solve", "--method", "direct", "--workers", "2", "--log-file", str(log))
        eventually(partial(has_rows, job, len(before) + 3))
        if stop == "kill":
            job.process.kill()
            job.end(within=3)
        else:
            job.interrupt()
            status, _, err = job.end(within=3)
            assert (status, err) == (130, ["casino-holdem: interrupted"])
        after = rows_of(job.out)
        # Finished ones stay as they are and are not dealt again.
        assert before.items() <= after.items()
        dealt = dealt_in(log)
        assert len(dealt) == len(set(dealt))
        assert not before.keys() & set(dealt)
        assert after.keys() - before.keys() <= set(dealt)
        if stop == "interrupt":
            # What is lost was on its way from a worker.
            assert len(dealt) - len(after.keys() - before.keys()) <= 4
        before = after
    for flop, (ev, *_) in before.items():
        own = slice(spots.first_index(flop), spots.first_index(flop + 1))
        assert ev == solution.ev[own].tobytes()
    path = tmp_path / "out" / "direct-ante-100-20-10-3-2-1.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as database:
        about = dict(database.execute("SELECT * FROM about"))
    assert about["sessions"] == "3"
    assert float(about["seconds"]) > 0
