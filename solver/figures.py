"""Figures: what others published and what this program promises, held against the solved game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction

from solver import spots
from solver.bonus import bonus_return, expected_bonus, group_hands
from solver.cards import parse_spot
from solver.edge import Solution, price_game, solve_game
from solver.enumeration import count_outcomes
from solver.game import GameOutcomes
from solver.hands import Category
from solver.numerals import decimal, percent
from solver.outcomes import Decision, SpotOutcomes
from solver.presets import PRESETS
from solver.rules import Rules
from solver.settlement import Outcome
from solver.solve import Engine

SHEET = "github.com/Bernton/BerldPokerEngine, solved sheet of the casino hold'em simulator"
PROMISED = "promised by this program"


class Verdict(Enum):
    """What became of a figure."""

    CONFIRMED = "confirmed"
    SOMETHING_ELSE = "confirmed as something else"
    REFUTED = "refuted"


@dataclass(frozen=True)
class Check:
    """One figure held against ours.

    Attributes
    ----------
    what : str
        What the figure is said to be.
    source : str
        Who says so.
    published : str
        As they gave it.
    ours : str
        Exact, or with more digits than theirs.
    verdict : Verdict
    reason : str
        Why, where it is not simply confirmed.
    own : bool
        Whether this program promises the figure, so that a difference is a fault of its own.
    """

    what: str
    source: str
    published: str
    ours: str
    verdict: Verdict
    reason: str = ""
    own: bool = False

    @property
    def failed(self) -> bool:
        """A promise that is not kept."""
        return self.own and self.verdict is not Verdict.CONFIRMED


@dataclass(frozen=True)
class Quantity:
    """A number of the solved game that others publish.

    Attributes
    ----------
    name : str
    value : Fraction
        In ``unit``.
    unit : str
        ``%`` or ``antes``.
    """

    name: str
    value: Fraction
    unit: str

    def text(self, digits: int = 6) -> str:
        """Value and unit, rounded to ``digits`` decimals."""
        return f"{decimal(self.value, digits)} {self.unit}"


def quantities(outcomes: GameOutcomes) -> list[Quantity]:
    """Everything of a solved game that a published number may turn out to be."""
    known = [
        Quantity("house edge", outcomes.house_edge * 100, "%"),
        Quantity("element of risk", outcomes.element_of_risk * 100, "%"),
        Quantity("return", (1 - outcomes.house_edge) * 100, "%"),
        Quantity("return per unit bet", (1 - outcomes.element_of_risk) * 100, "%"),
        Quantity("share of spots called", outcomes.call_share * 100, "%"),
        Quantity("share of spots folded", (1 - outcomes.call_share) * 100, "%"),
        Quantity("average total bet", outcomes.average_bet, "antes"),
        Quantity("standard deviation", Fraction(outcomes.standard_deviation), "antes"),
    ]
    if outcomes.rules.bonus_pays is not None:
        bonus = _bonus_return(outcomes)
        known += [
            Quantity("AA Bonus return", bonus * 100, "%"),
            Quantity("AA Bonus edge", (1 - bonus) * 100, "%"),
        ]
    if outcomes.rules.blind_call:
        known.append(Quantity("house edge of a blind Call", outcomes.blind_call_edge * 100, "%"))
    return known


def _bonus_return(outcomes: GameOutcomes) -> Fraction:
    if outcomes.rules.fold_forfeits_bonus and outcomes.by_bonus is not None:
        return 1 + outcomes.bonus_distribution.mean
    return bonus_return(outcomes.rules)


class ClaimError(ValueError):
    """A claimed figure that is no number."""


@dataclass(frozen=True)
class Claim:
    """A number as somebody gave it, with the precision they gave it in."""

    text: str
    value: Fraction
    digits: int
    unit: str

    @classmethod
    def parse(cls, text: str) -> Claim:
        """Read ``2.16`` or ``2.16 %``.

        Raises
        ------
        ClaimError
            For anything else.
        """
        found = re.fullmatch(
            r"\s*(?P<number>[+-]?[0-9]{1,9}(?:\.(?P<decimals>[0-9]{1,12}))?)\s*(?P<unit>%?)\s*",
            text,
        )
        if not found:
            raise ClaimError(f"claim {text!r}: expected a decimal number such as 2.16 or '2.16 %'")
        return cls(
            text.strip(), Fraction(found["number"]), len(found["decimals"] or ""), found["unit"]
        )

    def is_(self, quantity: Quantity) -> bool:
        """Whether the quantity, rounded to the claim's precision, is the claim."""
        if self.unit and self.unit != quantity.unit:
            return False
        return abs(quantity.value - self.value) <= Fraction(1, 2 * 10**self.digits)


@dataclass(frozen=True)
class Identified:
    """What a claimed number is."""

    claim: Claim
    matches: list[Quantity]
    nearest: Quantity


