"""Rules: what a table pays and when its dealer qualifies; frozen, hashable, exact."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from solver.cards import RANKS
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

_EXPECTED_ANTE = f"expected six of zero or more, such as 100-20-10-3-2-1 ({ANTE_FIELDS})"

_PAY = re.compile(r"(?P<number>[0-9]{1,9}(?:\.[0-9]{1,6})?)(?:[/:](?P<denominator>[0-9]{1,6}))?")
_FIXED_RULES = {
    "call": "2",
    "qualifier": "pair of fours or better",
    "dealer does not qualify": "Ante by table, Call returned",
}


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
        For any other number of pays, or one that is no number or negative.
    """
    fields = text.split("-")
    # An empty field is where a second minus stands: a negative pay.
    if not all(field.strip() for field in fields):
        raise RulesError(f"Ante table {text!r}: a pay is missing or negative; {_EXPECTED_ANTE}")
    if len(fields) != len(_FIELDS):
        raise RulesError(f"Ante table {text!r}: pays found: {len(fields)}; {_EXPECTED_ANTE}")
    try:
        return tuple(_parse_pay(field.strip()) for field in fields)
    except RulesError as error:
        raise RulesError(f"Ante table {text!r}: {error}; {_EXPECTED_ANTE}") from None


def _parse_pay(text: str) -> Fraction:
    found = _PAY.fullmatch(text)
    if not found or (found["denominator"] and not int(found["denominator"])):
        raise RulesError(f"{text!r} is no number")
    return Fraction(found["number"]) / int(found["denominator"] or 1)


@dataclass(frozen=True)
class Rules:
    """The rules of one table.

    Attributes
    ----------
    ante : tuple of six Fractions
        What the Ante pays to one, by final hand: see `ANTE_FIELDS`.

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

    def __post_init__(self) -> None:
        pays = self.ante
        if not isinstance(pays, tuple | list) or not all(
            isinstance(p, int | Fraction) for p in pays
        ):
            raise RulesError(f"Ante table: expected whole numbers or Fractions, found {pays!r}")
        if len(pays) != len(_FIELDS):
            raise RulesError(f"Ante table: expected {len(_FIELDS)} pays, found {len(pays)}")
        object.__setattr__(self, "ante", tuple(map(Fraction, pays)))
        for pay in self.ante:
            if not 0 <= pay <= HIGHEST_PAY:
                raise RulesError(f"Ante table: expected pays of 0 to {HIGHEST_PAY:,}, found {pay}")
        if math.lcm(*(pay.denominator for pay in self.ante)) > HIGHEST_PAY:
            raise RulesError(
                f"Ante table: expected pays with a common denominator up to {HIGHEST_PAY:,}"
            )

    @property
    def call(self) -> int:
        """The Call bet, in antes."""
        return 2

    @property
    def qualifier(self) -> int:
        """Least hand value (`solver.hands`) with which the dealer qualifies: a pair of fours."""
        return lowest_pair_value(RANKS.index("4"))

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
        return "-".join(map(str, self.ante))

    @property
    def rules_id(self) -> str:
        """A name for these rules that can be part of a path."""
        return "ante-" + self.ante_text.replace("/", "over")

    def as_dict(self) -> dict[str, object]:
        """The rules in full, as JSON can hold them."""
        return {
            "ante": dict(zip(ANTE_FIELDS.split(", "), map(str, self.ante), strict=True)),
            **_FIXED_RULES,
        }

    @classmethod
    def from_dict(cls, rules: Mapping[str, object]) -> Rules:
        """The rules that `as_dict` made a dictionary of.

        Raises
        ------
        RulesError
            If there is anything else in it.
        """
        ante = rules.get("ante") if isinstance(rules, Mapping) else None
        if not isinstance(ante, Mapping) or list(ante) != ANTE_FIELDS.split(", "):
            raise RulesError(f"expected the Ante's pays for {ANTE_FIELDS}")
        read = cls(tuple(_parse_pay(str(pay)) for pay in ante.values()))
        if read.as_dict() != rules:
            raise RulesError("the rules are not as this version writes them")
        return read

    @property
    def rules_hash(self) -> str:
        """SHA-256 of the rules in full, as hexadecimal digits."""
        text = json.dumps(self.as_dict(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()
