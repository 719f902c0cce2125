"""Match files: where a match is kept while it is played, and how it is taken up again."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from solver.audit import check_record
from solver.data import data_dir
from solver.files import FileError, write_whole
from solver.match import Match
from solver.record import RecordError, read_record, result_text, to_json, to_text


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
        return text_of(path.read_bytes())
    except OSError as error:
        raise RecordError(f"{path}: cannot be read: {error.strerror}") from None
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None


def text_of(content: bytes) -> str:
    """The text of a record's bytes.

    Raises
    ------
    RecordError
        If they are no UTF-8.
    """
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RecordError("no text in UTF-8") from None


def take_up(path: Path) -> Match:
    """A match from its file, to be played on.

    Raises
    ------
    RecordError
        If it is no record, or not a right one, or over.
    """
    text = read_text(path)
    try:
        checked = check_record(read_record(text))
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None
    if checked.differences:
        raise RecordError(f"{path}: {checked.differences[0]}")
    if checked.match.over:
        raise RecordError(f"{path}: this match is over: {result_text(checked.match)}")
    return checked.match


def latest() -> Path:
    """The file of the last match in the data directory that is not over.

    Raises
    ------
    RecordError
        If there is none.
    """
    for path in _kept():
        try:
            take_up(path)
        except RecordError:
            continue
        return path
    raise RecordError(f"{_directory()}: no unfinished match")


def _directory() -> Path:
    return data_dir() / "matches"


def _kept() -> Iterator[Path]:
    yield from sorted(_directory().glob("*.json"), reverse=True)
