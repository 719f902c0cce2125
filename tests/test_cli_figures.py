"""``edge``, ``verify``, ``bench`` and ``solve``: what they print, and their exit status."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from command import refused, run

SIGNATURE = "41ba75b224b99ed2b4e7f67f229a1b9b8c9c5ed45a216c6dfa569a994f53d2ac"
COMMANDS = (
    "advise", "advise-two", "bench", "edge", "report", "rules", "session", "solve", "sweep",
    "verify",
)  # fmt: skip
BENCH = "4cc5c385c1d1907d03451ab0e1c36d33ab2926311ccdc329ac94f2c6a50b9764"


def test_solve_writes_the_table_and_prints_the_figures(tmp_path: Path) -> None:
    ran = run("solve", "--out", "here/and/there", cwd=tmp_path)
    assert ran.status == 0
    words = " ".join(ran.out.split())
    assert (
        "House edge 2.157646 % of an Ante; lower is better exactly 1363917077/63213204600" in words
    )
    assert "Element of risk 0.817348 %" in words
    assert "Standard deviation 2.612861 antes" in words
    assert "CALL 81.990581 % 21,309,024 of" in words
    assert "FOLD 18.009281 % 4,680,540 of" in words
    assert "EITHER 0.000139 % 36 of 25,989,600 spots, counted as Fold" in words
    assert "Table here/and/there/ante-100-20-10-3-2-1" in words
    assert f"Signature {SIGNATURE}" in words
    table = tmp_path / "here/and/there/ante-100-20-10-3-2-1"
    assert {path.name for path in table.iterdir()} == {"ev.npy", "manifest.json"}
    manifest = json.loads((table / "manifest.json").read_text())
    assert manifest["signature"] == SIGNATURE
    assert [path.name for path in table.parent.iterdir()] == [table.name]


def test_edge_of_many_tables() -> None:
    tables = ("100-20-20-3-2-1", "25-25-12-3-2-1")
    ran = run("edge", "--ante", tables[0], "--ante", tables[1], "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    assert [row["ante"] for row in rows] == list(tables)
    assert [row["house_edge_percent"] for row in rows] == ["0.635731", "1.956606"]
    assert rows[1]["ev_exact"] == "-498357719/25470522000"
    text = run("edge", "--ante", tables[0], "--ante", tables[1])
    assert "0.635731 %" in text.out
    assert "1.956606 %" in text.out
    # Without one of these options no signature is made.
    assert "signature" not in rows[0]
    signed = run(
        "edge", "--format", "csv", "--signatures", "--ante", tables[1], "--bonus", "1",
        "--indifferent", "fold",
    )  # fmt: skip
    (row,) = csv.DictReader(io.StringIO(signed.out))
    assert row == rows[1] | {"bonus": "1", "signature": row["signature"]}
    assert row["signature"] != SIGNATURE


def test_indifferent_spots_called_raise_the_deviation_alone() -> None:
    fold, call = (
        json.loads(run("edge", "--format", "json", "--signatures", *choice).out)[0]
        for choice in ((), ("--indifferent", "call"))
    )
    assert fold["signature"] == call["signature"] == SIGNATURE
    assert {name for name in fold if fold[name] != call[name]} == {"standard_deviation_antes"}
    assert float(fold["standard_deviation_antes"]) < float(call["standard_deviation_antes"])


def test_verify_everything() -> None:
    ran = run("verify", environment={"PYTHONIOENCODING": "ascii"})
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.isascii()
    assert "every promised integer reproduced" in ran.out
    assert "it is the element of risk" in " ".join(ran.out.split())


@pytest.mark.parametrize(
    ("arguments", "status", "text"),
    [
        (("2.16",), 0, "2.16 is the house edge, 2.157646 %"),
        (
            ("0.82 %",),
            0,
            "0.82 % is the element of risk, 0.817348 %, with Ante table 100-20-10-3-2-1\n"
            "It is not the house edge, which is 2.157646 %",
        ),
        (("93.74",), 0, "93.74 is the AA Bonus return, 93.741651 %"),
        (("0.64", "--ante", "100-20-20-3-2-1"), 0, "0.64 is the house edge, 0.635731 %"),
        (("5.22",), 1, "5.22 is nothing known"),
    ],
)
def test_verify_a_claim(arguments: tuple[str, ...], status: int, text: str) -> None:
    ran = run("verify", "--claim", *arguments)
    assert (ran.status, ran.err) == (status, "")
    assert text in ran.out


def test_bench_signature_on_any_workers() -> None:
    ran = run("bench", "--signature", "--workers", "1")
    assert ran.out == f"signature {BENCH}\n"
    lines = run("bench", "--workers", "2").out.splitlines()
    assert lines[0] == f"signature {BENCH}"
    assert len(lines) > 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("solve", "--ante", "100-20-10-3-2"), "pays found: 5; expected six"),
        (("solve", "--ante", "100-20-10-3-2-1-1"), "pays found: 7; expected six"),
        (("solve", "--ante", "100-20-10-3-2--1"), "a pay is missing or negative"),
        (("solve", "--ante", "100-20-ten-3-2-1"), "'ten' is no number"),
        (("solve", "--workers", "0"), "0 is not in the range 1<=x<=512"),
        (("solve", "--workers", "two"), "'two' is not a valid integer"),
        (("solve", "--method", "guess"), "'guess' is not one of 'counting', 'direct'"),
        (("solve", "--start-method", "vfork"), "'vfork' is not one of"),
        (("solve", "--out", __file__), "is a file"),
        (("solve", "--log-file", "no/such/place.log"), "No such file"),
        (("edge", "--ante", "1-1-1-1-1-1e9"), "'1e9' is no number"),
        (("verify", "--claim", "much"), "expected a decimal number"),
        (("verify", "--ante", "100-20-20-3-2-1"), "--ante goes with --claim"),
        (("verify", "--rules", "standard"), "--rules goes with --claim"),
        (("verify", "--blind-call", "--call", "2"), "--blind-call"),
        (("solve", "--call", "0"), "call: expected more than 0 antes, found 0"),
        (("solve", "--qualifier", "pair of foors"), "expected a pair such as 'pair of fours'"),
        (("solve", "--unqualified", "push"), "'push' is not one of 'table', 'even', 'returned'"),
        (
            ("solve", "--bonus-pays", "none", "--bonus", "1"),
            "'--bonus': there is",
        ),
        (
            ("solve", "--rules", "royl-20"),
            "'--rules': 'royl-20' is no preset and no file, the near",
        ),
        (("solve", "--rules", "my.toml"), "my.toml: cannot be read: No such file or directory"),
        (("edge", "--signatures"), "--signatures goes with --format csv or json"),
        (("slove",), "No such command 'slove'"),
        (("solve", "now"), "unexpected extra argument"),
    ],
)
def test_wrong_calls(arguments: tuple[str, ...], message: str, tmp_path: Path) -> None:
    assert message in refused(*arguments, cwd=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_help_names_every_command() -> None:
    ran = run("--help")
    assert ran.status == 0
    for command in COMMANDS:
        assert f"  {command}  " in ran.out
        assert "Usage: casino-holdem " + command in run(command, "--help").out
