"""Qualify: whether a dealer does, mostly one who nearly does or does not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from solver.cards import RANKS, CardsLike, check_count, check_distinct, format_cards, to_cards
from solver.hands import Category, Hand, best_five, category_of, lowest_pair_value
from solver.rules import Rules
from solver.settlement import qualifies
from solver.shuffles import shuffled
from solver.trainer.drawing import chosen, narrowed
from solver.trainer.question import Difficulty, Field, Place, Question, Shown, Verdict

DEALS = 24
"""Dealers' hands that are drawn, for one of them to be asked about."""

_SHARES = {True: 1, False: 1}
_ACE = RANKS.index("A")
_LOW_BOARD = RANKS.index("9")
_PAIR = lowest_pair_value(1) - lowest_pair_value(0)


@dataclass(frozen=True)
class QualifyQuestion(Question):
    """Whether the dealer qualifies with the cards that are shown.

    Attributes
    ----------
    dealer : tuple of two card ids
    board : tuple of five card ids
    """

    dealer: tuple[int, ...]
    board: tuple[int, ...]
    kind: ClassVar[str] = "qualify"

    @cached_property
    def hand(self) -> Hand:
        """The dealer's best hand."""
        return best_five(self.dealer + self.board)

    @property
    def qualifies(self) -> bool:
        """Whether the dealer does."""
        return qualifies(self.rules, self.hand.value)

    @property
    def asks(self) -> str:
        """The question in one sentence."""
        return "Does the dealer qualify?"

    @property
    def shown(self) -> tuple[Shown, ...]:
        """The dealer's hole and the board; what is needed where it is easy or not as usual."""
        cards = (Shown("Dealer", self.dealer), Shown("Board", self.board))
        if self.difficulty is Difficulty.EASY or self.rules.qualifier != Rules().qualifier:
            return (*cards, Shown("Needed", text=self._needed))
        return cards

    @property
    def _needed(self) -> str:
        text = self.rules.qualifier_text
        return "nothing: the dealer always qualifies" if text == "none" else f"{text} or better"

    @property
    def fields(self) -> tuple[Field, ...]:
        """Yes or no."""
        return (Field("qualifies", "Qualifies", ("yes", "no")),)

    def _verdict(self, answers: Mapping[str, str]) -> Verdict:
        expected = "yes" if self.qualifies else "no"
        does = "qualifies" if self.qualifies else "does not qualify"
        reason = (
            f"The dealer's best hand: {self.hand.name} ({format_cards(self.hand.cards)}).",
            f"Needed: {self._needed}. The dealer {does}.",
        )
        return Verdict(answers["qualifies"] == expected, {"qualifies": expected}, reason)

    def traps(self) -> int:
        """How much there is to be misled by, from 0."""
        value, own = self.hand.value, {card // 4 for card in self.dealer}
        ranks = [card // 4 for card in self.board]
        pairless = len({*own, *ranks}) == len(self.board) + 2
        traps = [
            # A pair next to what is needed.
            3 * (abs(value - self.rules.qualifier) < _PAIR),
            abs(value - self.rules.qualifier) < 2 * _PAIR,
            # The pair is everybody's.
            len(set(ranks)) < len(ranks) and category_of(value) <= Category.PAIR,
            # A good-looking hand of nothing.
            not self.qualifies and _ACE in own,
            # A straight or a flush where no two cards are alike.
            2 * (pairless and self.hand.category >= Category.STRAIGHT),
            pairless and self.hand.category is Category.STRAIGHT and max(ranks) < _LOW_BOARD,
        ]
        return sum(traps)

    def weight(self) -> int:
        """How likely it is to be asked about, against others with the same answer."""
        match self.difficulty:
            case Difficulty.EASY:
                return int(not self.traps())
            case Difficulty.NORMAL:
                return 1 + self.traps()
            case Difficulty.HARD:
                return self.traps() ** 2


def drawn(place: Place) -> QualifyQuestion:
    """The question of a place: yes and no are right as often, then hands go by weight."""
    source = place.source(QualifyQuestion.kind)
    decks = [shuffled(source) for _ in range(DEALS)]
    dealers = [QualifyQuestion(place, deck[:2], deck[2:7]) for deck in decks]
    dealers = narrowed(source, dealers, lambda dealer: dealer.qualifies, _SHARES)
    return chosen(source, dealers, [dealer.weight() for dealer in dealers])


def about(place: Place, dealer: CardsLike, board: CardsLike) -> QualifyQuestion:
    """The question about a dealer's hand.

    Raises
    ------
    CardError
        For anything that is not seven different cards, two and five.
    """
    hole, five = to_cards(dealer), to_cards(board)
    check_count(hole, 2, "the dealer's hole")
    check_count(five, 5, "the board")
    check_distinct(hole + five)
    return QualifyQuestion(place, hole, five)
