"""Payouts: what the dealer has to pay on a finished round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from solver.cards import CardsLike, to_cards
from solver.hands import Category
from solver.numerals import amount
from solver.settlement import Outcome, Round, settle
from solver.shuffles import shuffled
from solver.statement import ANTE, BONUS, CALL, Line, bonus_place, statement
from solver.trainer.amounts import EXPECTS, pay_text, read_pay
from solver.trainer.drawing import chosen, narrowed, stacked
from solver.trainer.question import Difficulty, Field, Place, Question, Shown, Verdict

DEALS = 12
"""Rounds that are dealt as they come, for one of these and the made ones to be asked about."""

STAKES: Mapping[Difficulty, tuple[Fraction, ...]] = {
    Difficulty.EASY: tuple(map(Fraction, (5, 10, 20, 25, 50, 100))),
    Difficulty.NORMAL: tuple(map(Fraction, (5, 10, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200))),
    Difficulty.HARD: tuple(map(Fraction, ("7", "12.5", "15", "35", "37.5", "45", "65", "125"))),
}
"""What may lie on a bet."""

OUTCOMES = {Outcome.UNQUALIFIED: 3, Outcome.WIN: 4, Outcome.TIE: 2, Outcome.LOSE: 2}
"""How rounds end, by how often they are asked about."""

_USUAL_HANDS = (1, 2, 2, 2, 3, 4, 4, 2, 2, 1)
_RARE_HANDS = (1, 1, 1, 1, 2, 4, 4, 4, 4, 3)
HANDS = {
    Difficulty.EASY: dict(zip(Category, _USUAL_HANDS, strict=True)),
    Difficulty.NORMAL: dict(zip(Category, _USUAL_HANDS, strict=True)),
    Difficulty.HARD: dict(zip(Category, _RARE_HANDS, strict=True)),
}
"""Final hands of the player, by how often they are asked about."""

_MADE = tuple(Category)[Category.STRAIGHT :]
_WINS_BONUS = {True: 3, False: 2}
_NAMES = {ANTE: "ante", CALL: "call", BONUS: "bonus"}
_ENDS = {
    Outcome.UNQUALIFIED: "the dealer does not qualify",
    Outcome.WIN: "the dealer qualifies and loses",
    Outcome.TIE: "the dealer qualifies, a tie",
    Outcome.LOSE: "the dealer qualifies and wins",
}


@dataclass(frozen=True)
class PayoutQuestion(Question):
    """What is to be paid on the round that is shown.

    Attributes
    ----------
    player, dealer : tuple of two card ids each
    board : tuple of five card ids
    ante, bonus : Fraction
        What lies on Ante and AA Bonus.
    """

    player: tuple[int, ...]
    dealer: tuple[int, ...]
    board: tuple[int, ...]
    ante: Fraction
    bonus: Fraction
    kind: ClassVar[str] = "payouts"

    @cached_property
    def settled(self) -> Round:
        """The round, settled."""
        return settle(
            self.player, self.dealer, self.board, self.rules, ante=self.ante, bonus=self.bonus
        )

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The bets of the round, with what each brings and why."""
        return statement(self.settled, self.rules)

    @property
    def asks(self) -> str:
        """The question in one sentence."""
        return "What do you, the dealer, pay on each bet?"

    @property
    def shown(self) -> tuple[Shown, ...]:
        """The stakes, and the round in words (easy) or cards."""
        stakes = ", ".join(f"{line.bet} {amount(line.stake, sign=False)}" for line in self.lines)
        if self.difficulty is Difficulty.EASY:
            return (Shown("Stakes", text=stakes), *self._in_words())
        return (
            Shown("Stakes", text=stakes),
            Shown("Player", self.player),
            Shown("Flop", self.board[:3]),
            Shown("Turn and river", self.board[3:]),
            Shown("Dealer", self.dealer),
        )

    def _in_words(self) -> tuple[Shown, ...]:
        settled = self.settled
        words = f"player {settled.player.category.label}, {_ENDS[settled.outcome]}"
        hand = settled.bonus_hand
        if hand is None:
            return (Shown("Round", text=words),)
        # Of a pair it matters which.
        name = hand.name if hand.category <= Category.PAIR else hand.category.label
        return (
            Shown("Round", text=words),
            Shown("AA Bonus", text=f"{name} on {bonus_place(self.rules)}"),
        )

    @property
    def fields(self) -> tuple[Field, ...]:
        """What each bet is paid."""
        return tuple(
            Field(
                _NAMES[line.bet],
                f"{line.bet} {amount(line.stake, sign=False)}: pay",
                expects=EXPECTS,
            )
            for line in self.lines
        )

    def _read(self, asked: Field, text: str) -> str:
        (stake,) = (line.stake for line in self.lines if _NAMES[line.bet] == asked.name)
        return read_pay(asked.name, text, stake)

    def _verdict(self, answers: Mapping[str, str]) -> Verdict:
        expected = {_NAMES[line.bet]: pay_text(line.pay) for line in self.lines}
        return Verdict(answers == expected, expected, tuple(self._reason()))

    def _reason(self) -> list[str]:
        settled, sentences = self.settled, []
        if self.difficulty is not Difficulty.EASY:
            sentences.append(f"Player: {settled.player.name}.")
            sentences.append(f"Dealer: {settled.dealer.name}; {_ENDS[settled.outcome]}.")
        for line in self.lines:
            brings = "take it" if line.pay < 0 else f"pay {amount(line.pay, sign=False)}"
            stake = amount(line.stake, sign=False)
            sentences.append(f"{line.bet} {stake}: {brings}; {line.why}.")
        paid = sum((line.pay for line in self.lines if line.pay > 0), Fraction(0))
        sentences.append(f"To pay together: {amount(paid, sign=False)}.")
        return sentences


def drawn(place: Place) -> PayoutQuestion:
    """The question of a place: all ends of a round come up, and rare hands often enough."""
    rules, source = place.rules, place.source(PayoutQuestion.kind)
    stakes = STAKES[place.difficulty]
    even = [1] * len(stakes)
    ante, bonus = chosen(source, stakes, even), chosen(source, stakes, even)
    if rules.bonus_pays is None or source.random() < 0.5:
        bonus = Fraction(0)
    decks = [shuffled(source) for _ in range(DEALS)]
    decks += [stacked(source, category, 7) for category in _MADE]
    if bonus:
        decks += [stacked(source, category, rules.bonus_cards) for category in Category]
    rounds = [PayoutQuestion(place, deck[:2], deck[7:9], deck[2:7], ante, bonus) for deck in decks]
    if bonus:
        rounds = narrowed(source, rounds, lambda r: r.settled.pays.bonus > 0, _WINS_BONUS)
    rounds = narrowed(source, rounds, lambda r: r.settled.outcome, OUTCOMES)
    hands = HANDS[place.difficulty]
    rounds = narrowed(source, rounds, lambda r: r.settled.player.category, hands)
    return chosen(source, rounds, [1] * len(rounds))


def about(
    place: Place,
    player: CardsLike,
    dealer: CardsLike,
    board: CardsLike,
    *,
    ante: Fraction | int,
    bonus: Fraction | int = 0,
) -> PayoutQuestion:
    """The question about a round; arguments and errors as of `solver.settlement.settle`."""
    mine, theirs, five = map(to_cards, (player, dealer, board))
    settle(mine, theirs, five, place.rules, ante=ante, bonus=bonus)
    return PayoutQuestion(place, mine, theirs, five, Fraction(ante), Fraction(bonus))
