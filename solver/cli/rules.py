"""``casino-holdem rules``: the presets with their source and house edge, or one set in full."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from solver.cli import games as rows
from solver.cli import options
from solver.cli.solving import progress_bar, solving

if TYPE_CHECKING:
    from solver.presets import Preset
    from solver.solve import Engine


@click.command("rules")
@click.argument("name", required=False, metavar="[NAME|FILE]")
@click.option("--toml", is_flag=True, help="Print the rules NAME as a TOML file to start from.")
@rows.form
@solving
def command(name: str | None, toml: bool, form: rows.Form, engine: Engine) -> int:
    """List the rules that have a name, with source and house edge; or show those of NAME in full.

    Every command takes them with --rules, and rules of your own from a TOML file, in which the
    options of the command line stand by name: call = "3/2".
    """
    if name is None:
        if toml:
            raise click.UsageError("--toml goes with a NAME")
        return _list(form, engine)
    if form != "text":
        raise click.UsageError("--format goes without a NAME: it says how to print the list")
    rules = options.named(name, "NAME")
    if toml:
        for option, text in rules.all_options().items():
            click.echo(f'{option} = "{text}"')
        return 0
    for what, words in rules.describe().items():
        click.echo(f"{what + ':':<31}{words}")
    return 0


def _list(form: rows.Form, engine: Engine) -> int:
    from solver.edge import price_game
    from solver.presets import PRESETS
    from solver.spots import SPOT_CLASSES

    presets = list(PRESETS.values())
    solves = len({preset.rules.qualifier for preset in presets})
    with progress_bar(solves * SPOT_CLASSES, "spot classes") as progress:
        games = price_game([preset.rules for preset in presets], engine, progress=progress)
    figures = [rows.row(game) for game in games]
    if form != "text":
        about = [
            {"name": p.name, "title": p.title, "source": p.source} | figure
            for p, figure in zip(presets, figures, strict=True)
        ]
        rows.print_rows(about, form)
        return 0
    _print(presets, figures)
    return 0


def _print(presets: list[Preset], figures: list[dict[str, str]]) -> None:
    from solver.cli.screen import console, grid

    table = grid("name", "what is particular", "source", "house edge>", "AA Bonus edge>", "called>")
    for preset, figure in zip(presets, figures, strict=True):
        table.add_row(
            f"[bold]{preset.name}[/]",
            f"{preset.title}\n{preset.rules.ante_text}",
            preset.source,
            *(
                f"{figure[column]} %" if figure[column] else "-"
                for column in ("house_edge_percent", "bonus_edge_percent", "call_percent")
            ),
        )
    console().print(table)