def identify(claim: Claim, outcomes: GameOutcomes) -> Identified:
    """Find out which quantities of the game a number is, at the precision it was given in."""
    known = quantities(outcomes)
    nearest = min(known, key=lambda quantity: abs(quantity.value - claim.value))
    return Identified(claim, [quantity for quantity in known if claim.is_(quantity)], nearest)


# EV per Ante, and the share of spots in which Call is strictly better.
_ANTE_TABLES = {
    "100-20-10-3-2-1": ("-1363917077/63213204600", "81.990581 %"),
    "20-20-10-3-2-1": ("-217083011/9030457800", "81.990581 %"),
    "25-25-12-3-2-1": ("-498357719/25470522000", "82.005879 %"),
    "100-49-17-3-2-1": ("-17883247/5094104400", "82.079493 %"),
}

_Integer = Callable[[GameOutcomes], int | Fraction]


def _paid(*categories: Category) -> _Integer:
    return lambda game: sum(game.ante_paid_deals(c) for c in categories)


def _deals(outcome: Outcome) -> _Integer:
    return lambda game: game.outcome_deals(outcome)


# Deals of 27,813,810,024,000, where a player who may as well fold calls.
_SHEET: tuple[tuple[str, int, _Integer], ...] = (
    ("deals folded", 5_009_067_102_600, lambda game: game.fold_deals),
    ("dealer does not qualify", 5_716_980_497_520, _deals(Outcome.UNQUALIFIED)),
    ("qualifies, player wins", 7_569_463_751_688, _deals(Outcome.WIN)),
    ("qualifies, tie", 678_596_916_580, _deals(Outcome.TIE)),
    ("qualifies, player loses", 8_839_701_755_612, _deals(Outcome.LOSE)),
    ("net units", -600_123_513_880, lambda game: game.net_units),
    ("Ante paid: royal flush", 856_152_000, _paid(Category.ROYAL_FLUSH)),
    ("Ante paid: straight flush", 7_090_795_112, _paid(Category.STRAIGHT_FLUSH)),
    ("Ante paid: four of a kind", 42_329_395_872, _paid(Category.QUADS)),
    ("Ante paid: full house", 614_106_714_492, _paid(Category.FULL_HOUSE)),
    ("Ante paid: flush", 674_014_956_012, _paid(Category.FLUSH)),
    (
        "Ante paid: straight or less",
        11_948_046_235_720,
        _paid(*(c for c in Category if c <= Category.STRAIGHT)),
    ),
)

# The same where such a player folds.
_FOLDING: tuple[tuple[str, int, _Integer], ...] = (
    ("deals folded, if indifferent spots fold", 5_009_105_629_440, lambda game: game.fold_deals),
    (
        "dealer does not qualify, if indifferent spots fold",
        5_716_969_504_344,
        _deals(Outcome.UNQUALIFIED),
    ),
    (
        "qualifies, player wins, if indifferent spots fold",
        7_569_459_016_824,
        _deals(Outcome.WIN),
    ),
    ("qualifies, tie, if indifferent spots fold", 678_595_581_580, _deals(Outcome.TIE)),
    (
        "qualifies, player loses, if indifferent spots fold",
        8_839_680_291_812,
        _deals(Outcome.LOSE),
    ),
)

_SPOTS = (
    ("AhKd/As7d4c", (292_584, 631_392, 6_837, 139_377)),
    ("7h9s/2cQdAh", (369_066, 94_767, 31_838, 574_519)),
    ("3d3h/9cJcAc", (177_966, 205_038, 47_574, 639_612)),
)

# What is said, by whom, the number as given, and what it is said to be; of the usual game.
_CLAIMS = (
    ("share of hands called", "common advice", "82 %", "share of spots called"),
    ("share of hands folded", "common advice", "18 %", "share of spots folded"),
    ("house edge", "various casino pages", "0.82 %", "house edge"),
    ("return with poor strategy", "various casino pages: 93.74-97.8 %", "93.74 %", "return"),
    ("return with good strategy", "various casino pages: 93.74-97.8 %", "97.8 %", "return"),
)

# Exact edges of AA Bonus tables whose hands are paid after a fold, too.
_BONUS_TABLES = {
    "100-50-40-30-20-7-7-7-7": "5809/92820",
    "25-25-25-25-25-7-7-7-7": "6933/108290",
    "100-50-40-30-20-10-8-7-7": "551/18564",
}

_WINNING_HANDS = 282_660

_FORFEITED = "3h2d/AsAd9c"
"""A spot that folds, unless enough lies on a bonus that a fold forfeits."""


