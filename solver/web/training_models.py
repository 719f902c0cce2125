"""Training models: what requests and answers about questions are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from solver.trainer import HIGHEST_NUMBER, KINDS, Difficulty
from solver.web.models import Answer, Cards, RulesAsked, Seed, Text

if TYPE_CHECKING:
    Kind = str
else:
    Kind = Literal[*KINDS]
# Given as text, not as a member.
Level = Annotated[Difficulty, Field(strict=False)]
Number = Annotated[int, Field(ge=1, le=HIGHEST_NUMBER)]


class KindModel(Answer):
    """A kind of questions."""

    kind: Kind
    what: str = Field(examples=["Whether the dealer qualifies"])


class TrainingModel(Answer):
    """What can be trained."""

    kinds: list[KindModel]
    difficulties: list[Level]


class QuestionAsked(RulesAsked):
    """Which question of which series, by which rules."""

    seed: Seed = Field("", description="Name of the series; empty: a new one.", examples=["7"])
    # In a query everything is text.
    number: Number = Field(1, strict=False, description="Which question of the series.")
    difficulty: Level = Difficulty.NORMAL


class AnswersGiven(RulesAsked):
    """The answers to a question."""

    seed: Seed = Field(description="As the question has it.", examples=["7"])
    number: Number = Field(description="As the question has it.", examples=[1])
    difficulty: Level = Difficulty.NORMAL
    answers: dict[str, Text] = Field(
        description="An answer to each of the question's fields, by name.",
        examples=[{"decision": "call"}],
        max_length=20,
    )


class ShownModel(Answer):
    """Something laid out before a question: cards, or words."""

    label: str = Field(examples=["Flop"])
    cards: Cards
    text: str


class FieldModel(Answer):
    """One thing to answer: one of the options, or text where there are none."""

    name: str = Field(examples=["decision"])
    label: str = Field(examples=["Call or fold?"])
    options: list[str] = Field(examples=[["call", "fold"]])
    expects: str = Field(examples=["five cards"])


class QuestionModel(Answer):
    """A question: the same for the same kind, seed, number, difficulty and rules."""

    kind: Kind
    seed: str
    number: int
    difficulty: Level
    asks: str
    shown: list[ShownModel]
    fields: list[FieldModel]


class VerdictModel(Answer):
    """What is to say about answers."""

    right: bool
    expected: dict[str, str] = Field(examples=[{"decision": "call"}])
    reason: list[str] = Field(description="Sentences.")
    lost: str | None = Field(
        description="Of decisions: what the answer gives up, in antes.", examples=["0.039281"]
    )
