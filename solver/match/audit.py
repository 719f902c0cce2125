"""Audits: a record settled anew by its rules, and what differs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from solver.cards import CardError, check_distinct, format_cards, short
from solver.match.playing import Choice, Match, MatchSetup, Played, settle_deal
from solver.match.record import Record
from solver.match.stated import AMOUNTS, Row
from solver.match.told import amounts_of, outcome_of, result_words
from solver.numerals import amount


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
    round : int or None
        Number of the round by the rules; None if it is about none.
    """

    place: str
    what: str
    recorded: str
    settled: str
    round: int | None = None

    def __str__(self) -> str:
        return f"{self.place}: {self.what}: recorded {self.recorded}, by the rules {self.settled}"


@dataclass(frozen=True)
class Checked:
    """A record settled anew.

    Attributes
    ----------
    record : Record
    match : Match
        Its deals as the rules settle them; those that are no such round are void.
    differences : tuple of Difference
        Empty if the record is right.
    """

    record: Record
    match: Match
    differences: tuple[Difference, ...]

    @property
    def settled(self) -> Iterator[tuple[int | None, Played, Fraction]]:
        """Deal by deal its number in the record, what it is by the rules, and the running total."""
        total = Fraction(0)
        for row, played in zip(self.record.rows, self.match.played, strict=True):
            total += played.net
            yield row.number, played, total


def check_record(record: Record) -> Checked:
    """Settle every round of a record by its rules, and say what differs.

    With a seed, the cards are held against the shuffles it makes, too.

    Examples
    --------
    >>> from solver.match.record import read_record
    >>> checked = check_record(read_record("1. Ah Kd | As 7d 4c | call | 9h 2s | Qs Qc: net +200"))
    >>> print(checked.differences[0])
    line 1, round 1: net: recorded +200, by the rules +300
    """
    setup = record.setup
    match = Match(setup)
    found: list[Difference] = []
    number, total = _Running(), _Running()
    for deal, row in enumerate(record.rows, start=1):
        void = row.choice is Choice.VOID
        right_number = number.add(int(not void), row.number if not void else None)
        differ = _Differ(found, row, None if void else int(number.right))

        if void != (row.number is None):
            differ(
                "round", "-" if row.number is None else row.number, "-" if void else number.right
            )
        elif right_number is not None:
            differ("round", row.number, right_number)
        elif not void and number.right > setup.rounds:
            differ("round", number.right, f"no more than {setup.rounds}")
        _compare_cards(setup, deal, row, differ)
        try:
            played = _settled(setup, row)
        except CardError as error:
            differ("cards", _cards(row), f"void: {error}")
            turn, river = _two(row.later)
            void_deal = Played(row.hole, row.flop, Choice.VOID, turn, river, row.dealer)
            match.played.append(void_deal)
            total.go_on(row.amounts.get("total", total.stated + row.amounts.get("net", 0)))
            continue
        if row.choice is Choice.BLIND_CALL and not setup.rules.blind_call:
            differ("choice", row.choice, "no Call before the cards are seen")
        match.played.append(played)
        right_total = total.add(played.net, row.amounts.get("total"))
        _compare_amounts(row, played, right_total, differ)
    if record.net is not None and record.net != match.total:
        found.append(Difference("result", "net", amount(record.net), amount(match.total)))
    elif record.words is not None and record.words != result_words(match):
        found.append(Difference("result", "words", short(record.words), result_words(match)))
    return Checked(record, match, tuple(found))


@dataclass(frozen=True)
class _Differ:
    """Notes what differs in a row, of which the number by the rules is None if it is void."""

    found: list[Difference]
    row: Row
    number: int | None

    def __call__(self, what: str, recorded: object, settled: object) -> None:
        deal = "void deal" if self.number is None else f"round {self.number}"
        place = f"{self.row.place}, {deal}"
        self.found.append(Difference(place, what, str(recorded), str(settled), self.number))


class _Running:
    """A sum that is stated on the way.

    A stated one is right if it is so in truth, or goes on rightly from the one before: what is
    wrong once is then found once.
    """

    def __init__(self) -> None:
        self.right = self.stated = Fraction(0)

    def add(self, value: Fraction | int, stated: Fraction | int | None) -> Fraction | None:
        """Add to it; the right sum, if what is stated is none."""
        self.right += value
        expected = self.stated + value
        self.go_on(expected if stated is None else stated)
        return None if stated is None or stated in (self.right, expected) else self.right

    def go_on(self, stated: Fraction | int) -> None:
        """Go on from what is stated."""
        self.stated = Fraction(stated)


def _settled(setup: MatchSetup, row: Row) -> Played:
    """A row as the rules settle it; CardError if its cards are no such round."""
    if row.choice is not Choice.VOID:
        check_distinct(row.hole + row.flop + row.later + row.dealer)
    return settle_deal(setup, row.choice, row.hole, row.flop, *_two(row.later), row.dealer)


def _two(later: tuple[int, ...]) -> tuple[int | None, int | None]:
    """Turn and river, as far as they are there."""
    turn, river = (*later, None, None)[:2]
    return turn, river


def _compare_amounts(
    row: Row, played: Played, right_total: Fraction | None, differ: _Differ
) -> None:
    """Hold what is stated of a deal against the rules; a total that is right has none beside it."""
    right = amounts_of(played, Fraction(0))
    right["total"] = row.amounts.get("total", Fraction(0)) if right_total is None else right_total
    for name in AMOUNTS:
        stated = row.amounts.get(name)
        if stated is not None and stated != right.get(name, 0):
            differ(name, amount(stated), amount(right.get(name, 0)))
    outcome = outcome_of(played)
    if row.outcome is not None and row.outcome != outcome:
        differ("outcome", short(row.outcome), outcome)


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
        # How cards lie beside each other is nothing to the rules; turn and river have an order.
        in_order = recorded == right[: len(recorded)]
        if not in_order and (what == pairs[2][0] or set(recorded) != set(right)):
            differ(f"{what}, from the seed", format_cards(recorded), format_cards(right))


def _cards(row: Row) -> str:
    return " | ".join(format_cards(cards) for cards in (row.hole, row.flop, row.later, row.dealer))
