"""``casino-holdem settle``: a recorded match settled anew, and what differs."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solver.cli import STATUS_FALSE

if TYPE_CHECKING:
    from solver.match import Match
    from solver.match.audit import Checked


@click.command("settle")
@click.argument("file", metavar="FILE|-")
@click.option("--show", "show", is_flag=True, help="Show every round, line by line.")
@click.option(
    "--review",
    "with_review",
    is_flag=True,
    help="Also what the decisions cost against perfect play, and how lucky it was.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(file: str, show: bool, with_review: bool, as_json: bool) -> int:
    """Settle every round of a recorded match by its rules and report what differs.

    FILE is a record as casino-holdem play writes it, text or JSON; - is standard input. A record
    can be written by hand, a round a line, with the amounts to be checked:

    \b
    Rules: standard
    Ante: 100
    Bonus: 100
    1. Ah Kd | As 7d 4c | call | 9h 2s | Qs Qc: ante +100, call +200, bonus +700, net +1000
    2. 8c 3d | Kh 9c 4d | fold: net -200, total +800
    -. 7c 7h | As 7d | void
    Result: +800

    That is number, hole, flop, choice, turn and river, the dealer's cards. What is not stated is
    not checked; without a head the Ante is 100, the rules are standard. What follows a # in a round
    is a remark. Of a match with a seed the shuffles are checked, too.

    Exit status: 0 if all is right, 1 if something differs, 2 if it is no record.
    """  # noqa: D301
    from solver.match.audit import check_record
    from solver.match.files import read_text, text_of
    from solver.match.record import RecordError, read_record

    if show and as_json:
        raise click.UsageError("--show goes without --json, which has every round")
    name = "standard input" if file == "-" else file
    text = None if file == "-" else read_text(Path(file))
    try:
        if text is None:
            text = text_of(sys.stdin.buffer)
        record = read_record(text)
    except RecordError as error:
        raise RecordError(f"{name}: {error}") from None
    checked = check_record(record)
    if as_json:
        click.echo(json.dumps(_as_dict(checked, with_review), indent=2))
    else:
        _print(checked, show, with_review)
    return STATUS_FALSE if checked.differences else 0


def _print(checked: Checked, show: bool, with_review: bool) -> None:
    from solver.cli.rounds import show_round, title
    from solver.match.told import result_text
    from solver.numerals import noun

    match, record = checked.match, checked.record
    click.echo(title(match))
    if show:
        for number, played, total in checked.settled:
            click.echo()
            show_round(number, played, match.setup.rules, total)
        click.echo()
    for difference in checked.differences:
        click.echo(str(difference))
    stated = sum(len(row.amounts) for row in record.rows) + (record.net is not None)
    deals = len(record.rows)
    amounts = f"{stated:,} stated {noun(stated, 'amount')}"
    voids = len(match.played) - match.counted
    void = f", {voids:,} void" if voids else ""
    count = f"{deals:,} {noun(deals, 'deal')}{void}, {amounts}"
    wrong = len(checked.differences)
    verdict = f"{wrong} {noun(wrong, 'difference')}" if wrong else "all right"
    click.echo(f"Checked: {count}; {verdict}")
    click.echo(f"Result:  {result_text(match)}")
    if with_review:
        from solver.cli.reviewing import show_review

        click.echo()
        show_review(match)


def _as_dict(checked: Checked, with_review: bool) -> dict[str, Any]:
    from solver.match.record import to_json
    from solver.match.told import result_text

    result: dict[str, Any] = {
        "deals": len(checked.record.rows),
        "right": not checked.differences,
        "differences": [vars(difference) for difference in checked.differences],
        "result": result_text(checked.match),
        "settled": json.loads(to_json(checked.match)),
    }
    if with_review:
        result["review"] = _review_as_dict(checked.match) if checked.match.counted else None
    return result


def _review_as_dict(match: Match) -> dict[str, Any]:
    from solver.match.review import review, solve_for
    from solver.solve import Engine

    looked_back = review(match, solve_for(match.setup.rules, Engine()))
    return looked_back.as_dict() | {"cost_exact": str(looked_back.cost)}
