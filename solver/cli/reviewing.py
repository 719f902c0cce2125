"""Reviews on the screen: the price of a match's decisions, and its luck."""

from __future__ import annotations

import click

from solver.cards import format_cards
from solver.cli.solving import progress_bar
from solver.match import Match

_MOST_MISTAKES = 5


def show_review(match: Match) -> None:
    """Solve the game and print what the decisions of a match cost, and how lucky it was."""
    from solver.match.review import review, solve_for
    from solver.solve import Engine
    from solver.spots import SPOT_CLASSES

    if not match.counted:
        click.echo("No round was played that counts: there is nothing to review.")
        return
    rules = match.setup.rules
    if rules.bonus and rules.bonus_cards == 6:
        click.echo("Every turn of the game is looked at: this takes a while.", err=True)
    with progress_bar(SPOT_CLASSES, "spot classes") as progress:
        game = solve_for(rules, Engine(), progress)
    looked_back = review(match, game)
    lines = looked_back.lines()
    widths = [max(len(line[column]) for line in lines) for column in (0, 1)]
    for what, value, meaning in lines:
        click.echo(f"{what:<{widths[0]}}  {value:>{widths[1]}}  {meaning}")
    mistakes = looked_back.mistakes
    if not mistakes:
        click.echo("Every decision was right.")
    for priced in mistakes[:_MOST_MISTAKES]:
        spot = f"{format_cards(priced.played.hole)} on {format_cards(priced.played.flop)}"
        cost = match.setup.shown(priced.cost, sign=False)
        click.echo(f"Round {priced.number}: {priced.played.choice} with {spot} cost {cost}")
    if len(mistakes) > _MOST_MISTAKES:
        click.echo(f"... and {len(mistakes) - _MOST_MISTAKES} more that cost less")
    click.echo(looked_back.sentence())
