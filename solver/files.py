"""Files: written whole or not at all."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


class FileError(Exception):
    """A file that cannot be written: which, and why."""


def write_whole(path: Path, content: bytes) -> None:
    """Write a file whole, or leave what was there.

    Raises
    ------
    FileError
        If it cannot be written.
    """
    ready = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        with ready.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        ready.replace(path)
    except BaseException as error:
        # Ctrl-C, too, leaves nothing behind.
        ready.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise FileError(f"{path}: cannot be written: {error.strerror}") from error
        raise
