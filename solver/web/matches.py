"""Matches over HTTP: dealt, decided and kept here, their records settled, looked back on."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from fractions import Fraction
from http import HTTPStatus
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response

from solver import wording
from solver.cards import format_card
from solver.hands import Hand
from solver.match import Choice, Match, MatchError, MatchSetup, Played
from solver.match.record import RecordError, to_json, to_text
from solver.match.stated import outcome_of, result_text
from solver.numerals import amount
from solver.paytables import RulesError, parse_pay
from solver.settlement import Round
from solver.statement import statement
from solver.web import match_models as models
from solver.web.fields import refusal, rules_of
from solver.web.guard import BODY, BUSY, client_of
from solver.web.heavy import heavy_of
from solver.web.models import Errors
from solver.web.whole_game import review_of, settled_record

router = APIRouter(tags=["match"])

MOST_MATCHES = 1000
"""Matches that are kept; of more, those go that were not asked for the longest."""

MOST_DEALS_KEPT = 20_000
"""The same of the deals in all of them: some 70 MB."""

MOST_OF_A_CLIENT = 20
"""The same of one client."""

MOST_DEALS = 200
"""Deals of a match, or of a record to settle, void ones counted."""

SEE = "see the cards"
"""The choice not to bet the Call blindly."""

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


@dataclass
class _Kept:
    """A match, whose it is, and what was played as it is answered."""

    client: str
    match: Match
    played: list[dict[str, Any]] = field(default_factory=list)


class Matches:
    """The matches that are kept, by id."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, _Kept] = OrderedDict()

    def add(self, client: str, match: Match) -> str:
        """Keep a match; the id is nothing that can be guessed."""
        own = [name for name, kept in self._kept.items() if kept.client == client]
        if len(own) >= MOST_OF_A_CLIENT:
            del self._kept[own[0]]
        while len(self._kept) >= MOST_MATCHES or self.deals > MOST_DEALS_KEPT:
            self._kept.popitem(last=False)
        name = secrets.token_urlsafe(16)
        self._kept[name] = _Kept(client, match)
        return name

    def __getitem__(self, name: str) -> _Kept:
        if name not in self._kept:
            raise refusal("", "there is no such match, or no longer: start another", 404)
        self._kept.move_to_end(name)
        return self._kept[name]

    @property
    def deals(self) -> int:
        """Deals in all of them."""
        return sum(len(kept.played) for kept in self._kept.values())

    def __contains__(self, name: object) -> bool:
        return name in self._kept

    def __len__(self) -> int:
        return len(self._kept)


def _matches_of(request: Request) -> Matches:
    matches: Matches = request.app.state.matches
    return matches


@router.post(
    "/matches", response_model=models.MatchModel, status_code=HTTPStatus.CREATED, responses=BODY
)
async def start(asked: models.MatchAsked, request: Request) -> dict[str, Any]:
    """Start a match; its first deal is on the table."""
    texts = {name: text for name, text in asked.texts().items() if name != "bonus"}
    rules = rules_of(texts)
    ante = _stake("ante", asked.ante or "100")
    bonus = _stake("bonus", asked.bonus) if asked.bonus else None
    try:
        setup = MatchSetup.with_bonus(rules, ante, bonus, asked.rounds, asked.seed or None)
    except MatchError as error:
        # Its first word is the setup's.
        name = str(error).partition(":")[0]
        known = {"Ante": "ante", "AA Bonus": "bonus", "rounds": "rounds", "seed": "seed"}
        raise refusal(known.get(name, ""), error) from None
    except RulesError as error:
        raise refusal("bonus", error) from None
    matches = _matches_of(request)
    name = matches.add(client_of(request.scope), Match(setup))
    return _state(name, matches[name], hints=False)


def _stake(name: str, text: str) -> Fraction:
    try:
        return parse_pay(text)
    except RulesError as error:
        raise refusal(name, f"{error}: expected a stake such as 100 or 37.5") from None


@router.get("/matches/{match_id}", response_model=models.MatchModel, responses=_UNKNOWN)
async def look(match_id: _MatchId, request: Request, hints: _Hints = False) -> dict[str, Any]:
    """A match as it stands."""
    return _state(match_id, _matches_of(request)[match_id], hints)


