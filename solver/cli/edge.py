"""``casino-holdem edge``: house edges of any number of Ante tables."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

import click

from solver.cli import options
from solver.cli.solving import progress_bar, solving

if TYPE_CHECKING:
    from solver.outcomes import GameOutcomes, Indifferent
    from solver.rules import Rules
    from solver.solve import Engine

_COLUMNS = (
    "ante",
    "ev_exact",
    "house_edge_percent",
    "element_of_risk_percent",
    "return_percent",
    "standard_deviation_antes",
    "call_percent",
    "fold_percent",
    "either_percent",
    "signature",
)


@click.command("edge")
@click.option(
    "--ante",
    "tables",
    type=options.ante_table,
    multiple=True,
    metavar="PAYS",
    default=["100-20-10-3-2-1"],
    help=f"{options.ANTE_HELP} May be given many times.  [default: 100-20-10-3-2-1]",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "csv", "json"]),
    default="text",
    show_default=True,
    help="How to print.",
)
@options.indifferent
@solving
def command(
    tables: Sequence[Rules],
    form: Literal["text", "csv", "json"],
    indifferent: Indifferent,
    engine: Engine,
) -> int:
    """Price any number of Ante tables in one solve: exact EV, house edge, risk, deviation.

    House edge: what the house keeps of an Ante. Element of risk: of all money bet. Lower is better
    for the player.
    """
    from solver.edge import solve_game
    from solver.spots import SPOT_CLASSES

    with progress_bar(SPOT_CLASSES, "spot classes") as progress:
        solutions = solve_game(tables, engine, indifferent=indifferent, progress=progress)
    if form == "text":
        _print_table([solution.outcomes for solution in solutions])
        return 0
    rows = [_row(solution.outcomes, solution.signature()) for solution in solutions]
    if form == "json":
        click.echo(json.dumps(rows, indent=2))
        return 0
    writer = csv.DictWriter(sys.stdout, _COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return 0


def _row(game: GameOutcomes, signature: str) -> dict[str, str]:
    from solver.numerals import decimal
    from solver.outcomes import Decision

    shares = [
        decimal(game.share(d) * 100, 6) for d in (Decision.CALL, Decision.FOLD, Decision.EITHER)
    ]
    values = (
        game.rules.ante_text,
        str(game.ev),
        decimal(game.house_edge * 100, 6),
        decimal(game.element_of_risk * 100, 6),
        decimal(100 - game.house_edge * 100, 6),
        f"{game.standard_deviation:.6f}",
        *shares,
        signature,
    )
    return dict(zip(_COLUMNS, values, strict=True))


def _print_table(games: list[GameOutcomes]) -> None:
    from solver.cli.screen import console, grid
    from solver.numerals import percent
    from solver.outcomes import Decision

    table = grid(
        "Ante table", "house edge>", "element of risk>", "deviation, antes>", "called>",
        "EV per Ante, exact",
    )  # fmt: skip
    for game in games:
        table.add_row(
            game.rules.ante_text,
            f"[bold]{percent(game.house_edge)}[/]",
            percent(game.element_of_risk),
            f"{game.standard_deviation:.6f}",
            percent(game.share(Decision.CALL)),
            str(game.ev),
        )
    console().print(table)
