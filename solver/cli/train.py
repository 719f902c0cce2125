"""``casino-holdem train``: questions for players and dealers, and the record of their answers."""

from __future__ import annotations

import secrets
import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from solver.cli import STATUS_FALSE, options
from solver.numerals import decimal, percent
from solver.paytables import RulesError
from solver.rules import Rules
from solver.trainer import HIGHEST_NUMBER, KINDS, AnswerError, Difficulty, question

if TYPE_CHECKING:
    from solver.trainer import Question, Verdict
    from solver.trainer.progress import Answered, Progress, Summary

_RECORD = "progress"


@click.command("train")
@click.argument("kind", type=click.Choice([*KINDS, _RECORD]), metavar="KIND")
@options.rules
@click.option(
    "--seed", metavar="TEXT", help="Which series of questions: the same for the same text."
)
@click.option(
    "--questions",
    type=click.IntRange(1, HIGHEST_NUMBER),
    metavar="N",
    help="How many.  [default: until you leave]",
)
@click.option(
    "--difficulty",
    type=click.Choice([str(difficulty) for difficulty in Difficulty]),
    default=str(Difficulty.NORMAL),
    show_default=True,
    help="How hard they are.",
)
@click.option("--no-progress", is_flag=True, help="Keep no record of the answers.")
def command(
    kind: str,
    rules: Rules,
    seed: str | None,
    questions: int | None,
    difficulty: str,
    no_progress: bool,
) -> int:
    """Ask questions, say at once what is right and why, and keep count.

    KIND is decisions (call or fold, where people err), payouts (what the dealer pays on Ante, Call
    and AA Bonus), qualify (whether the dealer does), bonus (what the AA Bonus pays), winner (whose
    hand is better, and its five cards), or progress: no questions, but the record of all answers.

    An empty answer leaves. The first letter of a word will do. Every answer is put on record at
    once, in a file on this machine: see casino-holdem train progress.
    """
    if kind == _RECORD:
        if seed or questions or no_progress:
            raise click.UsageError("progress goes without --seed, --questions and --no-progress")
        return _show_record()
    series = _Series(kind, seed or secrets.token_hex(4), difficulty, rules, questions)
    return _Lesson(series, None if no_progress else _progress()).run()


def _progress() -> Progress:
    from solver.trainer.progress import Progress

    return Progress()


@dataclass(frozen=True)
class _Series:
    """Which questions are asked, and how many; None for no end."""

    kind: str
    seed: str
    difficulty: str
    rules: Rules
    questions: int | None

    def question(self, number: int) -> Question:
        try:
            return question(self.kind, self.seed, number, self.rules, self.difficulty)
        except RulesError:
            raise
        except ValueError as error:
            reason = str(error).removeprefix("seed: ")
            raise click.UsageError(f"Invalid value for '--seed': {reason}") from None

    @property
    def last(self) -> int:
        return self.questions or HIGHEST_NUMBER


