"""``play``: whole matches, left and taken up again, with nothing lost at any prompt."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from command import Ran, refused, run
from terminal import Talk

from solver.match import Choice, Match, MatchSetup
from solver.match.audit import check_record
from solver.match.record import read_record, to_json, to_text
from solver.presets import PRESETS

PROMPT = "call, fold, void, quit> "
BLIND_PROMPT = "blind call, see the cards, void, quit> "
FIRST = ("9d Th", "7h 6d Jh", "4d", "8h", "5d 7d")
"""The first deal of seed 7, in the order in which it is shown."""


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory for each test alone."""
    monkeypatch.setenv("CASINO_HOLDEM_DATA", str(tmp_path / "data"))
    return tmp_path / "data" / "matches"


def kept(directory: Path) -> list[Path]:
    return sorted(directory.iterdir()) if directory.exists() else []


def played(setup: MatchSetup, *choices: Choice) -> Match:
    match = Match(setup)
    for choice in choices:
        match.choose(choice)
    return match


def test_a_round_is_revealed_in_its_order() -> None:
    out = run("play", "--seed", "7", "--bonus", "50", given="c\nq\n").out
    first = out.split("Round 2")[0]
    at = [first.index(cards) for cards in FIRST]
    assert at == sorted(at)
    assert first.index(PROMPT) < at[2]
    # Nothing that is not yet to be seen stands before the prompt.
    before = first.split(PROMPT)[0]
    assert not any(card in before for cards in FIRST[2:] for card in cards.split())
    assert first.splitlines()[-12:-1] == [
        "  Turn       4d",
        "  River      8h",
        "  Your hand  straight, jack high",
        "  Dealer     5d 7d",
        "  Its hand   straight, eight high",
        "  Outcome    win",
        "  Ante       100: +100, straight pays 1 to 1",
        "  Call       200: +200, won: pays 1 to 1",
        "  AA Bonus   50: -50, lost: less than a pair of aces on hole and flop",
        "  Net        +250",
        "  Total      +250",
    ]


def test_a_fold_shows_no_later_card() -> None:
    out = run("play", "--seed", "7", given="f\nq\n").out
    first = out.split("Round 2")[0]
    assert not any(card in first for cards in FIRST[2:] for card in cards.split())
    assert "Ante       100: -100, lost by the fold" in first


def test_a_whole_match(data: Path) -> None:
    ran = run(
        *("play", "--rounds", "2", "--seed", "7", "--hints"), given="v\nraise\n\n  FoLD \nC\n"
    )
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines()[0] == "2 rounds, Ante 100; Ante pays 100-20-10-3-2-1"
    assert ran.out.count("Round 1 of 2") == 2
    assert ran.out.count("Round 2 of 2") == 1
    assert "Void       stakes back; the round is played again" in ran.out
    assert "expected one of call, fold, void, quit" in ran.out
    assert "found 'raise'" in ran.out
    assert ran.out.count("Hint       ") == 3
    match = played(MatchSetup(seed="7", rounds=2), Choice.VOID, Choice.FOLD, Choice.CALL)
    (path,) = kept(data)
    assert path.read_text() == to_json(match) + "\n"
    end = ran.out.partition("Result: ")[2]
    assert end.startswith(f"{int(match.total):+}, the ")
    for words in ("Perfect play", "Your cards", "What came after", "Your decisions", "Net result"):
        assert words in end
    assert "Of all such matches played perfectly" in end
    assert "cost" in end
    assert end.rstrip().endswith(str(path))


def test_hints_are_the_advice_in_the_unit_of_the_match() -> None:
    setup = MatchSetup(seed="7")
    advice = setup.advise(setup.deal(1).hole, setup.deal(1).flop)
    out = run("play", "--seed", "7", "--ante", "50", "--hints", given="q\n").out
    (hint,) = [line for line in out.splitlines() if "Hint" in line]
    assert f"CALL: Call {float(50 * advice.ev_call):+.2f}, Fold -50.00" in hint


