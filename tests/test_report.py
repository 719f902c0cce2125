"""The PAR sheet: every line adds up, in every format, and agrees with the game's own figures."""

from __future__ import annotations

import csv
import dataclasses
import html.parser
import io
import json
import re
from fractions import Fraction

import numpy as np
import pytest

from solver import Decision, Engine, Rules, Solution, report, spots
from solver.edge import solve_with_bonus
from solver.enumeration import COMPLETIONS
from solver.game import DEALS
from solver.report import Report, Section, make_report


@pytest.fixture(scope="module")
def usual(solution: Solution) -> Report:
    return make_report(solution)


@pytest.fixture(scope="module")
def forfeiting() -> Solution:
    rules = Rules(fold_forfeits_bonus=True, bonus=Fraction(1, 20), blind_call=True)
    return solve_with_bonus(rules, Engine(workers=1))


def figures(section: Section) -> dict[str, str]:
    return {figure.name: figure.text for figure in section.figures}


def moments(section: Section) -> tuple[Fraction, Fraction, Fraction]:
    """Mean, variance and third central moment, from the lines alone."""
    mean = sum((line.chance * line.pay for line in section.lines), Fraction(0))
    central = [
        sum((line.chance * (line.pay - mean) ** power for line in section.lines), Fraction(0))
        for power in (2, 3)
    ]
    return mean, central[0], central[1]


def test_lines_add_up(usual: Report) -> None:
    main, bonus, both = usual.sections
    assert [main.deals, main.chance, main.contribution] == [
        DEALS,
        1,
        Fraction(-1363917077, 63213204600),
    ]
    assert [bonus.deals, bonus.chance, bonus.contribution] == [
        2_598_960,
        1,
        Fraction(-5809, 92820),
    ]
    assert both.lines == ()
    by_hand = {line.name: line for line in main.lines}
    # Published integers, where a player who may as well fold does.
    assert by_hand["fold"].deals == 5_009_105_629_440
    tied = sum(line.deals for line in main.lines if line.name.startswith("tie: "))
    assert tied == 678_595_581_580
    assert by_hand["win: royal flush"].pay == 102
    assert by_hand["dealer does not qualify: flush"].pay == 2
    assert {line.name: line.deals for line in bonus.lines}["pair of aces"] == 84_480


def test_figures_follow_from_the_lines(usual: Report) -> None:
    for section in usual.sections[:2]:
        shown = figures(section)
        mean, variance, third = moments(section)
        unit = section.unit.split()[0]
        assert shown["Variance"] == f"{float(variance):.6f} square {unit}"
        assert shown["Standard deviation"] == f"{float(variance) ** 0.5:.6f} {unit}"
        assert shown["Skewness"] == f"{float(third) / float(variance) ** 1.5:.6f}"
        ahead = sum((line.chance for line in section.lines if line.pay > 0), Fraction(0))
        hit = next(text for name, text in shown.items() if name.startswith("Hit frequency"))
        assert hit == f"{float(ahead) * 100:.6f} %"
        edge = next(text for name, text in shown.items() if name.startswith("House edge"))
        assert edge == f"{float(-mean) * 100:.6f} %"


def test_covariance_from_the_spots(usual: Report, solution: Solution) -> None:
    cards = spots.cards_on(range(spots.FLOP_CLASSES))
    _, weights = spots.holes_on(range(spots.FLOP_CLASSES))
    called = solution.decisions() == Decision.CALL
    main = np.where(called, solution.ev.astype(object), -COMPLETIONS)
    pays = np.array([bonus_by_hand(*row) for row in cards[::997].tolist()])
    # All spots through the evaluator, a sample of which is looked at by hand.
    from solver import _ranks
    from solver.hands import category_of, lowest_pair_value

    values = np.empty(len(cards), np.int16)
    _ranks.evaluate_many(cards, values)
    by_value = np.array(
        [-1 if v < lowest_pair_value(12) else PAYS[category_of(v)] for v in range(1, 7463)]
    )
    bonus = by_value[values - 1]
    assert bonus[::997].tolist() == pays.tolist()
    product = Fraction(int((main * bonus * weights).sum()), DEALS)
    means = Fraction(-1363917077, 63213204600) * Fraction(-5809, 92820)
    covariance = next(f for f in usual.sections[2].figures if f.name.startswith("Covariance"))
    assert Fraction(covariance.exact) == product - means


PAYS = (-1, 7, 7, 7, 7, 20, 30, 40, 50, 100)


