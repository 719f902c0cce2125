"""``casino-holdem report``: the PAR sheet of a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from solver.cli import options
from solver.cli.solving import solved, solving

if TYPE_CHECKING:
    from solver.game import Indifferent
    from solver.rules import Rules
    from solver.solve import Engine


@click.command("report")
@options.rules
@click.option(
    "--format",
    "form",
    type=click.Choice(["md", "html", "csv", "json"]),
    default="md",
    show_default=True,
    help="html: one page with its pictures, ready to print (needs the extra plot).",
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write to this file, whole or not at all.  [default: standard output]",
)
@options.indifferent
@solving
def command(
    rules: Rules,
    form: Literal["md", "html", "csv", "json"],
    out: Path | None,
    indifferent: Indifferent,
    engine: Engine,
) -> int:
    """Print the PAR sheet of a game.

    Rules, method, house edge, element of risk, return, hit frequency; every outcome line with its
    deals, probability, pay and contribution; variance, deviation, skewness; the same for the AA
    Bonus, and both together; signature and version.
    """
    from solver import plots, report
    from solver.files import write_whole

    if form == "html":
        plots.require()
    solution = solved(rules, engine, indifferent=indifferent, with_bonus=True)
    sheet = report.make_report(solution)
    make = {
        "md": report.as_markdown,
        "html": report.as_html,
        "csv": report.as_csv,
        "json": report.as_json,
    }
    text = make[form](sheet)
    if out is None:
        click.echo(text.rstrip("\n"))
        return 0
    write_whole(out, text.encode())
    click.echo(f"Report     {out}")
    return 0
