"""Match files: where a match is kept while it is played, and how it is taken up again."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from solver.data import data_dir
from solver.files import FileError, write_whole
from solver.match.audit import check_record
from solver.match.playing import Match
from solver.match.record import (
    LARGEST_RECORD,
    Record,
    RecordError,
    read_record,
    to_json,
    to_text,
)
from solver.match.told import result_text

_MOST_BYTES = 4 * LARGEST_RECORD


def new_path() -> Path:
    """A new file for a match, in the data directory, named by the time.

    Raises
    ------
    FileError
        If there can be no such directory.
    """
    directory = _directory()
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"{directory}: cannot be made: {error.strerror}") from error
    return directory / f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(2)}.json"


def keep(match: Match, path: Path) -> None:
    """Write a match whole: as JSON if the name ends so, else as text.

    Raises
    ------
    FileError
        If it cannot be written.
    """
    text = to_json(match) + "\n" if path.suffix.lower() == ".json" else to_text(match)
    write_whole(path, text.encode())


def read_text(path: Path) -> str:
    """The text of a record's file.

    Raises
    ------
    RecordError
        If it cannot be read.
    """
    try:
        with path.open("rb") as file:
            return text_of(file)
    except OSError as error:
        raise RecordError(f"{path}: cannot be read: {error.strerror}") from None
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None


def text_of(file: BinaryIO) -> str:
    """The text of a record in an open file, which need not end.

    Raises
    ------
    RecordError
        If it is longer than any record, or no UTF-8.
    """
    content = file.read(_MOST_BYTES + 1)
    if len(content) > _MOST_BYTES:
        raise RecordError(f"expected up to {LARGEST_RECORD:,} characters, found more")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RecordError("not UTF-8 text") from None


def start(match: Match, path: Path) -> None:
    """Keep a match in a new file.

    Raises
    ------
    FileExistsError
        If there is such a file.
    FileError
        If it cannot be written.
    """
    try:
        path.open("xb").close()
    except FileExistsError:
        raise
    except OSError as error:
        raise FileError(f"{path}: cannot be written: {error.strerror}") from error
    keep(match, path)


def take_up(path: Path) -> Match:
    """A match from its file, to be played on.

    Raises
    ------
    RecordError
        If it is no record, or not a right one, or over.
    """
    checked = check_record(_record(path))
    if checked.differences:
        raise RecordError(f"{path}: {checked.differences[0]}")
    if checked.match.over:
        raise RecordError(f"{path}: this match is over: {result_text(checked.match)}")
    return checked.match


def _record(path: Path) -> Record:
    """A record from its file; RecordError, naming the file, if it is none."""
    text = read_text(path)
    try:
        return read_record(text)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None


def latest() -> tuple[Path, list[str]]:
    """The file of the last match in the data directory that is not over.

    Returns
    -------
    path : Path
    passed_over : list of str
        What is wrong with later ones that cannot be taken up.

    Raises
    ------
    RecordError
        If there is none.
    """
    passed_over: list[str] = []
    for path in sorted(_directory().glob("*.json"), reverse=True):
        try:
            record = _record(path)
            if record.counted < record.setup.rounds:
                take_up(path)
                return path, passed_over
        except RecordError as error:
            passed_over.append(str(error))
    raise RecordError("; ".join([f"{_directory()}: no unfinished match", *passed_over]))


def _directory() -> Path:
    return data_dir() / "matches"
