"""The trainer: questions for players and dealers, with the right answers and the reasons."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from solver.rules import Rules
from solver.trainer.question import (
    KINDS,
    AnswerError,
    Difficulty,
    Field,
    Place,
    Question,
    Shown,
    Verdict,
)

HIGHEST_NUMBER = 1_000_000_000
"""The last question of a series."""

__all__ = [
    "HIGHEST_NUMBER",
    "KINDS",
    "AnswerError",
    "Difficulty",
    "Field",
    "Place",
    "Question",
    "Shown",
    "Verdict",
    "question",
]


def question(
    kind: str,
    seed: str,
    number: int,
    rules: Rules | None = None,
    difficulty: Difficulty | str = Difficulty.NORMAL,
) -> Question:
    """Question ``number`` of a series: the same for the same arguments, everywhere.

    Parameters
    ----------
    kind : str
        One of `KINDS`.
    seed : str
        Any text: the name of the series.
    number : int
        From 1 to `HIGHEST_NUMBER`.
    rules : Rules, optional
    difficulty : Difficulty or its name

    Raises
    ------
    ValueError
        For an unknown kind or difficulty, a number out of range, or a seed that is no text.
    RulesError
        For questions about the AA Bonus by rules without one.
    """
    if kind not in KINDS:
        raise ValueError(f"kind: expected one of {', '.join(KINDS)}, found {kind!r}")
    if difficulty not in list(Difficulty):
        raise ValueError(f"difficulty: expected {', '.join(Difficulty)}, found {difficulty!r}")
    if type(number) is not int or not 1 <= number <= HIGHEST_NUMBER:
        raise ValueError(f"number: expected 1 to {HIGHEST_NUMBER:,}, found {number!r}")
    try:
        seed.encode()
    except UnicodeEncodeError:
        raise ValueError(f"seed: expected text, found {seed!r}") from None
    # Each kind is a module; who asks for one need not wait for the others.
    drawn: Callable[[Place], Question] = import_module(f"solver.trainer.{kind}").drawn
    return drawn(Place(seed, number, Difficulty(difficulty), rules or Rules()))
