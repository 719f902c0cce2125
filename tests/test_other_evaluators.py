"""Whole spots dealt out with an evaluator that is not ours."""

from __future__ import annotations

import itertools

import eval7
import pytest

from solver import Rules
from solver.cards import format_card, parse_spot
from solver.enumeration import OutcomeCounts, count_outcomes

EVAL7_CARDS = [eval7.Card(format_card(card)) for card in range(52)]


def rank(cards: list[int]) -> int:
    return int(eval7.evaluate([EVAL7_CARDS[card] for card in cards]))


def dealt(hole: tuple[int, ...], flop: tuple[int, ...]) -> list[int]:
    """Completions by outcome: a plain twin of the direct method."""
    # Fours and the three lowest kickers; any lesser hand does not qualify.
    least = rank([8, 9, 0, 4, 13])
    unseen = [card for card in range(52) if card not in hole + flop]
    counts = [0, 0, 0, 0]
    for turn, river in itertools.combinations(unseen, 2):
        board = [*flop, turn, river]
        player = rank([*hole, *board])
        left = [card for card in unseen if card not in (turn, river)]
        for pair in itertools.combinations(left, 2):
            dealer = rank([*pair, *board])
            if dealer < least:
                counts[0] += 1
            else:
                counts[1 if player > dealer else 2 if player == dealer else 3] += 1
    return counts


def by_outcome(counts: OutcomeCounts) -> list[int]:
    return [sum(column) for column in zip(*counts, strict=True)]


@pytest.mark.parametrize("spot", ["3d3h/9cJcAc", "9s7h/2cQdAh"])
def test_same_outcomes(spot: str) -> None:
    hole, flop = parse_spot(spot)
    ours = count_outcomes(hole, flop, Rules().qualifier)
    assert by_outcome(ours) == dealt(hole, flop)
