"""Stated: what a record says of a match, whatever its form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction

from solver.cards import CardError, short
from solver.match.playing import Choice, MatchError, MatchSetup
from solver.numerals import read_amount
from solver.paytables import RulesError

FORMAT = "casino-holdem match 1"
"""What a record says that it is."""

AMOUNTS = ("ante", "call", "bonus", "net", "total")
"""What a record may say of a deal: what each bet brought, all together, and the running total."""


class RecordError(ValueError):
    """A text that is no record of a match: where, and what was expected."""


@dataclass(frozen=True)
class Row:
    """A deal as it stands in a record.

    Attributes
    ----------
    place : str
        Where it stands, such as ``line 7``.
    number : int or None
        Number of the round; None if it does not count.
    choice : Choice
    hole, flop, later, dealer : tuple of int
        Card ids; ``later`` is turn and river as far as they are there.
    amounts : mapping of `AMOUNTS` to Fraction
        Those that it states.
    outcome : str or None
        How it says that the round ended.
    """

    place: str
    number: int | None
    choice: Choice
    hole: tuple[int, ...] = ()
    flop: tuple[int, ...] = ()
    later: tuple[int, ...] = ()
    dealer: tuple[int, ...] = ()
    amounts: Mapping[str, Fraction] = field(default_factory=dict)
    outcome: str | None = None


@dataclass(frozen=True)
class Record:
    """A match as it was recorded.

    Attributes
    ----------
    setup : MatchSetup
    rows : tuple of Row
    net : Fraction or None
        The result that it states, as an amount.
    words : str or None
        What it says beside that (`solver.match.told.result_words`).
    """

    setup: MatchSetup
    rows: tuple[Row, ...]
    net: Fraction | None = None
    words: str | None = None

    @property
    def counted(self) -> int:
        """Rounds in it that count."""
        return sum(row.choice is not Choice.VOID for row in self.rows)


def read_result(text: str) -> tuple[Fraction, str | None]:
    """Amount and words of a result as `solver.match.told` has it; None where there are no words.

    Raises
    ------
    RecordError
        If it does not begin with an amount.
    """
    stated, comma, rest = text.partition(",")
    if comma and not rest.strip()[:1].isalpha():
        # No comma within a number.
        stated = text
    elif not comma:
        stated, after, rest = words(text).partition(" after ")
        rest = after + rest
    return number(stated), words(rest) or None


@contextmanager
def at(place: str) -> Iterator[None]:
    """Say of an error where it is, and make it one of the record.

    Raises
    ------
    RecordError
    """
    try:
        yield
    except (CardError, RulesError, MatchError, RecordError) as error:
        raise RecordError(f"{place}: {error}") from None


def shown(value: object) -> str:
    """What was found, as an error shows it: not at any length."""
    return "nothing" if value is None else short(value)


def number(text: str) -> Fraction:
    """An amount as `solver.numerals.amount` writes it, with a sign or without.

    Raises
    ------
    RecordError
        For anything else.
    """
    value = read_amount(text)
    if value is None:
        raise RecordError(f"expected a number such as +300 or -75/2, found {shown(text.strip())}")
    return value


def words(text: str) -> str:
    """A text in lower case, with one space where there are many."""
    return " ".join(text.lower().split())


def named_choice(text: str) -> Choice | None:
    """The choice that a text names, by its beginning if only one begins so; None if it is none."""
    typed = words(text)
    fitting = [choice for choice in Choice if typed and choice.startswith(typed)]
    return fitting[0] if len(fitting) == 1 else None


def choice(text: str) -> Choice:
    """The choice that a text names.

    Raises
    ------
    RecordError
        If it names none.
    """
    named = named_choice(text)
    if named is None:
        raise RecordError(f"choice: expected {', '.join(Choice)}, found {shown(text.strip())}")
    return named


def check_format(found: object) -> None:
    """Refuse what says that it is something else.

    Raises
    ------
    RecordError
    """
    if found != FORMAT:
        raise RecordError(f"expected {FORMAT!r}, found {shown(found)}")
