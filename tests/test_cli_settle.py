"""``settle``: records checked at the table, from a file or standard input, by status and words."""

from __future__ import annotations

import json
import subprocess
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import pytest
from command import COMMAND, refused, run
from settled_rounds import AA_BONUS, EXAMPLES, Example

from solver import Rules
from solver.match import Choice, Match, MatchSetup
from solver.match.record import to_json, to_text

RIGHT = """\
Ante: 100
Bonus: 100
1. Ah Ad | As 7h 4c | call | Kh 2d | Ks 8d: ante +100, call +200, bonus +700, net +1000
2. 8c 3d | Kh 9c 4d | fold: net -200, total +800
-. 7c 7h | As 7d | void
Result: +800
"""
WRONG = RIGHT.replace("bonus +700", "bonus +800").replace("Result: +800", "Result: +900")


def by_stakes() -> dict[tuple[int, int], list[Example]]:
    found: dict[tuple[int, int], list[Example]] = defaultdict(list)
    for example in EXAMPLES.values():
        found[example.ante, example.bonus].append(example)
    return found


@pytest.mark.parametrize(("stakes", "examples"), by_stakes().items(), ids=map(str, by_stakes()))
def test_the_worked_rounds(stakes: tuple[int, int], examples: list[Example]) -> None:
    ante, bonus = stakes
    lines = [f"Ante: {ante}", f"Bonus: {bonus}"]
    total = 0
    for number, example in enumerate(examples, start=1):
        hole, flop, later, dealer = example.cards
        total += example.net
        on_ante, on_call, on_bonus = example.pays
        lines.append(
            f"{number}. {hole} | {flop} | call | {later} | {dealer}: ante {on_ante:+}, "
            f"call {on_call:+}, bonus {on_bonus:+}, net {example.net:+}, total {total:+}"
        )
    lines.append(f"Result: {total:+}")
    ran = run("settle", "-", "--json", given="\n".join(lines))
    assert (ran.status, ran.err) == (0, "")
    answer = json.loads(ran.out)
    assert (answer["right"], answer["differences"]) == (True, [])
    settled = answer["settled"]["played"]
    amounts = [[int(row.get(name, 0)) for name in ("ante", "call", "bonus")] for row in settled]
    assert amounts == [list(example.pays) for example in examples]
    assert [int(row["net"]) for row in settled] == [example.net for example in examples]
    assert int(answer["settled"]["net"]) == total


def test_the_crib_of_the_bonus() -> None:
    rows = [
        f"{number}. {player} | {flop} | fold: bonus {won:+}, net {won - 100:+}\n"
        for number, (player, flop, won) in enumerate(AA_BONUS.values(), start=1)
    ]
    ran = run("settle", "-", given="Bonus: 100\n" + "".join(rows))
    assert ran.status == 0
    assert f"Checked: {len(rows)} deals, {2 * len(rows)} stated amounts; all right\n" in ran.out


@pytest.mark.parametrize("by_name", [True, False])
def test_a_right_record(by_name: bool, tmp_path: Path) -> None:
    (tmp_path / "r.txt").write_text(RIGHT)
    ran = run("settle", "r.txt" if by_name else "-", given=RIGHT, cwd=tmp_path)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "2 rounds, Ante 100, AA Bonus 100; Ante pays 100-20-10-3-2-1",
        "Checked: 3 deals, 1 void, 7 stated amounts; all right",
        "Result:  +800, the player wins",
    ]


def test_a_wrong_record() -> None:
    ran = run("settle", "-", given=WRONG)
    assert (ran.status, ran.err) == (1, "")
    assert ran.out.splitlines()[1:] == [
        "line 3, round 1: bonus: recorded +800, by the rules +700",
        "result: net: recorded +900, by the rules +800",
        "Checked: 3 deals, 1 void, 7 stated amounts; 2 differences",
        "Result:  +800, the player wins",
    ]
    ran = run("settle", "-", "--json", given=WRONG)
    assert ran.status == 1
    answer = json.loads(ran.out)
    assert answer["right"] is False
    assert answer["differences"][0] == {
        "place": "line 3, round 1",
        "what": "bonus",
        "recorded": "+800",
        "settled": "+700",
        "round": 1,
    }
    assert answer["result"] == "+800, the player wins"


def test_one_of_everything_is_not_many() -> None:
    ran = run("settle", "-", given="1. Ah Kd | As 7d 4c | call | 9h 2s | Qs Qc: net +200")
    assert ran.status == 1
    assert ran.out.splitlines()[0] == "1 round, Ante 100; Ante pays 100-20-10-3-2-1"
    assert "Checked: 1 deal, 1 stated amount; 1 difference\n" in ran.out


def test_every_round_line_by_line() -> None:
    out = run("settle", "-", "--show", given=RIGHT).out
    assert out.splitlines()[1:-3] == [
        "",
        "Round 1",
        "  Your hole  Ah Ad",
        "  Flop       As 7h 4c",
        "  Choice     call",
        "  Turn       Kh",
        "  River      2d",
        "  Your hand  three of a kind, aces, K 7 kickers",
        "  Dealer     Ks 8d",
        "  Its hand   pair, kings, A 8 7 kickers",
        "  Outcome    win",
        "  Ante       100: +100, three of a kind pays 1 to 1",
        "  Call       200: +200, won: pays 1 to 1",
        "  AA Bonus   100: +700, three of a kind on hole and flop pays 7 to 1",
        "  Net        +1000",
        "  Total      +1000",
        "",
        "Round 2",
        "  Your hole  8c 3d",
        "  Flop       Kh 9c 4d",
        "  Choice     fold",
        "  Ante       100: -100, lost by the fold",
        "  AA Bonus   100: -100, lost: less than a pair of aces on hole and flop",
        "  Net        -200",
        "  Total      +800",
        "",
        "Void deal",
        "  Your hole  7c 7h",
        "  Flop       As 7d",
        "  Void       stakes back; the round is played again",
    ]


