"""``casino-holdem chart``: the grid of starting hands, and a strategy as a card to print."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from solver.cli import options
from solver.cli.solving import solved, solving

if TYPE_CHECKING:
    from solver.rules import Rules
    from solver.solve import Engine
    from solver.starting_hands import StartingHand


@click.command("chart")
@options.rules
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Draw it to this file: .png, .svg or .pdf (needs the extra plot); a card also to .html.",
)
@click.option("--card", is_flag=True, help="Make a one-page card of a strategy instead.")
@click.option(
    "--strategy",
    "strategy_name",
    metavar="NAME|FILE",
    help="The strategy of the card; see casino-holdem strategy list.  [default: best-8]",
)
@solving
def command(
    rules: Rules, out: Path | None, card: bool, strategy_name: str | None, engine: Engine
) -> int:
    """Show the 13 x 13 grid of starting hands, or make a card to print.

    The grid: on which share of flops Call is better, and what folding every flop would give up, in
    antes. The card: the rules of a strategy that a person can remember, with its exact price.
    """
    if strategy_name is not None and not card:
        raise click.UsageError("--strategy goes with --card", click.get_current_context())
    if card and out is None:
        raise click.UsageError("--card goes with --out FILE", click.get_current_context())
    if out is not None and not (card and out.suffix == ".html"):
        from solver import plots

        plots.check_path(out)
    if card:
        assert out is not None
        return _card(rules, strategy_name, out, engine)
    from solver.starting_hands import starting_hands

    hands = starting_hands(solved(rules, engine))
    if out is None:
        _show(hands)
        return 0
    from solver import plots

    plots.write(plots.starting_hands_picture(hands), out)
    click.echo(f"Picture    {out}")
    return 0


def _show(hands: tuple[StartingHand, ...]) -> None:
    from solver.cards import RANKS
    from solver.cli.screen import console, grid
    from solver.numerals import decimal

    ranks = list(reversed(RANKS))
    table = grid("", *(f"{rank}>" for rank in ranks))
    for row, rank in enumerate(ranks):
        cells = []
        for hand in hands[13 * row : 13 * row + 13]:
            colour = _colour(hand.call_share)
            share = decimal(hand.call_share * 100, 0)
            cost = decimal(hand.cost_of_folding, 2)
            cells.append(f"[{colour}]{hand.name}\n{share} %\n{cost}[/]")
        table.add_row(f"[bold]{rank}[/]", *cells)
    console().print(table)
    click.echo(
        "Suited hands above the diagonal. Share of flops on which Call is better; below it what "
        "folding\nthem all would give up, in antes a round."
    )


def _colour(share: Fraction) -> str:
    if share >= Fraction(9, 10):
        return "green"
    return "yellow" if share >= Fraction(1, 2) else "red"


def _card(rules: Rules, strategy_name: str | None, out: Path, engine: Engine) -> int:
    from solver.spots import FLOP_CLASSES, cards_on
    from solver.strategy import MEMORABLE, find_strategy
    from solver.strategy_cost import strategy_cost
    from solver.terms import compute

    strategy = find_strategy(strategy_name or MEMORABLE)
    values = compute(cards_on(range(FLOP_CLASSES)), strategy.terms)
    cost = strategy_cost(strategy, solved(rules, engine), values)
    if out.suffix == ".html":
        from solver.card import card_html
        from solver.files import write_whole

        write_whole(out, card_html(cost, rules).encode())
    else:
        from solver import plots
        from solver.card import card_picture

        plots.write(card_picture(cost, rules), out)
    click.echo(f"Card       {out}")
    return 0
