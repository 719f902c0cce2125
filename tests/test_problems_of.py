"""Which options of the rules are to blame, on the command line and over HTTP alike."""

from __future__ import annotations

import pytest
from command import refused

from solver import Rules
from solver.presets import PRESETS, problems_of


@pytest.mark.parametrize(
    ("base", "options", "blamed"),
    [
        ("standard", {}, []),
        ("standard", {"call": "3", "bonus_pays": "none"}, []),
        ("standard", {"call": "0", "qualifier": "x", "bonus": "1"}, ["call", "qualifier"]),
        ("standard", {"bonus_pays": "none", "bonus": "1"}, ["bonus"]),
        ("standard", {"bonus": "1", "bonus_pays": "none"}, ["bonus_pays"]),
        ("fold-forfeits", {"bonus_pays": "none", "call": "3"}, ["bonus_pays"]),
        ("blind-call", {"bonus_pays": "none", "bonus_cards": "6", "fold_forfeits_bonus": "no"},
         ["bonus_cards"]),
        ("caribbean-holdem", {"bonus": "1", "call": "3"}, ["bonus"]),
        # No one of them would do without another.
        ("fold-forfeits", {"call": "1/999983", "ante": "1/999979-1-1-1-1-1", "bonus": "1/999961"},
         ["bonus"]),
    ],
)  # fmt: skip
def test_what_is_to_blame(base: str, options: dict[str, object], blamed: list[str]) -> None:
    rules = PRESETS[base].rules
    problems = problems_of(rules, options)
    assert list(problems) == blamed
    if not blamed:
        assert isinstance(rules.with_options(options), Rules)


def test_the_command_names_the_one_to_blame() -> None:
    options = ("--bonus-pays", "none", "--bonus", "1")
    said = refused("advise", "AhKd/As7d4c", *options)
    assert "Invalid value for '--bonus': there is no AA Bonus, but a stake on it" in said
    assert "Invalid value for '--ante-pays'" in refused("play", "--ante-pays", "1-2")
