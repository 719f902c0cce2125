"""``advise --batch``: a row for every line, good or bad."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from command import run


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
        (b"Ah Kd,Qs Jd 2c,3c", "has 5 cards, found 6"),
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


def test_nothing_to_answer() -> None:
    ran = run("advise", "--batch", "-")
    assert (ran.status, rows(ran.out)) == (0, [])
