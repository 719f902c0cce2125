"""Statements: a settled round bet by bet, each amount with its reason."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from solver.hands import Category
from solver.paytables import BONUS_HANDS
from solver.rules import Rules, Unqualified
from solver.settlement import FoldedRound, Outcome, Round, group_of

ANTE, CALL, BONUS = "Ante", "Call", "AA Bonus"


@dataclass(frozen=True)
class Line:
    """One bet of a settled round.

    Attributes
    ----------
    bet : str
        ``Ante``, ``Call`` or ``AA Bonus``.
    stake : Fraction
        What was bet, in the unit of the round.
    pay : Fraction
        What it brings, in the same unit: a lost bet is negative, a returned one zero.
    why : str
        Such as ``flush pays 2 to 1``.
    """

    bet: str
    stake: Fraction
    pay: Fraction
    why: str


def statement(settled: FoldedRound, rules: Rules) -> tuple[Line, ...]:
    """The bets of a round that was settled by these rules, in the order in which they are paid.

    Examples
    --------
    >>> from solver import settle
    >>> round = settle("Ah Kd", "Qs Qc", "As 7d 4c 9h 2s", ante=100, bonus=50)
    >>> for line in statement(round, Rules()):
    ...     print(line.bet, line.stake, line.pay, line.why, sep=": ")
    Ante: 100: 100: pair pays 1 to 1
    Call: 200: 200: won: pays 1 to 1
    AA Bonus: 50: 350: pair of aces on hole and flop pays 7 to 1
    """
    stakes, pays = settled.stakes, settled.pays
    if isinstance(settled, Round):
        lines = [
            Line(ANTE, stakes.ante, pays.ante, _ante(settled, rules)),
            Line(CALL, stakes.call, pays.call, _CALL[settled.outcome]),
        ]
    else:
        lines = [Line(ANTE, stakes.ante, pays.ante, "lost by the fold")]
    if stakes.bonus:
        lines.append(Line(BONUS, stakes.bonus, pays.bonus, _bonus(settled, rules)))
    return tuple(lines)


_CALL = {
    Outcome.UNQUALIFIED: "returned: the dealer does not qualify",
    Outcome.WIN: "won: pays 1 to 1",
    Outcome.TIE: "returned: a tie",
    Outcome.LOSE: "lost: the dealer's hand is better",
}


def _ante(settled: Round, rules: Rules) -> str:
    outcome, category = settled.outcome, settled.player.category
    if outcome in (Outcome.TIE, Outcome.LOSE):
        return _CALL[outcome]
    if rules.ante_needs_pair and category < Category.PAIR:
        return f"returned: {category.label} is less than a pair"
    if outcome is Outcome.UNQUALIFIED and rules.unqualified is not Unqualified.TABLE:
        if rules.unqualified is Unqualified.RETURNED:
            return _CALL[outcome]
        return "the dealer does not qualify: pays 1 to 1"
    return f"{category.label} pays {to_one(rules.ante_pay(category))}"


def _bonus(settled: FoldedRound, rules: Rules) -> str:
    if settled.bonus_hand is None:
        return "forfeited by the fold"
    result = group_of(settled.bonus_hand.value)
    on = bonus_place(rules)
    if not result:
        return f"lost: less than a pair of aces on {on}"
    hand, pay = BONUS_HANDS[-result], (rules.bonus_pays or ())[-result]
    return f"{hand} on {on} pays {to_one(pay)}"


def bonus_place(rules: Rules) -> str:
    """What the AA Bonus is settled on, in words."""
    return "hole and flop" if rules.bonus_cards == 5 else "hole, flop and turn"


def to_one(pay: Fraction) -> str:
    """A pay in the words of the table: ``2 to 1``, ``3 to 2``."""
    return f"{pay.numerator} to {pay.denominator}"
