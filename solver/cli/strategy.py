"""``casino-holdem strategy``: what strategies cost, and the best that can be remembered."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solver.cli import options
from solver.cli.solving import progress_bar, solved, solving
from solver.numerals import decimal, percent

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from solver.edge import Solution
    from solver.rules import Rules
    from solver.solve import Engine
    from solver.strategy import Strategy
    from solver.strategy_cost import StrategyCost

FEWEST, MOST = 3, 40

_FILE = """# The cheapest found of {size}.
# Price: {price} of an Ante against perfect play, with Ante table {ante}.

{strategy}
"""

_CACHE = click.option(
    "--cache",
    type=click.Path(file_okay=False, path_type=Path),
    default=options.DEFAULT_OUT,
    show_default=True,
    help="Directory that keeps the terms of all spots, beside the tables.",
)


@click.group("strategy")
def command() -> None:
    """Strategies a person can remember: their exact price, and the best ones."""


def _values(cache: Path) -> Mapping[str, NDArray[np.int8]]:
    from solver.term_cache import load_terms
    from solver.terms import TERMS

    return dict(zip(TERMS, load_terms(cache if cache.is_dir() else None), strict=True))


@command.command("price")
@click.argument("strategy_name", metavar="FILE|NAME")
@options.rules
@_CACHE
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@solving
def price(strategy_name: str, rules: Rules, cache: Path, as_json: bool, engine: Engine) -> int:
    """Say what a strategy costs against perfect play, exactly, and rule by rule.

    A strategy is a text file, a rule a line, such as CALL if own pair or high card >= K; the first
    that applies decides, the last always does. See casino-holdem strategy terms for the words, and
    casino-holdem strategy list for those that come with the program.
    """
    from solver.strategy import find_strategy
    from solver.strategy_cost import strategy_cost

    strategy = find_strategy(strategy_name)
    cost = strategy_cost(strategy, solved(rules, engine), _values(cache))
    for rule in cost.unreachable:
        click.echo(f"warning: line {rule.line}: {rule}: decides no spot", err=True)
    if as_json:
        click.echo(json.dumps(_as_dict(cost), indent=2))
    else:
        _show(cost)
    return 0


def _show(cost: StrategyCost) -> None:
    from solver.cli.screen import console, grid

    rows = (
        ("House edge", percent(cost.house_edge), "of an Ante; lower is better"),
        ("", "exactly", str(cost.house_edge)),
        ("Cost", percent(cost.cost), "of an Ante more than perfect play"),
        ("", decimal(cost.cost * 1000, 4), "antes in 1,000 rounds"),
        ("", "exactly", str(cost.cost)),
        ("Decided wrongly", percent(cost.wrong_share), "of spots"),
        ("Called", percent(cost.call_share), "of spots"),
    )
    click.echo(f"{cost.strategy.name}: {len(cost.rules)} rules\n")
    for name, value, note in rows:
        click.echo(f"{name:<16}  {click.style(f'{value:>14}', bold=bool(name))}  {note}")
    click.echo()
    for points in cost.strategy.points:
        click.echo(str(points))
    table = grid(
        "rule", "decides>", "wrong>", "cost, of an Ante>", "costliest spots, loss in antes"
    )
    for entry in cost.rules:
        share = Fraction(entry.wrong, entry.spots) if entry.spots else Fraction(0)
        worst = "\n".join(f"{spot}: {decimal(spot.loss, 3)}" for spot in entry.worst)
        table.add_row(
            f"[bold]{entry.rule.decision.name}[/]{str(entry.rule)[4:]}",
            percent(entry.share, 2),
            percent(share, 2),
            percent(entry.cost, 4),
            worst,
        )
    console().print(table)


def _as_dict(cost: StrategyCost) -> dict[str, Any]:
    return {
        "strategy": cost.strategy.name,
        "points": [str(points) for points in cost.strategy.points],
        "house_edge": str(cost.house_edge),
        "cost": str(cost.cost),
        "cost_percent": decimal(cost.cost * 100, 6),
        "cost_antes_per_1000_rounds": decimal(cost.cost * 1000, 6),
        "wrong_share": str(cost.wrong_share),
        "call_share": str(cost.call_share),
        "rules": [
            {
                "rule": str(entry.rule),
                "spots": entry.spots,
                "wrong_spots": entry.wrong,
                "cost": str(entry.cost),
                "worst": [
                    {"spot": str(spot), "spots": spot.spots, "loss": str(spot.loss)}
                    for spot in entry.worst
                ],
            }
            for entry in cost.rules
        ],
    }


@command.command("terms")
def terms() -> int:
    """List the words that rules are made of."""
    from solver.cli.screen import console, grid
    from solver.terms import TERMS

    table = grid("term", "kind", "meaning")
    for term in TERMS.values():
        table.add_row(
            f"[bold]{term.name}[/]", term.kind.name.lower().replace("_", "/"), term.meaning
        )
    console().print(table)
    return 0


@command.command("list")
@options.rules
@_CACHE
@solving
def listing(rules: Rules, cache: Path, engine: Engine) -> int:
    """List the strategies that come with the program, with their cost, best first."""
    from solver.cli.screen import console, grid
    from solver.strategy import find_strategy, included
    from solver.strategy_cost import strategy_cost

    solution, values = solved(rules, engine), _values(cache)
    costs = [strategy_cost(find_strategy(name), solution, values) for name in included()]
    table = grid("name", "rules>", "cost, of an Ante>", "house edge>", "what it is")
    for cost in sorted(costs, key=lambda cost: cost.cost):
        strategy = cost.strategy
        table.add_row(
            f"[bold]{strategy.name}[/]",
            str(len(strategy.rules) + len(strategy.points)),
            percent(cost.cost, 4),
            percent(cost.house_edge, 4),
            strategy.remarks.partition("\n")[0],
        )
    console().print(table)
    return 0


@command.command("find")
@options.rules_and_number
@_CACHE
@click.option(
    "--points", type=click.IntRange(2, 40), metavar="N",
    help="Look for a point count of N terms instead.",
)  # fmt: skip
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path),
    help="Write the strategies found to this directory, and a table of their costs.",
)  # fmt: skip
@click.option(
    "--plot", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="Draw cost against size: .png, .svg or .pdf (needs the extra plot).",
)  # fmt: skip
@solving
def find(
    rules: Rules,
    number: int | None,
    cache: Path,
    points: int | None,
    out: Path | None,
    plot: Path | None,
    engine: Engine,
) -> int:
    """Look for the strategies of few rules, or for the point counts, that cost least.

    --rules 8 looks for lists of up to eight rules (the default), the last that always applies among
    them; with a name or a file it says what is played, as everywhere.

    The same every time. Eight rules take about a minute, sixteen some minutes, a point count of
    twelve terms as well.
    """
    if number is not None and points is not None:
        raise click.UsageError("--rules N and --points: expected one of them")
    most = 8 if number is None else number
    if not FEWEST <= most <= MOST:
        raise click.UsageError(f"--rules: expected {FEWEST} to {MOST} rules, found {most}")
    from solver import plots
    from solver.cli.screen import console, grid
    from solver.strategy_cost import strategy_cost

    if plot is not None:
        plots.check_path(plot)
    solution, values = solved(rules, engine), _values(cache)
    found = _search(solution, values, most, points)
    table = grid("rules>", "cost, of an Ante>", "house edge>")
    costs = [strategy_cost(strategy, solution, values) for strategy in found]
    for cost in costs:
        count = len(cost.strategy.points) or len(cost.rules)
        table.add_row(str(count), percent(cost.cost, 4), percent(cost.house_edge, 4))
    console().print(table)
    click.echo(str(found[-1]))
    if out is not None:
        _write(out, costs, rules)
        click.echo(f"\nWritten to {out}")
    if plot is not None:
        sizes = [(len(cost.strategy.points) or len(cost.rules), cost.cost) for cost in costs]
        unit = "rules" if points is None else "terms of a point count"
        plots.write(plots.frontier_picture(sizes, unit), plot)
        click.echo(f"Picture    {plot}")
    return 0


def _search(
    solution: Solution,
    values: Mapping[str, NDArray[np.int8]],
    most: int,
    points: int | None,
) -> list[Strategy]:
    from solver import point_search, strategy_search
    from solver.strategy_cost import rough_gains

    gains = rough_gains(solution)
    if points is not None:
        with progress_bar(points - 2, "steps") as progress:
            search = point_search.PointSearch(gains, values)
            counts = search.find(points, progress)
        return [search.strategy(f"points-{len(c.points)}", c) for c in counts]
    with progress_bar(2 * (most - 2) - 1, "steps") as progress:
        lists = strategy_search.Search(gains, values).frontier(most, progress)
    return [entry.strategy for entry in lists]


def _write(out: Path, costs: list[StrategyCost], rules: Rules) -> None:
    import csv
    import io

    from solver.files import write_whole
    from solver.store import prepare

    prepare(out)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(
        ["strategy", "rules", "point_terms", "cost_percent", "cost_exact", "house_edge"]
    )
    for cost in costs:
        strategy = cost.strategy
        terms = f"{len(strategy.points)} terms" if strategy.points else ""
        content = _FILE.format(
            size=terms or f"{len(strategy.rules)} rules",
            price=percent(cost.cost, 4),
            ante=rules.ante_text,
            strategy=strategy,
        )
        write_whole(out / f"{strategy.name}.txt", content.encode())
        writer.writerow(
            [
                strategy.name,
                len(strategy.rules),
                len(strategy.points),
                decimal(cost.cost * 100, 6),
                str(cost.cost),
                str(cost.house_edge),
            ]
        )
    kind = "points" if costs[-1].strategy.points else "rules"
    write_whole(out / f"frontier-{kind}.csv", text.getvalue().encode())
