"""The commands session and report: they agree with the exact game, and refuse bad input."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from pathlib import Path

import pytest
from command import refused, run

from solver import Solution


def test_one_round(solution: Solution) -> None:
    answer = json.loads(run("session", "--rounds", "1", "--json").out)
    game = solution.outcomes.distribution
    assert answer["exact"] is True
    assert {Fraction(n): Fraction(c) for n, c in answer["distribution"].items()} == dict(
        game.chances
    )
    assert Fraction(answer["up"]["exact"]) == game.hit_frequency
    assert Fraction(answer["mean"]["exact"]) == Fraction(-1363917077, 63213204600)


def test_twenty_rounds_with_bonus_and_bankroll() -> None:
    answer = json.loads(
        run("session", "--rounds", "20", "--bonus", "1/2", "--bankroll", "10", "--json").out
    )
    chances = {Fraction(n): Fraction(c) for n, c in answer["distribution"].items()}
    assert sum(chances.values()) == 1
    mean = 20 * (Fraction(-1363917077, 63213204600) - Fraction(5809, 92820) / 2)
    assert Fraction(answer["mean"]["exact"]) == mean
    assert sum(n * c for n, c in chances.items()) == mean
    assert Fraction(answer["down"]["exact"]) == sum(c for n, c in chances.items() if n < 0)
    lost = sum(c for n, c in chances.items() if n <= -10)
    assert lost < Fraction(answer["ruin"]["exact"]) < 1
    assert answer["bankroll"] == "10"


def test_many_rounds_state_their_error() -> None:
    answer = json.loads(run("session", "--rounds", "100000", "--json").out)
    assert answer["exact"] is False
    assert 0 < answer["error"] < 1e-6
    assert math.isclose(sum(answer[end]["value"] for end in ("up", "even", "down")), 1)
    assert math.isclose(answer["mean"]["value"], -2157.645836, abs_tol=1e-6)
    ran = run("session", "--rounds", "100000", "--bankroll", "1000")
    assert "of the exact ones" in ran.out
    assert "Ruin" in ran.out


def test_a_picture(tmp_path: Path) -> None:
    ran = run("session", "--plot", "s.png", cwd=tmp_path)
    assert ran.status == 0
    assert (tmp_path / "s.png").read_bytes().startswith(b"\x89PNG")
    ran = run("session", "--plot", "s.xyz", cwd=tmp_path)
    assert ran.status == 1
    assert len(ran.err.splitlines()) == 1
    assert "s.xyz: expected a picture's suffix" in ran.err


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--rounds", "0"], "rounds: expected a whole number 1 to 1,000,000, found 0"),
        (["--rounds", "1000001"], "found 1000001"),
        (["--bankroll", "0"], "bankroll: expected antes above 0, found 0"),
        (["--bankroll", "-3"], "'-3' is no number"),
        (["--bonus", "x"], "'x' is no number"),
        (["--bonus", "1", "--bonus-pays", "none"], "there is no AA Bonus, but a stake on it"),
    ],
)
def test_bad_input(arguments: list[str], expected: str) -> None:
    assert expected in refused("session", *arguments)


def test_a_report_in_a_file(tmp_path: Path) -> None:
    ran = run("report", "--format", "html", "--out", "par.html", cwd=tmp_path)
    assert (ran.status, ran.err) == (0, "")
    assert "1363917077/63213204600" in (tmp_path / "par.html").read_text("utf-8")
    assert [path.name for path in tmp_path.iterdir()] == ["par.html"]
    ran = run("report", "--out", "missing/par.md", cwd=tmp_path)
    assert ran.status == 1
    (line,) = ran.err.splitlines()
    assert "missing/par.md: cannot be written" in line
