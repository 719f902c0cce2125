"""Text form: a match as a text record, a line a deal, written and read."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from solver.cards import format_cards, parse_cards
from solver.match.playing import USUAL_ANTE, Choice, Match, MatchSetup, Played
from solver.match.stated import (
    AMOUNTS,
    FORMAT,
    Record,
    RecordError,
    Row,
    at,
    check_format,
    choice,
    named_choice,
    number,
    read_result,
    shown,
)
from solver.match.told import amounts_of, numbered, result_text
from solver.numerals import amount
from solver.paytables import nearest
from solver.presets import PRESETS, USUAL
from solver.rules import Rules

_EXAMPLE = "1. Ah Kd | As 7d 4c | call | 9h 2s | Qs Qc"
_LONGEST_LINE = 1000
_ROW = re.compile(r"(?P<number>[0-9]{1,6}|-)\s*[.)]\s*(?P<deal>[^:]*)(?::(?P<amounts>.*))?")


def to_text(match: Match) -> str:
    """A match as a text record, a line a deal."""
    setup = match.setup
    different = {n: t for n, t in setup.rules.options().items() if n != "bonus"}
    rules = "; ".join([USUAL, *(f"{name} = {text}" for name, text in different.items())])
    lines = [
        f"Record: {FORMAT}",
        f"Rules: {rules}",
        f"Ante: {amount(setup.ante, sign=False)}",
        f"Bonus: {amount(setup.bonus, sign=False)}",
        f"Rounds: {setup.rounds}",
        *([f"Seed: {setup.seed}"] if setup.seed is not None else []),
        "",
        *(_row_as_text(*row) for row in numbered(match)),
        "",
        f"Result: {result_text(match)}",
    ]
    return "\n".join(lines) + "\n"


def _row_as_text(number: int | None, played: Played, total: Fraction) -> str:
    later = [card for card in (played.turn, played.river) if card is not None]
    seen = [format_cards(cards) for cards in (played.hole, played.flop) if cards]
    parts = [*seen, str(played.choice)]
    parts += [format_cards(cards) for cards in (later, played.dealer) if cards]
    row = f"{'-' if number is None else number}. {' | '.join(parts)}"
    amounts = amounts_of(played, total)
    if not amounts:
        return row
    return f"{row}: {', '.join(f'{name} {amount(value)}' for name, value in amounts.items())}"


def from_text(text: str) -> Record:
    """A text record as it stands.

    Raises
    ------
    RecordError
        Saying on which line, what was expected and what was found.
    """
    head: dict[str, Any] = {}
    rows: list[Row] = []
    for line_number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        with at(f"line {line_number}"):
            if len(line) > _LONGEST_LINE:
                raise RecordError(
                    f"expected up to {_LONGEST_LINE:,} characters, found {len(line):,}"
                )
            row = _ROW.fullmatch(line.partition("#")[0].rstrip())
            if row:
                rows.append(_row_from_text(f"line {line_number}", row))
                continue
            name, colon, value = line.partition(":")
            name = name.strip()
            key = name.lower()
            if not colon or key not in _HEAD:
                names = ", ".join(known.capitalize() for known in _HEAD)
                raise RecordError(
                    f"expected a round, such as '{_EXAMPLE}', or one of {names} with a colon, "
                    f"found {shown(line)}"
                )
            if key in head:
                raise RecordError(f"{name} is given twice")
            with at(name):
                head[key] = _HEAD[key](value.strip())
                if key == "record":
                    check_format(head[key])
    if not head and not rows:
        raise RecordError(f"expected a round a line, such as '{_EXAMPLE}', found nothing")
    counted = sum(row.choice is not Choice.VOID for row in rows)
    with at("head"):
        setup = MatchSetup.with_bonus(
            head.get("rules", Rules()),
            head.get("ante", USUAL_ANTE),
            head.get("bonus"),
            head.get("rounds", max(counted, 1)),
            head.get("seed") or None,
        )
    return Record(setup, tuple(rows), *head.get("result", (None, None)))


def _row_from_text(place: str, row: re.Match[str]) -> Row:
    parts = [part.strip() for part in row["deal"].split("|")]
    places = [n for n, part in enumerate(parts) if named_choice(part)]
    if len(places) != 1 or places[0] > 2:
        raise RecordError(
            f"expected hole | flop | one of {', '.join(Choice)} | ..., as in '{_EXAMPLE}', found "
            f"{shown(row['deal'].strip())}"
        )
    (middle,) = places
    if len(parts) > middle + 3:
        raise RecordError(
            "expected turn and river | dealer after the choice, found "
            f"{shown(' | '.join(parts[middle + 1 :]))}"
        )
    cards = [parse_cards(part) for part in parts[:middle]] + [(), ()]
    later = [parse_cards(part) for part in parts[middle + 1 :]] + [(), ()]
    if len(later[0]) > 2:
        raise RecordError(f"expected turn and river, found {shown(parts[middle + 1])}")
    round_number = None if row["number"] == "-" else int(row["number"])
    amounts = _amounts_from_text(row["amounts"] or "")
    return Row(
        place, round_number, choice(parts[middle]), cards[0], cards[1], later[0], later[1], amounts
    )


def _amounts_from_text(text: str) -> dict[str, Fraction]:
    amounts: dict[str, Fraction] = {}
    for part in filter(str.strip, text.split(",")):
        name, _, value = part.strip().partition(" ")
        key = name.lower()
        if key not in AMOUNTS:
            raise RecordError(f"{shown(name)} is no amount: expected {', '.join(AMOUNTS)}")
        if key in amounts:
            raise RecordError(f"{name} is given twice")
        with at(name):
            amounts[key] = number(value)
    return amounts


def _rules(text: str) -> Rules:
    """Rules from the name of a preset and options: ``standard; call = 3/2``."""
    name, *rest = (part.strip() for part in text.split(";"))
    if name.lower() not in PRESETS:
        raise RecordError(f"{shown(name)} is no preset{nearest(name.lower(), PRESETS)}")
    options: dict[str, object] = {}
    for part in filter(None, rest):
        option, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals:
            raise RecordError(f"expected an option such as call = 3/2, found {shown(part)}")
        if option in options:
            raise RecordError(f"{option} is given twice")
        options[option] = value
    return PRESETS[name.lower()].rules.with_options(options)


def _count(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", text):
        raise RecordError(f"expected a whole number, found {shown(text)}")
    return int(text)


_HEAD: dict[str, Callable[[str], Any]] = {
    "record": str,
    "rules": _rules,
    "ante": number,
    "bonus": number,
    "rounds": _count,
    "seed": str,
    "result": read_result,
}
"""What the head of a text record may say, and how it is read."""
