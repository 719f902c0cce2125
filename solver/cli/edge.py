"""``casino-holdem edge``: house edges of any number of rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from solver.cli import games as rows
from solver.cli import options
from solver.cli.solving import progress_bar, solving

if TYPE_CHECKING:
    from solver.game import Indifferent
    from solver.rules import Rules
    from solver.solve import Engine


@click.command("edge")
@options.many_rules
@rows.form
@click.option(
    "--signatures",
    is_flag=True,
    help="Add the signature of all decisions and EVs; every game is then solved by itself.",
)
@options.indifferent
@solving
def command(
    games: Sequence[Rules],
    form: rows.Form,
    signatures: bool,
    indifferent: Indifferent,
    engine: Engine,
) -> int:
    """Price any number of games: exact EV, house edge, element of risk, deviation.

    --rules and --ante may be given many times: every rules with every Ante table. A hundred of them
    take about as long as one.

    House edge: what the house keeps of an Ante. Element of risk: of all money bet. Lower is better
    for the player.
    """
    from solver.edge import price_game, solve_game
    from solver.spots import SPOT_CLASSES

    if signatures and form == "text":
        raise click.UsageError("--signatures goes with --format csv or json")
    signed: list[str] = []
    solves = len(games) if signatures else len({rules.qualifier for rules in games})
    with progress_bar(solves * SPOT_CLASSES, "spot classes") as progress:
        if signatures:
            priced = []
            # One at a time: each keeps the EV of every spot class.
            for rules in games:
                (s,) = solve_game([rules], engine, indifferent=indifferent, progress=progress)
                priced.append(s.outcomes)
                signed.append(s.signature())
        else:
            priced = price_game(games, engine, indifferent=indifferent, progress=progress)
    rows.show(priced, form, signed)
    return 0
