"""Asking: a line typed at a prompt, whatever the terminal."""

from __future__ import annotations

import contextlib
import sys


class EndOfInput(Exception):  # noqa: N818  (nobody's mistake)
    """Nothing more will be typed."""


def ask(prompt: str) -> str:
    """One line as it was typed, without spaces around it.

    Raises
    ------
    EndOfInput
        At the end of input.
    KeyboardInterrupt
        At Ctrl-C.
    """
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  (line editing and history for input)
    try:
        typed = input(prompt).strip()
    except EOFError:
        # The next line of output should not go on where the prompt stands.
        print()  # noqa: T201
        raise EndOfInput from None
    if not sys.stdin.isatty():
        # What a terminal shows as it is typed.
        print(typed)  # noqa: T201
    return typed
