"""Wording: rules and advice in words, the same wherever they are shown."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, TypedDict

from solver.numerals import decimal, percent
from solver.outcomes import Decision
from solver.settlement import Outcome, settle_fold
from solver.statement import bonus_place, statement

if TYPE_CHECKING:
    from solver.advisor import Advice
    from solver.rules import Rules
    from solver.strategy import Strategy


class Why(TypedDict):
    """The rule of a strategy that covers a spot.

    Attributes
    ----------
    strategy : str
    number : int
        Of the rule, from 1.
    rule, decision : str
    agrees : bool
        Whether perfect play decides so, too.
    """

    strategy: str
    number: int
    rule: str
    decision: str
    agrees: bool


def antes(value: Fraction) -> str:
    """A value in antes, such as ``+1.708399 antes``."""
    return f"{decimal(value, 6, sign=True)} antes"


def cost(advice: Advice) -> str:
    """What the wrong choice would cost, or that none is wrong."""
    if advice.decision is Decision.EITHER:
        return "Both are worth exactly the same: no choice is wrong."
    wrong = "Fold" if advice.decision is Decision.CALL else "Call"
    return f"{wrong} would cost {decimal(advice.cost_of_error, 6)} antes"


def chances(advice: Advice) -> str:
    """The chance of each outcome after Call."""
    return ", ".join(f"{o.label} {percent(advice.chance(o), 2)}" for o in Outcome)


def known(advice: Advice) -> str:
    """What is known besides hole and flop, and what that leaves."""
    places = ", ".join(f"{where} {cards}" for where, cards in advice.known.as_text().items())
    return f"{places}; {advice.completions:,} completions"


def bonus_result(advice: Advice) -> str | None:
    """How the AA Bonus ends in the spot, or on average; None for rules without one."""
    rules = advice.outcomes.rules
    if rules.bonus_pays is None:
        return None
    turn = advice.known.turn
    if rules.bonus_cards == 6 and turn is None:
        mean = decimal(advice.outcomes.bonus_result, 6, sign=True)
        return f"AA Bonus: brings {mean} to one on average, settled on {bonus_place(rules)}"
    board = advice.flop if turn is None else (*advice.flop, turn)
    # As if it were bet: what is asked is what its hand pays.
    paid = replace(rules, fold_forfeits_bonus=False)
    return f"AA Bonus: {statement(settle_fold(advice.hole, board, paid, bonus=1), paid)[-1].why}"


def bonus_share(advice: Advice) -> str | None:
    """What of the values is the AA Bonus; None with nothing on it."""
    rules = advice.outcomes.rules
    if not rules.bonus:
        return None
    won, after_fold = rules.bonus * advice.outcomes.bonus_result, advice.ev_fold + 1
    return (
        f"Of that the AA Bonus of {rules.bonus}: {decimal(won, 6, sign=True)} after Call, "
        f"{decimal(after_fold, 6, sign=True)} after Fold"
    )


def calling_bonus(advice: Advice) -> str | None:
    """The stake on the AA Bonus above which Call is better because of it; None if there is none."""
    least = advice.outcomes.calling_bonus
    if least is None:
        return None
    # Upwards: what is said of more than the number shown is then true.
    shown = Fraction(math.ceil(least * 10**6), 10**6)
    return (
        f"A fold forfeits the AA Bonus: Call is better once more than {decimal(shown, 6)} "
        "antes lie on it"
    )


def why(advice: Advice, strategy: Strategy) -> Why:
    """The rule of a strategy that covers a spot, and whether it is right there."""
    import numpy as np

    from solver.terms import compute

    cards = np.array([advice.hole + advice.flop], np.uint8)
    (number,) = strategy.covering(compute(cards, strategy.terms), 1)
    rule = strategy.rules[number]
    return {
        "strategy": strategy.name,
        "number": int(number) + 1,
        "rule": str(rule),
        "decision": rule.decision.name,
        "agrees": advice.decision in (rule.decision, Decision.EITHER),
    }


def why_sentence(covering: Why) -> str:
    """The rule that covers a spot in one sentence."""
    verdict = "as perfect play does" if covering["agrees"] else "perfect play does not"
    return f"Rule {covering['number']} of {covering['strategy']}: {covering['rule']}; {verdict}"


def label(rules: Rules) -> str:
    """Rules in short: the Ante table, and what else is not as usual."""
    others = (f"{name} {text}" for name, text in rules.options().items() if name != "ante")
    return ", ".join([rules.ante_text, *others])
