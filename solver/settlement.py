"""Settlement: one finished round to amounts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction

from solver.cards import RANKS, CardError, CardsLike, check_count, check_distinct, to_cards
from solver.hands import Category, Hand, best_five, category_of, lowest_pair_value
from solver.paytables import RulesError
from solver.rules import Rules, Unqualified

LOWEST_BONUS_VALUE = lowest_pair_value(RANKS.index("A"))
"""Least hand value that wins the AA Bonus: a pair of aces."""


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
    """What each bet brings: a lost bet is negative, a returned one zero.

    In antes, or in the unit that `settle` was given the stakes in.
    """

    ante: Fraction
    call: Fraction
    bonus: Fraction = Fraction(0)

    @property
    def net(self) -> Fraction:
        """All together."""
        return self.ante + self.call + self.bonus


FOLDED = Pays(Fraction(-1), Fraction(0))
"""A fold: the Ante is lost, there is no Call."""


def pays_after_call(rules: Rules, category: Category, outcome: Outcome) -> Pays:
    """What Ante and Call of a called round pay, by the player's final hand and the outcome."""
    match outcome:
        case Outcome.UNQUALIFIED:
            return Pays(_ante_pay(rules, category, qualified=False), Fraction(0))
        case Outcome.WIN:
            return Pays(_ante_pay(rules, category, qualified=True), rules.call)
        case Outcome.TIE:
            return Pays(Fraction(0), Fraction(0))
        case Outcome.LOSE:
            return Pays(Fraction(-1), -rules.call)


def _ante_pay(rules: Rules, category: Category, *, qualified: bool) -> Fraction:
    if rules.ante_needs_pair and category < Category.PAIR:
        return Fraction(0)
    if qualified or rules.unqualified is Unqualified.TABLE:
        return rules.ante_pay(category)
    return Fraction(1 if rules.unqualified is Unqualified.EVEN else 0)


def qualifies(rules: Rules, value: int) -> bool:
    """Whether a dealer with a hand of this value qualifies."""
    return value >= rules.qualifier


def fold_needs_turn(rules: Rules) -> bool:
    """Whether the turn is dealt after a fold, for an AA Bonus that is still settled on it."""
    return rules.bonus_cards == 6 and rules.bonus > 0 and not rules.fold_forfeits_bonus


def group_of(value: int) -> int:
    """Result of the AA Bonus on a hand value: 0 lost, pair of aces (1) to royal flush (9)."""
    return int(category_of(value)) if value >= LOWEST_BONUS_VALUE else 0


def group_pays(rules: Rules) -> tuple[Fraction, ...]:
    """What each result of the AA Bonus pays to one; the first, a lost bonus, -1.

    Raises
    ------
    RulesError
        For rules without a bonus.
    """
    if rules.bonus_pays is None:
        raise RulesError("there is no AA Bonus under these rules")
    return (Fraction(-1), *reversed(rules.bonus_pays))


def bonus_pay(rules: Rules, value: int) -> Fraction:
    """What the AA Bonus pays to one on a hand value: a lost one is -1.

    The value is that of hole and flop, or with six cards of the best five of these and the turn.

    Raises
    ------
    RulesError
        For rules without a bonus.
    """
    return group_pays(rules)[group_of(value)]


@dataclass(frozen=True)
class FoldedRound:
    """A round that ended with a fold, settled.

    Attributes
    ----------
    stakes : Pays
        What was bet on Ante, Call and AA Bonus, in the unit of the stakes given.
    pays : Pays
        What each of them brings, in the same unit.
    bonus_hand : Hand, or None without a bonus
        What the AA Bonus was settled on.
    """

    stakes: Pays
    pays: Pays
    bonus_hand: Hand | None

    @property
    def net(self) -> Fraction:
        """What the player wins, or loses if negative."""
        return self.pays.net

    @property
    def returned(self) -> Fraction:
        """What comes back to the player, stakes included."""
        return self.stakes.net + self.pays.net


@dataclass(frozen=True)
class Round(FoldedRound):
    """A called round, settled.

    Attributes
    ----------
    stakes, pays, bonus_hand
        As of a `FoldedRound`.
    outcome : Outcome
    player, dealer : Hand
        The best five of seven.
    """

    outcome: Outcome
    player: Hand
    dealer: Hand


