"""The command ``casino-holdem``: turns a person's words into calls and answers into text."""

from __future__ import annotations

import os
import sys
from importlib import import_module

import click

from solver._version import VERSION

STATUS_FALSE = 1
"""Checked and false: a promise not kept, a claim that fits nothing, a bad line, a failed job."""
STATUS_USAGE = 2
STATUS_INTERRUPTED = 130

_COMMANDS = (
    "advise",
    "advise-two",
    "bench",
    "chart",
    "edge",
    "play",
    "report",
    "rules",
    "serve",
    "session",
    "settle",
    "solve",
    "strategy",
    "sweep",
    "train",
    "verify",
)


class _Commands(click.Group):
    """Loads a command's module when it is asked for: an answer should not wait for the others."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        module = cmd_name.replace("-", "_")
        command: click.Command = import_module(f"solver.cli.{module}").command
        return command


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(VERSION, prog_name="casino-holdem")
def casino_holdem() -> None:
    """Exact answers for Casino Hold'em: the value of Call against Fold in every spot.

    Exit status: 0 done, 1 checked and false (or the job failed), 2 wrong usage, 130 interrupted.
    """


def main() -> None:
    """Run the command line and exit with its status."""
    # Cards are ASCII and numbers too, but what is typed, and echoed as an error, may be anything.
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    # No linear algebra here: its threads would only be in the way of fork.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    sys.exit(_run())


def _run() -> int:  # noqa: PLR0911
    try:
        status = casino_holdem.main(prog_name="casino-holdem", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.ctx.get_help() if error.ctx else error.format_message())
        return STATUS_USAGE
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "casino-holdem"
        return _fail(f"{command}: {error.format_message()}", STATUS_USAGE)
    except click.ClickException as error:
        return _fail(f"casino-holdem: {error.format_message()}", error.exit_code)
    except (KeyboardInterrupt, click.Abort):
        return _fail("casino-holdem: interrupted", STATUS_INTERRUPTED)
    except BrokenPipeError:
        # The reader has left. Python would complain once more when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        known = _status_of(error)
        if known is None:
            raise
        return _fail(f"casino-holdem: {error}", known)
    return status if isinstance(status, int) else 0


def _status_of(error: Exception) -> int | None:
    """Exit status for an error that is the user's or the machine's, not the program's."""
    # Named, not imported: what was not loaded cannot have been raised.
    names = {f"{kind.__module__}.{kind.__qualname__}" for kind in type(error).__mro__}
    if names & {
        "solver.cards.CardError",
        "solver.paytables.RulesError",
        "solver.figures.ClaimError",
        "solver.convolution.SessionError",
        "solver.strategy.StrategyError",
        "solver.match.playing.MatchError",
        "solver.match.stated.RecordError",
    }:
        return STATUS_USAGE
    if names & {
        "solver.files.FileError",
        "solver.plots.PlotError",
        "solver.store.StoreError",
        "solver.workers.WorkerError",
        "solver.advisor.DisagreementError",
    }:
        return STATUS_FALSE
    return None


def _fail(message: str, status: int) -> int:
    click.echo(" ".join(message.split()), err=True)
    return status
