"""Games in rows: what commands that price many rules print of each."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import click

from solver.numerals import decimal, percent
from solver.outcomes import Decision
from solver.wording import label

if TYPE_CHECKING:
    from solver.game import GameOutcomes

Form = Literal["text", "csv", "json"]
Command = TypeVar("Command", bound=Callable[..., Any])


def form_by_default(default: Form) -> Callable[[Command], Command]:
    """The option that says how to print; the command gets it as ``form``."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(["text", "csv", "json"]),
        default=default,
        show_default=True,
        help="How to print.",
    )


form = form_by_default("text")


def row(game: GameOutcomes) -> dict[str, str]:
    """The figures of a game by column: options in text, then exact and rounded values."""
    rules = game.rules
    shares = {d: decimal(game.share(d) * 100, 6) for d in Decision}
    bonus_edge = _bonus_edge(game)
    blind = decimal(game.blind_call_edge * 100, 6) if rules.blind_call else ""
    options = {name.replace("-", "_"): text for name, text in rules.all_options().items()}
    # Of a blind Call its edge says whether it may be bet.
    del options["blind_call"]
    return options | {
        "ev_exact": str(game.ev),
        "house_edge_percent": decimal(game.house_edge * 100, 6),
        "element_of_risk_percent": decimal(game.element_of_risk * 100, 6),
        "return_percent": decimal(100 - game.house_edge * 100, 6),
        "standard_deviation_antes": f"{game.standard_deviation:.6f}",
        "call_percent": shares[Decision.CALL],
        "fold_percent": shares[Decision.FOLD],
        "either_percent": shares[Decision.EITHER],
        "bonus_edge_percent": bonus_edge,
        "blind_call_edge_percent": blind,
    }


def _bonus_edge(game: GameOutcomes) -> str:
    """The edge of the AA Bonus, where it does not depend on a play that was not counted."""
    from solver.bonus import bonus_return

    if game.rules.bonus_pays is None:
        return ""
    if not game.rules.fold_forfeits_bonus:
        return decimal(100 - bonus_return(game.rules) * 100, 6)
    if game.by_bonus is None:
        return ""
    return decimal(-game.bonus_distribution.mean * 100, 6)


def show(
    games: Sequence[GameOutcomes], form: Form, signatures: Sequence[str] | None = None
) -> None:
    """Print games as a table, CSV or JSON; ``signatures`` adds one of each."""
    if form == "text":
        _show_table(games)
        return
    rows = [row(game) for game in games]
    for n, signature in enumerate(signatures or ()):
        rows[n]["signature"] = signature
    print_rows(rows, form)


def print_rows(rows: Sequence[dict[str, str]], form: Form) -> None:
    """Print rows of the same columns as CSV or JSON."""
    if form == "json":
        click.echo(json.dumps(rows, indent=2))
        return
    if rows:
        writer = csv.DictWriter(sys.stdout, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def _show_table(games: Sequence[GameOutcomes]) -> None:
    from solver.cli.screen import console, grid

    blind = any(game.rules.blind_call for game in games)
    table = grid(
        "rules", "house edge>", "element of risk>", "deviation, antes>", "called>",
        *(["blind Call edge>"] if blind else []), "EV per Ante, exact",
    )  # fmt: skip
    for game in games:
        edge = percent(game.blind_call_edge) if game.rules.blind_call else ""
        table.add_row(
            label(game.rules),
            f"[bold]{percent(game.house_edge)}[/]",
            percent(game.element_of_risk),
            f"{game.standard_deviation:.6f}",
            percent(game.share(Decision.CALL)),
            *([edge] if blind else []),
            str(game.ev),
        )
    console().print(table)
