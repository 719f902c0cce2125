"""The record of progress: nothing lost, nothing foreign counted, added up right."""

from __future__ import annotations

import subprocess
import sys
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta, timezone
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.data import data_dir
from solver.files import FileError
from solver.trainer import KINDS, Difficulty, question
from solver.trainer.progress import Answered, Progress, Summary, summary

WHEN = datetime(2026, 11, 30, 12, 0, 1, tzinfo=UTC)
LINE = (
    '{"kind": "decisions", "difficulty": "hard", "right": false, "lost": "1/3", '
    '"when": "2026-11-30T12:00:01Z", "seed": "a", "number": 5}'
)


def answered(kind: str, right: bool, lost: Fraction | None = None, number: int = 1) -> Answered:
    return Answered(kind, "normal", right, lost, WHEN, "a", number)


@pytest.fixture
def progress(tmp_path: Path) -> Progress:
    return Progress(tmp_path / "new" / "progress.jsonl")


def test_nothing_yet(progress: Progress) -> None:
    assert progress.read() == []
    assert summary([]) == ()


def test_the_form_of_a_line(progress: Progress) -> None:
    given = Answered("decisions", "hard", False, Fraction(1, 3), WHEN, "a", 5)
    progress.add(given)
    assert progress.path.read_text() == LINE + "\n"
    assert progress.read() == [given]


def test_another_time_zone(progress: Progress) -> None:
    elsewhere = WHEN.astimezone(timezone(timedelta(hours=-5)))
    progress.add(Answered("bonus", "easy", True, None, elsewhere, "a", 5))
    assert progress.read()[0].when == WHEN


@given(
    st.lists(
        st.builds(
            Answered,
            st.sampled_from(list(KINDS)),
            st.sampled_from([str(difficulty) for difficulty in Difficulty]),
            st.booleans(),
            st.none() | st.fractions(0, 10),
            st.datetimes(datetime(2000, 1, 1), timezones=st.just(UTC)).map(
                lambda when: when.replace(microsecond=0)
            ),
            st.text(max_size=9),
            st.integers(1),
        ),
        max_size=5,
    )
)
def test_what_is_added_is_read(answers: list[Answered]) -> None:
    assert [Answered.from_line(a.as_line().encode()) for a in answers] == answers
    assert not any("\n" in a.as_line() for a in answers)


@pytest.mark.parametrize(
    "line",
    [
        "{", "null", "[]", "7", "\x00\x00", "{}", LINE[:-1], LINE[1:], '"' * 9, "[" * 100_000,
        LINE.replace("decisions", "roulette"), LINE.replace("hard", "harder"),
        LINE.replace("false", "0"), LINE.replace('"1/3"', '"1/0"'), LINE.replace('"1/3"', "0.5"),
        LINE.replace('"1/3"', '"1e999999999"'), LINE.replace('"1/3"', '"-1"'),
        LINE.replace("-30T", "-31T"), LINE.replace('"a"', "1"), LINE.replace("5}", "true}"),
        LINE.replace("5}", '5, "more": 1}'), LINE.replace('"a"', '"\N{LATIN SMALL LETTER AE}"'),
    ],
)  # fmt: skip
def test_lines_that_are_none_are_skipped(progress: Progress, line: str) -> None:
    progress.add(answered("bonus", True))
    with progress.path.open("ab") as file:
        file.write(line.encode())
    # What follows a line that was torn is not spoiled by it.
    progress.add(answered("winner", False))
    with progress.path.open("ab") as file:
        file.write(b"\n \n\n")
    assert [a.kind for a in progress.read()] == ["bonus", "winner"]
    assert progress.skipped == 1
    progress.path.write_text(LINE)
    assert (len(progress.read()), progress.skipped) == (1, 0)


def test_several_trainers_at_once(progress: Progress) -> None:
    code = (
        "import sys; from pathlib import Path; from datetime import UTC, datetime\n"
        "from solver.trainer.progress import Answered, Progress\n"
        "progress = Progress(Path(sys.argv[1]))\n"
        "when = datetime(2026, 1, 1, tzinfo=UTC)\n"
        "print('ready', flush=True); sys.stdin.readline()\n"
        "for n in range(1, 401):\n"
        "    progress.add(Answered('bonus', 'easy', True, None, when, sys.argv[2] * 300, n))\n"
    )
    command = [sys.executable, "-c", code, str(progress.path)]
    with ExitStack() as stack:
        running = [
            stack.enter_context(
                subprocess.Popen(
                    [*command, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
                )
            )
            for name in "abc"
        ]
        for process in running:
            assert process.stdout
            assert process.stdout.readline() == "ready\n"
        for process in running:
            assert process.stdin
            process.stdin.write("go\n")
            process.stdin.flush()
        assert [process.wait(60) for process in running] == [0, 0, 0]
    read = progress.read()
    assert progress.skipped == 0
    for name in "abc":
        assert [a.number for a in read if a.seed == name * 300] == list(range(1, 401))


def test_a_file_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path, tmp_path / "file" / "below"):
        progress = Progress(path)
        with pytest.raises(FileError, match="cannot be written: ") as error:
            progress.add(answered("bonus", True))
        assert str(path) in str(error.value)
        with pytest.raises(FileError, match="cannot be read: "):
            progress.read()


def test_a_full_disk() -> None:
    with pytest.raises(FileError, match="/dev/full: cannot be written: No space left"):
        Progress(Path("/dev/full")).add(answered("bonus", True))


def test_summary() -> None:
    answers = [
        *(answered("winner", right) for right in (True, True, False, True)),
        answered("decisions", False, Fraction(1, 3)),
        answered("decisions", True, Fraction(0)),
        answered("decisions", False, Fraction(1, 6)),
    ]
    expected = (
        Summary("decisions", 3, 1, 0, 1, Fraction(1, 2)),
        Summary("winner", 4, 3, 1, 2, Fraction(0)),
    )
    assert summary(answers) == expected
    assert [of.share for of in expected] == [Fraction(1, 3), Fraction(3, 4)]
    # Kinds do not break each other's streaks.
    assert summary(answers[4:] + answers[:4]) == expected


def test_what_was_just_answered() -> None:
    asked = question("decisions", "a", 3, None, "easy")
    verdicts = [asked.check({"decision": choice}) for choice in ("call", "fold")]
    before = datetime.now(UTC).replace(microsecond=0)
    for verdict in verdicts:
        made = Answered.now(asked, verdict)
        assert (made.kind, made.difficulty, made.seed, made.number) == ("decisions", "easy", "a", 3)
        assert (made.right, made.lost) == (verdict.right, verdict.lost)
        assert before <= made.when <= datetime.now(UTC)
        assert Answered.from_line(made.as_line().encode()) == made
    assert sorted(verdict.right for verdict in verdicts) == [False, True]


def test_where_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CASINO_HOLDEM_DATA", str(tmp_path))
    assert Progress().path == tmp_path / "progress.jsonl"
    monkeypatch.setenv("CASINO_HOLDEM_DATA", "")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    if sys.platform.startswith("linux"):
        assert data_dir() == tmp_path / "xdg" / "casino-holdem"
    assert data_dir().name == "casino-holdem"
