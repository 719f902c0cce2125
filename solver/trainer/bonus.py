"""Bonus: what the AA Bonus pays on the first cards of a round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from solver.cards import RANKS, CardsLike, check_count, check_distinct, format_cards, to_cards
from solver.hands import Category, Hand, best_five, lowest_pair_value
from solver.paytables import BONUS_HANDS
from solver.settlement import bonus_pay, group_of, group_pays
from solver.shuffles import shuffled
from solver.statement import bonus_place, to_one
from solver.trainer.amounts import EXPECTS, pay_text, read_pay
from solver.trainer.drawing import chosen, narrowed, stacked
from solver.trainer.question import Difficulty, Field, Place, Question, Shown, Verdict

DEALS = 24
"""Hands that are drawn, for one of these and the made ones to be asked about."""

_WINS = {True: 3, False: 2}
_SHARES = {
    Difficulty.EASY: (0, 3, 2, 2, 1, 1, 1, 1, 1, 1),
    Difficulty.NORMAL: (0, 3, 2, 2, 2, 2, 2, 1, 1, 1),
    Difficulty.HARD: (0, 3, 1, 1, 2, 2, 2, 2, 2, 2),
}
_STAKE = Fraction(1)
_ACE = RANKS.index("A")


@dataclass(frozen=True)
class BonusQuestion(Question):
    """What the AA Bonus pays on the cards that are shown.

    Attributes
    ----------
    hole : tuple of two card ids
    board : tuple of card ids
        Flop, and with a bonus of six cards the turn.
    """

    hole: tuple[int, ...]
    board: tuple[int, ...]
    kind: ClassVar[str] = "bonus"

    @cached_property
    def hand(self) -> Hand:
        """What the bonus is settled on."""
        return best_five(self.hole + self.board)

    @property
    def result(self) -> int:
        """0 where the bonus is lost, to 9 for a royal flush; see `solver.settlement.group_of`."""
        return group_of(self.hand.value)

    @property
    def asks(self) -> str:
        """The question in one sentence."""
        return "What does an AA Bonus of 1 pay?"

    @property
    def shown(self) -> tuple[Shown, ...]:
        """Hole and flop, and the turn if it counts."""
        cards = (Shown("Player", self.hole), Shown("Flop", self.board[:3]))
        return (*cards, Shown("Turn", self.board[3:])) if self.board[3:] else cards

    @property
    def fields(self) -> tuple[Field, ...]:
        """The pay."""
        return (Field("pay", "Pays to one", expects=EXPECTS),)

    def _read(self, asked: Field, text: str) -> str:
        return read_pay(asked.name, text, _STAKE)

    def _verdict(self, answers: Mapping[str, str]) -> Verdict:
        pay = bonus_pay(self.rules, self.hand.value)
        expected = {"pay": pay_text(pay)}
        if self.result:
            why = f"{BONUS_HANDS[-self.result].capitalize()} pays {to_one(pay)}."
        else:
            why = "Less than a pair of aces loses."
        reason = (
            f"On {bonus_place(self.rules)}: {self.hand.name} ({format_cards(self.hand.cards)}).",
            why,
        )
        return Verdict(answers == expected, expected, reason)

    def near_misses(self) -> int:
        """How nearly a lost bonus was won, from 0."""
        cards = self.hole + self.board
        ranks = {card // 4 for card in cards}
        suits = [card % 4 for card in cards]
        # The ace stands below the two, as well.
        rungs = ranks | ({-1} if _ACE in ranks else set())
        misses = [
            3 * (self.hand.value >= lowest_pair_value(_ACE - 1)),
            self.hand.category is Category.PAIR,
            2 * (max(map(suits.count, suits)) == 4),
            2 * any(len(rungs & set(range(low, low + 5))) == 4 for low in range(-1, _ACE - 3)),
            _ACE in ranks,
        ]
        return sum(misses)

    def weight(self) -> int:
        """How likely a lost bonus is to be asked about, against others."""
        match self.difficulty:
            case Difficulty.EASY:
                return int(not self.near_misses())
            case Difficulty.NORMAL:
                return 1 + self.near_misses()
            case Difficulty.HARD:
                return self.near_misses() ** 2


def drawn(place: Place) -> BonusQuestion:
    """The question of a place: three of five win, by hands; those that lose go by weight.

    Raises
    ------
    RulesError
        For rules without a bonus.
    """
    group_pays(place.rules)
    source, size = place.source(BonusQuestion.kind), place.rules.bonus_cards
    decks = [shuffled(source) for _ in range(DEALS)]
    decks += [stacked(source, category, size) for category in Category]
    hands = [BonusQuestion(place, deck[:2], deck[2:size]) for deck in decks]
    hands = narrowed(source, hands, lambda hand: hand.result > 0, _WINS)
    if not hands[0].result:
        return chosen(source, hands, [hand.weight() for hand in hands])
    shares = dict(enumerate(_SHARES[place.difficulty]))
    hands = narrowed(source, hands, lambda hand: hand.result, shares)
    return chosen(source, hands, [1] * len(hands))


def about(place: Place, hole: CardsLike, board: CardsLike) -> BonusQuestion:
    """The question about a hand.

    Raises
    ------
    CardError
        For anything that is not so many different cards: two, and three or (a bonus of six cards)
        four.
    RulesError
        For rules without a bonus.
    """
    group_pays(place.rules)
    two, rest = to_cards(hole), to_cards(board)
    check_count(two, 2, "the hole")
    check_count(rest, place.rules.bonus_cards - 2, "the board")
    check_distinct(two + rest)
    return BonusQuestion(place, two, rest)
