"""Presets: rules that are played somewhere, by name, with their source; and rules from files."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from solver.paytables import RulesError, nearest
from solver.rules import Rules, Unqualified

USUAL = "standard"
"""The preset that is meant when none is named."""


@dataclass(frozen=True)
class Published:
    """A figure that somebody published for a game.

    Attributes
    ----------
    what : str
        What it is said to be, as `solver.figures.quantities` names it.
    figure : str
        As they gave it.
    source : str
        Who says so.
    """

    what: str
    figure: str
    source: str


@dataclass(frozen=True)
class Preset:
    """Named rules.

    Attributes
    ----------
    name : str
    title : str
        What is particular about them.
    source : str
        Where they are played, or who describes them.
    rules : Rules
    published : tuple of Published
    """

    name: str
    title: str
    source: str
    rules: Rules
    published: tuple[Published, ...] = ()


_BEATING = "beatingbonuses.com, Casino Hold'em"
_WIZARD = "wizardofodds.com, Casino Hold'em"

PRESETS = {
    preset.name: preset
    for preset in (
        Preset(
            USUAL,
            "the common game",
            "Playtech, Evolution",
            Rules(),
            (
                Published("house edge", "2.16 %", _BEATING),
                Published("element of risk", "0.82 %", _BEATING),
                Published("return", "97.84 %", "Playtech, Evolution"),
            ),
        ),
        Preset(
            "two-hand",
            "two hands against one dealer, each as in the common game",
            "Evolution, 2 Hand Casino Hold'em",
            Rules(),
            (Published("return", "97.84 %", "Evolution, 2 Hand Casino Hold'em"),),
        ),
        Preset(
            "royal-20",
            "a royal flush pays as a straight flush",
            f"{_WIZARD}, Ante table 1",
            Rules.with_ante("20-20-10-3-2-1"),
        ),
        Preset(
            "royal-25",
            "straight flushes 25, quads 12; AA Bonus 25 for a flush or better",
            f"{_WIZARD}, tables 2 and 1",
            Rules.with_ante("25-25-12-3-2-1").with_options(
                {"bonus-pays": "25-25-25-25-25-7-7-7-7"}
            ),
            (Published("AA Bonus edge", "6.40 %", f"{_WIZARD}, AA Bonus table 1"),),
        ),
        Preset(
            "royal-50",
            "a royal flush pays 50; AA Bonus 7 for all that wins",
            "Casino Aragon",
            Rules.with_ante("50-20-10-3-2-1").with_options({"bonus-pays": "7-7-7-7-7-7-7-7-7"}),
        ),
        Preset(
            "high-flush-49",
            "straight flush 49, quads 17; AA Bonus with straight 10 and trips 8",
            "rule sheets of live tables",
            Rules.with_ante("100-49-17-3-2-1").with_options(
                {"bonus-pays": "100-50-40-30-20-10-8-7-7"}
            ),
        ),
        Preset(
            "caribbean-holdem",
            "the Ante pays 1:1 when the dealer does not qualify",
            "RTG, Caribbean Hold'em",
            Rules(unqualified=Unqualified.EVEN, bonus_pays=None),
            (Published("element of risk", "1.17 %", _BEATING),),
        ),
        Preset(
            "pair-or-better",
            "the Ante pays only with a pair or better, else it is returned",
            "Vegas Technology style",
            Rules(ante_needs_pair=True, bonus_pays=None),
        ),
        Preset(
            "blind-call",
            "the Call may be bet before any card is seen; a fold forfeits the bonus",
            "Playtech",
            Rules(blind_call=True, fold_forfeits_bonus=True),
        ),
        Preset(
            "fold-forfeits",
            "a fold forfeits the AA Bonus; 1 ante on it",
            "NetEnt",
            Rules(fold_forfeits_bonus=True, bonus=Fraction(1)),
        ),
    )
}
"""Presets by name."""


def find_rules(text: str) -> Rules:
    """The rules of a preset, or of a TOML file; see `read_rules`.

    Raises
    ------
    RulesError
        If it is neither, with the nearest presets, or the file cannot be used.
    """
    if text in PRESETS:
        return PRESETS[text].rules
    path = Path(text)
    if path.suffix == ".toml" or path.is_file():
        return read_rules(path)
    raise RulesError(f"{text!r} is no preset and no file{nearest(text, PRESETS)}")


def read_rules(path: Path) -> Rules:
    """Rules from a TOML file: options by name (see `Rules.with_options`), ``rules`` for a base.

    Raises
    ------
    RulesError
        Naming the file, and what is wrong in it and where.
    """
    try:
        with path.open("rb") as file:
            options = tomllib.load(file, parse_float=str)
    except OSError as error:
        raise RulesError(f"{path}: cannot be read: {error.strerror}") from None
    # Not only what is no TOML or UTF-8: also numbers too long, and nesting too deep.
    except (ValueError, RecursionError) as error:
        raise RulesError(f"{path}: no TOML: {error}") from None
    try:
        base = options.pop("rules", USUAL)
        if not isinstance(base, str) or base not in PRESETS:
            raise RulesError(f"rules: {base!r} is no preset{nearest(str(base), PRESETS)}")
        return PRESETS[base].rules.with_options(options)
    except RulesError as error:
        raise RulesError(f"{path}: {error}") from None


def problems_of(base: Rules, options: dict[str, object]) -> dict[str, str]:
    """What is wrong with options that are to change rules, by the option to blame.

    That is every one that is none on its own. Of those that only contradict each other, or the
    rules, it is the last without which the others would do.
    """
    together = _reason(base, options)
    if together is None:
        return {}
    alone = {name: _reason(Rules(), {name: value}) for name, value in options.items()}
    problems = {name: reason for name, reason in alone.items() if reason is not None}
    if problems:
        return problems
    for name in reversed(options):
        if _reason(base, {n: value for n, value in options.items() if n != name}) is None:
            return {name: together}
    return {next(reversed(options)): together}


def _reason(base: Rules, options: dict[str, object]) -> str | None:
    """Why options cannot change rules, or None."""
    try:
        base.with_options(options)
    except RulesError as error:
        return str(error)
    return None