@router.post(
    "/matches/{match_id}/choices",
    response_model=models.MatchModel,
    responses=_UNKNOWN | _STALE | BODY,
)
async def choose(
    match_id: _MatchId, made: models.ChoiceMade, request: Request, hints: _Hints = False
) -> dict[str, Any]:
    """Decide the deal on the table: it is settled, and the next one dealt."""
    kept = _matches_of(request)[match_id]
    match = kept.match
    if made.deal != match.number or match.over:
        now = "the match is over" if match.over else f"deal {match.number} is on the table"
        raise refusal("deal", f"deal {made.deal} was decided: {now}", 409)
    if made.choice not in _offers(match):
        found = ", ".join(_offers(match)) or f"nothing, {MOST_DEALS} deals are as many as there are"
        raise refusal("choice", f"{made.choice}: may be chosen now: {found}", 409)
    if made.choice == SEE:
        match.see()
    else:
        _add(kept, match.choose(Choice(made.choice)))
    return _state(match_id, kept, hints)


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
    match = _matches_of(request)[match_id].match
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
    match = _matches_of(request)[match_id].match
    try:
        return await heavy_of(request).answer(
            client_of(request.scope), review_of, to_json(match), keep=False
        )
    except MatchError as error:
        raise refusal("", error, 409) from None


@router.post("/settle", response_model=models.SettledModel, responses=BUSY | BODY)
async def settle(given: models.RecordGiven, request: Request) -> dict[str, Any]:
    """A record settled anew by its rules, and what differs."""
    text = given.record
    deals = _deals(text)
    if deals > MOST_DEALS + _LONGEST_HEAD:
        raise refusal(
            "record", f"expected up to {MOST_DEALS} deals: casino-holdem settle takes more"
        )
    try:
        if deals <= _DEALS_AT_ONCE and len(text) <= _LONGEST_AT_ONCE:
            return settled_record(text)
        heavy = heavy_of(request)
        return await heavy.answer(client_of(request.scope), settled_record, text, keep=False)
    except RecordError as error:
        raise refusal("record", error) from None


def _deals(text: str) -> int:
    """Deals in a record that was not read yet, or a few more; each takes a third of a ms."""
    json = text.lstrip().startswith("{")
    return text.count('"choice"') if json else len(text.splitlines())


def _offers(match: Match) -> tuple[str, ...]:
    """What may be chosen now."""
    if match.number > MOST_DEALS:
        return ()
    offers = tuple(map(str, match.offers))
    return offers if match.seen or not offers else (offers[0], SEE, *offers[1:])


def _state(name: str, kept: _Kept, hints: bool) -> dict[str, Any]:
    match, setup = kept.match, kept.match.setup
    result = None
    if match.over:
        total, _, who = result_text(match).partition(", ")
        result = f"{who[:1].upper()}{who[1:]}: {total}"
    return {
        "id": name,
        "rounds": setup.rounds,
        "ante": amount(setup.ante, sign=False),
        "bonus": amount(setup.bonus, sign=False),
        "seed": setup.seed,
        "rules": wording.label(replace(setup.rules, bonus=Fraction(0))),
        "deal": len(match.played) if match.over else match.number,
        "round": None if match.over else match.counted + 1,
        "offers": list(_offers(match)),
        "hole": _texts(match.hole),
        "flop": _texts(match.flop),
        "hint": _hint(match) if hints else None,
        "played": kept.played,
        "total": amount(match.total),
        "over": match.over,
        "result": result,
    }


def _hint(match: Match) -> dict[str, str] | None:
    if not match.flop:
        return None
    advice = match.setup.advise(match.hole, match.flop)
    return {"decision": advice.decision.name, "sentence": wording.cost(advice)}


def _add(kept: _Kept, played: Played) -> None:
    """Note what was just played."""
    match, settled = kept.match, played.settled
    hands: tuple[Hand | None, ...] = (None, None)
    if isinstance(settled, Round):
        hands = settled.player, settled.dealer
    names = [None if hand is None else hand.name for hand in hands]
    fives = [[] if hand is None else _texts(hand.cards) for hand in hands]
    later = [None if card is None else format_card(card) for card in (played.turn, played.river)]
    lines = () if settled is None else statement(settled, match.setup.rules)
    kept.played.append(
        {
            "round": match.counted if settled else None,
            "hole": _texts(played.hole),
            "flop": _texts(played.flop),
            "choice": str(played.choice),
            "turn": later[0],
            "river": later[1],
            "dealer": _texts(played.dealer),
            "player_hand": names[0],
            "player_cards": fives[0],
            "dealer_hand": names[1],
            "dealer_cards": fives[1],
            "outcome": outcome_of(played),
            "lines": [
                {
                    "bet": line.bet,
                    "stake": amount(line.stake, sign=False),
                    "pay": amount(line.pay),
                    "why": line.why,
                }
                for line in lines
            ],
            "net": amount(played.net),
            "total": amount(match.total),
        }
    )


def _texts(cards: tuple[int, ...]) -> list[str]:
    return [format_card(card) for card in cards]