class _Lesson:
    """Questions, answers and what becomes of them."""

    def __init__(self, series: _Series, progress: Progress | None) -> None:
        self.series = series
        self.progress = progress
        self.answers: list[Answered] = []
        self.failed = False

    def run(self) -> int:
        from solver.cli.asking import EndOfInput

        first = self.series.question(1)
        self._introduce()
        try:
            self._ask(first)
            for number in range(2, self.series.last + 1):
                self._ask(self.series.question(number))
        except _Leave:
            pass
        except EndOfInput as end:
            if str(end):
                click.echo(str(end), err=True)
        except KeyboardInterrupt:
            click.echo()
            self._sum_up()
            raise
        self._sum_up()
        return STATUS_FALSE if self.failed else 0

    def _introduce(self) -> None:
        from solver.wording import label

        series = self.series
        click.echo(f"{KINDS[series.kind]}.")
        click.echo(f"Rules: {label(series.rules)}; difficulty: {series.difficulty}")
        click.echo("An empty answer leaves.")

    def _ask(self, asked: Question) -> None:
        of = f" of {self.series.questions}" if self.series.questions else ""
        click.echo(f"\n{asked.number}{of}. {asked.asks}")
        for shown in asked.shown:
            click.echo(f"{shown.label}: {shown.text or _cards(shown.cards)}")
        if asked.number == 1:
            for expects in dict.fromkeys(f.expects for f in asked.fields if f.expects):
                click.echo(f"Expected: {expects}")
        answers: dict[str, str] = {}
        for field in asked.fields:
            choices = f" ({', '.join(field.options)})" if field.options else ""
            answers[field.name] = _answer(asked, field.name, f"{field.label}{choices}> ")
        verdict = asked.check(answers)
        self._record(asked, verdict)
        self._say(verdict)

    def _record(self, asked: Question, verdict: Verdict) -> None:
        from solver.files import FileError
        from solver.trainer.progress import Answered

        answered = Answered.now(asked, verdict)
        self.answers.append(answered)
        if self.progress:
            try:
                self.progress.add(answered)
            except FileError as error:
                # The lesson can go on; said once.
                click.echo(f"no record is kept: {error}", err=True)
                self.progress, self.failed = None, True

    def _say(self, verdict: Verdict) -> None:
        if verdict.right:
            click.echo(click.style("Right.", fg="green", bold=True))
        else:
            named = len(verdict.expected) > 1
            right = ", ".join(
                f"{name} {text}" if named else text for name, text in verdict.expected.items()
            )
            click.echo(f"{click.style('Wrong', fg='red', bold=True)}, the answer is: {right}")
        for sentence in verdict.reason:
            click.echo(f"  {sentence}")
        (summary,) = _summary(self.answers)
        click.echo(f"Streak {summary.streak}, right {summary.right} of {summary.answered}")

    def _sum_up(self) -> None:
        series = self.series
        if not self.answers:
            click.echo("\nNo question was answered.")
        for summary in _summary(self.answers):
            share = percent(summary.share, 1)
            click.echo(
                f"\n{summary.right} of {summary.answered} right ({share}), "
                f"best streak {summary.best_streak}"
            )
            if series.kind == "decisions":
                each = decimal(summary.lost / summary.answered, 6)
                click.echo(f"Lost {decimal(summary.lost, 6)} antes, {each} a decision")
        click.echo(
            f"The same questions again: casino-holdem train {series.kind} --seed "
            f"{shlex.quote(series.seed)} --difficulty {series.difficulty}"
            f"{'' if series.rules == Rules() else ' and the same rules'}"
        )


class _Leave(Exception):  # noqa: N818  (nobody's mistake)
    """An empty answer."""


def _answer(asked: Question, name: str, prompt: str) -> str:
    from solver.cli.asking import ask

    while True:
        typed = ask(prompt)
        if not typed:
            raise _Leave
        try:
            return asked.read(name, typed)
        except AnswerError as error:
            click.echo(str(error), err=True)


def _cards(cards: tuple[int, ...]) -> str:
    from solver.cards import format_cards

    return format_cards(cards)


def _summary(answers: list[Answered]) -> tuple[Summary, ...]:
    from solver.trainer.progress import summary

    return summary(answers)


def _show_record() -> int:
    from solver.trainer.progress import summary

    progress = _progress()
    answers = progress.read()
    if progress.skipped:
        lines = "1 line is" if progress.skipped == 1 else f"{progress.skipped} lines are"
        click.echo(f"{progress.path}: {lines} not an answer, and not counted", err=True)
    if not answers:
        click.echo(f"No answer is on record in {progress.path}")
        return 0
    rows = [("kind", "asked", "right", "best", "lost")]
    for of_kind in summary(answers):
        lost = decimal(of_kind.lost / of_kind.answered, 4) if of_kind.kind == "decisions" else ""
        share = percent(of_kind.share, 0)
        rows.append(
            (of_kind.kind, f"{of_kind.answered:,}", share, f"{of_kind.best_streak:,}", lost)
        )
    for kind, *figures in rows:
        # Narrow, to be whole in a terminal of 40 columns.
        click.echo(f"{kind:<9}" + "".join(f"{figure:>7}" for figure in figures))
    click.echo("best: right answers in a row; lost: antes per decision")
    click.echo(f"Record: {progress.path}")
    return 0
