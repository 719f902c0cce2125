"""Whole games: answers that need every spot solved, or many rounds settled.

See `solver.web.heavy` for where they are computed.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from solver.card import price_sentence
from solver.cards import format_cards
from solver.edge import Solution, solve_game
from solver.game import GameOutcomes
from solver.match import Played
from solver.match.audit import check_record
from solver.match.record import read_record
from solver.match.review import review, solve_for, solved_by
from solver.match.told import outcome_of, result_text
from solver.numerals import amount, decimal
from solver.rules import Rules
from solver.solve import Engine
from solver.spots import FLOP_CLASSES, cards_on
from solver.starting_hands import starting_hands
from solver.statement import statement
from solver.strategy import find_strategy
from solver.strategy_cost import strategy_cost
from solver.terms import compute

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@lru_cache(maxsize=2)
def _solved(rules: Rules) -> Solution:
    (solution,) = solve_game([rules], Engine(workers=1))
    return solution


@lru_cache(maxsize=1)
def _terms(strategy: str) -> dict[str, NDArray[np.int8]]:
    return compute(cards_on(range(FLOP_CLASSES)), find_strategy(strategy).terms)


def hands_of(rules: Rules) -> dict[str, Any]:
    """The grid of starting hands."""
    return {
        "hands": [
            {
                "name": hand.name,
                "row": hand.row,
                "column": hand.column,
                "call_share": f"{decimal(hand.call_share * 100, 0)} %",
                "share": float(hand.call_share),
                "ev": decimal(hand.ev, 2, sign=True),
                "cost_of_folding": decimal(hand.cost_of_folding, 2),
            }
            for hand in starting_hands(_solved(rules))
        ]
    }


def price_of(question: tuple[str, Rules]) -> dict[str, Any]:
    """What a strategy (by name) costs under rules, in a sentence."""
    name, rules = question
    cost = strategy_cost(find_strategy(name), _solved(rules), _terms(name))
    return {"price": price_sentence(cost)}


def review_of(record: str) -> dict[str, Any]:
    """What the decisions of a match cost, and how lucky it was, from its record.

    Raises
    ------
    MatchError
        If no round counts.
    """
    match = check_record(read_record(record)).match
    looked_back = review(match, _game(solved_by(match.setup.rules)))
    return looked_back.as_dict() | {
        "costs": [
            {
                "round": priced.number,
                "hole": format_cards(priced.played.hole),
                "flop": format_cards(priced.played.flop),
                "choice": str(priced.played.choice),
                "cost": match.setup.shown(priced.cost, sign=False),
            }
            for priced in looked_back.mistakes
        ]
    }


@lru_cache(maxsize=8)
def _game(rules: Rules) -> GameOutcomes:
    return solve_for(rules, Engine(workers=1))


def settled_record(text: str) -> dict[str, Any]:
    """A record settled anew, and what differs.

    Raises
    ------
    RecordError
        For a text that is no record.
    """
    checked = check_record(read_record(text))
    match = checked.match
    return {
        "rounds": match.counted,
        "result": result_text(match),
        "lines": [
            {"round": number, "text": _line(played, match.setup.rules, total)}
            for number, played, total in checked.settled
        ],
        "differences": [vars(difference) for difference in checked.differences],
    }


def _line(played: Played, rules: Rules, total: Fraction) -> str:
    if played.settled is None:
        return outcome_of(played)
    bets = ", ".join(f"{b.bet} {amount(b.pay)}" for b in statement(played.settled, rules))
    return f"{outcome_of(played)}: {bets}; net {amount(played.net)}, total {amount(total)}"
