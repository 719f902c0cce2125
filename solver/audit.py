"""Audits: a record settled anew by its rules, and what differs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from solver.cards import CardError, check_distinct, format_cards
from solver.match import Choice, Match, MatchSetup, Played, settle_deal
from solver.numerals import amount
from solver.record import Record, Row, amounts_of, outcome_of


@dataclass(frozen=True)
class Difference:
    """Something that is not as the rules have it.

    Attributes
    ----------
    place : str
        Such as ``line 7, round 3``.
    what : str
        Such as ``ante``.
    recorded, settled : str
        What stands there, and what should.
    """

    place: str
    what: str
    recorded: str
    settled: str

    def __str__(self) -> str:
        return f"{self.place}: {self.what}: recorded {self.recorded}, by the rules {self.settled}"


@dataclass(frozen=True)
class Checked:
    """A record settled anew.

    Attributes
    ----------
    match : Match
        The deals as the rules settle them; those that cannot be are left out.
    differences : tuple of Difference
        Empty if the record is right.
    """

    match: Match
    differences: tuple[Difference, ...]


def check_record(record: Record) -> Checked:
    """Settle every round of a record by its rules, and say what differs.

    With a seed, the cards are held against the shuffles it makes, too.

    Examples
    --------
    >>> from solver.record import read_record
    >>> checked = check_record(read_record("1. Ah Kd | As 7d 4c | call | 9h 2s | Qs Qc: net +200"))
    >>> print(checked.differences[0])
    line 1, round 1: net: recorded +200, by the rules +300
    """
    setup = record.setup
    match = Match(setup)
    found: list[Difference] = []
    number, total = 0, Fraction(0)
    for deal, row in enumerate(record.rows, start=1):
        void = row.choice is Choice.VOID
        number += not void
        place = f"{row.place}, {'void deal' if void else f'round {number}'}"

        def differ(what: str, recorded: object, settled: object, place: str = place) -> None:
            found.append(Difference(place, what, str(recorded), str(settled)))

        expected = None if void else number
        if row.number != expected:
            differ("round", row.number or "-", expected or "-")
        if number > setup.rounds and not void:
            differ("round", number, f"no more than {setup.rounds}")
        _compare_cards(setup, deal, row, differ)
        try:
            played = _settled(setup, row)
        except CardError as error:
            differ("cards", _cards(row), f"void: {error}")
            continue
        if row.choice is Choice.BLIND_CALL and not setup.rules.blind_call:
            differ("choice", row.choice, "no Call before the cards are seen")
        match.played.append(played)
        # From what stood there before, so that one wrong amount is not found in every later round.
        total += played.net
        _compare_amounts(row, played, total, differ)
        total = row.amounts.get("total", total)
    if record.net is not None and record.net != match.total:
        found.append(Difference("result", "net", amount(record.net), amount(match.total)))
    return Checked(match, tuple(found))


def _settled(setup: MatchSetup, row: Row) -> Played:
    """A row as the rules settle it; CardError if its cards are no such round."""
    if row.choice is not Choice.VOID:
        check_distinct(row.hole + row.flop + row.later + row.dealer)
    turn, river = (*row.later, None, None)[:2]
    return settle_deal(setup, row.choice, row.hole, row.flop, turn, river, row.dealer)


_Differ = Callable[[str, object, object], None]


def _compare_amounts(row: Row, played: Played, total: Fraction, differ: _Differ) -> None:
    amounts = amounts_of(played, total) or {"total": total}
    for name, stated in row.amounts.items():
        right = amounts.get(name, Fraction(0))
        if stated != right:
            differ(name, amount(stated), amount(right))
    outcome = outcome_of(played)
    if row.outcome is not None and row.outcome != outcome:
        differ("outcome", row.outcome, outcome)


def _compare_cards(setup: MatchSetup, deal: int, row: Row, differ: _Differ) -> None:
    """Hold the cards against those of the seed, if there is one."""
    if setup.seed is None:
        return
    dealt = setup.deal(deal)
    pairs = (
        ("hole", row.hole, dealt.hole),
        ("flop", row.flop, dealt.flop),
        ("turn and river", row.later, (dealt.turn, dealt.river)),
        ("dealer", row.dealer, dealt.dealer),
    )
    for what, recorded, right in pairs:
        if recorded != right[: len(recorded)]:
            differ(f"{what}, from the seed", format_cards(recorded), format_cards(right))


def _cards(row: Row) -> str:
    return " | ".join(format_cards(cards) for cards in (row.hole, row.flop, row.later, row.dealer))
