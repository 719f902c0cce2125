"""Told: a match and its deals in words and amounts."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from solver.match.playing import Choice, Match, Played
from solver.numerals import amount, noun
from solver.settlement import Round


def outcome_of(played: Played) -> str:
    """How a deal ended, in a word or a few."""
    if isinstance(played.settled, Round):
        return played.settled.outcome.label
    return str(played.choice)


def result_words(match: Match) -> str:
    """Who has won a match, or how far it is."""
    if not match.over:
        rounds = f"{match.setup.rounds} {noun(match.setup.rounds, 'round')}"
        return f"after {match.counted} of {rounds}"
    total = match.total
    return "the player wins" if total > 0 else "the house wins" if total < 0 else "a draw"


def result_text(match: Match) -> str:
    """The result of a match, or how it stands: amount and words."""
    return f"{amount(match.total)}{',' if match.over else ''} {result_words(match)}"


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
