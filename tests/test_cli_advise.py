"""``advise``: answers for one spot, in words and JSON, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command import refused, run

HANDS = "final hand"


@pytest.mark.parametrize(
    "cards",
    [
        ("Ah Kd", "As 7d 4c"),
        ("Ah Kd As 7d 4c",),
        ("AhKd/As7d4c",),
        ("ah", "KD", "aS", "7d", "4c"),
        ("A♥ K♦", "A♠️,7♦,4♣"),
    ],
)
def test_one_spot_in_any_writing(cards: tuple[str, ...], tmp_path: Path) -> None:
    ran = run("advise", *cards, cwd=tmp_path)
    assert ran.status == 0
    lines = ran.out.splitlines()
    assert lines[0] == "CALL  Ah Kd on As 7d 4c"
    assert lines[1] == "EV(Call)  +1.708399 antes  = 609437/356730"
    assert lines[2] == "EV(Fold)  -1.000000 antes  = -1"
    assert lines[3] == "Fold would cost 2.708399 antes  = 966167/356730"
    assert "not qualify 27.34 %, win 59.00 %, tie 0.64 %, lose 13.02 %" in lines[4]
    assert HANDS not in ran.out


def test_fold_and_what_calling_would_cost() -> None:
    ran = run("advise", "3h 2d", "As Ad 9c")
    assert ran.out.startswith("FOLD")
    assert "EV(Call)  -1.733908 antes  = -206179/118910" in ran.out
    assert "Call would cost 0.733908 antes" in ran.out


@pytest.mark.parametrize("cards", ["9s7h/2cQdAh", "3d3h/9cJcAc"])
def test_either_where_both_are_equal(cards: str) -> None:
    ran = run("advise", cards)
    assert ran.out.startswith("EITHER")
    assert "no choice is wrong" in ran.out


def test_final_hands_on_demand() -> None:
    ran = run("advise", "AhKd/As7d4c", "--hands")
    assert HANDS in ran.out
    row = next(line for line in ran.out.splitlines() if line.strip().startswith("two pair"))
    assert row.split()[2:8] == ["55,296", "302,901", "2,169", "40,584", "400,950", "37.4653"]


def test_json() -> None:
    answer = json.loads(run("advise", "AhKd/As7d4c", "--json").out)
    assert answer["decision"] == "CALL"
    assert answer["ev_call_exact"] == "609437/356730"
    assert answer["cost_of_error_exact"] == "966167/356730"
    assert answer["completions"] == 1_070_190
    assert {name: o["deals"] for name, o in answer["outcomes"].items()} == {
        "unqualified": 292_584,
        "win": 631_392,
        "tie": 6_837,
        "lose": 139_377,
    }
    assert answer["by_final_hand"]["four of a kind"]["win"] == 990


def test_another_ante_table() -> None:
    usual = json.loads(run("advise", "AhKd/As7d4c", "--json").out)
    quads = json.loads(run("advise", "AhKd/As7d4c", "--json", "--ante", "100-20-1010-3-2-1").out)
    # 990 completions make four of a kind and win.
    assert quads["ev_call"] - usual["ev_call"] == pytest.approx(990 * 1000 / 1_070_190)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("Ah Kx", "Qs Jd 2c"), "'x' is no suit, in card 2 of 'Ah Kx'"),
        (("6сTc/9hAsAd",), "U+0441 CYRILLIC SMALL LETTER ES is no suit"),
        (("As 8s", "Kd 8s 3s"), "8s appears more than once"),
        (("JcJc", "Kd 8s 3s"), "Jc appears more than once"),
        (("Ah", "As 7d 4c"), "the hole has 2 cards, found 1: Ah"),
        (("Ah Kd", "As 7d 4c 2c"), "the flop has 3 cards, found 4"),
        (("Ah Kd As 7d",), "a spot (hole, then flop) has 5 cards, found 4"),
        (("Ah Kd As 7d 4c 4d",), "has 5 cards, found 6"),
        ((), "expected CARDS"),
        (("--batch", "no-such-file.csv"), "No such file"),
        (("AhKd/As7d4c", "--batch", "-"), "--batch goes without CARDS"),
        (("AhKd/As7d4c", "--ante", "1-2-3"), "pays found: 3; expected six"),
        (("AhKd/As7d4c", "--table", __file__), "is a file"),
    ],
)
def test_wrong_calls(arguments: tuple[str, ...], message: str, tmp_path: Path) -> None:
    assert message in refused("advise", *arguments, cwd=tmp_path)


def test_a_table_is_used_where_there_is_one(tmp_path: Path) -> None:
    assert run("solve", "--workers", "1", cwd=tmp_path).status == 0
    good = run("advise", "AhKd/As7d4c", cwd=tmp_path)
    assert good.out.startswith("CALL")
    ev = tmp_path / "results" / "ante-100-20-10-3-2-1" / "ev.npy"
    wrong = ("--ante", "25-25-12-3-2-1", "--table", str(ev.parent))
    ran = run("advise", "AhKd/As7d4c", *wrong, cwd=tmp_path)
    assert (ran.status, ran.out) == (1, "")
    assert "expected ante-25-25-12-3-2-1, found ante-100-20-10-3-2-1" in ran.err
    size = ev.stat().st_size
    ev.write_bytes(ev.read_bytes()[: size // 2])
    for arguments in ((), ("--table", str(ev.parent))):
        cut = run("advise", "AhKd/As7d4c", *arguments, cwd=tmp_path)
        assert (cut.status, cut.out) == (1, "")
        assert f"table damaged: expected {size} bytes, have {size // 2}" in cut.err
        assert "casino-holdem solve --ante 100-20-10-3-2-1 --out" in cut.err
    other = run("advise", "AhKd/As7d4c", "--ante", "25-25-12-3-2-1", cwd=tmp_path)
    assert other.out.startswith("CALL")
