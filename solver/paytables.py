"""Pay tables and qualifiers as text: read, checked and written, hand by hand."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from fractions import Fraction

from solver.cards import RANKS, short
from solver.hands import (
    RANK_NAMES,
    Category,
    category_of,
    lowest_pair_value,
    lowest_value,
    plural,
)

ANTE_HANDS = tuple(category.label for category in reversed(Category))
"""The ten hands of an Ante table, royal flush first."""

BONUS_HANDS = (*ANTE_HANDS[:8], "pair of aces")
"""The nine winning hands of an AA Bonus table, royal flush first; less than a pair of aces loses.
"""

ANTE_FIELDS = "royal flush, straight flush, quads, full house, flush, straight or less"
"""What the six numbers of an Ante table in short stand for."""

ANY_HAND = lowest_value(Category.HIGH_CARD)
"""The qualifier of a dealer who always qualifies."""

_SHORT = len(ANTE_FIELDS.split(", "))
_EXPECTED_ANTE = (
    f"expected six of zero or more, such as 100-20-10-3-2-1 ({ANTE_FIELDS}), ten, or pays by name "
    "such as trips=3, with commas"
)
_EXPECTED_BONUS = (
    f"expected nine of zero or more, such as 100-50-40-30-20-7-7-7-7 ({', '.join(BONUS_HANDS)}), "
    "or none"
)
_EXPECTED_QUALIFIER = (
    "expected a pair such as 'pair of fours', a hand such as 'two pair' or 'straight', or none"
)
_PAY = re.compile(r"(?P<number>[0-9]{1,13}(?:\.[0-9]{1,6})?)(?:[/:](?P<denominator>[0-9]{1,7}))?")
_ANY_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?(?:[/:][0-9]+)?")
_OTHER_NAMES = {"quads": "four of a kind", "trips": "three of a kind", "royal": "royal flush"}
_TOGETHER = "straight or less"
_LEAST_VALUES = {c.label: lowest_value(c) for c in Category} | {
    f"pair of {name}": lowest_pair_value(rank)
    for rank, symbol in enumerate(RANKS)
    for name in (plural(rank), RANK_NAMES[rank], symbol.lower(), f"{symbol.lower()}s")
}
_LEAST_VALUES |= {2 * symbol.lower(): lowest_pair_value(r) for r, symbol in enumerate(RANKS)}
_LEAST_VALUES |= {f"pair of {ten}": lowest_pair_value(RANKS.index("T")) for ten in ("10", "10s")}
_ALWAYS = ("none", "no", "any", "any hand")


class RulesError(ValueError):
    """Rules that no table can play by."""


def parse_pay(text: str) -> Fraction:
    """A pay to one, or a stake: a whole number, a decimal or a fraction (``3/2`` or ``3:2``).

    Raises
    ------
    RulesError
        For anything else, a negative number among it.
    """
    found = _PAY.fullmatch(text.strip())
    if not found or (found["denominator"] and not int(found["denominator"])):
        long = not found and _ANY_NUMBER.fullmatch(text.strip())
        what = "has too many digits: up to 13 and 6 decimals" if long else "is no number"
        raise RulesError(f"{short(text.strip())} {what}")
    return Fraction(found["number"]) / int(found["denominator"] or 1)


def parse_ante(text: str, base: tuple[Fraction, ...] = ()) -> tuple[Fraction, ...]:
    """An Ante table: six pays, ten pays, or pays by name.

    Parameters
    ----------
    text : str
        ``100-20-10-3-2-1`` (see `ANTE_FIELDS`); ten pays in the same way (see `ANTE_HANDS`); names
        such as ``royal flush=100, straight flush=20, ...``; or a short table first and what differs
        from it by name: ``100-20-10-3-2-1, trips=3:2``.
    base : tuple of ten Fractions, optional
        What hands pay that are not named, where only names are given.

    Returns
    -------
    tuple of ten Fractions, in antes, royal flush first.

    Raises
    ------
    RulesError
        For another number of pays, one that is no number or negative, an unknown or missing hand.
    """
    try:
        return _parse(text, ANTE_HANDS, (_SHORT, len(ANTE_HANDS)), base)
    except RulesError as error:
        raise RulesError(f"Ante table {text!r}: {error}; {_EXPECTED_ANTE}") from None


def parse_bonus(text: str, base: tuple[Fraction, ...] = ()) -> tuple[Fraction, ...] | None:
    """An AA Bonus table: nine pays or pays by name, as `parse_ante`; None for ``none``.

    Raises
    ------
    RulesError
        As `parse_ante`.
    """
    if text.strip().lower() == "none":
        return None
    try:
        return _parse(text, BONUS_HANDS, (len(BONUS_HANDS),), base)
    except RulesError as error:
        raise RulesError(f"AA Bonus table {text!r}: {error}; {_EXPECTED_BONUS}") from None


def ante_from(pays: Mapping[str, object], base: tuple[Fraction, ...] = ()) -> tuple[Fraction, ...]:
    """An Ante table from pays by name; hands not named pay as in ``base``, if that is given.

    Raises
    ------
    RulesError
        For an unknown or missing hand, or a pay that is none.
    """
    try:
        return _by_name(pays.items(), ANTE_HANDS, base)
    except RulesError as error:
        raise RulesError(f"Ante table: {error}") from None


def bonus_from(pays: Mapping[str, object], base: tuple[Fraction, ...] = ()) -> tuple[Fraction, ...]:
    """An AA Bonus table from pays by name; hands not named pay as in ``base``, if given.

    Raises
    ------
    RulesError
        As `ante_from`.
    """
    try:
        return _by_name(pays.items(), BONUS_HANDS, base)
    except RulesError as error:
        raise RulesError(f"AA Bonus table: {error}") from None


def _parse(
    text: str, hands: tuple[str, ...], counts: tuple[int, ...], base: tuple[Fraction, ...]
) -> tuple[Fraction, ...]:
    first, _, rest = text.partition(",")
    if "=" in first:
        return _by_name(_pairs(text), hands, base)
    return _by_name(_pairs(rest), hands, _numbers(first, counts))


def _numbers(text: str, counts: tuple[int, ...]) -> tuple[Fraction, ...]:
    fields = text.split("-")
    # An empty field is where a second minus stands: a negative pay.
    if not all(field.strip() for field in fields):
        raise RulesError("a pay is missing or negative")
    if len(fields) not in counts:
        raise RulesError(f"pays found: {len(fields)}")
    return expanded([parse_pay(field) for field in fields])


def expanded(pays: Iterable[Fraction]) -> tuple[Fraction, ...]:
    """Pays with the last of six, straight or less, given for each of those hands."""
    pays = tuple(pays)
    if len(pays) == _SHORT:
        return pays + pays[-1:] * (len(ANTE_HANDS) - _SHORT)
    return pays


def _pairs(text: str) -> list[tuple[str, object]]:
    pairs: list[tuple[str, object]] = []
    for field in filter(str.strip, text.split(",")):
        name, equals, pay = field.partition("=")
        if not equals:
            raise RulesError(f"{field.strip()!r} is no hand with its pay, such as trips=3")
        pairs.append((name, pay))
    return pairs


def _by_name(
    pairs: Iterable[tuple[str, object]], hands: tuple[str, ...], base: tuple[Fraction, ...] = ()
) -> tuple[Fraction, ...]:
    pays = dict(zip(hands, base, strict=False))
    named: dict[str, Fraction] = {}
    for name, pay in pairs:
        together = hands is ANTE_HANDS and _plain(name) == _TOGETHER
        hand = _TOGETHER if together else hand_name(name, hands)
        if hand in named:
            raise RulesError(f"{hand} has two pays")
        if isinstance(pay, bool) or not isinstance(pay, str | int | Fraction):
            raise RulesError(f"{hand}: {pay!r} is no number")
        try:
            named[hand] = parse_pay(str(pay))
        except RulesError as error:
            raise RulesError(f"{hand}: {error}") from None
    if _TOGETHER in named:
        pays |= dict.fromkeys(ANTE_HANDS[_SHORT - 1 :], named.pop(_TOGETHER))
    pays |= named
    missing = [hand for hand in hands if hand not in pays]
    if missing:
        raise RulesError(f"no pay for {', '.join(missing)}")
    return tuple(pays[hand] for hand in hands)


def _plain(name: str) -> str:
    return " ".join(re.split(r"[\s_-]+", name.strip().lower()))


def hand_name(text: str, hands: Iterable[str]) -> str:
    """The one of ``hands`` that a text names, whatever its case, hyphens and underscores.

    Raises
    ------
    RulesError
        If there is none, with the nearest.
    """
    name = _plain(text)
    name = _OTHER_NAMES.get(name, name)
    if name in hands:
        return name
    raise RulesError(f"{text.strip()!r} is no hand of this table{nearest(name, hands)}")


def nearest(name: str, known: Iterable[str], most: int | None = None) -> str:
    """The names most like a mistyped one, as the end of a message; none alike: all, or ``most``."""
    known = list(known)
    cutoff = 0.5 if most is None else 0.0
    found = difflib.get_close_matches(name, known, n=3, cutoff=cutoff) or known
    return f", the nearest: {', '.join(found)}" if found != known else f": {', '.join(known)}"


def ante_text(pays: tuple[Fraction, ...]) -> str:
    """An Ante table (ten pays) in short: six pays if they say it all, else ten."""
    short = pays if len(set(pays[_SHORT - 1 :])) > 1 else pays[:_SHORT]
    return "-".join(map(str, short))


def bonus_text(pays: tuple[Fraction, ...] | None) -> str:
    """An AA Bonus table in short: nine pays, or ``none``."""
    return "none" if pays is None else "-".join(map(str, pays))


def parse_qualifier(text: str) -> int:
    """The least hand value with which a dealer qualifies.

    Parameters
    ----------
    text : str
        ``pair of fours``, ``two pair``, ``straight``, ... (or better, which may be said), or
        ``none`` for a dealer who always qualifies.

    Raises
    ------
    RulesError
        For anything else.

    Examples
    --------
    >>> parse_qualifier("pair of fours") == lowest_pair_value(2)
    True
    """
    name = _plain(text)
    name = re.sub(r"\s*(?:or (?:better|higher)|\+)$", "", name).removeprefix("a ")
    if name in _ALWAYS:
        return ANY_HAND
    name = _OTHER_NAMES.get(name, name)
    if name in _LEAST_VALUES:
        return _LEAST_VALUES[name]
    found = difflib.get_close_matches(name, _LEAST_VALUES, n=1, cutoff=0.8)
    like = f", the nearest: {found[0]}" if found else ""
    raise RulesError(f"qualifier {text.strip()!r}{like}: {_EXPECTED_QUALIFIER}")


def qualifier_text(value: int) -> str:
    """A qualifier as `parse_qualifier` reads it: ``pair of fours``, ``two pair``, ``none``.

    Raises
    ------
    RulesError
        For a hand value that is neither the least of a category nor of a pair.
    """
    if value == ANY_HAND:
        return "none"
    for rank in range(len(RANKS)):
        if value == lowest_pair_value(rank):
            return f"pair of {plural(rank)}"
    if value not in [lowest_value(category) for category in Category]:
        raise RulesError(f"qualifier {value!r}: {_EXPECTED_QUALIFIER}")
    return category_of(value).label
