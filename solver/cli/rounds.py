"""Rounds on the screen: cards, hands and amounts, line by line."""

from __future__ import annotations

import shutil
import sys
from dataclasses import replace
from fractions import Fraction

import click

from solver.cards import format_card, format_cards
from solver.match import VOID_WORDS, Choice, Match, Played
from solver.numerals import amount, noun
from solver.rules import Rules
from solver.settlement import Round
from solver.statement import statement

_WIDTH = 11


def line(what: str, text: str) -> None:
    """Print something about a round with its name before it, wrapped at words in a terminal."""
    name = f"  {what:<{_WIDTH}}"
    if sys.stdout.isatty():
        columns = shutil.get_terminal_size().columns
        click.echo(click.wrap_text(text, columns, name, " " * len(name)))
    else:
        click.echo(name + text)


def coloured_amount(value: Fraction) -> str:
    """An amount, green for what is won and red for what is lost."""
    colour = "green" if value > 0 else "red" if value < 0 else None
    return click.style(amount(value), fg=colour)


def title(match: Match) -> str:
    """What is played, in a line."""
    from solver.wording import label

    setup = match.setup
    bonus = f", AA Bonus {amount(setup.bonus, sign=False)}" if setup.bonus else ""
    rounds = f"{setup.rounds} {noun(setup.rounds, 'round')}"
    rules = label(replace(setup.rules, bonus=Fraction(0)))
    return f"{rounds}, Ante {amount(setup.ante, sign=False)}{bonus}; Ante pays {rules}"


def show_cards(hole: tuple[int, ...], flop: tuple[int, ...]) -> None:
    """Print what the player sees before the decision."""
    line("Your hole", click.style(format_cards(hole), bold=True))
    line("Flop", click.style(format_cards(flop), bold=True))


def show_result(played: Played, rules: Rules, total: Fraction) -> None:
    """Print what followed the decision in the order in which it is revealed, and the amounts."""
    for what, card in (("Turn", played.turn), ("River", played.river)):
        if card is not None:
            line(what, click.style(format_card(card), bold=True))
    settled = played.settled
    if isinstance(settled, Round):
        line("Your hand", settled.player.name)
        line("Dealer", click.style(format_cards(played.dealer), bold=True))
        line("Its hand", settled.dealer.name)
        line("Outcome", settled.outcome.label)
    if settled is None:
        line("Void", VOID_WORDS)
        return
    for bet in statement(settled, rules):
        stake = amount(bet.stake, sign=False)
        line(bet.bet, f"{stake}: {coloured_amount(bet.pay)}, {bet.why}")
    line("Net", coloured_amount(played.net))
    line("Total", coloured_amount(total))


def show_round(number: int | None, played: Played, rules: Rules, total: Fraction) -> None:
    """Print a whole round, decided and settled."""
    void = played.choice is Choice.VOID
    click.echo("Void deal" if number is None else f"Round {number}{', void' if void else ''}")
    if played.choice is Choice.BLIND_CALL:
        line("Choice", str(played.choice))
    if played.hole or played.flop:
        show_cards(played.hole, played.flop)
    if played.choice in (Choice.CALL, Choice.FOLD):
        line("Choice", str(played.choice))
    show_result(played, rules, total)
