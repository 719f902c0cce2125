"""Grids: every combination of lists and ranges of options, as rules to be priced."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from solver.paytables import RulesError, parse_pay
from solver.rules import Rules

MOST_GAMES = 20_000
"""Combinations that one grid may have."""

_RANGE = re.compile(r"(?P<first>[^.]+(?:\.\d+)?)\.\.(?P<last>.+?)(?:\s+by\s+(?P<step>.+))?")
_PAY_TABLES = ("ante", "bonus_pays")
_NUMBERS = ("call", "bonus")


def grid(base: Rules, options: Mapping[str, Sequence[str]]) -> list[Rules]:
    """Every combination of what the options allow.

    Parameters
    ----------
    base : Rules
        For what no option says.
    options : mapping
        Option names (`Rules.with_options`) to texts, all of which are taken. A text is a list with
        commas. Of a number an entry may be a range, ``1..3`` or ``1..3 by 1/2``, ends included; of
        a pay table each pay may be a list or range, ``100-20..50 by 10-10,12-3-2-1``, and what
        differs by name follows after semicolons, ``; trips=1..3``.

    Returns
    -------
    list of Rules
        Each once, in the order of the options.

    Raises
    ------
    RulesError
        For a text that is none of this, impossible rules, or more than `MOST_GAMES` combinations.
    """
    axes = []
    for name, texts in options.items():
        values = list(dict.fromkeys(v for text in texts for v in _values(name, text)))
        axes.append([base.read_option(name, value) for value in values])
    _check_size(math.prod(map(len, axes)))
    points = (dict(point) for point in itertools.product(*axes))
    return list(dict.fromkeys(replace(base, **point) for point in points))  # type: ignore[arg-type]


def _check_size(count: int) -> None:
    if count > MOST_GAMES:
        raise RulesError(f"expected a grid of up to {MOST_GAMES:,} games, found {count:,}")


def _values(name: str, text: str) -> Iterable[str]:
    name = name.replace("-", "_")
    try:
        if name in _PAY_TABLES:
            return _pay_tables(text)
        if name in _NUMBERS:
            return [str(n) for n in _numbers(text)]
    except RulesError as error:
        raise RulesError(f"{name.replace('_', '-')} {text!r}: {error}") from None
    values = [entry.strip() for entry in text.split(",") if entry.strip()]
    if not values:
        raise RulesError(f"{name.replace('_', '-')} {text!r}: expected a list, found no value")
    return values


def _pay_tables(text: str) -> list[str]:
    """Single pay tables of a text whose pays may be lists or ranges."""
    if text.strip().lower() == "none":
        return ["none"]
    short, *named = text.split(";")
    parts: list[list[str]] = []
    if "=" in short:
        named = [short, *named]
    else:
        if not all(map(str.strip, short.split("-"))):
            raise RulesError("a pay is missing or negative")
        fields = [list(map(str, _numbers(field))) for field in short.split("-")]
        _check_size(math.prod(map(len, fields)))
        parts.append(["-".join(pays) for pays in itertools.product(*fields)])
    for field in filter(str.strip, named):
        hand, equals, pays = field.partition("=")
        if not equals:
            raise RulesError(f"{field.strip()!r} is no hand with its pays, such as trips=1,3")
        parts.append([f"{hand.strip()}={pay}" for pay in _numbers(pays)])
    _check_size(math.prod(map(len, parts)))
    return [", ".join(point) for point in itertools.product(*parts)]


def _numbers(text: str) -> list[Fraction]:
    numbers: list[Fraction] = []
    for entry in text.split(","):
        found = _RANGE.fullmatch(entry.strip())
        if not found:
            numbers.append(parse_pay(entry))
            continue
        first, last = parse_pay(found["first"]), parse_pay(found["last"])
        step = parse_pay(found["step"] or "1")
        if not step or last < first:
            raise RulesError(f"range {entry.strip()!r}: expected a rising one such as 1..3 by 1/2")
        count = (last - first) // step + 1
        _check_size(count)
        numbers += [first + n * step for n in range(count)]
    return numbers
