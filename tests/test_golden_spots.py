"""Exact outcome counts of 200 spots, by dealing and by counting."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from solver import Rules, spots
from solver.cards import to_spot
from solver.enumeration import COMPLETIONS, OutcomeCounts, count_outcomes
from solver.solve import Engine

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

QUALIFIER = Rules().qualifier


@dataclass(frozen=True)
class Golden:
    """A spot and its counts by final hand category and outcome."""

    hole: str
    flop: str
    counts: OutcomeCounts


def read_golden() -> list[Golden]:
    path = Path(__file__).parent / "data" / "spots.csv"
    with path.open(newline="") as file:
        rows = list(csv.reader(line for line in file if not line.startswith("#")))[1:]
    golden = []
    for hole, flop, *numbers in rows:
        n = [int(number) for number in numbers]
        counts = tuple((n[i], n[i + 1], n[i + 2], n[i + 3]) for i in range(0, 40, 4))
        golden.append(Golden(hole, flop, counts))
    return golden


GOLDEN = read_golden()


class Picked:
    """Keeps the counts of some spot classes of those a worker counts."""

    def __init__(self, classes: set[int]) -> None:
        self.classes = classes

    def __call__(
        self, flops: range, counts: NDArray[np.int32], weights: NDArray[np.uint8]
    ) -> dict[int, OutcomeCounts]:
        first = spots.first_index(flops.start)
        assert len(counts) == len(weights)
        return {
            n: tuple((a, b, c, d) for a, b, c, d in counts[n - first].tolist())
            for n in self.classes
            if first <= n < first + len(counts)
        }


def test_there_are_200_spots_that_add_up() -> None:
    assert len(GOLDEN) == 200
    assert all(sum(map(sum, row.counts)) == COMPLETIONS for row in GOLDEN)


@pytest.mark.parametrize("row", GOLDEN[::10], ids=lambda row: f"{row.hole}/{row.flop}")
def test_one_spot_dealt_out(row: Golden) -> None:
    assert count_outcomes(*to_spot(row.hole, row.flop), QUALIFIER) == row.counts


def test_all_spots_dealt_out() -> None:
    for row in GOLDEN:
        assert count_outcomes(*to_spot(row.hole, row.flop), QUALIFIER) == row.counts, row


def test_all_spots_counted() -> None:
    expected = {spots.index(row.hole, row.flop): row.counts for row in GOLDEN}
    counted: dict[int, OutcomeCounts] = {}
    for _, picked in Engine(workers=1).count_game(Picked(set(expected)), qualifier=QUALIFIER):
        counted |= picked
    assert counted == expected
