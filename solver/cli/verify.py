"""``casino-holdem verify``: published figures held against the solved game."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import click

from solver.cli import STATUS_FALSE, options
from solver.cli.solving import progress_bar, solved, solving

if TYPE_CHECKING:
    from solver.game import Indifferent
    from solver.rules import Rules
    from solver.solve import Engine


_COLOURS = {"CONFIRMED": "green", "SOMETHING_ELSE": "yellow", "REFUTED": "red"}


@click.command("verify")
@options.rules
@click.option(
    "--claim",
    metavar="NUMBER",
    help="Say what this number is (such as 2.16, or '2.16 %'), at the precision it is given in.",
)
@options.indifferent
@solving
@click.pass_context
def command(
    ctx: click.Context, rules: Rules, claim: str | None, indifferent: Indifferent, engine: Engine
) -> int:
    """Check published figures, or say what a number is.

    Without --claim: every known published figure with its source, and every figure this program
    promises; exit status 1 if one of the latter fails. With --claim: what the number is under the
    given rules; exit status 1 if it is nothing.
    """
    given = [
        f"--{'rules' if name == 'base' else name.replace('_', '-')}"
        for name in ctx.params
        if name not in ("claim", "workers", "start_method", "log_file")
        and ctx.get_parameter_source(name) is not click.core.ParameterSource.DEFAULT
    ]
    if claim is None and given:
        raise click.UsageError(
            f"{' and '.join(given)} goes with --claim: the figures have their own"
        )
    if claim is None:
        return _verify(engine)
    return _identify(claim, rules, indifferent, engine)


def _verify(engine: Engine) -> int:
    from solver.cli.screen import console, grid
    from solver.figures import SPOT_CLASSES_SOLVED, verify

    with progress_bar(SPOT_CLASSES_SOLVED, "spot classes") as progress:
        checks = verify(engine, progress)
    screen = console()
    for source, group in groupby(checks, key=lambda check: check.source):
        table = grid("figure", "published>", "ours, exact or to more digits>", "verdict")
        found = list(group)
        for check in found:
            verdict = f"[{_COLOURS[check.verdict.name]}]{check.verdict.value}[/]"
            table.add_row(check.what, check.published, check.ours, verdict)
        screen.print(f"[bold]{source}[/]")
        screen.print(table)
        for check in found:
            if check.reason:
                click.echo(f"{check.what}, {check.published}: {check.reason}\n")
    failed = [check.what for check in checks if check.failed]
    if failed:
        click.echo(f"{len(failed)} of {len(checks)} figures failed: {', '.join(failed)}", err=True)
        return STATUS_FALSE
    click.echo(f"{len(checks)} figures checked, every promised integer reproduced.")
    return 0


def _identify(text: str, rules: Rules, indifferent: Indifferent, engine: Engine) -> int:
    from solver.figures import Claim, identify
    from solver.numerals import percent
    from solver.wording import label

    claim = Claim.parse(text)
    solution = solved(rules, engine, indifferent=indifferent, with_bonus=True)
    found = identify(claim, solution.outcomes)
    table = f"Ante table {label(rules)}"
    if not found.matches:
        click.echo(
            f"{claim.text} is nothing known of the game with {table}; "
            f"the nearest is the {found.nearest.name}, {found.nearest.text()}"
        )
        return STATUS_FALSE
    for quantity in found.matches:
        click.echo(f"{claim.text} is the {quantity.name}, {quantity.text()}, with {table}")
    if all(quantity.name != "house edge" for quantity in found.matches):
        edge = percent(solution.outcomes.house_edge)
        click.echo(f"It is not the house edge, which is {edge} of an Ante")
    return 0
