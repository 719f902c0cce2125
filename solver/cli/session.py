"""``casino-holdem session``: the net result of many rounds of perfect play."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solver.cli import options
from solver.cli.solving import solved, solving

if TYPE_CHECKING:
    from solver.rules import Rules
    from solver.session import Session
    from solver.solve import Engine

_QUANTILES = (1, 5, 25, 50, 75, 95, 99)


def _stake(value: str) -> Fraction:
    from solver.paytables import RulesError, parse_pay

    try:
        return parse_pay(value)
    except RulesError as error:
        raise click.BadParameter(f"{error}, expected antes such as 50") from None


@click.command("session")
@options.rules
@click.option(
    "--rounds", type=int, default=20, show_default=True, metavar="N", help="Rounds played."
)
@click.option(
    "--bankroll",
    type=_stake,
    metavar="ANTES",
    help="Also the chance that this much is lost after some round.",
)
@click.option(
    "--plot",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Draw the distribution to this file: .png, .svg or .pdf (needs the extra plot).",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with every result if exact.")
@solving
def command(
    rules: Rules,
    rounds: int,
    bankroll: Fraction | None,
    plot: Path | None,
    as_json: bool,
    engine: Engine,
) -> int:
    """Say how a session of independent rounds of perfect play ends.

    Chances to end up, even and down, mean, deviation and quantiles of the net result in antes, with
    Ante 1 and, with --bonus, that much on the AA Bonus in every round. With --bankroll also the
    chance of ruin: that after one of the rounds no more than the bankroll is lost, or more.

    Short sessions are exact; for long ones the error is bounded and shown.
    """
    from solver import plots
    from solver.session import check_session, play_session

    check_session(rounds, bankroll)
    if plot:
        plots.check_path(plot)
    solution = solved(rules, engine, with_bonus=True)
    session = play_session(solution.outcomes.total_distribution(rules.bonus), rounds, bankroll)
    if plot:
        plots.write(plots.session_picture(session), plot)
    if as_json:
        click.echo(json.dumps(_as_dict(session, rules), indent=2))
        return 0
    _show(session, rules)
    if plot:
        click.echo(f"Picture             {plot}")
    return 0


def _show(session: Session, rules: Rules) -> None:
    from solver.numerals import decimal
    from solver.wording import label

    bonus = f", AA Bonus {rules.bonus}" if rules.bonus else ""
    click.echo(f"{session.rounds:,} rounds, Ante 1{bonus}; {label(rules)}\n")
    rows = [
        ("Ends up", _chance(session, session.up)),
        ("Ends even", _chance(session, session.even)),
        ("Ends down", _chance(session, session.down)),
        ("Mean", f"{decimal(session.mean, 6, sign=True)} antes"),
        ("Standard deviation", f"{session.standard_deviation:.6f} antes"),
    ]
    if session.ruin is not None:
        rows.append(
            ("Ruin", f"{_chance(session, session.ruin)} of a bankroll of {session.bankroll}")
        )
    for name, text in rows:
        click.echo(f"{name:<20}{text}")
    quantiles = ", ".join(f"{p} %: {_quantile(session, p)}" for p in _QUANTILES)
    click.echo(f"{'Quantiles, antes':<20}{quantiles}")
    precision = "exact" if session.exact else f"within {session.error:.1e} of the exact ones"
    click.echo(f"{'Chances are':<20}{precision}")


def _chance(session: Session, chance: Fraction | float) -> str:
    from solver.numerals import percent

    return percent(Fraction(chance), 6 if session.exact or session.error < 1e-8 else 3)


def _quantile(session: Session, p: int) -> str:
    from solver.numerals import decimal

    value = session.quantile(Fraction(p, 100))
    return decimal(value, 0 if value.denominator == 1 else 3, sign=True)


def _as_dict(session: Session, rules: Rules) -> dict[str, Any]:
    def chance(value: Fraction | float) -> dict[str, Any]:
        exact = {"exact": str(value)} if isinstance(value, Fraction) else {}
        return {"value": float(value)} | exact

    result: dict[str, Any] = {
        "rounds": session.rounds,
        "rules": rules.all_options(),
        "exact": session.exact,
        "error": session.error,
        "up": chance(session.up),
        "even": chance(session.even),
        "down": chance(session.down),
        "mean": chance(session.mean),
        "standard_deviation": float(session.standard_deviation),
        "quantiles": {f"{p} %": str(session.quantile(Fraction(p, 100))) for p in _QUANTILES},
    }
    if session.ruin is not None:
        result |= {"bankroll": str(session.bankroll), "ruin": chance(session.ruin)}
    if session.exact:
        result["distribution"] = {
            str(net): str(chance) for net, chance in session.distribution.chances
        }
    return result
