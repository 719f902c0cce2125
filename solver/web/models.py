"""Models: what requests and answers are made of, as the API's description shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from solver.outcomes import Decision
from solver.presets import USUAL
from solver.rules import Rules
from solver.settlement import Outcome
from solver.web.options import OPTIONS

Text = Annotated[str, Field(max_length=400)]
"""A text that a person types."""

Card = Annotated[str, Field(pattern="^[2-9TJQKA][cdhs]$", examples=["Ah"])]
Cards = list[Card]
Seed = Annotated[str, Field(max_length=100)]

OUTCOMES = tuple(o.label if o else "not qualified" for o in Outcome)
"""Outcomes as a picture names them: as `Outcome.label`, but short."""

if TYPE_CHECKING:
    DecisionName: TypeAlias = str
    OutcomeName: TypeAlias = str
else:
    DecisionName = Literal[*Decision.__members__]
    OutcomeName = Literal[*OUTCOMES]


class Asked(BaseModel):
    """What a request gives; nothing that is not described here."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Answer(BaseModel):
    """What is answered; nothing that is not described here."""

    model_config = ConfigDict(extra="forbid")


class ProblemModel(Answer):
    """What is wrong with a request."""

    field: str = Field(description="The member to blame, empty where none is.", examples=["hole"])
    reason: str = Field(examples=["the hole has 2 cards, found 1"])


class Errors(Answer):
    """Why there is no answer."""

    errors: list[ProblemModel]


def _option(name: str) -> Any:
    """The field of an option, described as it is everywhere; the example is what is usual."""
    (option,) = (option for option in OPTIONS if option.name == name)
    usual = Rules().all_options()[option.rule.replace("_", "-")]
    return Field("", description=option.description, examples=[usual])


class RulesAsked(Asked):
    """What is played. Empty text is as if not given."""

    rules: Text = Field("", description="A preset by name; see /api/rules.", examples=[USUAL])
    ante_pays: Text = _option("ante_pays")
    bonus_pays: Text = _option("bonus_pays")
    fold_forfeits_bonus: Text = _option("fold_forfeits_bonus")
    bonus: Text = _option("bonus")
    call: Text = _option("call")
    qualifier: Text = _option("qualifier")
    unqualified: Text = _option("unqualified")
    ante_needs_pair: Text = _option("ante_needs_pair")
    bonus_cards: Text = _option("bonus_cards")
    blind_call: Text = _option("blind_call")

    def texts(self) -> dict[str, str]:
        """What is given, by field."""
        return {name: text for name, text in self.__dict__.items() if isinstance(text, str)}


class KnownAsked(RulesAsked):
    """Rules, and the cards known besides hole and flop."""

    dead: Text = Field("", description="Cards out of the deck.", examples=["2c 2d"])
    dealer: Text = Field("", description="Up to two cards of the dealer.", examples=["Qs"])
    turn: Text = Field("", description="The turn.", examples=["9h"])
    river: Text = Field("", description="The river.", examples=["2s"])


class TypedSpot(KnownAsked):
    """A spot as far as it is typed."""

    hole: Text = Field("", description="Two cards.", examples=["Ah Kd"])
    flop: Text = Field("", description="Three cards.", examples=["As 7d 4c"])


class SpotAsked(KnownAsked):
    """A spot."""

    hole: Text = Field(description="Two cards.", examples=["Ah Kd"])
    flop: Text = Field(description="Three cards.", examples=["As 7d 4c"])


class Described(Answer):
    """One option of the rules in words."""

    what: str = Field(examples=["Call"])
    words: str = Field(examples=["2 antes"])


class PresetModel(Answer):
    """Rules that have a name."""

    name: str = Field(examples=["standard"])
    title: str = Field(examples=["the common game"])
    source: str
    options: dict[str, str] = Field(
        description="Every option as a request gives it.", examples=[{"call": "2"}]
    )
    describe: list[Described]


class PresetsModel(Answer):
    """All rules that have a name."""

    presets: list[PresetModel]
    usual: str = Field(description="The one that is meant where none is named.", examples=[USUAL])


class RulesModel(Answer):
    """The rules of an answer."""

    label: str = Field(examples=["100-20-10-3-2-1"])
    describe: list[Described]


class OutcomeModel(Answer):
    """How often a called round ends so."""

    deals: int = Field(ge=0)
    chance: float = Field(ge=0, le=1)


class OutcomesModel(Answer):
    """The four ends of a called round."""

    unqualified: OutcomeModel
    win: OutcomeModel
    tie: OutcomeModel
    lose: OutcomeModel


class DealsModel(Answer):
    """Completions by outcome."""

    unqualified: int = Field(ge=0)
    win: int = Field(ge=0)
    tie: int = Field(ge=0)
    lose: int = Field(ge=0)


