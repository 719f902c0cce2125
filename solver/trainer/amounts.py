"""Amounts: what a bet pays, as it is typed and shown."""

from __future__ import annotations

from fractions import Fraction

from solver.numerals import amount, read_amount
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
    plain = text.lower()
    if plain in ("-", "\N{MINUS SIGN}", "\N{EN DASH}"):
        return _LOST
    for meaning, words in _WORDS.items():
        if plain and any(word.startswith(plain) for word in words):
            return meaning
    pay = read_amount(plain)
    if pay is None or (pay < 0 and pay != -stake):
        raise no_answer(name, EXPECTS, text)
    return pay_text(pay)