def verify(
    engine: Engine | None = None, progress: Callable[[int], object] | None = None
) -> list[Check]:
    """Solve what is needed and check every known figure.

    Parameters
    ----------
    engine : Engine, optional
    progress : callable, optional
        Told how many more spot classes are done, of `SPOT_CLASSES_SOLVED`.

    Returns
    -------
    list of Check
        Published figures first, then this program's promises.
    """
    tables = [Rules.with_ante(text) for text in _ANTE_TABLES]
    solutions = solve_game(tables, engine, progress=progress)
    usual = solutions[0].outcomes
    calling = replace(usual, indifferent="call")
    checks = [_integer(what, SHEET, n, get(calling)) for what, n, get in _SHEET]
    presets = [preset for preset in PRESETS.values() if preset.published]
    games = price_game([preset.rules for preset in presets], engine, progress=progress)
    for preset, game in zip(presets, games, strict=True):
        for claim in preset.published:
            what = f"{claim.what}, {preset.name}"
            checks.append(_claim(game, what, claim.source, claim.figure, claim.what))
    checks += [_claim(usual, *claim) for claim in _CLAIMS]
    sources = [check.source for check in checks]
    checks.sort(key=lambda check: sources.index(check.source))
    checks += [_integer(what, PROMISED, n, get(usual)) for what, n, get in _FOLDING]
    checks += _promises(solutions)
    checks += _bonus_promises()
    return checks


SPOT_CLASSES_SOLVED = 2 * spots.SPOT_CLASSES
"""Spot classes that `verify` counts: once for single EVs, once for the presets."""


def _integer(what: str, source: str, published: int, ours: int | Fraction) -> Check:
    verdict = Verdict.CONFIRMED if ours == published else Verdict.REFUTED
    return Check(what, source, f"{published:,}", f"{int(ours):,}", verdict, own=True)


def _claim(game: GameOutcomes, what: str, source: str, text: str, meant: str) -> Check:
    found = identify(Claim.parse(text), game)
    names = [quantity.name for quantity in found.matches]
    right = next(quantity for quantity in quantities(game) if quantity.name == meant)
    if meant in names:
        return Check(what, source, text, right.text(), Verdict.CONFIRMED)
    if found.matches:
        other = found.matches[0]
        reason = f"it is the {other.name}, {other.text()}; the {meant} is {right.text()}"
        return Check(what, source, text, right.text(), Verdict.SOMETHING_ELSE, reason)
    return Check(what, source, text, right.text(), Verdict.REFUTED, f"the {meant} is another")


def _promises(solutions: Sequence[Solution]) -> Iterable[Check]:
    usual = solutions[0].outcomes
    counts = (
        ("spot classes", 1_286_792, len(solutions[0].ev)),
        ("flop classes", 1_755, spots.FLOP_CLASSES),
        ("spots where Call and Fold are equal", 36, usual.spots[Decision.EITHER]),
    )
    for what, promised, ours in counts:
        yield _integer(what, PROMISED, promised, ours)
    for text, promised_counts in _SPOTS:
        dealt = count_outcomes(*parse_spot(text), usual.rules.qualifier)
        for outcome, promised in zip(Outcome, promised_counts, strict=True):
            ours = sum(row[outcome] for row in dealt)
            yield _integer(f"{text}: {outcome.label}", PROMISED, promised, ours)
    for solution in solutions:
        text = solution.rules.ante_text
        ev, called = _ANTE_TABLES[text]
        yield _text(f"EV per Ante, {text}", ev, str(solution.outcomes.ev))
        share = solution.outcomes.share(Decision.CALL)
        yield _text(f"spots called, {text}", called, percent(share))
    yield _text("element of risk", "0.81735 %", percent(usual.element_of_risk, 5))
    yield _text("average total bet, antes", "2.63981", decimal(usual.average_bet, 5))
    yield _text("standard deviation, antes", "2.612861", f"{usual.standard_deviation:.6f}")
    yield _text("EV of a blind Call, antes", "-0.078996432", decimal(-usual.blind_call_edge, 9))


def _bonus_promises() -> Iterable[Check]:
    hands = group_hands(5)
    yield _integer("AA Bonus: hands", PROMISED, 2_598_960, sum(hands))
    yield _integer("AA Bonus: winning hands", PROMISED, _WINNING_HANDS, sum(hands[1:]))
    for table, edge in _BONUS_TABLES.items():
        rules = Rules().with_options({"bonus_pays": table})
        yield _text(f"AA Bonus edge, {table}", edge, str(1 - bonus_return(rules)))
    rules = Rules(fold_forfeits_bonus=True)
    spot = parse_spot(_FORFEITED)
    counts = count_outcomes(*spot, rules.qualifier)
    outcomes = SpotOutcomes(counts, rules, expected_bonus(rules, *spot))
    ev = Fraction(-1_855_611, 1_070_190)
    yield _text(f"{_FORFEITED}: EV of Call, antes", str(ev), str(outcomes.main_ev_call))
    yield _text(
        f"{_FORFEITED}: a forfeitable bonus above which it calls, antes",
        str((-1 - ev) / 8),
        str(outcomes.calling_bonus),
    )


def _text(what: str, promised: str, ours: str) -> Check:
    verdict = Verdict.CONFIRMED if ours == promised else Verdict.REFUTED
    return Check(what, PROMISED, promised, ours, verdict, own=True)
