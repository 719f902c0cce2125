"""The trainer in a terminal: asks, judges, counts, keeps a record, leaves when told to."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from command import refused, run
from terminal import Talk

from solver import Rules
from solver.trainer import KINDS, question


@pytest.fixture
def data(tmp_path: Path) -> dict[str, str]:
    """The environment with a place for data of its own."""
    return {"CASINO_HOLDEM_DATA": str(tmp_path)}


def record(data: dict[str, str]) -> list[dict[str, object]]:
    path = Path(data["CASINO_HOLDEM_DATA"]) / "progress.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def right_answers(kind: str, seed: str, count: int, rules: Rules | None = None) -> list[list[str]]:
    """Right answers to the first questions of a series, one a field."""
    answers = []
    for number in range(1, count + 1):
        asked = question(kind, seed, number, rules)
        cards = [card for shown in asked.shown for card in shown.cards]
        some = {
            f.name: f.options[0] if f.options else "lost" if f.name != "cards" else cards[:5]
            for f in asked.fields
        }
        if "cards" in some:
            five = question(kind, seed, number).shown[2].cards
            some["cards"] = " ".join("23456789TJQKA"[c // 4] + "cdhs"[c % 4] for c in five)
        expected = asked.check({name: str(text) for name, text in some.items()}).expected
        answers.append(list(expected.values()))
    return answers


@pytest.mark.parametrize("kind", KINDS)
def test_all_right(kind: str, data: dict[str, str]) -> None:
    typed = [text for answers in right_answers(kind, "a b", 3) for text in answers]
    ran = run(
        "train", kind, "--seed", "a b", "--questions", "3",
        given="\n".join(typed) + "\n", environment=data,
    )  # fmt: skip
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.count("Right.") == 3
    assert "Wrong" not in ran.out
    assert "3 of 3. " in ran.out
    assert "Streak 3, right 3 of 3\n" in ran.out
    assert "\n3 of 3 right (100.0 %), best streak 3\n" in ran.out
    assert ran.out.endswith(
        f"The same questions again: casino-holdem train {kind} --seed 'a b' --difficulty normal\n"
    )
    assert ("Lost 0.000000 antes, 0.000000 a decision\n" in ran.out) is (kind == "decisions")
    kept = [(line["kind"], line["seed"], line["number"], line["right"]) for line in record(data)]
    assert kept == [(kind, "a b", n, True) for n in (1, 2, 3)]


def test_a_wrong_decision_and_what_it_lost(data: dict[str, str]) -> None:
    asked = question("decisions", "wrong", 1, None, "hard")
    call = asked.check({"decision": "call"})
    wrong = asked.check({"decision": "fold"}) if call.right else call
    typed = "f" if call.right else "C"
    ran = run(
        "train", "decisions", "--seed", "wrong", "--difficulty", "hard",
        given=f"{typed}\n\n", environment=data,
    )  # fmt: skip
    assert (ran.status, ran.err) == (0, "")
    assert f"Wrong, the answer is: {wrong.expected['decision']}\n" in ran.out
    for sentence in wrong.reason:
        assert f"  {sentence}\n" in ran.out
    assert "Streak 0, right 0 of 1\n" in ran.out
    assert "\n0 of 1 right (0.0 %), best streak 0\n" in ran.out
    lost = f"{float(wrong.lost or 0):.6f}"
    assert f"Lost {lost} antes, {lost} a decision\n" in ran.out
    assert ran.out.endswith("--seed wrong --difficulty hard\n")
    (line,) = record(data)
    assert (line["right"], line["lost"], line["difficulty"]) == (False, str(wrong.lost), "hard")


def test_it_asks_again_for_what_is_no_answer(data: dict[str, str]) -> None:
    ((winner, cards),) = right_answers("winner", "again", 1)
    ran = run(
        "train", "winner", "--seed", "again", "--questions", "1",
        given=f"nobody\n{winner}\nAh\n{cards}\n", environment=data,
    )  # fmt: skip
    assert ran.status == 0
    assert "\n1 of 1 right" in ran.out
    assert ran.err.splitlines() == [
        "expected player or dealer or tie, found 'nobody'",
        "expected five cards, such as Ah Kd 9c 8s 2h, found 'Ah'",
    ]


@pytest.mark.parametrize("given", ["", "\n", "   \n", "player\n", "player\n\n", b"\xff\n"])
def test_leaving_in_the_middle_of_a_question(given: str | bytes, data: dict[str, str]) -> None:
    ran = run("train", "winner", "--seed", "x", given=given, environment=data)
    assert ran.status == 0
    again = "The same questions again: casino-holdem train winner --seed x"
    assert f"No question was answered.\n{again}" in ran.out
    assert record(data) == []


def test_a_seed_is_made_and_shown(data: dict[str, str]) -> None:
    first = run("train", "qualify", "--questions", "2", given="y\ny\n", environment=data)
    seed = first.out.split("--seed ")[1].split()[0]
    assert len(seed) == 8
    again = run("train", "qualify", "--seed", seed, "--questions", "2", given="y\ny\n")
    assert again.out == first.out
    other = run("train", "qualify", "--questions", "2", given="y\ny\n")
    assert other.out != first.out


def test_no_progress(data: dict[str, str]) -> None:
    ran = run(
        "train", "qualify", "--questions", "1", "--no-progress", given="y\n", environment=data
    )
    assert "of 1 right" in ran.out
    assert record(data) == []


def test_a_record_that_cannot_be_kept(data: dict[str, str]) -> None:
    (Path(data["CASINO_HOLDEM_DATA"]) / "progress.jsonl").mkdir()
    ran = run("train", "qualify", "--questions", "2", given="y\ny\n", environment=data)
    # The lesson goes on, but what was promised was not done.
    assert ran.status == 1
    assert " of 2 right" in ran.out
    assert ran.err.count("no record is kept: ") == len(ran.err.splitlines()) == 1
    assert "progress.jsonl: cannot be written: " in ran.err
    shown = run("train", "progress", environment=data)
    assert (shown.status, shown.out) == (1, "")
    assert "progress.jsonl: cannot be read: " in shown.err


def test_other_rules(data: dict[str, str]) -> None:
    rules = Rules().with_options({"call": "3/2", "bonus-cards": "6"})
    ((pay,),) = right_answers("bonus", "six", 1, rules)
    ran = run(
        "train", "bonus", "--seed", "six", "--questions", "1",
        "--call", "3/2", "--bonus-cards", "6",
        given=f"{pay}\n", environment=data,
    )  # fmt: skip
    assert "1 of 1 right" in ran.out
    assert "Rules: 100-20-10-3-2-1, call 3/2, bonus-cards 6; difficulty: normal\n" in ran.out
    assert "\nTurn: " in ran.out
    assert ran.out.endswith(" --difficulty normal and the same rules\n")


def test_progress(data: dict[str, str]) -> None:
    nothing = run("train", "progress", environment=data)
    path = Path(data["CASINO_HOLDEM_DATA"]) / "progress.jsonl"
    assert (nothing.status, nothing.out) == (0, f"No answer is on record in {path}\n")
    line = {
        "kind": "decisions", "difficulty": "easy", "right": True, "lost": "0",
        "when": "2026-11-30T12:00:00Z", "seed": "a", "number": 1,
    }  # fmt: skip
    lines = [line] * 3 + [line | {"right": False, "lost": "1/3"}]
    lines += [line | {"kind": "winner", "lost": None}]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines) + "torn")
    ran = run("train", "progress", environment=data)
    assert (ran.status, ran.err) == (0, f"{path}: 1 line is not an answer, and not counted\n")
    rows = [row.split() for row in ran.out.splitlines()]
    assert ["decisions", "4", "75", "%", "3", "0.0833"] in rows
    assert ["winner", "1", "100", "%", "1"] in rows
    assert rows[-1] == ["Record:", str(path)]


def test_wrong_calls() -> None:
    assert "'decision' is not one of" in refused("train", "decision")
    assert "--questions" in refused("train", "decisions", "--questions", "0")
    assert "progress goes without --seed" in refused("train", "progress", "--seed", "a")
    assert "there is no AA Bonus" in refused("train", "bonus", "--rules", "caribbean-holdem")
    message = refused("train", "qualify", "--seed", "\udcff")
    assert "Invalid value for '--seed': expected text" in message


def test_a_terminal_of_40_columns(data: dict[str, str]) -> None:
    narrow = data | {"PYTHONIOENCODING": "ascii"}
    lesson = ("train", "qualify", "--seed", "a", "--questions", "1")
    with Talk(*lesson, columns=40, environment=narrow) as talk:
        assert "Does the dealer qualify?" in talk.wait_for("Qualifies (yes, no)> ")
        talk.say("maybe\n")
        talk.wait_for("expected yes or no, found 'maybe'")
        talk.wait_for("Qualifies (yes, no)> ")
        talk.say("yes\n")
        talk.wait_for("Streak ")
        assert talk.status() == 0
    answer = record(data)[0] | {"kind": "decisions", "lost": "1/3"}
    path = Path(data["CASINO_HOLDEM_DATA"]) / "progress.jsonl"
    path.write_text(12345 * f"{json.dumps(answer)}\n")
    with Talk("train", "progress", columns=40, environment=narrow) as talk:
        table = talk.wait_for("best: ")
        assert table.isascii()
        assert max(map(len, table.splitlines())) <= 40
        assert re.search(r"decisions +12,345 +\d+ % +[\d,]+ +0\.3333\r\n", table)
        assert talk.status() == 0


def test_ctrl_c_leaves_with_a_summary_and_nothing_is_lost(data: dict[str, str]) -> None:
    with Talk("train", "qualify", "--seed", "a", environment=data) as talk:
        talk.wait_for("> ")
        talk.say("yes\n")
        talk.wait_for("Streak ")
        talk.wait_for("> ")
        # On record before anybody leaves.
        assert [line["number"] for line in record(data)] == [1]
        talk.interrupt()
        talk.wait_for("of 1 right")
        talk.wait_for("--seed a")
        talk.wait_for("interrupted")
        assert talk.status() == 130
