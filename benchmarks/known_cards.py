"""One spot dealt out with more cards known, beside the plain spot in the same run.

Run: ``python benchmarks/known_cards.py``
"""

from __future__ import annotations

import random
import statistics
import time

from solver import Rules, spots
from solver.enumeration import count_outcomes
from solver.known import KnownCards

SPOTS = 30
ROUNDS = 25


def some_known(unseen: list[int]) -> dict[str, KnownCards]:
    """Each kind of known cards, taken from the unseen cards in the order given."""
    a, b, c, d = unseen[:4]
    return {
        "nothing": KnownCards(),
        "1 dead": KnownCards(dead=(a,)),
        "12 dead": KnownCards(dead=tuple(unseen[:12])),
        "20 dead": KnownCards(dead=tuple(unseen[:20])),
        "1 of the dealer's": KnownCards(dealer=(a,)),
        "1 of the dealer's, 6 dead": KnownCards(tuple(unseen[4:10]), (a,)),
        "turn": KnownCards(turn=a),
        "river, 6 dead": KnownCards(tuple(unseen[4:10]), river=a),
        "turn, 1 of the dealer's": KnownCards(dealer=(a,), turn=b),
        "turn and river": KnownCards(turn=a, river=b),
        "both of the dealer's": KnownCards(dealer=(a, b)),
        "everything": KnownCards(dealer=(a, b), turn=c, river=d),
    }


def main() -> None:
    """Measure and print."""
    generator = random.Random(1)
    qualifier = Rules().qualifier
    seconds: dict[str, list[float]] = {}
    completions: dict[str, int] = {}
    for n in range(SPOTS):
        hole, flop = spots.representative(n * (spots.SPOT_CLASSES // SPOTS))
        unseen = [card for card in range(52) if card not in hole + flop]
        generator.shuffle(unseen)
        for kind, known in some_known(unseen).items():
            times = []
            for _ in range(ROUNDS):
                start = time.perf_counter()
                count_outcomes(hole, flop, qualifier, known)
                times.append(time.perf_counter() - start)
            seconds.setdefault(kind, []).append(min(times))
            completions[kind] = known.completions
    print(f"least of {ROUNDS} rounds, mean and highest of {SPOTS} spots")
    print(f"{'known':27}{'completions':>11}{'us':>10}{'ms a million':>15}{'highest':>12}")
    for kind, times in seconds.items():
        mean, most = statistics.mean(times), max(times)
        print(
            f"{kind:27}{completions[kind]:11,}{mean * 1e6:10.1f}"
            f"{mean / completions[kind] * 1e9:15.3f}{most / completions[kind] * 1e9:12.3f}"
        )


if __name__ == "__main__":
    main()
