"""Records: a match as text or JSON, written and read back."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from solver.cards import CardError, format_card, format_cards, parse_cards
from solver.match import Choice, Match, MatchError, MatchSetup, Played
from solver.numerals import amount
from solver.paytables import RulesError, nearest
from solver.presets import PRESETS, USUAL
from solver.rules import Rules
from solver.settlement import Round

FORMAT = "casino-holdem match 1"
"""What a record says that it is."""

LARGEST_RECORD = 1_000_000
"""Characters of the longest record that is read."""

AMOUNTS = ("ante", "call", "bonus", "net", "total")
"""What a record may say of a deal: what each bet brought, all together, and the running total."""

_MOST_DEALS = 10_000
_SHOWN = 60
_EXAMPLE = "1. Ah Kd | As 7d 4c | call | 9h 2s | Qs Qc"
_NUMBER = re.compile(r"([+-]?)\s*([0-9]{1,60}(?:\.[0-9]{1,6})?)(?:/([1-9][0-9]{0,59}))?")
_ROW = re.compile(r"(?P<number>[0-9]{1,6}|-)\s*[.)]\s*(?P<deal>[^:]*)(?::(?P<amounts>.*))?")
_RESULT = re.compile(r"(?P<net>.*?)(?:\s*,\s*[a-z].*|\s+after\s.*)?", re.IGNORECASE)


class RecordError(ValueError):
    """A text that is no record of a match: where, and what was expected."""


@dataclass(frozen=True)
class Row:
    """A deal as it stands in a record.

    Attributes
    ----------
    place : str
        Where it stands, such as ``line 7``.
    number : int or None
        Number of the round; None if it does not count.
    choice : Choice
    hole, flop, later, dealer : tuple of int
        Card ids; ``later`` is turn and river as far as they are there.
    amounts : mapping of `AMOUNTS` to Fraction
        Those that it states.
    outcome : str or None
        How it says that the round ended.
    """

    place: str
    number: int | None
    choice: Choice
    hole: tuple[int, ...] = ()
    flop: tuple[int, ...] = ()
    later: tuple[int, ...] = ()
    dealer: tuple[int, ...] = ()
    amounts: Mapping[str, Fraction] = field(default_factory=dict)
    outcome: str | None = None


@dataclass(frozen=True)
class Record:
    """A match as it was recorded.

    Attributes
    ----------
    setup : MatchSetup
    rows : tuple of Row
    net : Fraction or None
        The result that it states.
    """

    setup: MatchSetup
    rows: tuple[Row, ...]
    net: Fraction | None = None


def outcome_of(played: Played) -> str:
    """How a deal ended, in a word or a few."""
    if isinstance(played.settled, Round):
        return played.settled.outcome.label
    return str(played.choice)


def result_text(match: Match) -> str:
    """The result of a match, or how it stands."""
    total = match.total
    if not match.over:
        rounds = f"{match.setup.rounds} round{'' if match.setup.rounds == 1 else 's'}"
        return f"{amount(total)} after {match.counted} of {rounds}"
    winner = "the player wins" if total > 0 else "the house wins" if total < 0 else "a draw"
    return f"{amount(total)}, {winner}"


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


def _options(rules: Rules) -> dict[str, str]:
    return {name: text for name, text in rules.all_options().items() if name != "bonus"}


def numbered(match: Match) -> Iterator[tuple[int | None, Played, Fraction]]:
    """Number of the round, what was played and the running total, deal by deal."""
    number, total = 0, Fraction(0)
    for played in match.played:
        void = played.choice is Choice.VOID
        number += not void
        total += played.net
        yield None if void else number, played, total


def amounts_of(played: Played, total: Fraction) -> dict[str, Fraction]:
    """What a record states of a deal, by `AMOUNTS`; of a void one nothing."""
    if played.settled is None:
        return {}
    settled = played.settled
    bets = {"ante": settled.pays.ante}
    if isinstance(settled, Round):
        bets["call"] = settled.pays.call
    if settled.stakes.bonus:
        bets["bonus"] = settled.pays.bonus
    return bets | {"net": settled.net, "total": total}


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


def read_record(text: str) -> Record:
    """A record, in either form.

    In a record written by hand a deal may leave out every amount, and what the head does not say is
    as usual; lines that begin with ``#`` are remarks.

    Raises
    ------
    RecordError
        Saying where, what was expected and what was found.

    Examples
    --------
    >>> record = read_record("1. Ah Kd | As 7d 4c | call | 9h 2s | Qs Qc: net +300")
    >>> record.rows[0].choice.value, record.rows[0].amounts["net"]
    ('call', Fraction(300, 1))
    """
    if len(text) > LARGEST_RECORD:
        raise RecordError(f"expected up to {LARGEST_RECORD:,} characters, found {len(text):,}")
    text = text.removeprefix("\ufeff")
    record = _from_json(text) if text.lstrip().startswith("{") else _from_text(text)
    if len(record.rows) > _MOST_DEALS:
        raise RecordError(f"expected up to {_MOST_DEALS:,} deals, found {len(record.rows):,}")
    return record


@contextmanager
def _at(place: str) -> Iterator[None]:
    try:
        yield
    except (CardError, RulesError, MatchError, RecordError) as error:
        raise RecordError(f"{place}: {error}") from None


def _short(found: object) -> str:
    """What was found, as an error shows it: not at any length."""
    if found is None:
        return "nothing"
    text = str(found)
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "...")


def _number(text: str) -> Fraction:
    """An amount as `solver.numerals.amount` writes it, with a sign or without."""
    found = _NUMBER.fullmatch(text.strip())
    if not found:
        raise RecordError(f"expected a number such as +300 or -75/2, found {_short(text.strip())}")
    value = Fraction(found[2]) / int(found[3] or 1)
    return -value if found[1] == "-" else value


def _words(text: str) -> str:
    return " ".join(text.lower().split())


def _choice(text: str) -> Choice:
    if _words(text) not in list(Choice):
        raise RecordError(f"choice: expected {', '.join(Choice)}, found {_short(text.strip())}")
    return Choice(_words(text))


def _rules(text: str) -> Rules:
    """Rules from the name of a preset and options: ``standard; call = 3/2``."""
    name, *rest = (part.strip() for part in text.split(";"))
    if name.lower() not in PRESETS:
        raise RecordError(f"{_short(name)} is no preset{nearest(name.lower(), PRESETS)}")
    options: dict[str, object] = {}
    for part in filter(None, rest):
        option, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals:
            raise RecordError(f"expected an option such as call = 3/2, found {_short(part)}")
        if option in options:
            raise RecordError(f"{option} is said twice")
        options[option] = value
    return PRESETS[name.lower()].rules.with_options(options)


def _count(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", text):
        raise RecordError(f"expected a whole number, found {_short(text)}")
    return int(text)


def _stated_net(text: str) -> Fraction:
    stated = _RESULT.fullmatch(text)
    return _number(stated["net"] if stated else text)


_HEAD: dict[str, Callable[[str], Any]] = {
    "record": str,
    "rules": _rules,
    "ante": _number,
    "bonus": _number,
    "rounds": _count,
    "seed": str,
    "result": _stated_net,
}
"""What the head of a text record may say, and how it is read."""


def _from_text(text: str) -> Record:
    head: dict[str, Any] = {}
    rows: list[Row] = []
    for at, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        with _at(f"line {at}"):
            row = _ROW.fullmatch(line)
            if row:
                rows.append(_row_from_text(f"line {at}", row))
                continue
            name, colon, value = line.partition(":")
            name = name.strip()
            key = name.lower()
            if not colon or key not in _HEAD:
                names = ", ".join(known.capitalize() for known in _HEAD)
                raise RecordError(
                    f"expected a round, such as '{_EXAMPLE}', or one of {names} with a colon, "
                    f"found {_short(line)}"
                )
            if key in head:
                raise RecordError(f"{name} is said twice")
            with _at(name):
                head[key] = _HEAD[key](value.strip())
                if key == "record":
                    _check_format(head[key])
    if not head and not rows:
        raise RecordError(f"expected a round a line, such as '{_EXAMPLE}', found nothing")
    counted = sum(row.choice is not Choice.VOID for row in rows)
    with _at("head"):
        setup = MatchSetup.with_bonus(
            head.get("rules", Rules()),
            head.get("ante", Fraction(100)),
            head.get("bonus"),
            head.get("rounds", max(counted, 1)),
            head.get("seed") or None,
        )
    return Record(setup, tuple(rows), head.get("result"))


def _check_format(found: object) -> None:
    if found != FORMAT:
        raise RecordError(f"expected {FORMAT!r}, found {_short(found)}")


def _row_from_text(place: str, row: re.Match[str]) -> Row:
    parts = [part.strip() for part in row["deal"].split("|")]
    places = [n for n, part in enumerate(parts) if _words(part) in list(Choice)]
    if len(places) != 1 or places[0] > 2:
        raise RecordError(
            f"expected hole | flop | one of {', '.join(Choice)} | ..., as in '{_EXAMPLE}', found "
            f"{_short(row['deal'].strip())}"
        )
    (at,) = places
    if len(parts) > at + 3:
        raise RecordError(
            "expected turn and river | dealer after the choice, found "
            f"{_short(' | '.join(parts[at + 1 :]))}"
        )
    cards = [parse_cards(part) for part in parts[:at]] + [(), ()]
    later = [parse_cards(part) for part in parts[at + 1 :]] + [(), ()]
    if len(later[0]) > 2:
        raise RecordError(f"expected turn and river, found {_short(parts[at + 1])}")
    number = None if row["number"] == "-" else int(row["number"])
    amounts = _amounts_from_text(row["amounts"] or "")
    return Row(place, number, _choice(parts[at]), cards[0], cards[1], later[0], later[1], amounts)


def _amounts_from_text(text: str) -> dict[str, Fraction]:
    amounts: dict[str, Fraction] = {}
    for part in filter(str.strip, text.split(",")):
        name, _, value = part.strip().partition(" ")
        key = name.lower()
        if key not in AMOUNTS:
            raise RecordError(f"{_short(name)} is no amount: expected {', '.join(AMOUNTS)}")
        if key in amounts:
            raise RecordError(f"{name} is said twice")
        with _at(name):
            amounts[key] = _number(value)
    return amounts


def _from_json(text: str) -> Record:
    try:
        read: dict[str, Any] = json.loads(text, parse_float=str)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"no JSON: {error}") from None
    with _at("record"):
        _check_format(read.get("record"))
    rows = [_row_from_dict(f"deal {n}", row) for n, row in enumerate(_list(read, "played"), 1)]
    stakes = _object(read, "stakes")
    with _at("rules"):
        rules = Rules().with_options(_object(read, "rules"))
    with _at("head"):
        ante = _amount(stakes, "ante")
        setup = MatchSetup.with_bonus(
            rules,
            Fraction(100) if ante is None else ante,
            _amount(stakes, "bonus"),
            _integer(read, "rounds"),
            _text(read, "seed"),
        )
    return Record(setup, tuple(rows), _amount(read, "net"))


def _row_from_dict(place: str, row: object) -> Row:
    with _at(place):
        if not isinstance(row, dict):
            raise RecordError(f"expected an object, found {_short(row)}")
        cards: dict[str, tuple[int, ...]] = {}
        for name in ("hole", "flop", "turn", "river", "dealer"):
            with _at(name):
                cards[name] = parse_cards(_text(row, name) or "")
        for name in ("turn", "river"):
            if len(cards[name]) > 1:
                raise RecordError(f"{name}: expected one card, found {_short(row[name])}")
        if cards["river"] and not cards["turn"]:
            raise RecordError("river: expected a turn before it, found none")
        amounts = {name: _amount(row, name) for name in AMOUNTS}
        return Row(
            place,
            None if row.get("round") is None else _integer(row, "round"),
            _choice(_text(row, "choice") or ""),
            cards["hole"],
            cards["flop"],
            cards["turn"] + cards["river"],
            cards["dealer"],
            {name: value for name, value in amounts.items() if value is not None},
            _text(row, "outcome"),
        )


def _member(read: Mapping[str, Any], name: str, kind: type, expected: str) -> Any:
    value = read.get(name)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise RecordError(f"{name}: expected {expected}, found {_short(value)}")
    return value


def _list(read: Mapping[str, Any], name: str) -> list[Any]:
    value: list[Any] = _member(read, name, list, "a list")
    return value


def _object(read: Mapping[str, Any], name: str) -> dict[str, Any]:
    value: dict[str, Any] = _member(read, name, dict, "an object")
    return value


def _integer(read: Mapping[str, Any], name: str) -> int:
    return int(_member(read, name, int, "a whole number"))


def _text(read: Mapping[str, Any], name: str) -> str | None:
    if read.get(name) is None:
        return None
    return str(_member(read, name, str, "text"))


def _amount(read: Mapping[str, Any], name: str) -> Fraction | None:
    """An amount, as text or as a number; None where there is none."""
    value = read.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise RecordError(f"{name}: expected an amount, found {_short(value)}")
    with _at(name):
        return _number(str(value))
