"""The PAR sheet: every outcome line of a game, what it contributes, and the figures that follow."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from solver._version import VERSION
from solver.bonus import bonus_distribution, group_hands
from solver.distribution import Distribution
from solver.edge import Solution
from solver.enumeration import COMPLETIONS
from solver.game import DEALS, GameOutcomes
from solver.hands import Category
from solver.numerals import decimal, percent
from solver.outcomes import Decision, payoffs
from solver.pages import rendered
from solver.paytables import BONUS_HANDS
from solver.settlement import FOLDED, Outcome, group_pays
from solver.spots import SPOTS
from solver.starting_hands import StartingHand, starting_hands

if TYPE_CHECKING:
    from solver.rules import Rules

TITLE = "PAR sheet, Casino Hold'em"

METHOD = (
    f"Every one of the {DEALS:,} deals is counted: {SPOTS:,} spots (hole and flop), each with the "
    f"{COMPLETIONS:,} ways in which turn, river and the dealer's cards can fall.",
    "Counts are integers and values fractions; nothing is simulated and no float decides anything. "
    "Decimals are rounded once, when they are printed.",
    "The player makes the better of Call and Fold in every spot.",
)


@dataclass(frozen=True)
class Line:
    """One way in which a bet ends.

    Attributes
    ----------
    name : str
    deals : int
        In how many deals of the section's.
    chance : Fraction
    pay : Fraction
        Net result for the player, in units of the bet.
    """

    name: str
    deals: int
    chance: Fraction
    pay: Fraction

    @property
    def contribution(self) -> Fraction:
        """What the line adds to the expected value, in units of the bet."""
        return self.chance * self.pay


@dataclass(frozen=True)
class Figure:
    """A figure with its unit; ``exact`` where it is a fraction that says more than the text."""

    name: str
    text: str
    exact: str = ""


@dataclass(frozen=True)
class Section:
    """A bet, or several together: its lines, which add up, and its figures.

    Attributes
    ----------
    title : str
    unit : str
        What pays and contributions are counted in.
    lines : tuple of Line
        Their deals add up to ``deals``, their chances to 1, their contributions to the EV. May be
        empty.
    figures : tuple of Figure
    """

    title: str
    unit: str
    lines: tuple[Line, ...]
    figures: tuple[Figure, ...]

    @property
    def deals(self) -> int:
        """Deals of all lines."""
        return sum(line.deals for line in self.lines)

    @property
    def chance(self) -> Fraction:
        """Chance of all lines together, 1."""
        return sum((line.chance for line in self.lines), Fraction(0))

    @property
    def contribution(self) -> Fraction:
        """Sum of all contributions: the expected value."""
        return sum((line.contribution for line in self.lines), Fraction(0))


@dataclass(frozen=True)
class Report:
    """Everything a PAR sheet holds.

    Attributes
    ----------
    rules : Rules
    sections : tuple of Section
    hands : tuple of StartingHand
    distribution : Distribution
        Net result of Ante and Call in a round, in antes.
    signature : str
        Of all decisions and EVs, see `solver.edge.signature_of`.
    """

    rules: Rules
    sections: tuple[Section, ...]
    hands: tuple[StartingHand, ...]
    distribution: Distribution
    signature: str
    version: str = VERSION


def make_report(solution: Solution) -> Report:
    """The PAR sheet of a solved game."""
    game = solution.outcomes
    sections = [_main(game)]
    if game.rules.bonus_pays is not None:
        sections += [_bonus(game), _both(game)]
    if game.rules.blind_call:
        sections.append(_blind(game))
    return Report(
        game.rules,
        tuple(sections),
        starting_hands(solution),
        game.distribution,
        solution.signature(),
    )


def _lines(entries: Sequence[tuple[str, int, Fraction]]) -> tuple[Line, ...]:
    total = sum(deals for _, deals, _ in entries)
    return tuple(
        Line(name, deals, Fraction(deals, total), pay) for name, deals, pay in entries if deals
    )


def _main(game: GameOutcomes) -> Section:
    entries = [("fold", game.fold_deals, FOLDED.net)]
    for outcome in Outcome:
        for category in reversed(Category):
            deals = game.called_deals(category, outcome)
            pay = payoffs(game.rules)[category][outcome]
            entries.append((f"{outcome.label}: {category.label}", deals, pay))
    distribution = game.distribution
    figures = [
        _percent("House edge, of the Ante", game.house_edge),
        _percent("Return, of the Ante", 1 - game.house_edge),
        _percent("Element of risk, of all money on Ante and Call", game.element_of_risk),
        _antes("Average bet on Ante and Call", game.average_bet),
        _percent("Hit frequency, rounds that end ahead", distribution.hit_frequency),
    ]
    figures += [_percent(what, game.share(decision)) for decision, what in _SHARES.items()]
    if game.spots[Decision.EITHER]:
        figures.append(Figure("Spots where both are worth the same are played", game.indifferent))
    figures += _moments(distribution)
    return Section("Ante and Call", "antes", _lines(entries), tuple(figures))


_SHARES = {
    Decision.CALL: "Spots in which Call is better",
    Decision.FOLD: "Spots in which Fold is better",
    Decision.EITHER: "Spots in which both are worth exactly the same",
}


def _bonus(game: GameOutcomes) -> Section:
    rules = game.rules
    pays = group_pays(rules)
    names = ("less than a pair of aces", *reversed(BONUS_HANDS))
    if not rules.fold_forfeits_bonus:
        hands = group_hands(rules.bonus_cards)
        entries = list(zip(names, hands, pays, strict=True))
        distribution = bonus_distribution(rules)
    else:
        deals = game.bonus_deals()
        entries = [
            (name, called, pay) for name, (called, _), pay in zip(names, deals, pays, strict=True)
        ]
        entries.append(("forfeited by a fold", sum(folded for _, folded in deals), Fraction(-1)))
        distribution = game.bonus_distribution
    figures = (
        _percent("House edge, of the bonus", -distribution.mean),
        _percent("Return, of the bonus", 1 + distribution.mean),
        _percent("Hit frequency", distribution.hit_frequency),
        *_moments(distribution, "units"),
    )
    return Section("AA Bonus", "units of the bonus", _lines(entries[::-1]), figures)


def _both(game: GameOutcomes) -> Section:
    stake = game.rules.bonus or Fraction(1)
    both = game.total_distribution(stake)
    covariance = game.bonus_covariance
    variances = game.distribution.variance * game.bonus_distribution.variance
    correlation = float(covariance) / math.sqrt(variances)
    bet = game.average_bet + stake
    figures = (
        _antes("Expected value", both.mean, sign=True),
        _percent("Edge, of all money bet", -both.mean / bet),
        _antes("Average bet on all three", bet),
        Figure(
            "Covariance of Ante and Call with a bonus of 1",
            f"{decimal(covariance, 6)} square antes",
            str(covariance),
        ),
        Figure("Correlation", f"{correlation:.6f}"),
        _percent("Hit frequency, rounds that end ahead", both.hit_frequency),
        *_moments(both),
    )
    return Section(f"Ante, Call and an AA Bonus of {stake} together", "antes", (), figures)


def _blind(game: GameOutcomes) -> Section:
    edge = game.blind_call_edge
    bet = 1 + game.rules.call
    figures = (
        _percent("House edge, of the Ante", edge),
        _percent("Edge, of all money on Ante and Call", edge / bet),
    )
    return Section("Blind Call: the Call bet before any card is seen", "antes", (), figures)


def _percent(name: str, value: Fraction) -> Figure:
    return Figure(name, percent(value), str(value))


def _antes(name: str, value: Fraction, *, sign: bool = False) -> Figure:
    return Figure(name, f"{decimal(value, 6, sign=sign)} antes", str(value))


def _moments(distribution: Distribution, unit: str = "antes") -> tuple[Figure, ...]:
    variance = distribution.variance
    return (
        Figure("Variance", f"{decimal(variance, 6)} square {unit}", str(variance)),
        Figure("Standard deviation", f"{distribution.standard_deviation:.6f} {unit}"),
        Figure("Skewness", f"{distribution.skewness:.6f}"),
    )


def as_json(report: Report) -> str:
    """The whole sheet as JSON; exact values are fractions in text."""
    sheet = {
        "title": TITLE,
        "version": report.version,
        "signature": report.signature,
        "rules": report.rules.all_options(),
        "method": list(METHOD),
        "sections": [
            {
                "title": section.title,
                "unit": section.unit,
                "figures": [asdict(figure) for figure in section.figures],
                "lines": [_line(line) for line in section.lines],
                "deals": section.deals,
                "expected_value": str(section.contribution) if section.lines else None,
            }
            for section in report.sections
        ],
        "distribution": {str(r): str(chance) for r, chance in report.distribution.chances},
        "starting_hands": [
            {
                "hand": hand.name,
                "spots": hand.spots,
                "called": hand.called,
                "ev": str(hand.ev),
            }
            for hand in report.hands
        ],
    }
    return json.dumps(sheet, indent=2)


def _line(line: Line) -> dict[str, object]:
    return {
        "line": line.name,
        "deals": line.deals,
        "probability": str(line.chance),
        "pay": str(line.pay),
        "contribution": str(line.contribution),
    }


def as_csv(report: Report) -> str:
    """Rules, figures and outcome lines as rows: section, kind, name, and what there is of each."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(
        ["section", "kind", "name", "value", "exact", "deals", "probability", "pay", "contribution"]
    )
    for name, option in report.rules.all_options().items():
        writer.writerow(["rules", "option", name, option, "", "", "", "", ""])
    for section in report.sections:
        for figure in section.figures:
            row = [section.title, "figure", figure.name, figure.text, figure.exact]
            writer.writerow([*row, "", "", "", ""])
        for line in section.lines:
            numbers = (line.deals, decimal(line.chance, 15), line.pay)
            row = [section.title, "line", line.name, "", str(line.contribution)]
            writer.writerow([*row, *numbers, decimal(line.contribution, 15)])
        if section.lines:
            row = [section.title, "total", "all lines", "", str(section.contribution)]
            sums = (section.deals, decimal(section.chance, 15), "")
            writer.writerow([*row, *sums, decimal(section.contribution, 15)])
    for name, value in (("signature", report.signature), ("version", report.version)):
        writer.writerow(["solver", "identity", name, value, "", "", "", "", ""])
    return text.getvalue()


def as_markdown(report: Report) -> str:
    """The sheet for people, as Markdown tables."""
    return _rendered("report.md.jinja", report)


def as_html(report: Report) -> str:
    """The sheet as one HTML page with its pictures in it.

    Raises
    ------
    PlotError
        If pictures cannot be drawn.
    """
    from solver import plots

    plots.require()
    return _rendered(
        "report.html.jinja",
        report,
        distribution=plots.as_svg(
            plots.distribution_picture(report.distribution, "Net result of a round, Ante and Call")
        ),
        grid=plots.as_svg(plots.starting_hands_picture(report.hands)),
    )


def _rendered(template: str, report: Report, **pictures: str) -> str:
    return rendered(
        template,
        report=report,
        title=TITLE,
        method=METHOD,
        rules=report.rules.describe(),
        **pictures,
    )
