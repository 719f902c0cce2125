"""Records: a match as text or JSON, written and read back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
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
_NUMBER = re.compile(r"([+-]?)\s*([0-9]{1,30}(?:\.[0-9]{1,6})?)(?:/([1-9][0-9]{0,29}))?")
_ROW = re.compile(r"(?P<number>[0-9]{1,6}|-)\s*[.)]\s*(?P<deal>[^:]*)(?::(?P<amounts>.*))?")
_RESULT = re.compile(r"(?P<net>[^,(]*)(?:[,(].*)?")


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
        return f"{amount(total)} after {match.counted} of {match.setup.rounds} rounds"
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


def _number(text: str) -> Fraction:
    """An amount as `solver.numerals.amount` writes it, with a sign or without."""
    found = _NUMBER.fullmatch(text.strip())
    if not found:
        raise RecordError(f"expected a number such as +300 or -75/2, found {text.strip()[:60]!r}")
    value = Fraction(found[2]) / int(found[3] or 1)
    return -value if found[1] == "-" else value


def _choice(text: str) -> Choice:
    words = " ".join(text.lower().split())
    if words not in list(Choice):
        raise RecordError(f"choice: expected {', '.join(Choice)}, found {text.strip()!r}")
    return Choice(words)


def _rules(name: str, options: Mapping[str, object]) -> Rules:
    if name not in PRESETS:
        raise RecordError(f"rules: {name!r} is no preset{nearest(name, PRESETS)}")
    return PRESETS[name].rules.with_options(options)


def _setup(
    rules: Rules, ante: str, bonus: str | None, rounds: str | None, seed: str | None, rows: int
) -> MatchSetup:
    """The setup from texts; without a number of rounds, as many as there are."""
    stakes: dict[str, Fraction | None] = {}
    for name, text in (("Ante", ante), ("Bonus", bonus)):
        with _at(name):
            stakes[name] = None if text is None else _number(text)
    if rounds is not None and not re.fullmatch(r"[0-9]{1,6}", rounds):
        raise RecordError(f"rounds: expected a whole number, found {rounds!r}")
    count = max(rows, 1) if rounds is None else int(rounds)
    return MatchSetup.with_bonus(rules, stakes["Ante"] or Fraction(0), stakes["Bonus"], count, seed)


def _from_text(text: str) -> Record:
    head: dict[str, str] = {}
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
            name = name.strip().lower()
            if not colon or name not in _HEAD:
                raise RecordError(f"expected a round, such as '{_EXAMPLE}', or one of "
                                  f"{', '.join(n.capitalize() for n in _HEAD)} with a colon, "
                                  f"found {line[:60]!r}")  # fmt: skip
            if name in head:
                raise RecordError(f"{name} is said twice")
            head[name] = value.strip()
    if not head and not rows:
        raise RecordError(f"expected a round a line, such as '{_EXAMPLE}', found nothing")
    if head.get("record", FORMAT) != FORMAT:
        raise RecordError(f"Record: expected {FORMAT!r}, found {head['record']!r}")
    with _at("head"):
        name, *options = [part.strip() for part in head.get("rules", USUAL).split(";")]
        pairs = [(n.strip(), v.strip()) for n, _, v in (o.partition("=") for o in options)]
        setup = _setup(
            _rules(name, dict(pairs)),
            head.get("ante", "100"),
            head.get("bonus"),
            head.get("rounds"),
            head.get("seed") or None,
            sum(row.choice is not Choice.VOID for row in rows),
        )
    net = None
    if "result" in head:
        with _at("Result"):
            stated = _RESULT.fullmatch(head["result"])
            net = _number((stated["net"] if stated else "").split(" after ")[0])
    return Record(setup, tuple(rows), net)


_HEAD = ("record", "rules", "ante", "bonus", "rounds", "seed", "result")
_EXAMPLE = "1. Ah Kd | As 7d 4c | call | 9h 2s | Qs Qc"


def _row_from_text(place: str, row: re.Match[str]) -> Row:
    parts = [part.strip() for part in row["deal"].split("|")]
    places = [n for n, part in enumerate(parts) if part.lower() in list(Choice)]
    if len(places) != 1 or places[0] > 2:
        raise RecordError(f"expected hole | flop | one of {', '.join(Choice)} | ..., as in "
                          f"'{_EXAMPLE}', found {row['deal'].strip()[:60]!r}")  # fmt: skip
    (at,) = places
    if len(parts) > at + 3:
        raise RecordError(f"expected turn and river | dealer after the choice, found {parts[at:]}")
    cards = [parse_cards(part) for part in parts[:at]] + [(), ()]
    later = [parse_cards(part) for part in parts[at + 1 :]] + [(), ()]
    if len(later[0]) > 2:
        raise RecordError(f"expected turn and river, found {parts[at + 1]!r}")
    amounts: dict[str, Fraction] = {}
    for part in filter(str.strip, (row["amounts"] or "").split(",")):
        name, _, value = part.strip().partition(" ")
        if name.lower() not in AMOUNTS:
            raise RecordError(f"{name!r} is no amount: expected {', '.join(AMOUNTS)}")
        amounts[name.lower()] = _number(value)
    number = None if row["number"] == "-" else int(row["number"])
    return Row(
        place, number, _choice(parts[at]), cards[0], cards[1], later[0], later[1], amounts
    )  # fmt: skip


def _from_json(text: str) -> Record:
    try:
        read: dict[str, Any] = json.loads(text, parse_float=str)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"no JSON: {error}") from None
    if read.get("record") != FORMAT:
        raise RecordError(f"record: expected {FORMAT!r}, found {read.get('record')!r}")
    played = _member(read, "played", list)
    stakes = _member(read, "stakes", dict)
    rows = [_row_from_dict(f"deal {n}", row) for n, row in enumerate(played, start=1)]
    with _at("head"):
        rules = Rules().with_options(_member(read, "rules", dict))
        seed = read.get("seed")
        setup = _setup(
            rules,
            str(stakes.get("ante", "100")),
            str(stakes.get("bonus", "0")),
            str(_member(read, "rounds", int)),
            None if seed is None else str(seed),
            len(rows),
        )
        net = None if read.get("net") is None else _number(str(read["net"]))
    return Record(setup, tuple(rows), net)


def _member(read: Mapping[str, Any], name: str, kind: type) -> Any:
    value = read.get(name)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise RecordError(f"{name}: expected {_KINDS[kind]}, found {str(value)[:60]!r}")
    return value


_KINDS = {list: "a list", dict: "an object", int: "a whole number", str: "text"}


def _row_from_dict(place: str, row: object) -> Row:
    with _at(place):
        if not isinstance(row, dict):
            raise RecordError(f"expected an object, found {str(row)[:60]!r}")
        number = row.get("round")
        if number is not None:
            number = _member(row, "round", int)
        cards = {
            name: parse_cards(str(row.get(name) or ""))
            for name in ("hole", "flop", "turn", "river", "dealer")
        }
        for name in ("turn", "river"):
            if len(cards[name]) > 1:
                raise RecordError(f"{name}: expected one card, found {row[name]!r}")
        return Row(
            place,
            number,
            _choice(_member(row, "choice", str)),
            cards["hole"],
            cards["flop"],
            cards["turn"] + cards["river"],
            cards["dealer"],
            {name: _number(str(row[name])) for name in AMOUNTS if row.get(name) is not None},
            str(row["outcome"]) if row.get("outcome") is not None else None,
        )
