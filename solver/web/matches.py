"""Matches over HTTP: dealt and decided, their records settled, looked back on."""

from __future__ import annotations

from fractions import Fraction
from http import HTTPStatus
from typing import Annotated, Any, Literal, TypeVar

from fastapi import APIRouter, Path, Query, Request, Response

from solver.match import SEE, USUAL_ANTE, Choice, Match, MatchError, MatchSetup
from solver.match.record import RecordError, to_json, to_text
from solver.paytables import RulesError, parse_pay
from solver.web import match_models as models
from solver.web.aside import aside
from solver.web.fields import refusal, rules_of
from solver.web.guard import BODY, BUSY, client_of, heavy_answer
from solver.web.match_answers import last_of, state_of
from solver.web.match_store import MOST_DEALS, Kept, Matches
from solver.web.models import Errors
from solver.web.whole_game import review_of, settled_record

Usual = TypeVar("Usual", Fraction, None)

router = APIRouter(tags=["match"])

LONGEST_LINE = 1000
"""Characters on a line of a record to settle, or in a text of JSON; 300 are needed."""

_DEALS_AT_ONCE = 40
_LONGEST_HEAD = 20
_LONGEST_AT_ONCE = 20_000
_UNKNOWN: dict[int | str, dict[str, Any]] = {
    404: {"model": Errors, "description": "There is no such match, or no longer"}
}
_STALE: dict[int | str, dict[str, Any]] = {
    409: {"model": Errors, "description": "Not as the match stands"}
}
_MatchId = Annotated[str, Path(max_length=64, description="As the match has it.")]
_Hints = Annotated[bool, Query(description="Say what perfect play does.")]


def _matches_of(request: Request) -> Matches:
    matches: Matches = request.app.state.matches
    return matches


def _kept(request: Request, name: str) -> Kept:
    matches = _matches_of(request)
    if name not in matches:
        raise refusal("", "there is no such match, or no longer: start another", 404)
    return matches[name]


@router.post(
    "/matches", response_model=models.MatchModel, status_code=HTTPStatus.CREATED, responses=BODY
)
async def start(asked: models.MatchAsked, request: Request) -> dict[str, Any]:
    """Start a match; its first deal is on the table."""
    rules = rules_of(asked.texts())
    ante = _stake("ante", asked.ante, USUAL_ANTE)
    bonus = _stake("bonus_stake", asked.bonus_stake or "", None)
    on_bonus = "bonus" if bonus is None else "bonus_stake"
    try:
        setup = MatchSetup.with_bonus(rules, ante, bonus, asked.rounds, asked.seed or None)
    except MatchError as error:
        # Its first word is the setup's.
        name = str(error).partition(":")[0]
        known = {"Ante": "ante", "AA Bonus": on_bonus, "rounds": "rounds", "seed": "seed"}
        raise refusal(known.get(name, ""), error) from None
    except RulesError as error:
        raise refusal(on_bonus, error) from None
    matches = _matches_of(request)
    name = matches.add(client_of(request.scope), Match(setup))
    return state_of(name, matches[name], hints=False)


def _stake(name: str, text: str, usual: Usual) -> Fraction | Usual:
    if not text.strip():
        return usual
    try:
        return parse_pay(text)
    except RulesError as error:
        raise refusal(name, f"{error}: expected a stake such as 100 or 37.5") from None


@router.get("/matches/{match_id}", response_model=models.MatchModel, responses=_UNKNOWN)
async def look(match_id: _MatchId, request: Request, hints: _Hints = False) -> dict[str, Any]:
    """A match as it stands."""
    return state_of(match_id, _kept(request, match_id), hints=hints)


@router.post(
    "/matches/{match_id}/choices",
    response_model=models.MatchModel,
    responses=_UNKNOWN | _STALE | BODY,
)
async def choose(
    match_id: _MatchId, made: models.ChoiceMade, request: Request, hints: _Hints = False
) -> dict[str, Any]:
    """Decide the deal on the table: it is settled, and the next one dealt."""
    kept = _kept(request, match_id)
    match = kept.match
    if made.deal != match.number or match.over:
        now = "the match is over" if match.over else f"deal {match.number} is on the table"
        raise refusal("deal", f"{now}, not deal {made.deal} to be decided", 409)
    if made.choice not in kept.words:
        found = ", ".join(kept.words) or "nothing, there are as many deals as there can be"
        raise refusal("choice", f"{made.choice}: may be chosen now: {found}", 409)
    if made.choice == SEE:
        match.see()
    else:
        match.choose(Choice(made.choice))
        _matches_of(request).note(match_id, last_of(match))
    return state_of(match_id, kept, hints=hints)


@router.get(
    "/matches/{match_id}/record",
    response_class=Response,
    responses=_UNKNOWN
    | {
        200: {
            "description": "The record of the match, as a file to save",
            "content": {
                "text/plain": {"schema": {"type": "string"}},
                "application/json": {"schema": {"type": "object"}},
            },
        }
    },
)
async def record(
    match_id: _MatchId, request: Request, form: Literal["text", "json"] = "text"
) -> Response:
    """The record of a match, finished or not."""
    match = _kept(request, match_id).match
    suffix, media, text = (
        ("txt", "text/plain; charset=utf-8", to_text(match))
        if form == "text"
        else ("json", "application/json", to_json(match) + "\n")
    )
    disposition = f'attachment; filename="casino-holdem-match.{suffix}"'
    return Response(text, media_type=media, headers={"Content-Disposition": disposition})


@router.get(
    "/matches/{match_id}/review",
    response_model=models.ReviewModel,
    responses=_UNKNOWN | _STALE | BUSY,
)
async def review(match_id: _MatchId, request: Request) -> dict[str, Any]:
    """What the decisions so far cost, and how lucky it was; may take seconds."""
    match = _kept(request, match_id).match
    try:
        return await heavy_answer(request, review_of, to_json(match), keep=False)
    except MatchError as error:
        raise refusal("", error, 409) from None


@router.post("/settle", response_model=models.SettledModel, responses=BUSY | BODY)
async def settle(given: models.RecordGiven, request: Request) -> dict[str, Any]:
    """A record settled anew by its rules, and what differs."""
    text = given.record
    deals = _deals(text)
    try:
        if deals <= _DEALS_AT_ONCE and len(text) <= _LONGEST_AT_ONCE:
            return await aside(settled_record, text)
        return await heavy_answer(request, settled_record, text, keep=False)
    except RecordError as error:
        raise refusal("record", error) from None


def _deals(text: str) -> int:
    """Deals in a record that was not read yet, or a few more; each takes a third of a ms.

    Raises
    ------
    FieldsError
        If they are too many, or a line or text in it is too long.
    """
    # A deal is an object there, or a line.
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        deals, what, parts = text.count("{"), "text", text.split('"')
    else:
        what, parts = "line", text.splitlines()
        deals = len(parts)
    if deals > MOST_DEALS + _LONGEST_HEAD:
        raise refusal(
            "record", f"expected up to {MOST_DEALS} deals: casino-holdem settle takes more"
        )
    for number, part in enumerate(parts, start=1):
        if len(part) > LONGEST_LINE:
            place = f"line {number}: " if what == "line" else ""
            expected = f"expected up to {LONGEST_LINE:,} characters in a {what}"
            raise refusal("record", f"{place}{expected}, found {len(part):,}")
    return deals
