"""``casino-holdem advise-two``: two hands against one dealer, each knowing the other's cards."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from solver.advisor import Advisor
from solver.cards import format_cards
from solver.cli import options
from solver.cli.advise import coloured
from solver.numerals import decimal

if TYPE_CHECKING:
    from solver.rules import Rules


@click.command("advise-two")
@click.argument("first")
@click.argument("second")
@click.argument("flop")
@options.known_cards
@options.rules
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(first: str, second: str, flop: str, rules: Rules, as_json: bool, **known: str) -> int:
    """Say what to do with two hands against one dealer (Two Hand Casino Hold'em).

    FIRST and SECOND are two cards each, FLOP three: "Ah Kd" "7c 7h" "As 7d 4c". Each hand knows the
    other's cards, which cannot come any more. EV is in antes, of both hands together; higher is
    better.
    """
    advice = Advisor(rules).advise_two(first, second, flop, **known)
    if as_json:
        click.echo(json.dumps(advice.as_dict(), indent=2))
        return 0
    for name, hand in (("First", advice.first), ("Second", advice.second)):
        click.echo(
            f"{name:<7} {coloured(hand.decision)}  {format_cards(hand.hole)} on "
            f"{format_cards(hand.flop)}: Call {decimal(hand.ev_call, 6, sign=True)}, "
            f"Fold {decimal(hand.ev_fold, 6, sign=True)} antes"
        )
    click.echo(f"{advice.first.completions:,} completions for each hand")
    best = max(advice.choices.values())
    for (a, b), value in advice.choices.items():
        mark = "  best" if value == best else ""
        click.echo(
            f"{a.name} first, {b.name} second:".ljust(26)
            + f"{decimal(value, 6, sign=True):>10} antes  = {value}{mark}"
        )
    return 0
