"""Numerals: exact numbers as decimals, rounded once, when they are shown."""

from __future__ import annotations

import re
from fractions import Fraction

_MOST_DIGITS = 6
_AMOUNT = re.compile(r"([+-]?)\s*([0-9]{1,60}(?:\.[0-9]{1,6})?)(?:[/:]([1-9][0-9]{0,59}))?")
_MINUS = str.maketrans({"\N{MINUS SIGN}": "-", "\N{EN DASH}": "-"})


def decimal(value: Fraction | int, digits: int, *, sign: bool = False) -> str:
    """A number with ``digits`` decimals, rounded half to even; with ``sign`` also a plus.

    Examples
    --------
    >>> decimal(Fraction(-1855611, 1070190), 6), decimal(Fraction(1, 2), 2, sign=True)
    ('-1.733908', '+0.50')
    """
    scaled = round(value * 10**digits)
    whole, rest = divmod(abs(scaled), 10**digits)
    mark = "-" if scaled < 0 else "+" if sign and scaled else ""
    return f"{mark}{whole}" + (f".{rest:0{digits}}" if digits else "")


def percent(value: Fraction | int, digits: int = 6) -> str:
    """A share in percent, such as ``2.157646 %``.

    Examples
    --------
    >>> percent(Fraction(1363917077, 63213204600))
    '2.157646 %'
    """
    return f"{decimal(value * 100, digits)} %"


def amount(value: Fraction | int, *, sign: bool = True) -> str:
    """A sum of money exactly: ``+300``, ``-37.5``, or a fraction where decimals do not end.

    Examples
    --------
    >>> amount(300), amount(Fraction(-75, 2)), amount(Fraction(100, 3)), amount(0)
    ('+300', '-37.5', '+100/3', '0')
    """
    value = Fraction(value)
    mark = "+" if sign and value > 0 else ""
    for digits in range(_MOST_DIGITS + 1):
        if (value * 10**digits).denominator == 1:
            return mark + decimal(value, digits)
    return f"{mark}{value}"


def read_amount(text: str) -> Fraction | None:
    """A number as `amount` writes it, with a sign or without; None for anything else.

    Examples
    --------
    >>> str(read_amount("-37.5")), read_amount("+100/3") == Fraction(100, 3), read_amount("1,000")
    ('-75/2', True, None)
    """
    read = _AMOUNT.fullmatch(text.strip().translate(_MINUS))
    if not read:
        return None
    value = Fraction(read[2]) / int(read[3] or 1)
    return -value if read[1] == "-" else value


def noun(count: int, singular: str) -> str:
    """The word for so many: ``round`` or ``rounds``."""
    return singular if count == 1 else f"{singular}s"