def test_without_a_seed_no_match_is_like_another() -> None:
    ends = {run("play", given="f\nf\nf\n").out.partition("Result")[0] for _ in range(3)}
    assert len(ends) == 3


@pytest.mark.parametrize(
    ("given", "choices"),
    [
        ("", []),
        ("q\n", []),
        ("c\n", [Choice.CALL]),
        ("call\nquit\n", [Choice.CALL]),
        ("v\nf", [Choice.VOID, Choice.FOLD]),
        ("f\nx\n", [Choice.FOLD]),
    ],
)
def test_end_of_input_and_quit_at_any_prompt(given: str, choices: list[Choice], data: Path) -> None:
    ran = run("play", "--seed", "7", given=given)
    assert (ran.status, ran.err) == (0, "")
    if not choices:
        assert kept(data) == []
        assert ran.out.endswith("No round was played.\n")
        return
    (path,) = kept(data)
    match = played(MatchSetup(seed="7"), *choices)
    assert path.read_text() == to_json(match) + "\n"
    assert f"Go on with  casino-holdem play --resume {path}" in ran.out


BLIND = MatchSetup(PRESETS["blind-call"].rules, seed="7")


@pytest.mark.parametrize(
    ("given", "choices"),
    [
        ("s\n", []),
        ("b\n", [Choice.BLIND_CALL]),
        ("v\n", [Choice.VOID]),
        ("b\nsee\n", [Choice.BLIND_CALL]),
        ("blind call\nb\n", [Choice.BLIND_CALL, Choice.BLIND_CALL]),
    ],
)
def test_a_blind_call(given: str, choices: list[Choice], data: Path) -> None:
    ran = run("play", "--seed", "7", "--rules", "blind-call", given=given)
    assert (ran.status, ran.err) == (0, "")
    before = ran.out.split(BLIND_PROMPT)[0]
    assert FIRST[0] not in before
    assert [read_record(path.read_text()).rows for path in kept(data)] == (
        [read_record(to_json(played(BLIND, *choices))).rows] if choices else []
    )


def test_call_and_fold_are_open_once_the_cards_are_seen(data: Path) -> None:
    ran = run("play", "--seed", "7", "--rules", "blind-call", given="f\nc\ns\nb\nf\nq\n")
    assert ran.out.count("expected one of blind call, see the cards, void, quit") == 2
    assert ran.out.count("expected one of call, fold, void, quit") == 1
    match = Match(BLIND)
    match.see()
    match.choose(Choice.FOLD)
    (path,) = kept(data)
    assert path.read_text() == to_json(match) + "\n"


@pytest.fixture
def talk() -> Iterator[Talk]:
    with Talk("play", "--seed", "7", "--rounds", "3") as talking:
        yield talking


def test_ctrl_c_before_the_first_decision(talk: Talk, data: Path) -> None:
    talk.wait_for(PROMPT)
    assert len(kept(data)) == 1
    talk.interrupt()
    talk.wait_for("No round was played.")
    talk.wait_for("interrupted")
    assert talk.status() == 130
    assert kept(data) == []


def test_ctrl_c_and_on_again_with_the_same_cards(talk: Talk, data: Path) -> None:
    whole = played(MatchSetup(seed="7", rounds=3), Choice.CALL, Choice.FOLD, Choice.CALL)
    talk.wait_for(PROMPT)
    talk.say("c\n")
    talk.wait_for(PROMPT)
    talk.say("fo")
    talk.interrupt()
    talk.wait_for("+300 after 1 of 3 rounds")
    talk.wait_for("--resume")
    talk.wait_for("interrupted")
    assert talk.status() == 130
    (path,) = kept(data)
    again = run("play", "--resume", given="f\n")
    assert again.status == 0
    assert "Round 2 of 3, total +300" in again.out
    assert kept(data) == [path]
    last = run("play", "--resume", str(path), "--hints", given="c\n")
    assert last.status == 0
    assert path.read_text() == to_json(whole) + "\n"
    assert "no unfinished match" in refused("play", "--resume")
    assert "this match is over" in refused("play", "--resume", str(path))