class SentencesModel(Answer):
    """An advice in words."""

    ev_call: str = Field(examples=["+1.708399 antes"])
    ev_fold: str = Field(examples=["-1.000000 antes"])
    cost: str = Field(examples=["Fold would cost 2.708399 antes"])
    bonus: list[str] = Field(
        examples=[["AA Bonus: pair of aces on hole and flop pays 7 to 1"]],
        description="What there is to say of the AA Bonus.",
    )
    why: str = Field(examples=["Rule 1 of best-8: CALL if pair-or-draw; as perfect play does"])


class Share(Answer):
    """An outcome and its chance after Call."""

    name: OutcomeName
    chance: float = Field(ge=0, le=1)
    text: str = Field(examples=["59.00 %"])


class HandShare(Answer):
    """A final hand, its chance, and how it ends."""

    hand: str = Field(examples=["pair"])
    chance: float = Field(ge=0, le=1)
    text: str = Field(examples=["43.95 %"])
    parts: list[Share] = Field(min_length=4, max_length=4)


class Picture(Answer):
    """Chances after Call to draw: by outcome, and by final hand, best first."""

    outcomes: list[Share] = Field(min_length=4, max_length=4)
    hands: list[HandShare]


class WhyModel(Answer):
    """The rule of a strategy to remember that covers the spot."""

    strategy: str = Field(examples=["best-8"])
    number: int = Field(ge=1)
    rule: str = Field(examples=["CALL if pair-or-draw"])
    decision: DecisionName
    agrees: bool = Field(description="Whether perfect play decides so, too.")


class AdviceModel(Answer):
    """What to do in a spot. Values are in antes, higher is better; exact ones are fractions."""

    hole: str = Field(examples=["Ah Kd"])
    flop: str = Field(examples=["As 7d 4c"])
    dead: str | None = Field(None, examples=["2c 2d"])
    dealer: str | None = Field(None, examples=["Qs"])
    turn: str | None = Field(None, examples=["9h"])
    river: str | None = Field(None, examples=["2s"])
    rules: str = Field(examples=["ante-100-20-10-3-2-1"])
    decision: DecisionName
    ev_call: float = Field(examples=[1.7083985086760295])
    ev_call_exact: str = Field(examples=["609437/356730"])
    ev_fold: float = Field(examples=[-1.0])
    ev_fold_exact: str = Field(examples=["-1"])
    cost_of_error: float = Field(ge=0)
    cost_of_error_exact: str = Field(examples=["966167/356730"])
    bonus_stake: str | None = Field(None, examples=["0"])
    bonus_result_to_one: str | None = Field(None, examples=["7"])
    fold_forfeits_bonus: bool | None = None
    call_above_bonus_stake: str | None = None
    completions: int = Field(ge=1, examples=[1070190])
    outcomes: OutcomesModel
    by_final_hand: dict[str, DealsModel]
    sentences: SentencesModel
    picture: Picture
    why: WhyModel


class PlacesModel(Answer):
    """Cards by place; null where a text is no cards."""

    hole: Cards | None
    flop: Cards | None
    dead: Cards | None
    dealer: Cards | None
    turn: Cards | None
    river: Cards | None


class SpotModel(Answer):
    """A spot as far as it is typed, and the advice as soon as it is one."""

    places: PlacesModel
    errors: list[ProblemModel]
    rules: RulesModel | None
    advice: AdviceModel | None


class DealModel(Answer):
    """A random spot."""

    hole: str = Field(examples=["Ah Kd"])
    flop: str = Field(examples=["As 7d 4c"])


class StartingHandModel(Answer):
    """A starting hand: on which share of flops Call is better, and what it brings, in antes."""

    name: str = Field(examples=["AKs"])
    row: int = Field(ge=0, le=12)
    column: int = Field(ge=0, le=12)
    call_share: str = Field(examples=["100 %"])
    share: float = Field(ge=0, le=1)
    ev: str = Field(examples=["+1.23"])
    cost_of_folding: str = Field(examples=["2.23"])


class HandsModel(Answer):
    """The 169 starting hands, row by row; suited ones above the diagonal."""

    rules: str = Field(examples=["100-20-10-3-2-1"])
    hands: list[StartingHandModel] = Field(min_length=169, max_length=169)


class Word(Answer):
    """A term of a strategy, and what it means."""

    term: str
    meaning: str


class StrategyModel(Answer):
    """The strategy to remember, and its exact price under the rules."""

    name: str = Field(examples=["best-8"])
    rules: list[str] = Field(examples=[["CALL if pair-or-draw", "FOLD"]])
    price: str
    words: list[Word]
