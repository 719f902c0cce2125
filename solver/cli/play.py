"""``casino-holdem play``: a match against the house."""

from __future__ import annotations

import shlex
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from solver.cli import STATUS_FALSE, options
from solver.cli.advise import coloured
from solver.cli.asking import EndOfInput, ask
from solver.cli.rounds import line, show_cards, show_result, title

if TYPE_CHECKING:
    from solver.match import Choice, Match
    from solver.rules import Rules

_QUIT = "quit"
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
    decisions cost against perfect play, and how lucky you were.

    The match is kept after every round, so that you can leave (quit, end of input or Ctrl-C) and
    go on with --resume; cards that lie on the table then are gathered and dealt anew, of a seeded
    match the same. casino-holdem settle FILE checks the record.
    """
    from solver.match import Match, MatchSetup
    from solver.match.files import latest, new_path, start, take_up

    if resume is not None:
        _check_alone()
        path, passed_over = (Path(resume), []) if resume else latest()
        for reason in passed_over:
            click.echo(f"passed over: {reason}", err=True)
        match = take_up(path)
    else:
        match = Match(MatchSetup.with_bonus(rules, ante, bonus, rounds, seed))
        path = save or new_path()
        try:
            start(match, path)
        except FileExistsError:
            raise click.UsageError(
                f"--save: {path} is there already; go on with it (--resume), or name a new file"
            ) from None
    return _play(match, _Keeper(path, len(match.played), made=resume is None), hints)


class _Keeper:
    """Keeps a match in its file; a file that cannot be written any more does not end the match."""

    def __init__(self, path: Path, kept: int, *, made: bool) -> None:
        self.path = path
        self.made = made
        self.kept = kept
        self.status = 0

    def keep(self, match: Match) -> None:
        """Write what was played, if there is more than was written."""
        from solver.files import FileError
        from solver.match.files import keep

        if len(match.played) == self.kept:
            return
        try:
            keep(match, self.path)
        except FileError as error:
            click.echo(f"not kept: {error}; tried again after the next round", err=True)
            self.status = STATUS_FALSE
        else:
            self.kept, self.status = len(match.played), 0

    def say(self) -> None:
        """Say where the match is."""
        if self.status:
            click.echo(f"Kept        only up to deal {self.kept}, in {self.path}")
        else:
            click.echo(f"Kept in     {self.path}")


def _play(match: Match, keeper: _Keeper, hints: bool) -> int:
    try:
        click.echo(title(match))
        while not match.over:
            _play_round(match, hints)
            keeper.keep(match)
    except (EndOfInput, KeyboardInterrupt) as left:
        if isinstance(left, KeyboardInterrupt):
            click.echo()
        # Ctrl-C may have come between a round and its keeping.
        keeper.keep(match)
        _leave(match, keeper)
        if isinstance(left, KeyboardInterrupt):
            raise
        return keeper.status
    _finish(match, keeper)
    return keeper.status


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
    from solver.match import SEE, Choice

    words = (*match.words, _QUIT)
    while True:
        typed = " ".join(ask(f"{', '.join(words)}> ").lower().split())
        found = [word for word in words if typed and word.startswith(typed)]
        if found == [_QUIT]:
            raise EndOfInput
        if len(found) == 1:
            return None if found == [SEE] else Choice(found[0])
        if typed:
            click.echo(
                f"expected one of {', '.join(words)}, or a first letter, found {typed[:40]!r}"
            )


def _show_hint(match: Match) -> None:
    advice = match.setup.advise(match.hole, match.flop)
    line("Hint", f"{coloured(advice.decision)}: {match.setup.hint(advice)}")


def _leave(match: Match, keeper: _Keeper) -> None:
    """Say what is kept of a match that is not over; a file that was made for nothing is not."""
    from solver.match.told import result_text

    if keeper.made and not match.played:
        keeper.path.unlink(missing_ok=True)
        click.echo("No round was played.")
        return
    click.echo(f"Result      {result_text(match)}")
    keeper.say()
    if not match.over:
        click.echo(f"Go on with  casino-holdem play --resume {shlex.quote(str(keeper.path))}")


def _finish(match: Match, keeper: _Keeper) -> None:
    from solver.cli.reviewing import show_review
    from solver.match.told import result_text
    from solver.numerals import noun

    voids = len(match.played) - match.counted
    void = f"; {voids} {noun(voids, 'deal')} void" if voids else ""
    click.echo(f"\nResult: {result_text(match)}{void}\n")
    show_review(match)
    click.echo()
    keeper.say()
