"""``serve`` as a process: the address, what is in the way, and a clean end."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from command import COMMAND, refused, run

SECONDS = 30

LONG = {"bonus": "1", "bonus_cards": "6", "fold_forfeits_bonus": "yes"}
"""Rules that take many seconds to solve."""


@contextmanager
def serving(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], httpx.Client]]:
    """The command running, and somebody to ask it, as soon as it has printed its address."""
    process = subprocess.Popen(
        [COMMAND, "serve", "--port", "0", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A group of its own, as a terminal makes it, so that Ctrl-C reaches all of it.
        start_new_session=True,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://\S+:\d+", line)
        assert found, line or (process.stderr and process.stderr.read())
        with httpx.Client(base_url=found[0], timeout=SECONDS, trust_env=False) as client:
            yield process, client
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def group(process: subprocess.Popen[str]) -> list[int]:
    """The processes of its group that are still there."""
    found = subprocess.run(
        ["ps", "-e", "-o", "pid=,pgid=,stat="], capture_output=True, text=True, check=True
    )
    rows = (line.split() for line in found.stdout.splitlines())
    return [int(pid) for pid, pgid, stat in rows if int(pgid) == process.pid and stat[0] != "Z"]


def ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Status and errors, once nothing of it is left."""
    _, errors = process.communicate(timeout=SECONDS)
    until = time.monotonic() + SECONDS
    while group(process) and time.monotonic() < until:
        time.sleep(0.02)
    assert group(process) == []
    return process.returncode, errors


def test_it_answers_and_ends_when_told() -> None:
    with serving() as (process, client):
        assert client.base_url.host == "127.0.0.1"
        answer = client.get("/api/advise", params={"hole": "AhKd", "flop": "As7d4c"})
        assert answer.json()["ev_call_exact"] == "609437/356730"
        assert "server" not in answer.headers
        assert client.get("/").headers["content-type"].startswith("text/html")
        assert client.get("/api/deal", headers={"Host": "evil.example"}).status_code == 400
        assert client.get("/api/strategy").status_code == 200
        # The process for heavy answers is there, too.
        assert len(group(process)) > 1
        process.terminate()
        assert ended(process) == (143, "")


def test_ctrl_c_in_the_middle_of_an_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log, browser, opened = tmp_path / "log", tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\necho "$1" >> "{opened}"\n')
    browser.chmod(0o700)
    monkeypatch.setenv("BROWSER", str(browser))
    options = ("--host", "0.0.0.0", "--open", "--log-file", str(log))
    with serving(*options) as (process, client):
        assert client.base_url.host == "localhost"
        other = client.get("/api/deal", headers={"Host": "some.name"})
        assert other.status_code == 200
        with pytest.raises(httpx.TimeoutException):
            client.get("/api/hands", params=LONG, timeout=1)
        began = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)
        assert ended(process) == (
            130,
            "warning: whoever reaches 0.0.0.0 can ask, not only this machine\n\n"
            "casino-holdem: interrupted\n",
        )
        # Well before the answer would have been there.
        assert time.monotonic() - began < 6
    assert "GET /api/deal: 200 in" in log.read_text()
    assert opened.read_text() == f"{str(client.base_url).rstrip('/')}\n"


def test_nothing_is_left_of_it_even_killed() -> None:
    with serving() as (process, client):
        with pytest.raises(httpx.TimeoutException):
            client.get("/api/hands", params=LONG, timeout=1)
        process.kill()
        assert ended(process)[0] == -signal.SIGKILL


def test_a_port_in_use() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ran = run("serve", "--port", str(taken.getsockname()[1]))
    assert (ran.status, ran.out) == (1, "")
    assert re.fullmatch(
        r"casino-holdem: cannot listen at 127.0.0.1:\d+: Address already in use\n", ran.err
    )


def test_a_host_that_is_none() -> None:
    assert "'nowhere.invalid' is no address of this machine" in refused(
        "serve", "--host", "nowhere.invalid"
    )
    ran = run("serve", "--host", "192.0.2.1", "--port", "0")
    assert ran.status == 1
    assert "cannot listen at 192.0.2.1:0" in ran.err


@pytest.mark.parametrize("missing", ["fastapi", "uvicorn", "limits"])
def test_without_the_extra(missing: str) -> None:
    code = (
        f"import sys; sys.modules[{missing!r}] = None; sys.argv = ['casino-holdem', 'serve']; "
        "from solver.cli import main; main()"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == (
        f"casino-holdem: serving needs the extra web, and {missing} is not there: "
        "pip install 'casino-holdem[web]', or '.[web]' where its source is\n"
    )
