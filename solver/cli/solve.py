"""``casino-holdem solve``: the whole game, the strategy table, the figures on the screen."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from solver.cli import options
from solver.cli.solving import progress_bar, solving

if TYPE_CHECKING:
    from solver.edge import Solution
    from solver.game import Indifferent
    from solver.rules import Rules
    from solver.solve import Engine


@click.command("solve")
@options.rules
@click.option(
    "--method",
    type=click.Choice(["counting", "direct"]),
    default="counting",
    show_default=True,
    help="counting: under a second or so; direct: deal every completion of every spot (minutes), "
    "resumable, and compare with counting.",
)
@options.indifferent
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=options.DEFAULT_OUT,
    show_default=True,
    help="Directory for the table.",
)
@solving
def command(
    rules: Rules,
    method: Literal["counting", "direct"],
    indifferent: Indifferent,
    out: Path,
    engine: Engine,
) -> int:
    """Solve the whole game and write the strategy table.

    Every one of the 1,286,792 spot classes is solved exactly. The table goes to a directory named
    after the rules, below --out; an older one there is replaced in one step.

    With --method direct a run that was interrupted goes on where it was when it is started again.
    """
    from solver.spots import SPOT_CLASSES
    from solver.table import prepare, write_table

    start = time.perf_counter()
    prepare(out)
    run = None
    with progress_bar(SPOT_CLASSES, "spot classes") as progress:
        if method == "direct":
            from solver.direct import run_direct

            run = run_direct(rules, out, engine, indifferent=indifferent, progress=progress)
            solution = run.solution
        else:
            from solver.edge import solve_game

            (solution,) = solve_game([rules], engine, indifferent=indifferent, progress=progress)
    if run is not None and run.mismatches:
        raise click.ClickException(
            f"the methods differ: EV of {run.different_evs:,} spot classes, outcome counts on "
            f"{run.different_flops:,} flop classes, totals: {run.different_totals}; "
            "no table was written"
        )
    table = write_table(out, solution)
    show(solution)
    click.echo(f"Table      {table}")
    click.echo(f"Signature  {solution.signature()}")
    if run is not None:
        from solver.direct import finish

        click.echo(
            f"Dealt out  {run.seconds:,.0f} s, compared with the counting method: 0 mismatches"
        )
        click.echo(f"Record     {finish(run, out)}")
    click.echo(f"Solved in  {time.perf_counter() - start:.2f} s")
    return 0


def show(solution: Solution) -> None:
    """Print the figures of a solved game."""
    from solver.numerals import decimal, percent
    from solver.outcomes import Decision
    from solver.spots import SPOTS
    from solver.wording import label

    game = solution.outcomes
    rows = [
        ("House edge", percent(game.house_edge), "of an Ante; lower is better"),
        ("", "exactly", str(game.house_edge)),
        ("Element of risk", percent(game.element_of_risk), "of all money bet, on average"),
        ("", "", f"{decimal(game.average_bet, 6)} antes a round; lower is better"),
        ("Standard deviation", f"{game.standard_deviation:.6f}  ", "antes a round"),
    ]
    for decision in (Decision.CALL, Decision.FOLD, Decision.EITHER):
        note = f"{game.spots[decision]:,} of {SPOTS:,} spots"
        if decision is Decision.EITHER and game.spots[decision]:
            note += f", counted as {game.indifferent.capitalize()}"
        rows.append((decision.name, percent(game.share(decision)), note))
    rules = game.rules
    if rules.blind_call:
        rows.append(
            ("Blind Call", percent(game.blind_call_edge), "house edge of an Ante, called unseen")
        )
    click.echo(f"Casino Hold'em, Ante table {label(rules)}, every spot exact\n")
    for name, value, note in rows:
        click.echo(f"{name:<18}  {click.style(f'{value:>12}', bold=bool(name))}  {note}")
    if rules.bonus_decides:
        click.echo(
            f"\nA fold forfeits the AA Bonus: decisions are those with {rules.bonus} antes on it.\n"
            "The edge is that of the main bets alone; casino-holdem report has both together."
        )
    elif rules.fold_forfeits_bonus:
        click.echo(
            "\nA fold forfeits the AA Bonus: decisions are those with nothing on it; --bonus puts "
            "something there."
        )
    click.echo()