@pytest.mark.parametrize("typed", ["", "s\n"])
def test_ctrl_c_with_a_blind_call_open(typed: str, data: Path) -> None:
    with Talk("play", "--seed", "7", "--rules", "blind-call") as talk:
        talk.wait_for(BLIND_PROMPT)
        talk.say("v\n")
        talk.wait_for(BLIND_PROMPT)
        talk.say(typed)
        if typed:
            talk.wait_for(PROMPT)
        talk.interrupt()
        talk.wait_for("interrupted")
        assert talk.status() == 130
    (path,) = kept(data)
    assert path.read_text() == to_json(played(BLIND, Choice.VOID)) + "\n"


def test_end_of_input_in_a_terminal(talk: Talk, data: Path) -> None:
    talk.wait_for(PROMPT)
    talk.say("f\n")
    talk.wait_for(PROMPT)
    talk.say("\x04")
    talk.wait_for("-100 after 1 of 3 rounds")
    assert talk.status() == 0
    assert len(kept(data)) == 1


def test_what_was_played_is_kept_even_from_a_killed_match(talk: Talk, data: Path) -> None:
    talk.wait_for(PROMPT)
    talk.say("f\n")
    talk.wait_for(PROMPT)
    talk.process.kill()
    (path,) = kept(data)
    match = played(MatchSetup(seed="7", rounds=3), Choice.FOLD)
    assert path.read_text() == to_json(match) + "\n"


def test_a_narrow_terminal_and_strange_letters() -> None:
    with Talk("play", "--seed", "7", columns=40) as talk:
        talk.wait_for(PROMPT)
        talk.say("été ♥\n")
        talk.wait_for("found 'été ♥'")
        talk.wait_for(PROMPT)
        talk.say("c\n")
        talk.wait_for("+300")
        talk.wait_for(PROMPT)
        talk.say("q\n")
        talk.wait_for("+300 after 1 of 20 rounds")
        assert talk.status() == 0


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_narrow_encodings(encoding: str, tmp_path: Path) -> None:
    environment = {"PYTHONIOENCODING": encoding, "COLUMNS": "40"}
    path = tmp_path / "♥.txt"
    ran = run(
        *("play", "--seed", "♥", "--save", str(path)),
        given="♥\nf\n",
        environment=environment,
    )
    assert (ran.status, ran.err) == (0, "")
    assert "-100 after 1 of 20 rounds" in ran.out
    assert read_record(path.read_text("utf-8")).setup.seed == "♥"
    assert run("settle", str(path), environment=environment).status == 0


@pytest.mark.parametrize("name", ["match.txt", "match.json", "match.JSON", "match"])
def test_a_file_of_ones_own(name: str, tmp_path: Path, data: Path) -> None:
    path = tmp_path / name
    ran = run("play", "--seed", "7", "--bonus", "2.5", "--save", str(path), given="c\nf\n")
    assert ran.status == 0
    setup = MatchSetup.with_bonus(
        PRESETS["standard"].rules, Fraction(100), Fraction(5, 2), seed="7"
    )
    match = played(setup, Choice.CALL, Choice.FOLD)
    as_json = path.suffix.lower() == ".json"
    assert path.read_text() == (to_json(match) + "\n" if as_json else to_text(match))
    assert kept(data) == []
    assert [p for p in kept(tmp_path) if p.is_file()] == [path]
    # What is there is nobody's to write over.
    before = path.read_bytes()
    assert "is there already" in refused("play", "--save", str(path))
    assert path.read_bytes() == before
    assert run("play", "--resume", str(path), given="v\n").status == 0
    assert check_record(read_record(path.read_text())).match.number == 4


HEAD = "# at the table\nAnte: 5\nRounds: 3\n"


@pytest.mark.parametrize("text", [HEAD, f"{HEAD}1. Ah Kd | As 7d 4c | fold: net -5"])
def test_a_resumed_file_is_left_alone(text: str, tmp_path: Path) -> None:
    path = tmp_path / "by hand.txt"
    path.write_text(text)
    ran = run("play", "--resume", str(path), given="q\n")
    assert (ran.status, ran.err) == (0, "")
    assert path.read_text() == text


