"""Rules: all that a table may do differently, as one frozen, hashable, exact value."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property

from solver.cards import RANKS
from solver.hands import Category, lowest_pair_value
from solver.paytables import (
    ANTE_FIELDS,
    ANTE_HANDS,
    BONUS_HANDS,
    RulesError,
    ante_from,
    ante_text,
    bonus_from,
    bonus_text,
    expanded,
    nearest,
    parse_ante,
    parse_bonus,
    parse_pay,
    parse_qualifier,
    qualifier_text,
)

HIGHEST_PAY = 1_000_000
"""The most a bet may pay, in antes; keeps every sum over a spot within 64 bits."""

_SHORT_FIELDS = ANTE_FIELDS.split(", ")
_QUALIFIER = lowest_pair_value(RANKS.index("4"))
_LONGEST_ID = 150


class Unqualified(StrEnum):
    """What becomes of the Ante when the dealer does not qualify; the Call is returned."""

    TABLE = "table"
    EVEN = "even"
    RETURNED = "returned"


_UNQUALIFIED = {
    Unqualified.TABLE: "Ante by table, Call returned",
    Unqualified.EVEN: "Ante 1:1, Call returned",
    Unqualified.RETURNED: "Ante and Call returned",
}


@dataclass(frozen=True)
class Rules:
    """The rules of one table, and what lies on its AA Bonus.

    Attributes
    ----------
    ante : tuple of ten Fractions
        What the Ante pays to one, by final hand, royal flush first (`ANTE_HANDS`). Six are taken as
        royal flush, straight flush, quads, full house, flush, and straight or less.
    call : Fraction
        The Call, in antes.
    qualifier : int
        Least hand value (`solver.hands`) with which the dealer qualifies: of a pair of some rank
        or of a category; see `parse_qualifier`.
    unqualified : Unqualified
        What becomes of the Ante when the dealer does not qualify: paid by the table, 1:1, or
        returned.
    ante_needs_pair : bool
        The Ante pays only if the player's final hand is a pair or better; otherwise it is returned
        where it would have paid.
    bonus_pays : tuple of nine Fractions, or None
        What the AA Bonus pays to one, royal flush first (`BONUS_HANDS`); None where there is none.
    bonus_cards : {5, 6}
        Cards the bonus is settled on: hole and flop, or the best five of these and the turn.
    fold_forfeits_bonus : bool
        A fold loses the bonus, too, whatever its hand.
    bonus : Fraction
        What the player puts on the AA Bonus, in antes. It decides nothing unless a fold forfeits
        it.
    blind_call : bool
        The Call may be bet before any card is seen; the value of that is then reported, too.

    Raises
    ------
    RulesError
        For rules that no table can play by, or that contradict each other.

    Examples
    --------
    >>> Rules.with_ante("25-25-12-3-2-1").rules_id
    'ante-25-25-12-3-2-1'
    """

    ante: tuple[Fraction, ...] = tuple(map(Fraction, (100, 20, 10, 3, 2, 1)))
    call: Fraction = Fraction(2)
    qualifier: int = _QUALIFIER
    unqualified: Unqualified = Unqualified.TABLE
    ante_needs_pair: bool = False
    bonus_pays: tuple[Fraction, ...] | None = tuple(
        map(Fraction, (100, 50, 40, 30, 20, 7, 7, 7, 7))
    )
    bonus_cards: int = 5
    fold_forfeits_bonus: bool = False
    bonus: Fraction = Fraction(0)
    blind_call: bool = False

    def __post_init__(self) -> None:
        ante = expanded(_pays("Ante table", self.ante))
        _check_count("Ante table", ante, len(ANTE_HANDS), "6 or 10")
        object.__setattr__(self, "ante", ante)
        if self.bonus_pays is not None:
            pays = _pays("AA Bonus table", self.bonus_pays)
            _check_count("AA Bonus table", pays, len(BONUS_HANDS), "9")
            object.__setattr__(self, "bonus_pays", pays)
        for name in ("call", "bonus"):
            object.__setattr__(self, name, _pays(name, (getattr(self, name),))[0])
        if not self.call:
            raise RulesError("call: expected more than 0 antes, found 0")
        if type(self.qualifier) is not int:
            raise RulesError(f"qualifier: expected a hand value, found {self.qualifier!r}")
        qualifier_text(self.qualifier)
        try:
            object.__setattr__(self, "unqualified", Unqualified(self.unqualified))
        except ValueError:
            known = ", ".join(Unqualified)
            raise RulesError(
                f"unqualified: expected one of {known}, found {self.unqualified!r}"
            ) from None
        for name in ("ante_needs_pair", "fold_forfeits_bonus", "blind_call"):
            if not isinstance(getattr(self, name), bool):
                raise RulesError(
                    f"{name.replace('_', '-')}: expected yes or no, found {getattr(self, name)!r}"
                )
        self._check_bonus()
        self._check_size()

    @cached_property
    def _hash(self) -> int:
        # Numbers only: their hash is the same in every process that a copy may get to.
        return hash((self.ante, self.call, self.qualifier, self.bonus, self.bonus_cards))

    def __hash__(self) -> int:
        return self._hash

    def _check_bonus(self) -> None:
        if type(self.bonus_cards) is not int or self.bonus_cards not in (5, 6):
            raise RulesError(f"bonus-cards: expected 5 or 6, found {self.bonus_cards!r}")
        if self.bonus_pays is None:
            given = {
                "a stake on it": self.bonus != 0,
                "six cards for it": self.bonus_cards != 5,
                "a fold that forfeits it": self.fold_forfeits_bonus,
            }
            for what, is_given in given.items():
                if is_given:
                    raise RulesError(f"there is no AA Bonus, but {what}: expected only one of them")

    def _check_size(self) -> None:
        pays = [*self.ante, self.call]
        if self.fold_forfeits_bonus and self.bonus:
            pays += [self.bonus * (1 + pay) for pay in self.bonus_pays or ()]
            if max(pays) > HIGHEST_PAY:
                raise RulesError(f"bonus: expected what wins up to {HIGHEST_PAY:,} antes")
        if math.lcm(*(pay.denominator for pay in pays)) > HIGHEST_PAY:
            raise RulesError(f"expected pays with a common denominator up to {HIGHEST_PAY:,}")

    @classmethod
    def with_ante(cls, text: str) -> Rules:
        """The usual rules with the Ante table ``text``; see `parse_ante`."""
        return cls(parse_ante(text))

    def with_options(self, options: Mapping[str, object]) -> Rules:
        """These rules with other options, as a person writes them.

        Parameters
        ----------
        options : mapping
            Names are the attributes, with hyphens or underscores; values are text as the command
            line takes it, numbers, true and false, or for a pay table also pays by name. Pays by
            name alone change these rules' table.

        Raises
        ------
        RulesError
            For an unknown option, with the nearest, or a value that is none for it.
        """
        values: dict[str, object] = {}
        for option, value in options.items():
            name, read = self.read_option(option, value)
            if name in values:
                raise RulesError(f"{option} is given twice")
            values[name] = read
        return replace(self, **values)  # type: ignore[arg-type]

    def read_option(self, option: str, value: object) -> tuple[str, object]:
        """The attribute that an option sets, and its value there; see `with_options`.

        Raises
        ------
        RulesError
            For an unknown option, with the nearest, or a value that is none for it.
        """
        known = [field.name for field in fields(Rules)]
        name = option.replace("-", "_")
        if name not in known:
            names = [n.replace("_", "-") for n in known]
            raise RulesError(f"{option!r} is no option of the rules{nearest(option, names)}")
        return name, self._read(name, value)

    def _read(self, name: str, value: object) -> object:  # noqa: PLR0911
        """The value of an option from text, a number, yes or no, or pays by name."""
        if name in ("ante", "bonus_pays") and isinstance(value, Mapping):
            if name == "ante":
                return ante_from(value, self.ante)
            return bonus_from(value, self.bonus_pays or ())
        if isinstance(value, list | Mapping):
            raise RulesError(
                f"{name.replace('_', '-')}: expected text or a number, found {value!r}"
            )
        text = str(value).strip()
        match name:
            case "ante":
                return parse_ante(text, self.ante)
            case "bonus_pays":
                return parse_bonus(text, self.bonus_pays or ())
            case "qualifier":
                return parse_qualifier(text)
            case "call" | "bonus":
                try:
                    return parse_pay(text)
                except RulesError as error:
                    raise RulesError(f"{name}: {error}, expected antes such as 2 or 1/2") from None
            case "bonus_cards":
                return int(text) if text.isascii() and text.isdigit() else text
            case "unqualified":
                return text.lower()
            case _:
                yes_or_no = {"yes": True, "true": True, "no": False, "false": False}
                return yes_or_no.get(text.lower(), value)

    def ante_pay(self, category: Category) -> Fraction:
        """What the Ante pays on a final hand of ``category``, to one."""
        return self.ante[Category.ROYAL_FLUSH - category]

    @property
    def ante_text(self) -> str:
        """The Ante table as six pays, or ten where six do not say it, joined by ``-``."""
        return ante_text(self.ante)

    @property
    def qualifier_text(self) -> str:
        """What the dealer qualifies with, or better: ``pair of fours``, ...; or ``none``."""
        return qualifier_text(self.qualifier)

    @property
    def bonus_text(self) -> str:
        """The AA Bonus table as nine pays joined by ``-``, or ``none``."""
        return bonus_text(self.bonus_pays)

    @property
    def bonus_decides(self) -> bool:
        """Whether decisions depend on the bonus: a fold forfeits it, and something lies on it."""
        return self.fold_forfeits_bonus and self.bonus > 0

    @property
    def decisive(self) -> Rules:
        """These rules without what changes neither the value of Call nor a decision."""
        if self.bonus_decides:
            return replace(self, blind_call=False)
        return Rules(self.ante, self.call, self.qualifier, self.unqualified, self.ante_needs_pair)

    def all_options(self) -> dict[str, str]:
        """Every option by name, as `with_options` reads it."""
        texts = {field.name: str(getattr(self, field.name)) for field in fields(self)}
        texts |= {
            "ante": self.ante_text,
            "qualifier": self.qualifier_text,
            "bonus_pays": self.bonus_text,
        }
        return {
            name.replace("_", "-"): {"True": "yes", "False": "no"}.get(text, text)
            for name, text in texts.items()
        }

    def options(self) -> dict[str, str]:
        """Every option that is not as usual, as `with_options` reads it."""
        usual = Rules()
        return {
            name: text
            for name, text in self.all_options().items()
            if getattr(self, name.replace("-", "_")) != getattr(usual, name.replace("-", "_"))
        }

    @property
    def rules_id(self) -> str:
        """A name for these rules that can be part of a path."""
        parts = [f"ante-{self.ante_text}"]
        parts += [f"{name}-{text}" for name, text in self.options().items() if name != "ante"]
        name = "-".join(parts).replace("/", "over").replace(" ", "-")
        return name if len(name) <= _LONGEST_ID else f"rules-{self.rules_hash[:16]}"

    def _named_pays(self) -> dict[str, str]:
        """The Ante's pays by hand: six if they say it all, else ten."""
        pays = self.ante_text.split("-")
        hands = _SHORT_FIELDS if len(pays) == len(_SHORT_FIELDS) else ANTE_HANDS
        return dict(zip(hands, pays, strict=True))

    def describe(self) -> dict[str, str]:
        """The rules in words, option by option, for a person to read."""
        ante = ", ".join(f"{hand} {pay}" for hand, pay in self._named_pays().items())
        qualifier = (
            "always" if self.qualifier_text == "none" else f"{self.qualifier_text} or better"
        )
        words = {
            "Ante pays to one": ante,
            "Ante pays on": "a pair or better, else it is returned"
            if self.ante_needs_pair
            else "any hand",
            "Call": f"{self.call} antes",
            "Dealer qualifies": qualifier
            if self.qualifier_text == "none"
            else f"with a {qualifier}",
            "Dealer does not qualify": _UNQUALIFIED[self.unqualified],
        }
        if self.bonus_pays is None:
            words["AA Bonus"] = "none"
        else:
            words["AA Bonus pays to one"] = ", ".join(
                f"{hand} {pay}" for hand, pay in zip(BONUS_HANDS, self.bonus_pays, strict=True)
            )
            words["AA Bonus is settled on"] = (
                "hole and flop" if self.bonus_cards == 5 else "the best five of hole, flop and turn"
            )
            words["AA Bonus after a fold"] = "lost" if self.fold_forfeits_bonus else "paid or lost"
            words["AA Bonus stake"] = f"{self.bonus} antes"
        words["Call before any card is seen"] = "allowed" if self.blind_call else "not allowed"
        return words

    def as_dict(self) -> dict[str, object]:
        """The rules in full, as JSON can hold them; what is as usual is left out at the end."""
        qualifier = self.qualifier_text
        written: dict[str, object] = {
            "ante": self._named_pays(),
            "call": str(self.call),
            "qualifier": "none" if qualifier == "none" else f"{qualifier} or better",
            "dealer does not qualify": _UNQUALIFIED[self.unqualified],
        }
        named = ("ante", "call", "qualifier", "unqualified")
        return written | {name: t for name, t in self.options().items() if name not in named}

    @classmethod
    def from_dict(cls, rules: Mapping[str, object]) -> Rules:
        """The rules that `as_dict` made a dictionary of.

        Raises
        ------
        RulesError
            If there is anything else in it.
        """
        ante = rules.get("ante") if isinstance(rules, Mapping) else None
        if not isinstance(ante, Mapping) or list(ante) not in (_SHORT_FIELDS, list(ANTE_HANDS)):
            raise RulesError(f"expected the Ante's pays for {ANTE_FIELDS}")
        options = dict(rules) | {"ante": "-".join(map(str, ante.values()))}
        unqualified = str(options.pop("dealer does not qualify", ""))
        for outcome, words in _UNQUALIFIED.items():
            if words == unqualified:
                options["unqualified"] = outcome
        read = cls().with_options(options)
        if read.as_dict() != rules:
            raise RulesError("the rules are not as this version writes them")
        return read

    @property
    def rules_hash(self) -> str:
        """SHA-256 of the rules in full, as hexadecimal digits."""
        text = json.dumps(self.as_dict(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


def _pays(what: str, pays: object) -> tuple[Fraction, ...]:
    if not isinstance(pays, tuple | list) or not all(
        isinstance(pay, int | Fraction) and not isinstance(pay, bool) for pay in pays
    ):
        raise RulesError(f"{what}: expected whole numbers or Fractions, found {pays!r}")
    for pay in pays:
        if not 0 <= pay <= HIGHEST_PAY:
            raise RulesError(f"{what}: expected 0 to {HIGHEST_PAY:,}, found {pay}")
        if Fraction(pay).denominator > HIGHEST_PAY:
            raise RulesError(
                f"{what}: expected a common denominator up to {HIGHEST_PAY:,}, found {pay}"
            )
    return tuple(map(Fraction, pays))


def _check_count(what: str, pays: tuple[Fraction, ...], count: int, expected: str) -> None:
    if len(pays) != count:
        raise RulesError(f"{what}: expected {expected} pays, found {len(pays)}")
