"""``casino-holdem bench``: one signature of behaviour, and a speed report beside it."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from solver.cli.solving import solving

if TYPE_CHECKING:
    from solver.solve import Engine

_OTHER_ANTE = "25-25-12-3-2-1"
_SPOTS = 200


@click.command("bench")
@click.option("--signature", "only", is_flag=True, help="Print the signature line only.")
@solving
def command(only: bool, engine: Engine) -> int:
    """Print one signature of everything computed, then a speed report.

    The signature covers the value of every five-card hand, 200 spots dealt out, and decision and EV
    of every spot class under two Ante tables. It is the same on every machine, with every compiler,
    number of workers and start method; a change means that an answer changed.
    """
    import numpy as np

    from solver import _ranks, spots
    from solver.edge import solve_game
    from solver.enumeration import COMPLETIONS, count_outcomes
    from solver.hands import HIGHEST_VALUE
    from solver.rules import Rules

    rules = [Rules(), Rules.with_ante(_OTHER_ANTE)]
    digest = hashlib.sha256()
    seconds = {}

    def timed(name: str, work: Callable[[], object]) -> None:
        start = time.perf_counter()
        digest.update(repr(work()).encode())
        seconds[name] = time.perf_counter() - start

    def rank_hands() -> list[int]:
        hands = np.empty(HIGHEST_VALUE + 1, np.int64)
        _ranks.histogram(5, hands)
        return [int(n) for n in hands]

    def deal_spots() -> list[object]:
        step = spots.SPOT_CLASSES // _SPOTS
        chosen = [spots.representative(n * step) for n in range(_SPOTS)]
        return [count_outcomes(*spot, rules[0].qualifier) for spot in chosen]

    timed("hands", rank_hands)
    timed("direct", deal_spots)
    timed("game", lambda: [solution.signature() for solution in solve_game(rules, engine)])
    click.echo(f"signature {digest.hexdigest()}")
    if only:
        return 0
    ns = seconds["direct"] / _SPOTS / COMPLETIONS * 1e9
    for name, text in (
        ("five-card hands ranked", f"{2_598_960 / seconds['hands'] / 1e6:.1f} million a second"),
        (
            "one spot dealt out",
            f"{seconds['direct'] / _SPOTS * 1e3:.3f} ms ({ns:.3f} ns a completion)",
        ),
        ("whole game, two Ante tables", f"{seconds['game']:.3f} s"),
    ):
        click.echo(f"{name:30}{text}")
    return 0
