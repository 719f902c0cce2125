"""One spot, every completion: this program against eval7 and phevaluator, all from Python.

All three rank the player's and the dealer's hand of each of the 1,070,190 completions and must come
to the same outcome counts. Prints the median of several rounds, taken in turn, and the ratios.

Run: ``python benchmarks/rivals.py [--rounds 3] [--spot AhKd/As7d4c]``
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import time
from collections.abc import Callable

import eval7
import phevaluator

from solver import Rules
from solver.cards import format_card, parse_spot
from solver.enumeration import COMPLETIONS, count_outcomes

Spot = tuple[tuple[int, ...], tuple[int, ...]]
Ranker = Callable[[list[int]], int]

PAIR_OF_FOURS = [8, 9, 0, 4, 13]


def ours(spot: Spot) -> list[int]:
    """Outcome counts by this program's direct method."""
    return [sum(column) for column in zip(*count_outcomes(*spot, Rules().qualifier), strict=True)]


def theirs(rank: Ranker) -> Callable[[Spot], list[int]]:
    """Outcome counts with another evaluator, dealt in Python."""

    def count(spot: Spot) -> list[int]:
        hole, flop = spot
        least = rank(PAIR_OF_FOURS)
        unseen = [card for card in range(52) if card not in hole + flop]
        counts = [0, 0, 0, 0]
        for turn, river in itertools.combinations(unseen, 2):
            board = [*flop, turn, river]
            player = rank([*hole, *board])
            for pair in itertools.combinations(
                [card for card in unseen if card not in (turn, river)], 2
            ):
                dealer = rank([*pair, *board])
                if dealer < least:
                    counts[0] += 1
                else:
                    counts[1 if player > dealer else 2 if player == dealer else 3] += 1
        return counts

    return count


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--spot", type=parse_spot, default="AhKd/As7d4c")
    options = parser.parse_args()
    cards = [eval7.Card(format_card(card)) for card in range(52)]
    contestants: dict[str, Callable[[Spot], list[int]]] = {
        "this program": ours,
        "eval7": theirs(lambda hand: int(eval7.evaluate([cards[card] for card in hand]))),
        "phevaluator": theirs(lambda hand: -int(phevaluator.evaluate_cards(*hand))),
    }
    seconds: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(options.rounds):
        answers = []
        for name, count in contestants.items():
            start = time.perf_counter()
            answers.append(count(options.spot))
            seconds[name].append(time.perf_counter() - start)
        if answers.count(answers[0]) != len(answers):
            raise SystemExit(f"different counts: {answers}")
    own = statistics.median(seconds["this program"])
    print(f"{COMPLETIONS:,} completions, outcomes {answers[0]}, median of {options.rounds}")
    for name, times in seconds.items():
        median = statistics.median(times)
        print(f"{name:14}{median * 1e3:12.3f} ms{median / own:12.1f} x")


if __name__ == "__main__":
    main()
