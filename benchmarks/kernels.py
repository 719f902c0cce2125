"""Parts of the work in one process: against the direct method, and against a plain numpy look-up.

Run: ``python benchmarks/kernels.py``
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from solver import Engine, Rules, open_table, solve_game, spots, write_table
from solver.enumeration import COMPLETIONS, count_outcomes

ROUNDS = 5


def median_seconds(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Median wall time of ``work``."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def main() -> None:
    """Measure and print."""
    rules = Rules()
    step = spots.SPOT_CLASSES // 300
    some = [spots.representative(n * step) for n in range(300)]
    deal = median_seconds(lambda: [count_outcomes(*spot, rules.qualifier) for spot in some]) / 300
    print(
        f"one spot dealt out        {deal * 1e3:8.3f} ms  {deal / COMPLETIONS * 1e9:.3f} ns a deal"
    )
    game = median_seconds(lambda: solve_game([rules], Engine(workers=1)))
    print(
        f"whole game counted        {game:8.3f} s   one process; dealing out would take "
        f"{deal * spots.SPOT_CLASSES:,.0f} s: {deal * spots.SPOT_CLASSES / game:,.0f} x"
    )

    generator = np.random.default_rng(1)
    cards = np.argsort(generator.random((1_000_000, 52)), axis=1)[:, :5].astype(np.uint8)
    holes, flops = np.ascontiguousarray(cards[:, :2]), np.ascontiguousarray(cards[:, 2:])
    (solution,) = solve_game([rules], Engine(workers=1))
    with tempfile.TemporaryDirectory() as directory:
        table = open_table(write_table(Path(directory), solution))
        hole, flop = (50, 45), (51, 21, 8)
        single = median_seconds(lambda: [table.ev_call(hole, flop) for _ in range(10_000)]) / 10_000
        print(f"table look-up             {single * 1e6:8.3f} us")
        many = median_seconds(lambda: table.look_up(holes, flops))
        indices = spots.index_many(holes, flops)
        plain = median_seconds(lambda: table.ev[indices])
        print(
            f"table look-ups, arrays    {len(cards) / many / 1e6:8.1f} million/s; numpy's indexing "
            f"alone {len(cards) / plain / 1e6:.1f}: {many / plain:.1f} x its time"
        )


if __name__ == "__main__":
    main()
