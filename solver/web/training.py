"""Training over HTTP: questions of a series, and the verdict on answers to them."""

from __future__ import annotations

import secrets
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, BackgroundTasks, Query

from solver.cards import format_card
from solver.numerals import decimal
from solver.rules import Rules
from solver.trainer import HIGHEST_NUMBER, KINDS, AnswerError, Difficulty, Question, question
from solver.web import training_models as models
from solver.web.aside import aside
from solver.web.fields import refusal, rules_of
from solver.web.guard import BODY

router = APIRouter(prefix="/train", tags=["trainer"])

_QUESTIONS_KEPT = 512


@router.get("", response_model=models.TrainingModel)
async def list_kinds() -> dict[str, Any]:
    """What can be trained."""
    return {
        "kinds": [{"kind": kind, "what": what} for kind, what in KINDS.items()],
        "difficulties": list(Difficulty),
    }


@router.get("/{kind}", response_model=models.QuestionModel)
async def ask(kind: models.Kind, asked: Annotated[models.QuestionAsked, Query()]) -> dict[str, Any]:
    """A question."""
    # Whoever has no series gets one, and with its name the same question again.
    seed, rules = asked.seed or secrets.token_hex(8), rules_of(asked.texts())
    drawn = await aside(_question, kind, seed, asked.number, asked.difficulty, rules)
    return {
        "kind": drawn.kind,
        "seed": drawn.seed,
        "number": drawn.number,
        "difficulty": drawn.difficulty,
        "asks": drawn.asks,
        "shown": [
            {
                "label": shown.label,
                "cards": [format_card(card) for card in shown.cards],
                "text": shown.text,
            }
            for shown in drawn.shown
        ],
        "fields": [
            {
                "name": field.name,
                "label": field.label,
                "options": list(field.options),
                "expects": field.expects,
            }
            for field in drawn.fields
        ],
    }


@router.post("/{kind}", response_model=models.VerdictModel, responses=BODY)
async def check(
    kind: models.Kind, given: models.AnswersGiven, later: BackgroundTasks
) -> dict[str, Any]:
    """The verdict on the answers to a question."""
    rules = rules_of(given.texts())

    def asked(number: int) -> Question:
        return _question(kind, given.seed, number, given.difficulty, rules)

    try:
        verdict = await aside(lambda: asked(given.number).check(given.answers))
    except AnswerError as error:
        raise refusal(error.field, error) from None
    if given.number < HIGHEST_NUMBER:
        # Drawn while the verdict is read.
        later.add_task(aside, asked, given.number + 1)
    return {
        "right": verdict.right,
        "expected": verdict.expected,
        "reason": list(verdict.reason),
        "lost": None if verdict.lost is None else decimal(verdict.lost, 6),
    }


def warm_up() -> None:
    """Ask one question of each kind of nobody."""
    for kind in KINDS:
        _question(kind, "", 1, Difficulty.NORMAL, Rules())


@lru_cache(maxsize=_QUESTIONS_KEPT)
def _question(kind: str, seed: str, number: int, difficulty: str, rules: Rules) -> Question:
    return question(kind, seed, number, rules, difficulty)
