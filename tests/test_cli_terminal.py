"""Terminals: conversation, narrow encodings, readers that leave, Ctrl-C at a prompt."""

from __future__ import annotations

import os
import subprocess

import pytest
from command import COMMAND, run
from terminal import Talk


def test_it_asks_answers_and_asks_again() -> None:
    with Talk("advise") as talk:
        talk.wait_for("hole> ")
        talk.say("Ah Kd\n")
        talk.wait_for("flop> ")
        talk.say("As 7d 4c\n")
        talk.wait_for("CALL")
        talk.wait_for("hole> ")
        talk.say("Ah Kx\n")
        talk.wait_for("'x' is no suit")
        talk.wait_for("hole> ")
        talk.say("9s7h/2cQdAh\n")
        talk.wait_for("EITHER")
        talk.wait_for("hole> ")
        talk.say("\n")
        assert talk.status() == 0


def test_end_of_input_at_a_prompt() -> None:
    with Talk("advise") as talk:
        talk.wait_for("hole> ")
        talk.say("\x04")
        assert talk.status() == 0


@pytest.mark.parametrize("typed", ["", "Ah Kd\n"])
def test_ctrl_c_at_a_prompt(typed: str) -> None:
    with Talk("advise") as talk:
        talk.wait_for("hole> ")
        talk.say(typed)
        if typed:
            talk.wait_for("flop> ")
        talk.interrupt()
        talk.wait_for("interrupted")
        assert talk.status() == 130


@pytest.mark.parametrize(
    ("arguments", "encoding"),
    [
        (("advise", "A♥ K♦", "As 7d 4c", "--hands"), "ascii"),
        (("advise", "A♥ K♦", "As 7d 4c", "--hands"), "cp1252"),
        (("solve", "--help"), "ascii"),
    ],
)
def test_narrow_encodings(arguments: tuple[str, ...], encoding: str) -> None:
    ran = run(*arguments, environment={"PYTHONIOENCODING": encoding})
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.isascii()


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_errors_in_narrow_encodings(encoding: str) -> None:
    ran = run("advise", "--batch", "-", given="6сTc9h♠️", environment={"PYTHONIOENCODING": encoding})
    assert ran.status == 1
    assert "U+0441" in ran.err


@pytest.mark.parametrize("arguments", ["edge", "--help", "advise AhKd/As7d4c --hands"])
def test_a_reader_that_leaves(arguments: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f'"{COMMAND}" {arguments} | head -n 1'],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
        timeout=60,
        check=True,
    )
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 1


def test_an_endless_batch_whose_reader_leaves() -> None:
    writer = f'yes AhKd/As7d4c | "{COMMAND}" advise --batch - | head -n 2'
    done = subprocess.run(
        ["sh", "-c", writer], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 2
