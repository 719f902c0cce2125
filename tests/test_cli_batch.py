"""``advise --batch``: a row for every line, good or bad."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from command import run

from solver import evaluate

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_all_ways_to_write_a_line() -> None:
    ran = run(
        "advise",
        "--batch",
        "-",
        given="hole,flop\n"
        "Ah Kd,As 7d 4c\n"
        "# a remark\n"
        "\n"
        "AhKd/As7d4c\n"
        "Ah Kd As 7d 4c\n"
        "Ah,Kd,As,7d,4c\n"
        '"Ah, Kd","As, 7d, 4c"\n',
    )
    assert (ran.status, ran.err) == (0, "")
    assert [row["line"] for row in rows(ran.out)] == ["2", "5", "6", "7", "8"]
    for row in rows(ran.out):
        del row["line"]
        assert row == {
            "hole": "Ah Kd",
            "flop": "As 7d 4c",
            "dead": "",
            "dealer": "",
            "turn": "",
            "river": "",
            "completions": "1070190",
            "decision": "CALL",
            "ev_call": "1.708398509",
            "ev_fold": "-1.000000000",
            "cost_of_error": "2.708398509",
            "ev_call_exact": "609437/356730",
            "unqualified_deals": "292584",
            "win_deals": "631392",
            "tie_deals": "6837",
            "lose_deals": "139377",
            "error": "",
        }


def test_marks_and_line_ends_of_other_systems(tmp_path: Path) -> None:
    plain, marked = tmp_path / "plain.csv", tmp_path / "marked.csv"
    plain.write_bytes(b"Ah Kd,Qs Jd 2c\n9s 7h,2c Qd Ah\n")
    marked.write_bytes(b"\xef\xbb\xbfAh Kd,Qs Jd 2c\r\n9s 7h,2c Qd Ah\r\n")
    answers = [run("advise", "--batch", str(path)) for path in (plain, marked)]
    assert answers[0] == answers[1]
    assert [row["decision"] for row in rows(answers[0].out)] == ["CALL", "EITHER"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"Ah Kx,Qs Jd 2c", "'x' is no suit, in card 2 of 'Ah Kx'"),
        (b"As 8s,Kd 8s 3s", "8s appears more than once"),
        (b"Ah Kd", "has 5 cards, found 2"),
        (b"Ah,Kd,Qs,Jd,2c,3c", "has 5 cards, found 6"),
        (b"Ah,Kd,Qs,Jd", "has 5 cards, found 4"),
        (b"Ah Kd,,3c", "the flop has 3 cards, found 0"),
        (b"Ah Kd,Qs Jd 2c,3c Kd", "Kd is known twice: in the hole and among the dead cards"),
        (b"Ah Kd,Qs Jd 2c,3c,4c 5c 6c", "the dealer has at most 2 cards, found 3: 4c 5c 6c"),
        (b"Ah Kd,Qs Jd 2c,,4c,7c 8c", "the turn"),
        (b"Ah Kd,Qs Jd 2c,,4c,7c,7c", "7c is known twice"),
        (b"Ah Kd,Qs Jd 2c,,,,8x", "'x' is no suit"),
        (b"Ah Kd,Qs Jd 2c,,,,,3c", "expected up to 6 columns, found 7"),
        (b"\xff\xfe,Qs Jd 2c", "U+FFFD"),
        (b'"Ah Kd,Qs Jd 2c', "no CSV"),
    ],
)
def test_a_bad_line_does_not_stop_the_others(line: bytes, message: str) -> None:
    ran = run("advise", "--batch", "-", given=b"Ah Kd,Qs Jd 2c\n" + line + b"\n2d2h/3c6c7c\n")
    good, bad, after = rows(ran.out)
    assert ran.status == 1
    assert (good["decision"], bad["decision"], after["decision"]) == ("CALL", "", "FOLD")
    assert message in bad["error"]
    assert bad["line"] == "2"
    assert ran.err == f"line 2: {bad['error']}\n"


# All but one of the dealer's cards are known: 44 ways for it, told apart by the flop as by nothing.
KNOWN = {"hole": "Ah Kd", "flop": "As 7d 4c", "dealer": "Qs", "turn": "9h", "river": "2s"}


def known_row(order: Sequence[str], names: bool) -> dict[str, str]:
    """The answer for what is known, in columns in some order."""
    line = ",".join(KNOWN.get(name, "") for name in order)
    ran = run("advise", "--batch", "-", given=(",".join(order) + "\n" if names else "") + line)
    assert (ran.status, ran.err) == (0, "")
    (row,) = rows(ran.out)
    assert row.pop("line") == ("2" if names else "1")
    return row


def test_known_cards_in_columns() -> None:
    row = known_row(("hole", "flop", "dead", "dealer", "turn", "river"), names=False)
    hole, board = "Ah Kd", "As 7d 4c 9h 2s"
    left = [card for card in DECK if card not in f"{hole} {board} Qs"]
    ours = evaluate(f"{hole} {board}")
    dealers = [evaluate(f"Qs {card} {board}") for card in left]
    unqualified = sum(value < evaluate("4c 4d 2h 3s 5c") for value in dealers)
    lost = sum(value > ours for value in dealers)
    won = len(left) - unqualified - lost
    assert row == {
        **KNOWN,
        "dead": "",
        "completions": "44",
        "decision": "CALL",
        # An Ante of 1 to one without the Call of 2, with it, and both lost.
        "ev_call_exact": str(Fraction(unqualified + 3 * won - 3 * lost, 44)),
        "ev_call": f"{(unqualified + 3 * won - 3 * lost) / 44:.9f}",
        "ev_fold": "-1.000000000",
        "cost_of_error": f"{(unqualified + 3 * won - 3 * lost) / 44 + 1:.9f}",
        "unqualified_deals": str(unqualified),
        "win_deals": str(won),
        "tie_deals": "0",
        "lose_deals": str(lost),
        "error": "",
    }


@pytest.mark.parametrize(
    "order",
    [
        ("hole", "flop", "dealer", "turn", "river"),
        ("river", "turn", "dealer", "dead", "flop", "hole"),
        ("Turn", " Flop ", "HOLE", "Dealer", "river"),
    ],
)
def test_a_first_line_gives_columns_in_any_order(order: tuple[str, ...]) -> None:
    expected = known_row(("hole", "flop", "dead", "dealer", "turn", "river"), names=True)
    line = ",".join(KNOWN.get(name.strip().lower(), "") for name in order)
    ran = run("advise", "--batch", "-", given=",".join(order) + "\n" + line)
    assert [row | {"line": ""} for row in rows(ran.out)] == [expected | {"line": ""}]


def test_columns_may_differ_from_line_to_line() -> None:
    lines = ["Ah Kd,As 7d 4c", "Ah Kd,As 7d 4c,,Qs,9h,2s", "Ah,Kd,As,7d,4c", "AhKd/As7d4c"]
    ran = run("advise", "--batch", "-", given="\n".join(lines))
    assert (ran.status, ran.err) == (0, "")
    completions = [row["completions"] for row in rows(ran.out)]
    assert completions == ["1070190", "44", "1070190", "1070190"]


@pytest.mark.parametrize(
    ("names", "error"),
    [
        (
            "hole,flop,deeler",
            "line 1: column 'deeler' is unknown: expected hole, flop, and of dead",
        ),
        ("hole,flop,turn,turn", "line 1: column 'turn' is given twice"),
        ("hole,hole", "line 1: column 'hole' is given twice"),
        ("hole,turn", "line 1: there is no column 'flop'"),
        ("hole,flop,", "line 1: column '' is unknown"),
    ],
)
def test_wrong_names_of_columns(names: str, error: str) -> None:
    ran = run("advise", "--batch", "-", given=f"{names}\nAh Kd,As 7d 4c\n")
    assert ran.status == 2
    (line,) = ran.err.splitlines()
    assert error in line
    assert rows(ran.out) == []


def test_the_rules_count_in_every_line() -> None:
    # What lies on the bonus is lost with a fold: 87269/951280 antes are enough to call.
    line = "3h 2d,As Ad 9c\n"
    for stake, decision in (("0.1", "CALL"), ("0.09", "FOLD")):
        ran = run(
            "advise", "--batch", "-", "--fold-forfeits-bonus", "--bonus", stake, given=line * 2
        )
        assert [row["decision"] for row in rows(ran.out)] == [decision] * 2
        assert rows(ran.out)[0]["ev_fold"] == f"{-1 - float(stake):.9f}"


def test_nothing_to_answer() -> None:
    ran = run("advise", "--batch", "-")
    assert (ran.status, rows(ran.out)) == (0, [])
