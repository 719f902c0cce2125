"""``casino-holdem sweep``: a grid of rules priced, sorted by house edge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from solver.cli import games as rows
from solver.cli.solving import progress_bar, solving

if TYPE_CHECKING:
    from solver.solve import Engine

_OPTIONS = {
    "--ante": "Ante pays, each a list or range: '100-20..50 by 10-10,12-3-2-1'. May be given many "
    "times.",
    "--call": "The Call, in antes.",
    "--qualifier": "What the dealer qualifies with: 'pair of threes, pair of fours, none'.",
    "--unqualified": "The Ante if the dealer does not qualify: table, even, returned.",
    "--ante-needs-pair": "Whether the Ante pays only on a pair or better: yes, no.",
    "--bonus-pays": "AA Bonus pays, each a list or range. May be given many times.",
    "--bonus-cards": "Cards of the AA Bonus: 5, 6.",
    "--fold-forfeits-bonus": "Whether a fold loses the AA Bonus: yes, no.",
    "--bonus": "What is bet on the AA Bonus, in antes.",
    "--blind-call": "Whether the Call may be bet blind: yes, no.",
}


def _percent(value: str) -> Any:
    from solver.paytables import RulesError, parse_pay

    negative = value.startswith("-")
    try:
        return (-1 if negative else 1) * parse_pay(value[negative:].rstrip("% "))
    except RulesError as error:
        raise click.BadParameter(f"{error}, expected percent such as 1.5") from None


def _grid_options(command: Any) -> Any:
    for flag, text in reversed(_OPTIONS.items()):
        command = click.option(flag, multiple=True, metavar="GRID", help=text)(command)
    return command


@click.command("sweep")
@click.option(
    "--rules",
    "base",
    metavar="NAME|FILE",
    help="Rules for what the options below do not say.  [default: standard]",
)
@_grid_options
@click.option("--min-edge", type=_percent, metavar="PERCENT", help="Leave out lower house edges.")
@click.option("--max-edge", type=_percent, metavar="PERCENT", help="Leave out higher house edges.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Print N games at most.")
@rows.form_by_default("csv")
@solving
def command(
    base: str | None,
    min_edge: Any,
    max_edge: Any,
    limit: int | None,
    form: rows.Form,
    engine: Engine,
    **grids: Sequence[str],
) -> int:
    """Price every combination of options, sorted by house edge, lowest first.

    Every option takes a list with commas; a number also a range, ends included: 1..3, or
    1..3 by 1/2. Find the pay tables with an edge between two values:

    casino-holdem sweep --ante "50..100 by 25-20..50 by 10-10-3-2-1" --min-edge 1.5 --max-edge 2
    """
    from solver.edge import price_game
    from solver.grids import grid
    from solver.spots import SPOT_CLASSES

    games = _games(grid, base, {name: texts for name, texts in grids.items() if texts})
    qualifiers = len({rules.qualifier for rules in games})
    with progress_bar(qualifiers * SPOT_CLASSES, "spot classes") as progress:
        priced = price_game(games, engine, progress=progress)
    low, high = (None if edge is None else edge / 100 for edge in (min_edge, max_edge))
    found = [
        game
        for game in sorted(priced, key=lambda game: game.house_edge)
        if (low is None or game.house_edge >= low) and (high is None or game.house_edge <= high)
    ]
    rows.show(found[:limit], form)
    if not found:
        click.echo(f"none of {len(games):,} games has such a house edge", err=True)
    return 0 if found else 1


def _games(grid: Any, base: str | None, grids: Mapping[str, Sequence[str]]) -> Any:
    from solver.paytables import RulesError
    from solver.presets import USUAL, find_rules

    try:
        return grid(find_rules(base or USUAL), grids)
    except RulesError as error:
        raise click.UsageError(str(error), click.get_current_context()) from None
