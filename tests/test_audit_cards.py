"""Audits: deals that are no round, and results that are said in words."""

from __future__ import annotations

import pytest

from solver.match.audit import check_record
from solver.match.record import read_record

WRONG_COUNTS = {
    "1. Ah Kd | As 7d 4c 9h | call | 2s | Qs Qc: net +300": "the flop has 3 cards, found 4",
    "1. Ah Kd | As 7d | call | 4c 9h | Qs Qc": "the flop has 3 cards, found 2",
    "1. Ah Kd | As 7d | fold | 4c": "the flop has 3 cards, found 2",
    "1. Ah Kd | As 7d 4c 9h 2s | fold": "the flop has 3 cards, found 5",
    "1. Ah Kd | As 7d 4c | fold | 9h 2s | Qs": "the dealer's hole has 2 cards, found 1",
    "1. Ah Kd | As 7d 4c | fold | 9h 2s | Qs Qc Jc": "the dealer's hole has 2 cards, found 3",
}


@pytest.mark.parametrize(("row", "reason"), WRONG_COUNTS.items())
def test_a_deal_with_too_few_or_too_many_cards_is_void(row: str, reason: str) -> None:
    (difference,) = check_record(read_record(row)).differences
    assert difference.what == "cards"
    assert difference.settled.startswith(f"void: {reason}")


@pytest.mark.parametrize("row", ["fold", "fold | 9h", "fold | 9h 2s", "fold | 9h 2s | Qs Qc"])
def test_after_a_fold_cards_may_be_shown(row: str) -> None:
    assert check_record(read_record(f"1. Ah Kd | As 7d 4c | {row}: net -100")).differences == ()


@pytest.mark.parametrize(
    ("result", "right"),
    [
        ("+300", True),
        ("+300, the player wins", True),
        ("300,  The Player wins", True),
        ("+300, the house wins", False),
        ("+300 after 1 of 1 rounds", False),
    ],
)
def test_who_has_won(result: str, right: bool) -> None:
    record = read_record(f"1. Ah Kd | As 7d 4c | call | 9h 2s | Qs Qc\nResult: {result}")
    assert [str(difference) for difference in check_record(record).differences] == (
        []
        if right
        else [f"result: words: recorded {result[6:]!r}, by the rules the player wins"]
        if "house" in result
        else ["result: words: recorded 'after 1 of 1 rounds', by the rules the player wins"]
    )