def test_the_last_match_that_is_not_over(data: Path) -> None:
    assert "no unfinished match" in refused("play", "--resume")
    data.mkdir(parents=True)
    for name, rounds in (("20250101", 3), ("20250102", 4), ("20250103", 1)):
        match = played(MatchSetup(seed="7", rounds=rounds), Choice.FOLD)
        (data / f"{name}.json").write_text(to_json(match))
    (data / "20250104.json").write_text("{")
    ran = run("play", "--resume", given="q\n")
    assert "Round 2 of 4" in ran.out
    assert "20250102.json" in ran.out


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("hello", "line 1: expected a round"),
        ("Ante: 5", "this match is over"),
        ("Rounds: 2\n1. Ah Kd | As 7d 4c | fold: net +5", "line 2, round 1: net: recorded +5"),
        (b"\xff", "not UTF-8 text"),
        (None, "cannot be read: No such file"),
    ],
)
def test_what_cannot_be_taken_up(text: str | bytes | None, error: str, tmp_path: Path) -> None:
    path = tmp_path / "record.txt"
    if text is not None:
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    if text == "Ante: 5":
        path.write_text("1. Ah Kd | As 7d 4c | fold")
    line = refused("play", "--resume", str(path))
    assert error in line
    assert line.count(str(path)) == 1


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("--rounds", "0"), "rounds: expected 1 to 1,000, found 0"),
        (("--rounds", "1001"), "found 1001"),
        (("--rounds", "x"), "'x' is not a valid integer"),
        (("--ante", "0"), "Ante: expected more than 0"),
        (("--ante", "-1"), "'-1' is no number"),
        (("--ante", "100-20-10-3-2-1"), "Invalid value for '--ante'"),
        (("--bonus", "x"), "Invalid value for '--bonus': 'x' is no number"),
        (("--bonus", "5", "--rules", "caribbean-holdem"), "there is no AA Bonus"),
        (("--ante-pays", "1-2"), "Invalid value for '--ante-pays'"),
        (("--seed", ""), "seed: expected 1 to 100"),
        (("--resume", "--ante", "5"), "--resume goes without --ante"),
        (("--resume", "--rules", "standard"), "--resume goes without --rules"),
        (("--resume", "--seed", "7"), "--resume goes without --seed"),
        (("--resume", "--save", "x"), "--resume goes without --save"),
    ],
)
def test_wrong_calls(arguments: tuple[str, ...], error: str, data: Path) -> None:
    assert error in refused("play", *arguments)
    assert kept(data) == []


def failed(ran: Ran) -> str:
    assert (ran.status, ran.out) == (1, "")
    (line,) = ran.err.splitlines()
    return line


def test_nowhere_to_write(tmp_path: Path) -> None:
    # Whoever runs tests as root may write anywhere, but not below a file.
    blocked = tmp_path / "file"
    blocked.write_text("")
    environment = {"CASINO_HOLDEM_DATA": str(blocked)}
    line = failed(run("play", given="c\n", environment=environment))
    assert f"{blocked}/matches: cannot be made: Not a directory" in line
    line = failed(run("play", "--save", str(tmp_path / "missing" / "x.txt"), given="c\n"))
    assert "cannot be written: No such file or directory" in line
    # Whoever names a file needs no data directory.
    ran = run("play", "--save", str(tmp_path / "x"), given="q\n", environment=environment)
    assert ran.status == 0


def test_the_rules_that_are_played(data: Path) -> None:
    ran = run("play", "--rules", "royal-20", "--ante-pays", "100-49-17-3-2-1", given="f\n")
    assert ran.out.splitlines()[0] == "20 rounds, Ante 100; Ante pays 100-49-17-3-2-1"
    (path,) = kept(data)
    assert json.loads(path.read_text())["rules"]["ante"] == "100-49-17-3-2-1"
