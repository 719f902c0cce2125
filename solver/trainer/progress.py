"""Progress: the local record of answers, and what it adds up to."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

from solver.data import data_dir
from solver.files import FileError
from solver.trainer.question import KINDS, Difficulty, Question, Verdict

FILE_NAME = "progress.jsonl"

_EXACT = re.compile(r"[0-9]{1,40}(/[1-9][0-9]{0,39})?")


@dataclass(frozen=True)
class Answered:
    """One question that was answered.

    Attributes
    ----------
    kind, difficulty : str
    right : bool
    lost : Fraction or None
        Of decisions: antes given up.
    when : datetime
        In UTC, to the second.
    seed : str
    number : int
        Which question it was.
    """

    kind: str
    difficulty: str
    right: bool
    lost: Fraction | None
    when: datetime
    seed: str
    number: int

    @classmethod
    def now(cls, question: Question, verdict: Verdict) -> Answered:
        """What was just answered."""
        when = datetime.now(UTC).replace(microsecond=0)
        place = question.place
        return cls(
            question.kind,
            str(place.difficulty),
            verdict.right,
            verdict.lost,
            when,
            place.seed,
            place.number,
        )

    def as_line(self) -> str:
        """One line of JSON."""
        when = self.when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        lost = None if self.lost is None else str(self.lost)
        return json.dumps(vars(self) | {"when": when, "lost": lost})

    @classmethod
    def from_line(cls, line: bytes) -> Answered:
        """What `as_line` made a line of.

        Raises
        ------
        ValueError
            For any other line.
        """
        try:
            read = json.loads(line.decode("ascii"))
            # Nothing but the members, each of its type.
            members = {name: read.pop(name) for name in cls.__annotations__}
            kind, difficulty, right, lost, when, seed, number = members.values()
            known = kind in KINDS and difficulty in list(Difficulty) and type(right) is bool
            if read or not known or type(seed) is not str or type(number) is not int:
                raise ValueError("it is something else")
            if lost is not None and not _EXACT.fullmatch(lost):
                raise ValueError("lost: expected a fraction")
            members["lost"] = None if lost is None else Fraction(lost)
            members["when"] = datetime.fromisoformat(when).astimezone(UTC)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise ValueError(f"no line of a record: {error}") from None
        return cls(**members)


class Progress:
    """The record: a file with a line for every answer.

    A line is appended in one write, so that two trainers at once lose nothing.

    Parameters
    ----------
    path : Path, optional
        Default: `FILE_NAME` in the directory of the data.

    Attributes
    ----------
    path : Path
    skipped : int
        Lines that the last `read` could not use: torn, or of something else.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = data_dir() / FILE_NAME if path is None else path
        self.skipped = 0

    def add(self, answered: Answered) -> None:
        """Put an answer on record.

        Raises
        ------
        FileError
            If it cannot be written.
        """
        line = f"{answered.as_line()}\n".encode("ascii")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a+b", buffering=0) as file:
                if file.seek(0, os.SEEK_END):
                    file.seek(-1, os.SEEK_END)
                    if file.read(1) != b"\n":
                        # Somebody's line was torn: it must not spoil this one.
                        line = b"\n" + line
                if file.write(line) != len(line):
                    raise FileError(f"{self.path}: cannot be written whole")
        except OSError as error:
            raise FileError(f"{self.path}: cannot be written: {error.strerror}") from error

    def read(self) -> list[Answered]:
        """All answers on record, in their order; of lines that are none, `skipped` is the number.

        Raises
        ------
        FileError
            If there is a file that cannot be read.
        """
        self.skipped = 0
        try:
            lines = self.path.read_bytes().split(b"\n")
        except FileNotFoundError:
            return []
        except OSError as error:
            raise FileError(f"{self.path}: cannot be read: {error.strerror}") from error
        answers = []
        for line in filter(bytes.strip, lines):
            try:
                answers.append(Answered.from_line(line))
            except ValueError:
                self.skipped += 1
        return answers


@dataclass(frozen=True)
class Summary:
    """What the answers of one kind add up to.

    Attributes
    ----------
    kind : str
    answered, right : int
    streak, best_streak : int
        Right answers in a row: up to the last answer, and at most.
    lost : Fraction
        Antes given up, in all; of decisions.
    """

    kind: str
    answered: int
    right: int
    streak: int
    best_streak: int
    lost: Fraction

    @property
    def share(self) -> Fraction:
        """The share of right answers."""
        return Fraction(self.right, self.answered)


def summary(answers: Iterable[Answered]) -> tuple[Summary, ...]:
    """What answers add up to, for each kind of which there are any, in the order of `KINDS`."""
    by_kind: dict[str, list[Answered]] = {kind: [] for kind in KINDS}
    for answered in answers:
        by_kind[answered.kind].append(answered)
    return tuple(_sum(kind, of_kind) for kind, of_kind in by_kind.items() if of_kind)


def _sum(kind: str, answers: list[Answered]) -> Summary:
    streak = best = 0
    for answered in answers:
        streak = streak + 1 if answered.right else 0
        best = max(best, streak)
    lost = sum((answered.lost or Fraction(0) for answered in answers), Fraction(0))
    right = sum(answered.right for answered in answers)
    return Summary(kind, len(answers), right, streak, best, lost)
