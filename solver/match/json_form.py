"""JSON form: a match as a JSON record, written and read."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Any

from solver.cards import format_card, format_cards, parse_cards
from solver.match.playing import USUAL_ANTE, Match, MatchSetup, Played
from solver.match.stated import (
    AMOUNTS,
    FORMAT,
    Record,
    RecordError,
    Row,
    at,
    check_format,
    choice,
    number,
    read_result,
    shown,
)
from solver.match.told import amounts_of, numbered, outcome_of, result_text
from solver.numerals import amount
from solver.paytables import nearest
from solver.rules import Rules

_HIGHEST_INTEGER = 999_999
_LONGEST_TEXT = 1000
_MEMBERS = ("record", "rules", "stakes", "rounds", "seed", "played", "net", "result")
_PLACES = ("hole", "flop", "turn", "river", "dealer")
_ROW_MEMBERS = ("round", "choice", *_PLACES, "outcome", *AMOUNTS)


def to_json(match: Match) -> str:
    """A match as a JSON record."""
    setup = match.setup
    return json.dumps(
        {
            "record": FORMAT,
            "rules": _options(setup.rules),
            "stakes": {
                "ante": amount(setup.ante, sign=False),
                "bonus": amount(setup.bonus, sign=False),
            },
            "rounds": setup.rounds,
            "seed": setup.seed,
            "played": [_row_as_dict(*row) for row in numbered(match)],
            "net": amount(match.total),
            "result": result_text(match),
        },
        indent=1,
    )


def _row_as_dict(number: int | None, played: Played, total: Fraction) -> dict[str, object]:
    row: dict[str, object] = {
        "round": number,
        "hole": format_cards(played.hole),
        "flop": format_cards(played.flop),
        "choice": str(played.choice),
        "turn": "" if played.turn is None else format_card(played.turn),
        "river": "" if played.river is None else format_card(played.river),
        "dealer": format_cards(played.dealer),
        "outcome": outcome_of(played),
    }
    return row | {name: amount(value) for name, value in amounts_of(played, total).items()}


def _options(rules: Rules) -> dict[str, str]:
    return {name: text for name, text in rules.all_options().items() if name != "bonus"}


def from_json(text: str) -> Record:
    """A JSON record as it stands.

    Raises
    ------
    RecordError
        Saying where, what was expected and what was found.
    """
    try:
        read: dict[str, Any] = json.loads(text, parse_float=str, object_pairs_hook=_without_doubles)
    except RecordError:
        raise
    except (ValueError, RecursionError) as error:
        raise RecordError(f"not JSON: {error}") from None
    with at("record"):
        check_format(read.get("record"))
    _check_members(read, _MEMBERS)
    rows = [_row_from_dict(f"deal {n}", row) for n, row in enumerate(_list(read, "played"), 1)]
    stakes = _object(read, "stakes")
    with at("stakes"):
        _check_members(stakes, ("ante", "bonus"))
    with at("rules"):
        rules = Rules().with_options(_object(read, "rules"))
    with at("head"):
        ante = _amount(stakes, "ante")
        setup = MatchSetup.with_bonus(
            rules,
            USUAL_ANTE if ante is None else ante,
            _amount(stakes, "bonus"),
            _integer(read, "rounds"),
            _text(read, "seed"),
        )
    with at("result"):
        result = _text(read, "result")
        in_words = None if result is None else read_result(result)[1]
    return Record(setup, tuple(rows), _amount(read, "net"), in_words)


def _row_from_dict(place: str, row: object) -> Row:
    with at(place):
        if not isinstance(row, dict):
            raise RecordError(f"expected an object, found {shown(row)}")
        _check_members(row, _ROW_MEMBERS)
        cards: dict[str, tuple[int, ...]] = {}
        for name in _PLACES:
            with at(name):
                cards[name] = parse_cards(_text(row, name) or "")
        for name in ("turn", "river"):
            if len(cards[name]) > 1:
                raise RecordError(f"{name}: expected one card, found {shown(row[name])}")
        if cards["river"] and not cards["turn"]:
            raise RecordError("river: expected a turn before it, found none")
        amounts = {name: _amount(row, name) for name in AMOUNTS}
        return Row(
            place,
            None if row.get("round") is None else _integer(row, "round"),
            choice(_text(row, "choice") or ""),
            cards["hole"],
            cards["flop"],
            cards["turn"] + cards["river"],
            cards["dealer"],
            {name: value for name, value in amounts.items() if value is not None},
            _text(row, "outcome"),
        )


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members: dict[str, Any] = {}
    for name, value in pairs:
        if name in members:
            raise RecordError(f"{shown(name)} is given twice")
        members[name] = value
    return members


def _check_members(read: Mapping[str, Any], known: Collection[str]) -> None:
    for name in read:
        if name not in known:
            raise RecordError(f"{shown(name)} is not a member of a record{nearest(name, known)}")


def _member(read: Mapping[str, Any], name: str, kind: type, expected: str) -> Any:
    value = read.get(name)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise RecordError(f"{name}: expected {expected}, found {shown(value)}")
    return value


def _list(read: Mapping[str, Any], name: str) -> list[Any]:
    value: list[Any] = _member(read, name, list, "a list")
    return value


def _object(read: Mapping[str, Any], name: str) -> dict[str, Any]:
    value: dict[str, Any] = _member(read, name, dict, "an object")
    return value


def _integer(read: Mapping[str, Any], name: str) -> int:
    value: int = _member(read, name, int, "a whole number")
    if abs(value) > _HIGHEST_INTEGER:
        raise RecordError(f"{name}: expected up to {_HIGHEST_INTEGER:,}, found {shown(value)}")
    return value


def _text(read: Mapping[str, Any], name: str) -> str | None:
    if read.get(name) is None:
        return None
    text = str(_member(read, name, str, "text"))
    if len(text) > _LONGEST_TEXT:
        raise RecordError(
            f"{name}: expected up to {_LONGEST_TEXT:,} characters, found {len(text):,}"
        )
    return text


def _amount(read: Mapping[str, Any], name: str) -> Fraction | None:
    """An amount, as text or as a number; None where there is none."""
    value = read.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise RecordError(f"{name}: expected an amount, found {shown(value)}")
    with at(name):
        return number(str(value))
