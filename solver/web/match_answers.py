"""Match answers: a match and its rounds as they are answered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from solver import wording
from solver.cards import format_card
from solver.match import VOID_WORDS, Match, MatchSetup, Played
from solver.match.told import outcome_of, result_text
from solver.numerals import amount
from solver.settlement import Round
from solver.statement import statement
from solver.web.match_store import Kept


def state_of(name: str, kept: Kept, *, hints: bool) -> dict[str, Any]:
    """A match as it stands."""
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
        "offers": list(kept.words),
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
    return {"decision": advice.decision.name, "sentence": match.setup.hint(advice)}


def last_of(match: Match) -> dict[str, Any]:
    """The deal that was decided last."""
    played = match.played[-1]
    settled = played.settled
    hands = (settled.player, settled.dealer) if isinstance(settled, Round) else (None, None)
    names = [None if hand is None else hand.name for hand in hands]
    fives = [[] if hand is None else _texts(hand.cards) for hand in hands]
    later = [None if card is None else format_card(card) for card in (played.turn, played.river)]
    return {
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
        "lines": _lines(played, match.setup),
        "net": amount(played.net),
        "total": amount(match.total),
    }


def _lines(played: Played, setup: MatchSetup) -> list[dict[str, str]]:
    if played.settled is None:
        stakes = amount(setup.ante + setup.bonus, sign=False)
        return [{"bet": "All bets", "stake": stakes, "pay": amount(0), "why": VOID_WORDS}]
    return [
        {
            "bet": line.bet,
            "stake": amount(line.stake, sign=False),
            "pay": amount(line.pay),
            "why": line.why,
        }
        for line in statement(played.settled, setup.rules)
    ]


def _texts(cards: Iterable[int]) -> list[str]:
    return [format_card(card) for card in cards]
