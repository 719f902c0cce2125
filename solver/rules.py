"""Rules: what a table pays and when its dealer qualifies; frozen, hashable, exact."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from solver.hands import Category, lowest_pair_value

HIGHEST_PAY = 1_000_000
"""The most an Ante table may pay, in antes; keeps every sum over a spot within 64 bits."""

_FIELDS = (
    (Category.ROYAL_FLUSH,),
    (Category.STRAIGHT_FLUSH,),
    (Category.QUADS,),
    (Category.FULL_HOUSE,),
    (Category.FLUSH,),
    tuple(Category(c) for c in range(Category.STRAIGHT + 1)),
)
ANTE_FIELDS = "royal flush, straight flush, quads, full house, flush, straight or less"
"""What the six numbers of an Ante table stand for."""


class RulesError(ValueError):
    """Rules that no table can play by."""


def parse_ante(text: str) -> tuple[Fraction, ...]:
    """Six pays such as ``100-20-10-3-2-1``, each a whole number, a decimal or a fraction (``3/2``).

    Returns
    -------
    tuple of six Fractions, in antes, in the order of `ANTE_FIELDS`.

    Raises
    ------
    RulesError
        For any other number of pays, or one that is no number, negative or too large.
    """
    fields = text.strip().split("-")
    if len(fields) != len(_FIELDS) or not all(field.strip() for field in fields):
        raise RulesError(
            f"Ante table {text!r}: expected {len(_FIELDS)} pays of zero or more joined by '-' "
            f"({ANTE_FIELDS}), such as 100-20-10-3-2-1; found {_count(fields)}"
        )
    return tuple(_parse_pay(field, text) for field in fields)


def _count(fields: Sequence[str]) -> str:
    if not all(field.strip() for field in fields):
        return "an empty or negative one"
    return str(len(fields))


def _parse_pay(field: str, text: str) -> Fraction:
    try:
        pay = Fraction(field.strip().replace(":", "/"))
    except (ValueError, ZeroDivisionError):
        raise RulesError(f"Ante table {text!r}: {field.strip()!r} is not a number") from None
    return pay


def _format_pay(pay: Fraction) -> str:
    return str(pay)


@dataclass(frozen=True)
class Rules:
    """The rules of one table.

    Attributes
    ----------
    ante : tuple of six Fractions
        What the Ante pays to one, by final hand: see `ANTE_FIELDS`.
    call : int
        The Call bet, in antes.
    qualifier : int
        Least hand value (`solver.hands`) with which the dealer qualifies: a pair of fours.

    Raises
    ------
    RulesError
        For pays that are not six, negative, or above `HIGHEST_PAY`.

    Examples
    --------
    >>> Rules.with_ante("25-25-12-3-2-1").rules_id
    'ante-25-25-12-3-2-1'
    """

    ante: tuple[Fraction, ...] = tuple(map(Fraction, (100, 20, 10, 3, 2, 1)))
    call: int = 2
    qualifier: int = lowest_pair_value(2)

    def __post_init__(self) -> None:
        object.__setattr__(self, "ante", tuple(Fraction(pay) for pay in self.ante))
        if len(self.ante) != len(_FIELDS):
            raise RulesError(f"Ante table: expected {len(_FIELDS)} pays, found {len(self.ante)}")
        for pay in self.ante:
            if not 0 <= pay <= HIGHEST_PAY:
                raise RulesError(f"Ante table: expected pays of 0 to {HIGHEST_PAY:,}, found {pay}")
            if pay.denominator > 1000:
                raise RulesError(f"Ante table: expected denominators up to 1000, found {pay}")

    @classmethod
    def with_ante(cls, text: str) -> Rules:
        """The usual rules with the Ante table ``text``; see `parse_ante`."""
        return cls(parse_ante(text))

    def ante_pay(self, category: Category) -> Fraction:
        """What the Ante pays on a final hand of ``category``, to one."""
        return next(p for p, field in zip(self.ante, _FIELDS, strict=True) if category in field)

    @property
    def ante_text(self) -> str:
        """The Ante table as six pays joined by ``-``."""
        return "-".join(_format_pay(pay) for pay in self.ante)

    @property
    def rules_id(self) -> str:
        """A name for these rules that can be part of a path."""
        return "ante-" + self.ante_text.replace("/", "over")

    def as_dict(self) -> dict[str, object]:
        """The rules in full, as JSON can hold them."""
        return {
            "game": "Casino Hold'em",
            "ante": {
                name.strip(): str(pay)
                for name, pay in zip(ANTE_FIELDS.split(","), self.ante, strict=True)
            },
            "call": self.call,
            "qualifier": "pair of fours or better",
            "dealer does not qualify": "Ante by table, Call returned",
        }

    @property
    def rules_hash(self) -> str:
        """SHA-256 of the rules in full, as hexadecimal digits."""
        text = json.dumps(self.as_dict(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()