def test_what_is_written_in_any_encoding_of_a_terminal() -> None:
    text = RIGHT.replace("Ah Ad", "A♥ a♦")
    for content in (text.encode(), b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()):
        for encoding in ("ascii", "cp1252"):
            ran = run("settle", "-", given=content, environment={"PYTHONIOENCODING": encoding})
            assert ran.status == 0, ran


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"", "standard input: expected a round a line"),
        (b"hello", "standard input: line 1: expected a round, such as"),
        (b"\xff\xfe", "standard input: not UTF-8 text"),
        (b"{", "standard input: not JSON"),
        (b"Ante: 5\n1. Ah Kx | As 7d 4c | fold", "standard input: line 2: 'x' is no suit"),
    ],
)
def test_what_is_no_record(content: bytes, error: str) -> None:
    ran = run("settle", "-", given=content)
    assert (ran.status, ran.out) == (2, "")
    (line,) = ran.err.splitlines()
    assert error in line


def test_files_that_are_no_record(tmp_path: Path) -> None:
    assert "missing.txt: cannot be read: No such file" in refused("settle", "missing.txt")
    assert f"{tmp_path}: cannot be read: Is a directory" in refused("settle", str(tmp_path))
    bad = tmp_path / "bad.txt"
    bad.write_bytes(b"\xff")
    assert f"{bad}: not UTF-8 text" in refused("settle", str(bad))
    bad.write_text("hello")
    assert refused("settle", str(bad)).count(str(bad)) == 1
    assert "--show goes without --json" in refused("settle", str(bad), "--show", "--json")
    assert "Missing argument" in refused("settle")


@pytest.mark.parametrize("given", [f'"{COMMAND}" settle /dev/zero', f'yes | "{COMMAND}" settle -'])
def test_what_never_ends_is_not_read_to_the_end(given: str) -> None:
    limited = f"ulimit -v 2000000; {given}"
    done = subprocess.run(
        ["sh", "-c", limited], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert "expected up to 1,000,000 characters" in line


@pytest.mark.parametrize("name", ["match.json", "match.txt"])
def test_a_match_that_was_played_is_right(name: str, tmp_path: Path) -> None:
    setup = MatchSetup(Rules(bonus=Fraction(1, 4)), Fraction(20), 3, "7")
    match = Match(setup)
    for choice in (Choice.CALL, Choice.VOID, Choice.FOLD):
        match.choose(choice)
    text = to_json(match) if name.endswith("json") else to_text(match)
    (tmp_path / name).write_text(text)
    ran = run("settle", name, cwd=tmp_path)
    assert ran.status == 0
    assert "Checked: 3 deals, 1 void, 10 stated amounts; all right" in ran.out
    assert "after 2 of 3 rounds" in ran.out
    (tmp_path / name).write_text(text.replace("9d Th", "9d Tc"))
    ran = run("settle", name, cwd=tmp_path)
    assert ran.status == 1
    assert "hole, from the seed: recorded 9d Tc, by the rules 9d Th" in ran.out


def test_a_review() -> None:
    text = "1. Ah Kd | As 7d 4c | fold\n2. 3h 2d | As Ad 9c | call | 9h 2s | Qs Qc\n"
    answer = json.loads(run("settle", "-", "--review", "--json", given=text).out)["review"]
    assert {line["what"]: line["amount"] for line in answer["lines"]} == {
        "Perfect play": "-4.32",
        "Your cards": "+75.16",
        "What came after": "-126.61",
        "Your decisions": "-344.23",
        "Net result": "-400.00",
    }
    # Two mistakes: Fold was worth -1 for 609437/356730, Call -206179/118910 for -1.
    cost = 1 + Fraction(609_437, 356_730) + Fraction(206_179, 118_910) - 1
    assert Fraction(answer["cost_exact"]) == 100 * cost
    ran = run("settle", "-", "--review", given=text)
    assert ran.status == 0
    assert "Round 1: fold with Ah Kd on As 7d 4c cost 270.84" in ran.out
    assert "Round 2: call with 3h 2d on As Ad 9c cost 73.39" in ran.out
    assert answer["sentence"] in ran.out


@pytest.mark.parametrize("text", ["-. 7c 7h | As 7d | void", "Ante: 5"])
def test_nothing_to_review(text: str) -> None:
    ran = run("settle", "-", "--review", given=text)
    assert (ran.status, ran.err) == (0, "")
    assert "No round was played that counts" in ran.out
    ran = run("settle", "-", "--review", "--json", given=text)
    assert ran.status == 0
    assert json.loads(ran.out)["review"] is None


def test_a_round_that_cannot_be_is_named() -> None:
    ran = run("settle", "-", "--show", given=RIGHT.replace("Ks 8d", "Ks Ah"))
    assert ran.status == 1
    assert "line 3, round 1: cards: recorded Ah Ad | As 7h 4c | Kh 2d | Ks Ah" in ran.out
    assert "by the rules void: Ah appears more than once" in ran.out
    assert "Round 1, void\n  Your hole  Ah Ad\n" in ran.out
    # The other round is still the second.
    assert "Round 2\n  Your hole  8c 3d\n" in ran.out


def test_the_example_of_the_help() -> None:
    help_text = run("settle", "--help").out
    lines = [line.strip() for line in help_text.splitlines()]
    example = lines[lines.index("Rules: standard") : lines.index("Result: +800") + 1]
    assert len(example) == 7
    assert run("settle", "-", given="\n".join(example)).status == 0
