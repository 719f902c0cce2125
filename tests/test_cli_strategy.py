"""The commands strategy and chart, and advise --why: prices, files, pictures, bad input."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from command import refused, run

from solver.strategy import find_strategy, included

PERFECT = Fraction(-1363917077, 63213204600)
BLIND = Fraction(-27464897003, 347672625300)


def test_the_price_of_calling_whatever_comes(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("# Always.\nCALL\n")
    cost = json.loads(run("strategy", "price", "mine.txt", "--json", cwd=tmp_path).out)
    assert Fraction(cost["house_edge"]) == -BLIND
    assert Fraction(cost["cost"]) == PERFECT - BLIND
    assert [rule["rule"] for rule in cost["rules"]] == ["CALL"]
    assert cost["rules"][0]["spots"] == 25_989_600


def test_the_best_that_come_with_the_program() -> None:
    assert {"best-8", "best-16", "points-12", "always-call"} <= set(included())
    cost = json.loads(run("strategy", "price", "best-8", "--json").out)
    assert Fraction(cost["cost"]) < Fraction(5, 1000)
    assert len(cost["rules"]) <= 8
    assert Fraction(cost["house_edge"]) == Fraction(cost["cost"]) - PERFECT


def test_the_list_has_every_one_and_what_it_is() -> None:
    ran = run("strategy", "list")
    assert ran.status == 0
    for name in included():
        strategy = find_strategy(name)
        assert strategy.remarks, name
        assert f" {name} " in ran.out
    assert "5.7420 %" in ran.out


def test_terms_are_explained() -> None:
    ran = run("strategy", "terms")
    assert "backdoor flush" in ran.out
    assert len(ran.out.splitlines()) > 60


def test_a_rule_that_decides_nothing_is_warned_of(tmp_path: Path) -> None:
    text = "# Always.\nCALL if any pair\nFOLD if top pair\nCALL\n"
    (tmp_path / "s.txt").write_text(text)
    ran = run("strategy", "price", "s.txt", "--rules", "royal-20", cwd=tmp_path)
    assert (ran.status, ran.err) == (
        0,
        "warning: line 3: FOLD if top pair: decides no spot\n",
    )
    assert "CALL if any pair" in ran.out
    assert "always" not in ran.out


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("CALL if tpo pair\nFOLD", "line 1: 'tpo pair' is no term, the nearest: top pair"),
        ("CALL if top pair", "line 1: expected a last rule that always applies"),
        ("CALL of top pair\nFOLD", "line 1: 'CALL of top pair' is no rule"),
        ("", "no rules"),
    ],
)
def test_bad_strategies(text: str, expected: str, tmp_path: Path) -> None:
    (tmp_path / "s.txt").write_text(text)
    assert expected in refused("strategy", "price", "s.txt", cwd=tmp_path)


def test_bad_names_and_options() -> None:
    assert "'best-9' is no strategy and no file, the nearest: best-8" in refused(
        "strategy", "price", "best-9"
    )
    assert "missing.txt: cannot be read" in refused("strategy", "price", "missing.txt")
    assert "--strategy goes with --why" in refused("advise", "AhKd/As7d4c", "--strategy", "best-8")
    assert "--card goes with --out" in refused("chart", "--card")
    assert "--rules: expected 3 to 40 rules, found 2" in refused("strategy", "find", "--rules", "2")
    assert "expected one of them" in refused("strategy", "find", "--rules", "3", "--points", "4")
    assert "--strategy goes with --card" in refused("chart", "--strategy", "best-8")


def test_why() -> None:
    ran = run("advise", "--why", "--strategy", "cardsflip", "Td Qc", "Kc Kd Kh")
    assert "Rule 6 of cardsflip: FOLD; perfect play does not" in ran.out
    ran = run("advise", "--why", "--strategy", "cardsflip", "Ad Qc", "Kc Kd Kh")
    assert "Rule 2 of cardsflip: CALL if high card >= K; as perfect play does" in ran.out
    answer = json.loads(run("advise", "--why", "--json", "Ah Kd", "As 7d 4c").out)
    assert answer["why"]["strategy"] == "best-8"
    assert (answer["why"]["number"], answer["why"]["agrees"]) == (1, True)


def test_the_grid() -> None:
    lines = run("chart").out.splitlines()
    assert "AA     AKs" in " ".join(lines)
    assert sum("100 %" in line for line in lines) >= 5


def test_pictures_and_cards(tmp_path: Path) -> None:
    for name in ("card.html", "card.pdf"):
        ran = run("chart", "--card", "--out", name, cwd=tmp_path)
        assert (ran.status, ran.err) == (0, "")
    page = (tmp_path / "card.html").read_text("utf-8")
    assert page.count("<li>") == len(find_strategy("best-8").rules)
    assert "of an Ante more than perfect play" in page
    assert (tmp_path / "card.pdf").read_bytes().startswith(b"%PDF")
    ran = run("chart", "--out", "grid.html", cwd=tmp_path)
    assert (ran.status, len(ran.err.splitlines())) == (1, 1)
