"""The README: its commands are the ones that work, and its examples come out as printed."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
from pathlib import Path

import pytest
from command import COMMAND

README = Path(__file__).parent.parent / "README.md"
if not README.exists():
    pytest.skip("no README beside the tests", allow_module_level=True)
TEXT = README.read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```console\n\$ (.*?)\n(.*?)```", TEXT, re.DOTALL)
# Figures that differ from run to run.
TIMES = re.compile(r"Solved in +[0-9.]+ s")


def squeezed(text: str) -> list[str]:
    """Lines without what only aligns them."""
    lines = [" ".join(line.split()) for line in TIMES.sub("Solved in", text).splitlines()]
    return [line for line in lines if line]


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 6
    assert {"advise", "solve", "edge", "verify"} <= set(" ".join(c for c, _ in EXAMPLES).split())


@pytest.mark.parametrize(("command", "printed"), EXAMPLES, ids=[c for c, _ in EXAMPLES])
def test_example(command: str, printed: str, tmp_path: Path) -> None:
    path = f"{Path(COMMAND).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-c", command],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=os.environ | {"PATH": path},
        check=False,
    )
    assert squeezed(done.stdout) == squeezed(printed)


def test_python_examples() -> None:
    results = doctest.testfile(str(README), module_relative=False)
    assert results.attempted >= 8
    assert results.failed == 0


def test_first_screen_holds_both_commands() -> None:
    screen = TEXT.splitlines()[:25]
    commands = [line for line in screen if line.startswith("python3 -m venv .venv && ")]
    assert [command.split("/")[-1] for command in commands] == ["casino-holdem solve", "pytest"]
