"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from solver.paytables import ANTE_FIELDS, RulesError, parse_pay
from solver.rules import Rules, Unqualified

if TYPE_CHECKING:
    from collections.abc import Sequence

DEFAULT_OUT = Path("results")

Command = TypeVar("Command", bound=Callable[..., Any])

_OVERRIDES: dict[str, dict[str, Any]] = {
    "--ante": {
        "metavar": "PAYS",
        "help": f"Ante pays to one, joined by '-': {ANTE_FIELDS}; or ten, for every hand; or by "
        "name, such as '100-20-10-3-2-1, trips=3/2'.",
    },
    "--call": {"metavar": "ANTES", "help": "The Call, such as 2 or 3/2."},
    "--qualifier": {
        "metavar": "HAND",
        "help": "What the dealer qualifies with, or better: 'pair of fours', 'two pair', ..., or "
        "none for always.",
    },
    "--unqualified": {
        "type": click.Choice([str(u) for u in Unqualified]),
        "help": "The Ante if the dealer does not qualify: paid by the table, 1:1, or returned.",
    },
    "--ante-needs-pair/--ante-on-any-hand": {
        "default": None,
        "help": "The Ante pays only on a pair or better, and is else returned.",
    },
    "--bonus-pays": {
        "metavar": "PAYS",
        "help": "AA Bonus pays, royal flush to pair of aces: nine joined by '-', or by name, or "
        "none.",
    },
    "--bonus-cards": {
        "type": click.Choice(["5", "6"]),
        "help": "Cards of the AA Bonus: hole and flop, or the turn, too.",
    },
    "--fold-forfeits-bonus/--fold-keeps-bonus": {
        "default": None,
        "help": "Whether a fold loses the AA Bonus.",
    },
    "--bonus": {"metavar": "ANTES", "help": "What is bet on the AA Bonus."},
    "--blind-call/--no-blind-call": {
        "default": None,
        "help": "The Call may be bet before any card is seen; report its edge, too.",
    },
}


def rules(command: Command) -> Command:
    """Add the options that say what is played; the command gets them as ``rules``."""

    @wraps(command)
    def run(*args: Any, base: str | None, **given: Any) -> Any:
        overrides = {name: given.pop(name) for name in _names()}
        return command(*args, rules=combined(base, overrides), **given)

    return _with_options(run, many=())  # type: ignore[return-value]


def rules_and_stakes(command: Command) -> Command:
    """Add the same, but ``--ante`` and ``--bonus`` are what is bet, as ``ante`` and ``bonus``.

    The Ante table is then given with ``--ante-pays``.
    """

    @wraps(command)
    def run(*args: Any, base: str | None, ante: str, bonus: str | None, **given: Any) -> Any:
        overrides = {n: given.pop(n) for n in _names() if n not in ("ante", "bonus")}
        overrides["ante"] = given.pop("ante_pays")
        stakes = {
            "ante": _stake("--ante", ante),
            "bonus": None if bonus is None else _stake("--bonus", bonus),
        }
        chosen = combined(base, overrides, {"ante": "--ante-pays"})
        return command(*args, rules=chosen, **stakes, **given)

    run = click.option(
        "--bonus", metavar="STAKE", help="What is bet on the AA Bonus.  [default: as the rules say]"
    )(run)
    run = click.option(
        "--ante", metavar="STAKE", default="100", show_default=True, help="What is bet on the Ante."
    )(run)
    return _with_options(run, many=(), flags={"--ante": "--ante-pays", "--bonus": None})  # type: ignore[return-value]


def _stake(flag: str, text: str) -> Fraction:
    with _naming(flag):
        try:
            return parse_pay(text)
        except RulesError as error:
            table = "; the Ante table is --ante-pays" if flag == "--ante" else ""
            raise RulesError(f"{error}: expected a stake such as 100 or 37.5{table}") from None


def many_rules(command: Command) -> Command:
    """Add the same, with ``--rules`` and ``--ante`` any number of times, as ``games``."""

    @wraps(command)
    def run(*args: Any, base: Sequence[str], **given: Any) -> Any:
        overrides = {name: given.pop(name) for name in _names()}
        tables = overrides.pop("ante") or [None]
        names: Sequence[str | None] = base or [None]
        games = [combined(name, overrides | {"ante": ante}) for name in names for ante in tables]
        return command(*args, games=games, **given)

    return _with_options(run, many=("--rules", "--ante"))  # type: ignore[return-value]


