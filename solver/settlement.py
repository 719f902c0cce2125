"""Settlement: one finished round to amounts, in antes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction

from solver.cards import CardsLike, check_count, check_distinct, to_cards
from solver.hands import Category, Hand, best_five
from solver.rules import Rules


class Outcome(IntEnum):
    """How a called round ends; the order in which outcomes are counted."""

    UNQUALIFIED = 0
    WIN = 1
    TIE = 2
    LOSE = 3

    @property
    def label(self) -> str:
        """The outcome in plain words, seen from the player."""
        return ("dealer does not qualify", "win", "tie", "lose")[self]


@dataclass(frozen=True)
class Pays:
    """What the two bets bring, in antes: a lost bet is negative, a returned one zero."""

    ante: Fraction
    call: Fraction

    @property
    def net(self) -> Fraction:
        """Both together."""
        return self.ante + self.call


FOLDED = Pays(Fraction(-1), Fraction(0))
"""A fold: the Ante is lost, there is no Call."""


def pays_after_call(rules: Rules, category: Category, outcome: Outcome) -> Pays:
    """What a called round pays, by the player's final hand and the outcome."""
    match outcome:
        case Outcome.UNQUALIFIED:
            return Pays(rules.ante_pay(category), Fraction(0))
        case Outcome.WIN:
            return Pays(rules.ante_pay(category), Fraction(rules.call))
        case Outcome.TIE:
            return Pays(Fraction(0), Fraction(0))
        case Outcome.LOSE:
            return Pays(Fraction(-1), Fraction(-rules.call))


@dataclass(frozen=True)
class Round:
    """A called round, settled."""

    outcome: Outcome
    pays: Pays
    player: Hand
    dealer: Hand


def settle(
    player: CardsLike, dealer: CardsLike, board: CardsLike, rules: Rules | None = None
) -> Round:
    """Settle a called round; amounts in antes (Ante 1, Call 2).

    Parameters
    ----------
    player, dealer : two cards each
    board : five cards, flop, turn and river

    Raises
    ------
    CardError
        For anything that is not nine different cards, two, two and five.

    Examples
    --------
    >>> round = settle("Ah Kd", "Qs Qc", "As 7d 4c 9h 2s")
    >>> round.outcome.label, str(round.pays.net)
    ('win', '3')
    """
    rules = rules or Rules()
    player_cards, dealer_cards, board_cards = map(to_cards, (player, dealer, board))
    check_count(player_cards, 2, "the player's hole")
    check_count(dealer_cards, 2, "the dealer's hole")
    check_count(board_cards, 5, "the board")
    check_distinct(player_cards + dealer_cards + board_cards)
    mine, theirs = best_five(player_cards + board_cards), best_five(dealer_cards + board_cards)
    if theirs.value < rules.qualifier:
        outcome = Outcome.UNQUALIFIED
    elif mine.value > theirs.value:
        outcome = Outcome.WIN
    else:
        outcome = Outcome.TIE if mine.value == theirs.value else Outcome.LOSE
    return Round(outcome, pays_after_call(rules, mine.category, outcome), mine, theirs)
