"""Winner: whose hand is better, and the five cards that make it so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import ClassVar

from solver.cards import (
    CardError,
    CardsLike,
    check_count,
    check_distinct,
    format_cards,
    parse_cards,
    to_cards,
)
from solver.hands import Hand, best_five, evaluate
from solver.shuffles import shuffled
from solver.trainer.drawing import chosen
from solver.trainer.question import (
    AnswerError,
    Difficulty,
    Field,
    Place,
    Question,
    Shown,
    Verdict,
    no_answer,
)

DEALS = 24
"""Deals that are drawn, for one of them to be asked about."""

_EXPECTS = "five cards, such as Ah Kd 9c 8s 2h"
_TIE_WEIGHT = 8


@dataclass(frozen=True)
class WinnerQuestion(Question):
    """Whose hand is better, and with what cards.

    Attributes
    ----------
    player, dealer : tuple of two card ids each
    board : tuple of five card ids
    """

    player: tuple[int, ...]
    dealer: tuple[int, ...]
    board: tuple[int, ...]
    kind: ClassVar[str] = "winner"

    @cached_property
    def hands(self) -> dict[str, Hand]:
        """Both best hands, by side."""
        return {
            "player": best_five(self.player + self.board),
            "dealer": best_five(self.dealer + self.board),
        }

    @property
    def winner(self) -> str:
        """``player``, ``dealer`` or ``tie``."""
        player, dealer = self.hands["player"].value, self.hands["dealer"].value
        if player == dealer:
            return "tie"
        return "player" if player > dealer else "dealer"

    @property
    def asks(self) -> str:
        """The question in one sentence."""
        return "Whose hand is better, and which five cards make it?"

    @property
    def shown(self) -> tuple[Shown, ...]:
        """Both holes and the board."""
        return (
            Shown("Player", self.player),
            Shown("Dealer", self.dealer),
            Shown("Board", self.board),
        )

    @property
    def fields(self) -> tuple[Field, ...]:
        """Who wins, and five cards."""
        return (
            Field("winner", "Who wins", ("player", "dealer", "tie")),
            Field("cards", "The five cards of the better hand", expects=_EXPECTS),
        )

    def _read(self, asked: Field, text: str) -> str:
        try:
            cards = parse_cards(text)
            check_distinct(cards)
        except CardError as error:
            raise AnswerError(asked.name, str(error)) from None
        if len(cards) != 5:
            raise no_answer(asked.name, _EXPECTS, text)
        shown = self.player + self.dealer + self.board
        strange = [card for card in cards if card not in shown]
        if strange:
            raise AnswerError(
                asked.name, f"expected cards on the table, found {format_cards(strange)}"
            )
        return format_cards(cards)

    def _verdict(self, answers: Mapping[str, str]) -> Verdict:
        winner = self.winner
        sides = list(self.hands) if winner == "tie" else [winner]
        best = self.hands[sides[0]]
        five = parse_cards(answers["cards"])
        holes = {"player": self.player, "dealer": self.dealer}
        of_one_side = any({*five} <= {*holes[side], *self.board} for side in sides)
        right_cards = of_one_side and evaluate(five) == best.value
        reason = [
            f"{side.capitalize()}: {hand.name} ({format_cards(hand.cards)})."
            for side, hand in self.hands.items()
        ]
        reason.append("A tie." if winner == "tie" else f"The {winner}'s hand is better.")
        if not of_one_side:
            whose = "one side" if winner == "tie" else f"the {winner}"
            reason.append(f"Your five cards are not those of {whose} and the board.")
        elif not right_cards:
            reason.append(f"Your five cards make only {best_five(five).name}.")
        return Verdict(
            answers["winner"] == winner and right_cards,
            {"winner": winner, "cards": format_cards(best.cards)},
            tuple(reason),
        )

    @property
    def alike(self) -> int:
        """How many of the five cards of both hands rank alike: -1 in different categories."""
        player, dealer = self.hands.values()
        if player.category is not dealer.category:
            return -1
        pairs = zip(player.cards, dealer.cards, strict=True)
        return len(list(takewhile(lambda pair: pair[0] // 4 == pair[1] // 4, pairs)))

    def weight(self) -> int:
        """How likely it is to be asked about, against others."""
        alike = self.alike
        match self.difficulty:
            case Difficulty.EASY:
                return int(alike < 0)
            case Difficulty.NORMAL:
                return 1 if alike < 0 else 3 if alike < 5 else _TIE_WEIGHT
            case Difficulty.HARD:
                return 0 if alike < 0 else 1 + alike**2 if alike < 5 else _TIE_WEIGHT


def drawn(place: Place) -> WinnerQuestion:
    """The question of a place: the harder, the more alike both hands are."""
    source = place.source(WinnerQuestion.kind)
    while True:
        decks = [shuffled(source) for _ in range(DEALS)]
        deals = [WinnerQuestion(place, deck[:2], deck[2:4], deck[4:9]) for deck in decks]
        weights = [deal.weight() for deal in deals]
        if any(weights):
            return chosen(source, deals, weights)


def about(place: Place, player: CardsLike, dealer: CardsLike, board: CardsLike) -> WinnerQuestion:
    """The question about a deal.

    Raises
    ------
    CardError
        For anything that is not nine different cards, two, two and five.
    """
    two, others, five = map(to_cards, (player, dealer, board))
    for cards, count, what in (
        (two, 2, "the player's hole"),
        (others, 2, "the dealer's hole"),
        (five, 5, "the board"),
    ):
        check_count(cards, count, what)
    check_distinct(two + others + five)
    return WinnerQuestion(place, two, others, five)