def bonus_by_hand(*cards: int) -> int:
    """What 100-50-40-30-20-7-7-7-7 pays on five cards, told without an evaluator."""
    ranks = sorted(card // 4 for card in cards)
    counts = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    flush = len({card % 4 for card in cards}) == 1
    straight = counts[0] == 1 and (ranks[4] - ranks[0] == 4 or ranks == [0, 1, 2, 3, 12])
    if straight and flush:
        return 100 if ranks[0] == 8 else 50
    if counts[0] == 4:
        return 40
    if counts == [3, 2]:
        return 30
    if flush:
        return 20
    pair_of_aces = ranks.count(12) == 2
    return 7 if straight or counts[0] == 3 or counts == [2, 2, 1] or pair_of_aces else -1


def test_a_bonus_that_a_fold_forfeits(forfeiting: Solution) -> None:
    sheet = make_report(forfeiting)
    main, bonus, both, blind = sheet.sections
    assert [bonus.deals, bonus.chance] == [DEALS, 1]
    lines = {line.name: line for line in bonus.lines}
    # No deal is lost on a fold and counted as won.
    assert lines["forfeited by a fold"].deals == forfeiting.outcomes.fold_deals
    assert lines["forfeited by a fold"].pay == -1
    assert bonus.contribution < Fraction(-5809, 92820)
    together = main.contribution + Fraction(1, 20) * bonus.contribution
    assert figures(both)["Expected value"] == f"{float(together):.6f} antes"
    assert figures(blind)["House edge, of the Ante"] == "7.899643 %"


def test_no_bonus_no_section() -> None:
    solution = solve_with_bonus(Rules(bonus_pays=None), Engine(workers=1))
    sheet = make_report(solution)
    assert [section.title for section in sheet.sections] == ["Ante and Call"]


def test_csv(usual: Report) -> None:
    rows = list(csv.DictReader(io.StringIO(report.as_csv(usual))))
    assert {"section", "kind", "name", "deals", "contribution"} <= set(rows[0])
    lines = [r for r in rows if r["kind"] == "line" and r["section"] == "Ante and Call"]
    (total,) = [r for r in rows if r["kind"] == "total" and r["section"] == "Ante and Call"]
    assert sum(int(line["deals"]) for line in lines) == int(total["deals"]) == DEALS
    assert sum(Fraction(line["exact"]) for line in lines) == Fraction(total["exact"])
    signature = next(r["value"] for r in rows if r["name"] == "signature")
    assert signature == usual.signature


def test_json(usual: Report) -> None:
    sheet = json.loads(report.as_json(usual))
    main = sheet["sections"][0]
    contributions = [Fraction(line["contribution"]) for line in main["lines"]]
    assert sum(contributions) == Fraction(main["expected_value"])
    assert sum(map(Fraction, sheet["distribution"].values())) == 1
    assert sheet["rules"] == Rules().all_options()
    assert sum(hand["called"] for hand in sheet["starting_hands"]) == 21_309_024


def test_markdown(usual: Report) -> None:
    text = report.as_markdown(usual)
    assert "| House edge, of the Ante | 2.157646 % | 1363917077/63213204600 |" in text
    rows = re.findall(r"^\| (?!figure|outcome|---).*\|$", text, re.MULTILINE)
    # Fields that are shown, and no template left in them.
    assert len(rows) > 80
    assert "{{" not in text
    assert "{%" not in text
    assert "None" not in text


class Page(html.parser.HTMLParser):
    """Checks that tags nest, and keeps what the page loads from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "br", "link", "img"):
            self.open.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, _: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]


def test_html_is_whole_and_stands_alone(usual: Report) -> None:
    text = report.as_html(usual)
    page = Page()
    page.feed(text)
    page.close()
    assert page.open == []
    assert [link for link in page.links if not link.startswith("#")] == []
    assert "@import" not in text
    assert "<script" not in text
    assert text.count("<svg") == 2
    # The same picture for the same numbers.
    assert report.as_html(usual) == text


def test_names_in_a_page_are_text_not_markup(usual: Report) -> None:
    line = dataclasses.replace(usual.sections[0].lines[0], name="<b>&")
    section = dataclasses.replace(usual.sections[0], lines=(line, *usual.sections[0].lines[1:]))
    text = report.as_html(dataclasses.replace(usual, sections=(section,)))
    assert "<b>&" not in text
    assert "&lt;b&gt;&amp;" in text