def settle(
    player: CardsLike,
    dealer: CardsLike,
    board: CardsLike,
    rules: Rules | None = None,
    *,
    ante: Fraction | int = 1,
    bonus: Fraction | int | None = None,
) -> Round:
    """Settle a called round.

    Parameters
    ----------
    player, dealer : two cards each
    board : five cards: flop, turn and river, in this order
    rules : Rules, optional
    ante : Fraction or int
        What lies on the Ante, in any unit; the Call is as many times that as the rules say.
    bonus : Fraction or int, optional
        What lies on the AA Bonus, in the same unit. Default: what the rules say, in antes.

    Raises
    ------
    CardError
        For anything that is not nine different cards, two, two and five.
    RulesError
        For a stake that is none, or a bonus where there is none.

    Examples
    --------
    >>> round = settle("Ah Kd", "Qs Qc", "As 7d 4c 9h 2s")
    >>> round.outcome.label, str(round.net)
    ('win', '3')
    >>> str(settle("Ah Kd", "Qs Qc", "As 7d 4c 9h 2s", ante=100, bonus=50).pays.bonus)
    '350'
    """
    rules = rules or Rules()
    player_cards, dealer_cards, board_cards = map(to_cards, (player, dealer, board))
    check_count(player_cards, 2, "the player's hole")
    check_count(dealer_cards, 2, "the dealer's hole")
    check_count(board_cards, 5, "the board")
    check_distinct(player_cards + dealer_cards + board_cards)
    mine, theirs = best_five(player_cards + board_cards), best_five(dealer_cards + board_cards)
    if not qualifies(rules, theirs.value):
        outcome = Outcome.UNQUALIFIED
    elif mine.value > theirs.value:
        outcome = Outcome.WIN
    else:
        outcome = Outcome.TIE if mine.value == theirs.value else Outcome.LOSE
    stakes = _stakes(rules, ante, bonus, rules.call)
    pays = pays_after_call(rules, mine.category, outcome)
    won, hand = _settle_bonus(rules, stakes.bonus, player_cards, board_cards)
    paid = Pays(pays.ante * stakes.ante, pays.call * stakes.ante, won)
    return Round(stakes, paid, hand, outcome, mine, theirs)


def settle_fold(
    player: CardsLike,
    board: CardsLike,
    rules: Rules | None = None,
    *,
    ante: Fraction | int = 1,
    bonus: Fraction | int | None = None,
) -> FoldedRound:
    """Settle a folded round: the Ante is lost, the AA Bonus as the rules say.

    Parameters
    ----------
    player : two cards
    board : three to five cards
        The flop first; with a bonus of six cards that a fold does not forfeit, the turn, too.
    rules, ante, bonus
        As for `settle`.

    Raises
    ------
    CardError
        For anything that is not so many different cards.
    RulesError
        As `settle`.

    Examples
    --------
    >>> str(settle_fold("3h 2d", "As Ad 9c", bonus=1).net)
    '6'
    """
    rules = rules or Rules()
    player_cards, board_cards = to_cards(player), to_cards(board)
    check_count(player_cards, 2, "the player's hole")
    if not 3 <= len(board_cards) <= 5:
        raise CardError(f"the board after a fold: expected 3 to 5 cards, found {len(board_cards)}")
    check_distinct(player_cards + board_cards)
    stakes = _stakes(rules, ante, bonus, Fraction(0))
    if rules.fold_forfeits_bonus:
        won, hand = -stakes.bonus, None
    else:
        won, hand = _settle_bonus(rules, stakes.bonus, player_cards, board_cards)
    return FoldedRound(stakes, Pays(-stakes.ante, Fraction(0), won), hand)


def _stakes(
    rules: Rules, ante: Fraction | int, bonus: Fraction | int | None, call: Fraction
) -> Pays:
    for what, stake in (("ante", ante), ("bonus", 0 if bonus is None else bonus)):
        if isinstance(stake, bool) or not isinstance(stake, int | Fraction) or stake < 0:
            raise RulesError(f"{what}: expected an exact number of 0 or more, found {stake!r}")
    on_bonus = rules.bonus * ante if bonus is None else bonus
    if on_bonus and rules.bonus_pays is None:
        raise RulesError("there is no AA Bonus under these rules, but a stake on it")
    return Pays(Fraction(ante), call * ante, Fraction(on_bonus))


def _settle_bonus(
    rules: Rules, stake: Fraction, player: tuple[int, ...], board: tuple[int, ...]
) -> tuple[Fraction, Hand | None]:
    if not stake:
        return Fraction(0), None
    on_board = rules.bonus_cards - 2
    if len(board) < on_board:
        raise CardError("the AA Bonus is settled on six cards: expected the turn, too")
    hand = best_five(player + board[:on_board])
    return stake * bonus_pay(rules, hand.value), hand
