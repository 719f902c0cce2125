"""Amounts: what a bet pays, as it is typed and shown."""

from __future__ import annotations

from fractions import Fraction

from solver.numerals import amount
from solver.paytables import RulesError, parse_pay
from solver.trainer.question import no_answer

EXPECTS = "a number, 0 if it is returned, or lost"
"""What to type for a pay."""

_LOST = "lost"
_RETURNED = "0"
_WORDS = {
    _LOST: ("lost", "loses", "take", "taken", "minus"),
    _RETURNED: ("returned", "push", "zero", "nothing"),
}


def pay_text(pay: Fraction) -> str:
    """The answer that is right for what a bet brings: ``lost`` where it is negative."""
    return _LOST if pay < 0 else amount(pay, sign=False)


def read_pay(name: str, text: str, stake: Fraction) -> str:
    """What somebody typed as the pay of a bet, as `pay_text` writes it.

    Parameters
    ----------
    name : str
        Of the field.
    text : str
        A number, which may be a fraction; a word for returned or lost, or its beginning; a lost bet
        also as ``-`` or as the stake with a minus.
    stake : Fraction

    Raises
    ------
    AnswerError
        For anything else.
    """
    plain = text.lower().replace("\N{MINUS SIGN}", "-").replace("\N{EN DASH}", "-")
    if plain == "-":
        return _LOST
    for meaning, words in _WORDS.items():
        if plain and any(word.startswith(plain) for word in words):
            return meaning
    try:
        pay = parse_pay(plain[1:] if plain.startswith(("+", "-")) else plain)
    except RulesError:
        raise no_answer(name, EXPECTS, text) from None
    if not plain.startswith("-"):
        return amount(pay, sign=False)
    if pay not in (0, stake):
        raise no_answer(name, EXPECTS, text)
    return _LOST if pay else _RETURNED
