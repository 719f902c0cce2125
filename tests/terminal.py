"""Talks with the command in a terminal of its own."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Mapping

import pytest
from command import COMMAND


class Talk:
    """``casino-holdem`` with these arguments, in a terminal of so many columns."""

    def __init__(
        self, *arguments: str, columns: int = 80, environment: Mapping[str, str] | None = None
    ) -> None:
        self.terminal, own = pty.openpty()
        fcntl.ioctl(own, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self.process = subprocess.Popen(
            [COMMAND, *arguments],
            stdin=own,
            stdout=own,
            stderr=own,
            start_new_session=True,
            env=os.environ | dict(environment or {}),
        )
        os.close(own)
        self.seen = ""
        # What is read may end amid a letter.
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def __enter__(self) -> Talk:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.terminal)

    def wait_for(self, text: str) -> str:
        """What was printed up to a text that is to come."""
        end = time.monotonic() + 30
        while text not in self.seen:
            ready, _, _ = select.select([self.terminal], [], [], max(0, end - time.monotonic()))
            assert ready, f"no {text!r} in {self.seen!r}"
            try:
                self.seen += self._decoder.decode(os.read(self.terminal, 4096))
            except OSError:
                pytest.fail(f"ended before {text!r}: {self.seen!r}")
        before, _, self.seen = self.seen.partition(text)
        return before

    def say(self, text: str) -> None:
        os.write(self.terminal, text.encode())

    def interrupt(self) -> None:
        # Between prompt and reading, a signal would only be seen with the next key.
        time.sleep(0.5)
        os.kill(self.process.pid, signal.SIGINT)

    def status(self) -> int:
        return self.process.wait(30)
