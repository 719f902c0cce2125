"""The card: a strategy on one page to print, its words explained and its exact price on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.numerals import decimal, percent
from solver.pages import rendered
from solver.rules import Rules
from solver.strategy import Strategy
from solver.strategy_cost import StrategyCost
from solver.terms import TERMS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TITLE = "Casino Hold'em: call or fold?"


def price_sentence(cost: StrategyCost) -> str:
    """What a strategy costs, in two sentences."""
    return (
        f"Costs {percent(cost.cost, 3)} of an Ante more than perfect play, "
        f"{decimal(cost.cost * 1000, 2)} antes in 1,000 rounds: house edge "
        f"{percent(cost.house_edge, 3)} instead of {percent(cost.house_edge - cost.cost, 3)}. "
        f"Wrong in {percent(cost.wrong_share, 2)} of spots."
    )


def words_of(strategy: Strategy) -> dict[str, str]:
    """The terms of a strategy with their meaning."""
    return {name: TERMS[name].meaning for name in strategy.terms}


def card_html(cost: StrategyCost, rules: Rules) -> str:
    """The card as an HTML page that needs nothing else."""
    return rendered(
        "card.html.jinja",
        title=TITLE,
        cost=cost,
        price=price_sentence(cost),
        words=words_of(cost.strategy),
        ante=rules.ante_text,
    )


def card_picture(cost: StrategyCost, rules: Rules) -> Figure:
    """The card as a picture of one page, A4 upright.

    Raises
    ------
    PlotError
        If pictures cannot be drawn.
    """
    from solver import plots

    plots.require()
    blocks: list[tuple[str, float, str]] = [(TITLE, 17, "bold")]
    blocks.append((f"Ante pays {rules.ante_text}. The first line that fits decides.", 9, "normal"))
    blocks += [(str(points), 11, "normal") for points in cost.strategy.points]
    blocks += [
        (f"{number}.  {rule}", 11, "bold" if rule.condition is None else "normal")
        for number, rule in enumerate(cost.strategy.rules, start=1)
    ]
    blocks.append((price_sentence(cost), 9, "bold"))
    blocks += [
        (f"{name}: {meaning}", 8, "normal") for name, meaning in words_of(cost.strategy).items()
    ]
    return plots.text_page(blocks)
