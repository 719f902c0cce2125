"""Question: what the trainer asks, what may be answered, and the verdict on an answer."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import ClassVar

from solver.rules import Rules
from solver.shuffles import source_of

KINDS = {
    "decisions": "Call or fold: a hole and a flop, as the player sees them",
    "payouts": "What to pay on Ante, Call and AA Bonus: a finished round, as the dealer sees it",
    "qualify": "Whether the dealer qualifies",
    "bonus": "What the AA Bonus pays",
    "winner": "Who has the better hand, and its five cards",
}
"""The kinds of questions, each with what it is about."""

_LONGEST_FOUND = 40


class Difficulty(StrEnum):
    """How hard the questions are."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"


class AnswerError(ValueError):
    """An answer that is none: what was expected, what was found.

    Attributes
    ----------
    field : str
        Name of the field that it was given for.
    """

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(reason)
        self.field = field


def no_answer(field: str, expected: str, found: str) -> AnswerError:
    """The error for a text that is no answer to a field."""
    if len(found) > _LONGEST_FOUND:
        found = f"{found[:_LONGEST_FOUND]}..."
    shown = repr(found) if found else "nothing"
    return AnswerError(field, f"expected {expected}, found {shown}")


@dataclass(frozen=True)
class Shown:
    """Something laid out before the question.

    Attributes
    ----------
    label : str
        Such as ``Flop``.
    cards : tuple of int
        Card ids; or
    text : str
        words.
    """

    label: str
    cards: tuple[int, ...] = ()
    text: str = ""


@dataclass(frozen=True)
class Field:
    """One thing to answer.

    Attributes
    ----------
    name : str
        Such as ``decision``.
    label : str
        Such as ``Ante 20: pay``.
    options : tuple of str
        The words to choose from; none where anything can be typed.
    expects : str
        What to type where there are no options.
    """

    name: str
    label: str
    options: tuple[str, ...] = ()
    expects: str = ""


@dataclass(frozen=True)
class Verdict:
    """What is to say about answers.

    Attributes
    ----------
    right : bool
        Whether all of them are.
    expected : dict of str to str
        A right answer by name of the field.
    reason : tuple of str
        Sentences.
    lost : Fraction or None
        Of decisions: what the answer gives up, in antes; 0 if it is right.
    """

    right: bool
    expected: dict[str, str]
    reason: tuple[str, ...]
    lost: Fraction | None = None


@dataclass(frozen=True)
class Place:
    """Where a question stands; the default is in no series.

    Attributes
    ----------
    seed : str
        The series.
    number : int
        From 1.
    difficulty : Difficulty
    rules : Rules
    """

    seed: str = ""
    number: int = 0
    difficulty: Difficulty = Difficulty.NORMAL
    rules: Rules = field(default_factory=Rules)

    def source(self, kind: str) -> random.Random:
        """Where the chance in a question comes from."""
        return source_of(self.seed, kind, self.difficulty, self.number)


@dataclass(frozen=True)
class Question(ABC):
    """A question: what is laid out, what is asked, and how answers are judged.

    Attributes
    ----------
    place : Place
    kind : str
        One of `KINDS`.
    """

    place: Place
    kind: ClassVar[str]

    @property
    def seed(self) -> str:
        """The series."""
        return self.place.seed

    @property
    def number(self) -> int:
        """The number in the series, from 1."""
        return self.place.number

    @property
    def difficulty(self) -> Difficulty:
        """How hard it is."""
        return self.place.difficulty

    @property
    def rules(self) -> Rules:
        """What is played."""
        return self.place.rules

    @property
    @abstractmethod
    def asks(self) -> str:
        """The question in one sentence."""

    @property
    @abstractmethod
    def shown(self) -> tuple[Shown, ...]:
        """What is laid out before it."""

    @property
    @abstractmethod
    def fields(self) -> tuple[Field, ...]:
        """What there is to answer."""

    def read(self, name: str, text: str) -> str:
        """The answer to one field in its normal form.

        Of a field with options any beginning that fits only one of them will do, in any case.

        Raises
        ------
        AnswerError
            If there is no such field, or the text is no answer to it.
        """
        asked = self._field(name)
        text = " ".join(text.split())
        if not asked.options:
            return self._read(asked, text)
        fitting = [option for option in asked.options if option.startswith(text.lower())]
        if len(fitting) != 1:
            raise no_answer(name, " or ".join(asked.options), text)
        return fitting[0]

    def check(self, answers: Mapping[str, str]) -> Verdict:
        """The verdict on an answer to every field.

        Raises
        ------
        AnswerError
            For a field that is missing or unknown, or a text that is no answer.
        """
        for asked in self.fields:
            if asked.name not in answers:
                raise AnswerError(asked.name, f"no answer was given for {asked.name}")
        return self._verdict({name: self.read(name, text) for name, text in answers.items()})

    def _field(self, name: str) -> Field:
        for asked in self.fields:
            if asked.name == name:
                return asked
        known = ", ".join(asked.name for asked in self.fields)
        raise AnswerError(name, f"{name!r} was not asked for: expected {known}")

    def _read(self, asked: Field, text: str) -> str:
        """The normal form of an answer to a field without options."""
        raise NotImplementedError

    @abstractmethod
    def _verdict(self, answers: Mapping[str, str]) -> Verdict:
        """The verdict on answers in normal form, one for each field."""