def rules_and_number(command: Command) -> Command:
    """Add the same as `rules`; a whole number given to ``--rules`` becomes ``number``, or None."""

    @wraps(command)
    def run(*args: Any, base: Sequence[str], **given: Any) -> Any:
        overrides = {name: given.pop(name) for name in _names()}
        numbers = [int(text) for text in base if text.isascii() and text.isdigit()]
        names = [text for text in base if not (text.isascii() and text.isdigit())]
        for values, what in ((numbers, "numbers"), (names, "names")):
            if len(values) > 1:
                context = click.get_current_context()
                raise click.UsageError(
                    f"--rules: expected one of each, found {what}: {', '.join(map(str, values))}",
                    context,
                )
        chosen = combined(names[0] if names else None, overrides)
        return command(*args, rules=chosen, number=numbers[0] if numbers else None, **given)

    return _with_options(run, many=("--rules",))  # type: ignore[return-value]


def _names() -> list[str]:
    return [flag.partition("/")[0].lstrip("-").replace("-", "_") for flag in _OVERRIDES]


def _with_options(
    command: Command, many: tuple[str, ...], flags: Mapping[str, str | None] | None = None
) -> Command:
    """The options; ``flags`` says which are called otherwise, or (None) left out."""
    for usual, settings in reversed(_OVERRIDES.items()):
        flag = (flags or {}).get(usual, usual)
        if flag:
            command = click.option(flag, multiple=usual in many, **settings)(command)
    return click.option(
        "--rules",
        "base",
        metavar="NAME|FILE",
        multiple="--rules" in many,
        help="Rules by name (see casino-holdem rules), or from a TOML file; the options below "
        "change them.  [default: standard]",
    )(command)


def named(name: str, parameter: str) -> Rules:
    """Rules by name or from a file.

    Raises
    ------
    click.UsageError
        Naming the parameter that the name was given with.
    """
    # Loaded where somebody names one: a single answer should not wait for all of them.
    from solver.presets import find_rules

    with _naming(parameter):
        return find_rules(name)


def combined(
    base: str | None, overrides: dict[str, Any], flags: Mapping[str, str] | None = None
) -> Rules:
    """Rules by name or from a file, changed by single options; None where one is not given.

    Parameters
    ----------
    base : str or None
    overrides : dict
        Values by option.
    flags : mapping, optional
        What options are called on the command line, where that is not their name.

    Raises
    ------
    click.UsageError
        Saying which option is to blame.
    """
    chosen = Rules() if base is None else named(base, "--rules")
    given = {name: value for name, value in overrides.items() if value is not None}
    try:
        return chosen.with_options(given)
    except RulesError:
        # Loaded where something is wrong: see `named`.
        from solver.presets import problems_of

        name, reason = next(iter(problems_of(chosen, given).items()))
    flag = (flags or {}).get(name, f"--{name.replace('_', '-')}")
    raise _invalid(flag, reason)


def _invalid(flag: str, reason: object) -> click.UsageError:
    context = click.get_current_context(silent=True)
    return click.UsageError(f"Invalid value for '{flag}': {reason}", context)


@contextmanager
def _naming(flag: str) -> Iterator[None]:
    try:
        yield
    except RulesError as error:
        raise _invalid(flag, error) from None


def known_cards(command: Command) -> Command:
    """Add the options for cards known besides hole and flop, each as text."""
    for flag, text in reversed(
        {
            "--dead": "Cards out of the deck, such as a neighbour's.",
            "--dealer": "One or both of the dealer's cards, if seen.",
            "--turn": "The turn, if seen.",
            "--river": "The river, if seen.",
        }.items()
    ):
        command = click.option(flag, metavar="CARDS", default="", help=text)(command)
    return command


indifferent = click.option(
    "--indifferent",
    type=click.Choice(["fold", "call"]),
    default="fold",
    show_default=True,
    help="What to play where Call and Fold are worth exactly the same; no EV depends on it.",
)
