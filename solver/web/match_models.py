"""Match models: what requests and answers about matches are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import Field

from solver.match import SEE, USUAL_ANTE, USUAL_ROUNDS, Choice
from solver.numerals import amount
from solver.web.match_store import MOST_ROUNDS
from solver.web.models import Answer, Asked, Card, Cards, DecisionName, RulesAsked, Seed, Text

if TYPE_CHECKING:
    Offer = str
else:
    Offer = Literal[*map(str, Choice), SEE]
_ANTE = amount(USUAL_ANTE, sign=False)


class MatchAsked(RulesAsked):
    """A match to play: rounds with fixed stakes against the house."""

    rounds: int = Field(USUAL_ROUNDS, ge=1, le=MOST_ROUNDS, description="Rounds that count.")
    ante: Text = Field(_ANTE, description="What lies on the Ante, in any unit.", examples=[_ANTE])
    bonus_stake: Text | None = Field(
        None,
        description="What lies on the AA Bonus, in the same unit; null for what the rules say.",
        examples=["50"],
    )
    seed: Seed | None = Field(
        None, description="Shuffle from this text, the same each time; null: at random."
    )


class ChoiceMade(Asked):
    """A choice for the deal on the table."""

    deal: int = Field(description="Number of the deal, as last seen.", examples=[1])
    choice: Offer = Field(examples=[Choice.CALL])


class BetModel(Answer):
    """One bet of a settled round, with its reason."""

    bet: str = Field(examples=["Ante"])
    stake: str = Field(examples=["100"])
    pay: str = Field(examples=["+100"])
    why: str = Field(examples=["pair pays 1 to 1"])


class PlayedModel(Answer):
    """A deal that was decided; cards that were not shown are null or empty."""

    round: int | None = Field(description="Number of the round; null for a void deal.")
    hole: Cards
    flop: Cards
    choice: Choice
    turn: Card | None
    river: Card | None
    dealer: Cards
    player_hand: str | None = Field(examples=["pair, aces, K Q 9 kickers"])
    player_cards: Cards
    dealer_hand: str | None
    dealer_cards: Cards
    outcome: str = Field(examples=["win"])
    lines: list[BetModel]
    net: str = Field(examples=["+300"])
    total: str = Field(description="The running total.", examples=["+300"])


class HintModel(Answer):
    """What perfect play does with the deal on the table."""

    decision: DecisionName
    sentence: str = Field(examples=["Call +170.84, Fold -100.00 on average"])


class MatchModel(Answer):
    """A match as it stands."""

    id: str
    rounds: int
    ante: str = Field(examples=["100"])
    bonus: str = Field(examples=["0"])
    seed: str | None
    rules: str = Field(examples=["100-20-10-3-2-1"])
    deal: int = Field(description="Number of the deal on the table, void ones counted.")
    round: int | None = Field(description="The round in progress; null when the match is over.")
    offers: list[Offer] = Field(description="What may be chosen now.")
    hole: Cards
    flop: Cards
    hint: HintModel | None
    played: list[PlayedModel]
    total: str = Field(examples=["+300"])
    over: bool
    result: str | None = Field(examples=["The player wins: +300"])


class AmountModel(Answer):
    """One line of a sum."""

    what: str = Field(examples=["Your decisions"])
    amount: str = Field(examples=["-12.50"])
    meaning: str


class CostModel(Answer):
    """A decision that gave something up."""

    round: int
    hole: str
    flop: str
    choice: str
    cost: str = Field(examples=["12.50"])


class ReviewModel(Answer):
    """What the decisions cost against perfect play, and how lucky it was."""

    lines: list[AmountModel]
    costs: list[CostModel] = Field(description="The dearest first.")
    sentence: str


class RecordGiven(Asked):
    """A record to settle anew."""

    record: str = Field(
        max_length=200_000,
        description="Text or JSON, as it is saved.",
        examples=["1. Ah Kd | As 7d 4c | call | 9h 2s | Qs Qc: net +300"],
    )


class SettledLine(Answer):
    """A deal of a record as the rules settle it."""

    round: int | None
    text: str = Field(examples=["win: Ante +100, Call +200; net +300, total +300"])


class DifferenceModel(Answer):
    """Something that is not as the rules have it."""

    round: int | None = Field(description="Number of the round, null where it is in none.")
    place: str = Field(examples=["line 7, round 3"])
    what: str = Field(examples=["ante"])
    recorded: str = Field(examples=["100"])
    settled: str = Field(examples=["200"])


class SettledModel(Answer):
    """A record settled anew."""

    rounds: int
    result: str = Field(examples=["+300, the player wins"])
    lines: list[SettledLine]
    differences: list[DifferenceModel]
