"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path

import click

from solver.rules import ANTE_FIELDS, Rules, RulesError

DEFAULT_OUT = Path("results")


def ante_table(value: str) -> Rules:
    """Rules with an Ante table; a usage error says what is wrong with it."""
    try:
        return Rules.with_ante(value)
    except RulesError as error:
        raise click.BadParameter(str(error)) from None


ANTE_HELP = f"Ante pays to one, joined by '-': {ANTE_FIELDS}."

ante = click.option(
    "--ante",
    "rules",
    type=ante_table,
    default="100-20-10-3-2-1",
    show_default=True,
    metavar="PAYS",
    help=ANTE_HELP,
)

indifferent = click.option(
    "--indifferent",
    type=click.Choice(["fold", "call"]),
    default="fold",
    show_default=True,
    help="What to play where Call and Fold are worth exactly the same; no EV depends on it.",
)
