"""``casino-holdem play``: a match against the house."""

from __future__ import annotations

import shlex
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from solver.cli import options
from solver.cli.advise import coloured
from solver.cli.asking import EndOfInput, ask
from solver.cli.rounds import line, show_cards, show_result, title

if TYPE_CHECKING:
    from solver.match import Choice, Match
    from solver.rules import Rules

_SEE, _QUIT = "see the cards", "quit"
_GOES_ON_WITH = ("resume", "hints")


@click.command("play")
@options.rules_and_stakes
@click.option(
    "--rounds", type=int, default=20, show_default=True, metavar="N", help="Rounds that count."
)
@click.option(
    "--seed",
    metavar="TEXT",
    help="Shuffle from this seed, the same each time.  [default: the machine's randomness]",
)
@click.option("--hints", is_flag=True, help="Show the advisor's answer before every decision.")
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep the match in this new file, as JSON if its name ends so, else as text.  [default: "
    "one in the data directory]",
)
@click.option(
    "--resume",
    is_flag=False,
    flag_value="",
    metavar="[FILE]",
    help="Go on with the match in FILE, or with the last one that is not over.",
)
def command(
    rules: Rules,
    ante: Fraction,
    bonus: Fraction | None,
    rounds: int,
    seed: str | None,
    hints: bool,
    save: Path | None,
    resume: str | None,
) -> int:
    """Play a match: rounds with fixed stakes against the house, and a running result.

    Decide with call or fold, or their first letter; void declares a wrong deal: stakes back, the
    round is played again. Every round is settled line by line. At the end you learn what your
    decisions cost against perfect play, to the last unit, and how lucky you were.

    The match is kept after every round, so that you can leave (quit, end of input or Ctrl-C) and
    go on with --resume; cards that lie on the table then are gathered and dealt anew, of a seeded
    match the same. casino-holdem settle FILE checks the record.
    """
    from solver.match import Match, MatchSetup
    from solver.match.files import keep, latest, new_path, take_up

    if resume is not None:
        _check_alone()
        path = Path(resume) if resume else latest()
        match = take_up(path)
    else:
        match = Match(MatchSetup.with_bonus(rules, ante, bonus, rounds, seed))
        if save and save.exists():
            raise click.UsageError(
                f"--save: {save} is there already; go on with it (--resume), or name a new file"
            )
        path = save or new_path()
        keep(match, path)
    made, before = resume is None, len(match.played)
    try:
        click.echo(title(match))
        while not match.over:
            _play_round(match, hints)
            keep(match, path)
    except (EndOfInput, KeyboardInterrupt) as left:
        if len(match.played) > before:
            # Ctrl-C may have come between a round and its keeping.
            keep(match, path)
        interrupted = isinstance(left, KeyboardInterrupt)
        if interrupted:
            click.echo()
        _leave(match, path, made)
        if interrupted:
            raise
        return 0
    _finish(match, path)
    return 0


def _check_alone() -> None:
    context = click.get_current_context()
    for parameter in context.command.params:
        given = context.get_parameter_source(str(parameter.name)) is ParameterSource.COMMANDLINE
        if given and parameter.name not in _GOES_ON_WITH:
            raise click.UsageError(
                f"--resume goes without {parameter.opts[-1]}: the match says how it is played"
            )


def _play_round(match: Match, hints: bool) -> None:
    from solver.match import Choice
    from solver.numerals import amount

    setup = match.setup
    click.echo(f"\nRound {match.counted + 1} of {setup.rounds}, total {amount(match.total)}")
    if match.seen:
        show_cards(match.hole, match.flop)
    while True:
        if match.seen and hints:
            _show_hint(match)
        choice = _ask_choice(match)
        if choice is None:
            match.see()
            show_cards(match.hole, match.flop)
            continue
        break
    played = match.choose(choice)
    if choice is Choice.BLIND_CALL:
        show_cards(played.hole, played.flop)
    show_result(played, setup.rules, match.total)


def _ask_choice(match: Match) -> Choice | None:
    """What the player chooses; None to see the cards."""
    from solver.match import Choice

    words = [str(choice) for choice in match.offers]
    if not match.seen:
        words.insert(1, _SEE)
    words.append(_QUIT)
    while True:
        typed = " ".join(ask(f"{', '.join(words)}> ").lower().split())
        found = [word for word in words if typed and word.startswith(typed)]
        if found == [_QUIT]:
            raise EndOfInput
        if len(found) == 1:
            return None if found == [_SEE] else Choice(found[0])
        if typed:
            click.echo(
                f"expected one of {', '.join(words)}, or a first letter, found {typed[:40]!r}"
            )


def _show_hint(match: Match) -> None:
    from solver.numerals import decimal

    setup = match.setup
    advice = setup.advise(match.hole, match.flop)
    call, fold = (decimal(ev * setup.ante, 2, sign=True) for ev in (advice.ev_call, advice.ev_fold))
    line("Hint", f"{coloured(advice.decision)}: Call {call}, Fold {fold} on average")


def _leave(match: Match, path: Path, made: bool) -> None:
    """Say what is kept of a match that is not over; a file that was made for nothing is not."""
    from solver.match.stated import result_text

    if made and not match.played:
        path.unlink(missing_ok=True)
        click.echo("No round was played.")
        return
    click.echo(f"Result      {result_text(match)}")
    click.echo(f"Kept in     {path}")
    if not match.over:
        click.echo(f"Go on with  casino-holdem play --resume {shlex.quote(str(path))}")


def _finish(match: Match, path: Path) -> None:
    from solver.cli.reviewing import show_review
    from solver.match.stated import result_text

    click.echo(f"\nResult: {result_text(match)}\n")
    show_review(match)
    click.echo(f"\nRecord  {path}")
