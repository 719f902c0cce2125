"""What the commands that solve the game share: how to run, log file, progress bar."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from solver.workers import MOST_WORKERS, START_METHODS

if TYPE_CHECKING:
    from solver.edge import Solution
    from solver.game import Indifferent
    from solver.rules import Rules
    from solver.solve import Engine

Command = TypeVar("Command", bound=Callable[..., Any])


def engine(command: Command) -> Command:
    """Add the options that say how to run; the command gets ``workers`` and ``start_method``."""
    command = click.option(
        "--workers",
        type=click.IntRange(1, MOST_WORKERS),
        metavar="N",
        help="Worker processes.  [default: one for each usable processor]",
    )(command)
    command = click.option(
        "--start-method",
        type=click.Choice(START_METHODS),
        help="How worker processes start; results do not depend on it.  [default: fork where "
        "possible, else spawn]",
    )(command)
    return click.option(
        "--log-file",
        type=click.Path(dir_okay=False, path_type=Path),
        help="Append what happens, in all processes, to this file.",
    )(command)


@contextmanager
def logging_to(path: Path | None) -> Iterator[None]:
    """Send the log of this package to a file, whole line by whole line.

    Raises
    ------
    click.UsageError
        If the file cannot be written.
    """
    if path is None:
        yield
        return
    try:
        handler = logging.FileHandler(path, encoding="utf-8")
    except OSError as error:
        raise click.UsageError(f"--log-file {path}: {error.strerror}") from None
    handler.setFormatter(
        logging.Formatter("%(asctime)s %(levelname)s %(processName)s %(process)d %(message)s")
    )
    logger = logging.getLogger("solver")
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        handler.close()


@contextmanager
def progress_bar(total: int, unit: str) -> Iterator[Callable[[int], object]]:
    """A progress bar on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from tqdm import tqdm

    # Its watching thread would be one more in a process that forks.
    tqdm.monitor_interval = 0
    with tqdm(total=total, unit=f" {unit}", unit_scale=True, leave=False) as bar:
        yield bar.update


def solving(command: Command) -> Command:
    """Add `engine` options and turn them into an ``engine`` argument; sets up the log."""

    @wraps(command)
    def run(
        *args: Any, workers: int | None, start_method: Any, log_file: Path | None, **options: Any
    ) -> Any:
        from solver.solve import Engine

        chosen = Engine(workers=workers or 0, start_method=start_method)
        with logging_to(log_file):
            return command(*args, engine=chosen, **options)

    return engine(run)  # type: ignore[return-value]


def solved(
    rules: Rules, engine: Engine, *, indifferent: Indifferent = "fold", with_bonus: bool = False
) -> Solution:
    """The game solved by these rules, with a progress bar; see `solver.edge.solve_with_bonus`."""
    from solver.edge import solve_game, solve_with_bonus
    from solver.spots import SPOT_CLASSES

    with progress_bar(SPOT_CLASSES, "spot classes") as progress:
        if with_bonus:
            return solve_with_bonus(rules, engine, indifferent=indifferent, progress=progress)
        (solution,) = solve_game([rules], engine, indifferent=indifferent, progress=progress)
    return solution
