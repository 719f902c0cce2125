"""Spots over HTTP: rules by name, advice, a random spot, starting hands, the strategy's price."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from solver import wording
from solver.advisor import Advice, Advisor
from solver.card import words_of
from solver.cards import format_card, format_cards
from solver.hands import Category
from solver.numerals import percent
from solver.presets import PRESETS, USUAL
from solver.rules import Rules
from solver.settlement import Outcome
from solver.shuffles import shuffled, source_of
from solver.strategy import MEMORABLE, Strategy, find_strategy
from solver.web import models
from solver.web.fields import FieldsError, places_of, rules_of
from solver.web.guard import BUSY, heavy_answer
from solver.web.options import OPTIONS
from solver.web.whole_game import hands_of, price_of

router = APIRouter(tags=["advisor"])


@router.get("/rules", response_model=models.PresetsModel)
async def list_rules() -> dict[str, Any]:
    """The rules that have a name."""
    return _presets()


@cache
def _presets() -> dict[str, Any]:
    presets = []
    for preset in PRESETS.values():
        options = {n.replace("-", "_"): text for n, text in preset.rules.all_options().items()}
        presets.append(
            {
                "name": preset.name,
                "title": preset.title,
                "source": preset.source,
                "options": {option.name: options[option.rule] for option in OPTIONS},
                "describe": _described(preset.rules),
            }
        )
    return {"presets": presets, "usual": USUAL}


def _described(rules: Rules) -> list[dict[str, str]]:
    return [{"what": what, "words": words} for what, words in rules.describe().items()]


@router.get("/spot", response_model=models.SpotModel, response_model_exclude_unset=True)
async def read_spot(asked: Annotated[models.TypedSpot, Query()]) -> dict[str, Any]:
    """What is typed so far: cards, rules, what is wrong with them, and advice once it is a spot.

    Cards and rules that are wrong are an answer here, not an error.
    """
    spot = _Spot(asked.texts())
    complete = not (spot.problems or spot.places.missing)
    return {
        "places": {
            place: None if cards is None else [format_card(card) for card in cards]
            for place, cards in spot.places.cards.items()
        },
        "errors": [problem._asdict() for problem in spot.problems],
        "rules": spot.rules
        and {"label": wording.label(spot.rules), "describe": _described(spot.rules)},
        "advice": _answer(spot.advice()) if complete else None,
    }


@router.get("/advise", response_model=models.AdviceModel, response_model_exclude_unset=True)
async def advise(asked: Annotated[models.SpotAsked, Query()]) -> dict[str, Any]:
    """What to do in a spot, and why."""
    spot = _Spot(asked.texts())
    problems = [*spot.problems, *spot.places.missing]
    if problems:
        raise FieldsError(problems)
    return _answer(spot.advice())


class _Spot:
    """Cards and rules of a request, and all that is wrong with them."""

    def __init__(self, texts: dict[str, str]) -> None:
        self.places = places_of(texts)
        self.problems = list(self.places.problems)
        self.rules: Rules | None = None
        try:
            self.rules = rules_of(texts)
        except FieldsError as error:
            self.problems += error.problems

    def advice(self) -> Advice:
        cards = {place: cards or () for place, cards in self.places.cards.items()}
        return Advisor(self.rules).advise(cards.pop("hole"), cards.pop("flop"), **cards)


def _answer(advice: Advice) -> dict[str, Any]:
    why = wording.why(advice, _memorable())
    bonus = (wording.bonus_result, wording.bonus_share, wording.calling_bonus)
    sentences = [sentence(advice) for sentence in bonus]
    return advice.as_dict() | {
        "sentences": {
            "ev_call": wording.antes(advice.ev_call),
            "ev_fold": wording.antes(advice.ev_fold),
            "cost": wording.cost(advice),
            "bonus": [sentence for sentence in sentences if sentence is not None],
            "why": wording.why_sentence(why),
        },
        "picture": {
            "outcomes": _shares([advice.outcomes.deals(o) for o in Outcome], advice.completions),
            "hands": [
                {
                    "hand": category.label,
                    **_chance(sum(row), advice.completions),
                    "parts": _shares(row, advice.completions),
                }
                for category in reversed(Category)
                if any(row := advice.outcomes.counts[category])
            ],
        },
        "why": why,
    }


def _shares(deals: Sequence[int], completions: int) -> list[dict[str, Any]]:
    return [
        {"name": name, **_chance(count, completions)}
        for name, count in zip(models.OUTCOMES, deals, strict=True)
    ]


def _chance(deals: int, completions: int) -> dict[str, Any]:
    return {
        "chance": deals / completions,
        "text": percent(Fraction(deals, completions), 2),
    }


def warm_up() -> None:
    """Answer once for nobody: the first answer loads what the others need."""
    _answer(Advisor().advise("Ah Kd", "As 7d 4c"))


@cache
def _memorable() -> Strategy:
    return find_strategy(MEMORABLE)


@router.get("/deal", response_model=models.DealModel)
async def deal() -> dict[str, str]:
    """A random spot."""
    deck = shuffled(source_of(None))
    return {"hole": format_cards(deck[:2]), "flop": format_cards(deck[2:5])}


@router.get("/hands", response_model=models.HandsModel, responses=BUSY)
async def hands(asked: Annotated[models.RulesAsked, Query()], request: Request) -> dict[str, Any]:
    """The grid of starting hands; the first time it takes a second or two."""
    rules = rules_of(asked.texts())
    grid = await heavy_answer(request, hands_of, rules.decisive)
    return {"rules": wording.label(rules), **grid}


@router.get("/strategy", response_model=models.StrategyModel, responses=BUSY)
async def strategy(
    asked: Annotated[models.RulesAsked, Query()], request: Request
) -> dict[str, Any]:
    """The strategy to remember, and its exact price; the first time it takes a second or two."""
    rules, memorable = rules_of(asked.texts()), _memorable()
    price = await heavy_answer(request, price_of, (memorable.name, rules.decisive))
    return {
        "name": memorable.name,
        "rules": list(map(str, memorable.rules)),
        **price,
        "words": [{"term": t, "meaning": m} for t, m in words_of(memorable).items()],
    }
