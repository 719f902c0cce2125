"""Runs the command as a person would: a process of its own, installed beside this Python."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

COMMAND = str(Path(sys.executable).with_name("casino-holdem"))


@dataclass(frozen=True)
class Ran:
    """What a command left behind."""

    status: int
    out: str
    err: str


def run(
    *arguments: str,
    given: str | bytes = b"",
    cwd: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> Ran:
    """Run ``casino-holdem`` with arguments and standard input."""
    done = subprocess.run(
        [COMMAND, *arguments],
        input=given.encode() if isinstance(given, str) else given,
        capture_output=True,
        cwd=cwd,
        env=os.environ | dict(environment or {}),
        timeout=120,
        check=False,
    )
    ran = Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in ran.err, ran.err
    return ran


def refused(*arguments: str, cwd: Path | None = None) -> str:
    """Run a wrong call: nothing on standard output, status 2, and the one line it returns."""
    ran = run(*arguments, cwd=cwd)
    assert (ran.status, ran.out) == (2, "")
    lines = ran.err.splitlines()
    assert len(lines) == 1
    return lines[0]
