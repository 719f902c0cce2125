"""``casino-holdem advise``: what to do in a spot, for one, for many, or in conversation."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from solver import wording
from solver.advisor import Advice, Advisor
from solver.cards import CardError, format_cards, parse_cards
from solver.cli import STATUS_FALSE, options
from solver.hands import Category
from solver.numerals import decimal, percent
from solver.outcomes import Decision
from solver.settlement import Outcome

if TYPE_CHECKING:
    from solver.rules import Rules
    from solver.strategy import Strategy

_COLOURS = {Decision.CALL: "green", Decision.FOLD: "red", Decision.EITHER: "yellow"}
_KNOWN = ("dead", "dealer", "turn", "river")
_INPUT_COLUMNS = ("hole", "flop", *_KNOWN)
_BATCH_COLUMNS = (
    "line",
    *_INPUT_COLUMNS,
    "completions",
    "decision",
    "ev_call",
    "ev_fold",
    "cost_of_error",
    "ev_call_exact",
    *(f"{o.name.lower()}_deals" for o in Outcome),
    "error",
)


@click.command("advise")
@click.argument("cards", nargs=-1)
@options.known_cards
@options.rules
@click.option("--hands", is_flag=True, help="Show the chances by final hand, too.")
@click.option(
    "--why", is_flag=True, help="Name the rule of a strategy to remember that covers the spot."
)
@click.option(
    "--strategy",
    "strategy_name",
    metavar="NAME|FILE",
    help="Which strategy --why means; see casino-holdem strategy list.  [default: best-8]",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option(
    "--batch",
    type=click.File("r", encoding="utf-8-sig", errors="replace"),
    metavar="FILE",
    help="Answer every line of a CSV file, or of standard input with '-', as CSV. Columns: hole, "
    "flop, and if known dead, dealer, turn, river; in this order, or as a first line names them.",
)
@click.option(
    "--table",
    "table_dir",
    type=click.Path(file_okay=False, path_type=Path),
    help="Check against the table in this directory.  [default: the one below results/, if any]",
)
def command(
    cards: Sequence[str],
    rules: Rules,
    hands: bool,
    why: bool,
    strategy_name: str | None,
    as_json: bool,
    batch: TextIO | None,
    table_dir: Path | None,
    **known: str,
) -> int:
    """Say what to do in a spot: CALL, FOLD or EITHER, and what each is worth.

    CARDS are hole and flop, such as "Ah Kd" "As 7d 4c", or both as one: AhKd/As7d4c. Ranks are 2-9,
    T or 10, J, Q, K, A; suits c, d, h, s or symbols. EV is in antes, higher is better.

    Other cards that are known change the chances: --dead, --dealer, --turn, --river.

    Without CARDS, in a terminal, it asks for spots until you leave.
    """
    if batch and (cards or hands or why or as_json or any(known.values())):
        raise click.UsageError(
            "--batch goes without CARDS, --hands, --why and --json; known cards are columns of the "
            "file"
        )
    if strategy_name is not None and not why:
        raise click.UsageError("--strategy goes with --why")
    strategy = _strategy(strategy_name) if why else None
    advisor = _advisor(rules, table_dir)
    if batch:
        return _answer_batch(advisor, batch)
    if not cards:
        if not sys.stdin.isatty():
            raise click.UsageError('expected CARDS, such as "Ah Kd" "As 7d 4c", or --batch')
        return _converse(advisor, hands, as_json, known, strategy)
    show(_advise(advisor, cards, known), hands, as_json, strategy)
    return 0


def _advisor(rules: Rules, table_dir: Path | None) -> Advisor:
    path = table_dir
    if path is None:
        # Named as `solver.table` names it, which need not be loaded if there is none.
        path = options.DEFAULT_OUT / rules.decisive.rules_id
        if not path.exists():
            return Advisor(rules)
    from solver.table import open_table

    return Advisor(rules, open_table(path, rules))


def _advise(advisor: Advisor, texts: Sequence[str], known: Mapping[str, str]) -> Advice:
    """Advice for hole and flop in two texts, or for all five cards in any other number."""
    if len(texts) == 2:
        return advisor.advise(*texts, **known)
    return advisor.advise(" ".join(texts), **known)


def _strategy(name: str | None) -> Strategy:
    from solver.strategy import MEMORABLE, find_strategy

    return find_strategy(name or MEMORABLE)


def show(advice: Advice, hands: bool, as_json: bool, strategy: Strategy | None = None) -> None:
    """Print advice, as JSON or for people; with the rule of a strategy, if there is one."""
    if as_json:
        why = {} if strategy is None else {"why": wording.why(advice, strategy)}
        click.echo(json.dumps(advice.as_dict() | why, indent=2))
        return
    decision = advice.decision
    click.echo(f"{coloured(decision)}  {format_cards(advice.hole)} on {format_cards(advice.flop)}")
    if advice.known:
        click.echo(f"Known: {wording.known(advice)}")
    for name, value in (("Call", advice.ev_call), ("Fold", advice.ev_fold)):
        click.echo(f"EV({name})  {wording.antes(value)}  = {value}")
    exact = "" if decision is Decision.EITHER else f"  = {advice.cost_of_error}"
    click.echo(wording.cost(advice) + exact)
    click.echo(f"After Call: {wording.chances(advice)}")
    _show_bonus(advice)
    if strategy is not None:
        click.echo(wording.why_sentence(wording.why(advice, strategy)))
    if hands:
        _print_hands(advice)


def coloured(decision: Decision) -> str:
    """A decision as it is shown."""
    return click.style(decision.name, fg=_COLOURS[decision], bold=True)


def _show_bonus(advice: Advice) -> None:
    if share := wording.bonus_share(advice):
        click.echo(share)
    if sentence := wording.calling_bonus(advice):
        click.echo(f"{sentence}  = {advice.outcomes.calling_bonus}")


def _print_hands(advice: Advice) -> None:
    from solver.cli.screen import console, grid

    table = grid("final hand", *(f"{o.label}>" for o in Outcome), "all>", "chance>")
    for category, row in zip(Category, advice.outcomes.counts, strict=True):
        if any(row):
            deals = [f"{count:,}" for count in (*row, sum(row))]
            table.add_row(
                category.label, *deals, percent(Fraction(sum(row), advice.completions), 4)
            )
    console().print(table)


def _answer_batch(advisor: Advisor, lines: TextIO) -> int:
    writer = csv.DictWriter(sys.stdout, _BATCH_COLUMNS, restval="", lineterminator="\n")
    bad, written = 0, False
    columns: Sequence[str] | None = None
    for number, line in enumerate(lines, start=1):
        try:
            fields = _fields(line)
            if not any(fields):
                continue
            first, columns = columns is None, columns or ()
            if first and not {field.lower() for field in fields}.isdisjoint(_INPUT_COLUMNS):
                columns = _named_columns(number, fields)
                continue
            advice = _advise(advisor, *_spot(fields, columns))
        except (CardError, csv.Error) as error:
            bad += 1
            click.echo(f"line {number}: {error}", err=True)
            row: dict[str, object] = {"line": number, "error": str(error)}
        else:
            row = _row(number, advice)
        if not written:
            writer.writeheader()
            written = True
        writer.writerow(row)
    if not written:
        writer.writeheader()
    return STATUS_FALSE if bad else 0


def _row(number: int, advice: Advice) -> dict[str, object]:
    return {
        "line": number,
        "hole": format_cards(advice.hole),
        "flop": format_cards(advice.flop),
        **advice.known.as_text(),
        "completions": advice.completions,
        "decision": advice.decision.name,
        "ev_call": decimal(advice.ev_call, 9),
        "ev_fold": decimal(advice.ev_fold, 9),
        "cost_of_error": decimal(advice.cost_of_error, 9),
        "ev_call_exact": str(advice.ev_call),
        **{f"{o.name.lower()}_deals": advice.outcomes.deals(o) for o in Outcome},
    }


def _fields(line: str) -> list[str]:
    """The fields of a line; none for an empty line or a remark."""
    if line.startswith("#"):
        return []
    try:
        fields = next(csv.reader([line], strict=True), [])
    except csv.Error as error:
        raise csv.Error(f"no CSV: {error}") from None
    return [field.strip() for field in fields]


def _named_columns(number: int, names: Sequence[str]) -> list[str]:
    columns = [name.lower() for name in names]
    for name in columns:
        if name not in _INPUT_COLUMNS or columns.count(name) > 1:
            what = "given twice" if name in _INPUT_COLUMNS else "unknown"
            raise click.UsageError(
                f"line {number}: column {name!r} is {what}: expected hole, flop, and of "
                f"{', '.join(_KNOWN)} those that are known"
            )
    for name in ("hole", "flop"):
        if name not in columns:
            raise click.UsageError(f"line {number}: there is no column {name!r}")
    return columns


def _spot(fields: Sequence[str], columns: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Texts of hole and flop, and of the cards known besides, from a line's fields."""
    filled = [field for field in fields if field]
    if len(filled) == 1 or (len(filled) == 5 and all(len(parse_cards(f)) == 1 for f in filled)):
        # All in one field, or a card in each, whatever the columns are called.
        return filled, {}
    if not columns:
        if len(fields) < 3 or len(parse_cards(fields[0])) < 2:
            return filled, {}
        columns = _INPUT_COLUMNS
    if len(fields) > len(columns) and any(fields[len(columns) :]):
        raise CardError(f"expected up to {len(columns)} columns, found {len(fields)}")
    named = dict(zip(columns, fields, strict=False))
    spot = [named.pop("hole", ""), named.pop("flop", "")]
    return spot, named


def _converse(
    advisor: Advisor,
    hands: bool,
    as_json: bool,
    known: Mapping[str, str],
    strategy: Strategy | None,
) -> int:
    from solver.cli.asking import EndOfInput, ask

    click.echo("Hole, then flop, such as Ah Kd and As 7d 4c; empty to leave.")
    while True:
        try:
            typed = ask("hole> ")
            if not typed:
                return 0
            if "/" not in typed and len(parse_cards(typed)) <= 2:
                typed = f"{typed}/{ask('flop> ')}"
            show(advisor.advise(typed, **known), hands, as_json, strategy)
        except CardError as error:
            click.echo(str(error), err=True)
        except EndOfInput:
            return 0
