"""Writing the table: whole or not at all, whatever happens, and whoever reads at the same time."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from shlex import join, quote

import pytest
import table_writer
from command import COMMAND, run

from solver import Solution, StrategyTable, TableError, open_table, write_table
from solver.edge import signature_of
from solver.table import table_path

WRITER = [sys.executable, table_writer.__file__]
NAME = "ante-100-20-10-3-2-1"


@pytest.fixture(params=["exchange", "without exchange"])
def options(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a writer is told so that it writes as here, with an atomic exchange or without."""
    if request.param == "exchange":
        return []
    monkeypatch.setattr("solver.store._exchange", lambda *_: False)
    return ["--without-exchange"]


def write(out: Path, number: int) -> Path:
    return write_table(out, table_writer.solution_of(number))


def number_in(table: StrategyTable) -> int:
    """The one number in a table, which is whole and goes with its manifest."""
    number = int(table.ev[0])
    assert (table.ev == number).all()
    assert table.manifest["signature"] == signature_of(table.rules, table.ev)
    return number


def left_in(out: Path) -> list[str]:
    return sorted(entry.name for entry in out.iterdir())


def test_a_file_in_place_of_the_directory(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("precious")
    for out in (file, file / "below"):
        with pytest.raises(TableError, match=f"{out}: expected a directory for tables, found a"):
            write(out, 1)
    ran = run("solve", "--out", str(file / "below"))
    assert (ran.status, ran.out) == (1, "")
    assert len(ran.err.splitlines()) == 1
    assert run("solve", "--out", str(file)).status == 2
    assert file.read_text() == "precious"


def test_a_file_in_place_of_the_table(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("precious")
    ran = run("solve", "--out", str(tmp_path))
    assert (ran.status, ran.out) == (1, "")
    (line,) = ran.err.splitlines()
    assert "a file is in the table's place" in line
    assert (tmp_path / NAME).read_text() == "precious"
    assert left_in(tmp_path) == [NAME]


def mounted(directory: Path, options: str, script: str) -> list[str]:
    """A command that runs a script where a directory is a small file system of its own.

    It is there for this command only, and gone with it.
    """
    mount = f"mount -t tmpfs -o {options} tmpfs {quote(str(directory))}"
    isolated = ["unshare", "-rm", "sh", "-c"]
    if not shutil.which("unshare") or subprocess.run([*isolated, mount], check=False).returncode:
        pytest.skip("this user may not mount a file system")
    return [*isolated, f"{mount} && {{ {script}; }}"]


def output_of(command: list[str]) -> tuple[int, list[str], list[str]]:
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout.splitlines(), done.stderr.splitlines()


def test_a_directory_that_cannot_be_written_to(tmp_path: Path) -> None:
    command = [COMMAND, "solve", "--out", str(tmp_path)]
    if os.geteuid():
        tmp_path.chmod(0o555)
    else:
        # Permissions do not stop root, a read-only file system does.
        command = mounted(tmp_path, "ro", join(command))
    status, out, err = output_of(command)
    assert (status, out) == (1, [])
    assert err == [f"casino-holdem: {tmp_path}: this directory cannot be written to"]
    assert left_in(tmp_path) == []


# The larger one holds all of ev.npy, and then not the manifest.
@pytest.mark.parametrize("size", ["1m", "5028k"])
def test_a_full_disk(size: str, tmp_path: Path) -> None:
    solve = [COMMAND, "solve", "--out", str(tmp_path)]
    script = f"{join(solve)}; status=$?; ls -A {quote(str(tmp_path))}; exit $status"
    status, out, err = output_of(mounted(tmp_path, f"size={size}", script))
    assert (status, out) == (1, [])
    (line,) = err
    assert line.startswith(f"casino-holdem: {tmp_path / NAME}: ")
    assert os.strerror(errno.ENOSPC) in line


def test_a_full_disk_leaves_the_old_table(tmp_path: Path) -> None:
    full, kept = tmp_path / "full", tmp_path / "kept"
    full.mkdir()
    first, second = (join([*WRITER, str(full), number]) for number in "12")
    script = f"{first} && {second}; status=$?; cp -r {quote(str(full))} {quote(str(kept))}"
    status, out, err = output_of(mounted(full, "size=8m", f"{script}; exit $status"))
    assert (status, out) == (1, [])
    (line,) = err
    assert os.strerror(errno.ENOSPC) in line
    assert left_in(kept) == [NAME]
    assert number_in(open_table(kept / NAME)) == 1


def test_a_file_size_limit_leaves_the_old_table(tmp_path: Path) -> None:
    write(tmp_path, 1)
    status, _, err = output_of([*WRITER, str(tmp_path), "2", "--largest-file", "1000000"])
    assert status == 1
    (line,) = err
    assert os.strerror(errno.EFBIG) in line
    assert left_in(tmp_path) == [NAME]
    assert number_in(open_table(tmp_path / NAME)) == 1


@pytest.mark.parametrize("moment", [table_writer.HALF, *table_writer.SYNCS])
@pytest.mark.parametrize("older", [True, False], ids=["replacing", "first"])
def test_killed_while_writing(moment: str, older: bool, options: list[str], tmp_path: Path) -> None:
    if older:
        write(tmp_path, 1)
    with subprocess.Popen(
        [*WRITER, str(tmp_path), "2", "--stop-at", moment, *options], stdout=subprocess.PIPE
    ) as writer:
        assert writer.stdout
        if moment == table_writer.HALF:
            assert writer.wait() == -signal.SIGXFSZ
        else:
            assert writer.stdout.readline() == b"there\n"
            writer.kill()
    assert [name for name in left_in(tmp_path) if name != NAME and name[0] != "."] == []
    if moment == table_writer.SYNCS[-1]:
        assert number_in(open_table(tmp_path / NAME)) == 2
    elif older:
        assert number_in(open_table(tmp_path / NAME)) == 1
    else:
        with pytest.raises(TableError, match=r"there is no manifest\.json"):
            open_table(tmp_path / NAME)
    # What is left of it is in nobody's way.
    write(tmp_path, 3)
    assert number_in(open_table(tmp_path / NAME)) == 3


def test_an_open_table_stays_as_it_was(options: list[str], tmp_path: Path) -> None:
    del options
    old = open_table(write(tmp_path, 1))
    new = open_table(write(tmp_path, 2))
    assert (number_in(old), number_in(new)) == (1, 2)
    assert left_in(tmp_path) == [NAME]


def test_readers_and_writers_at_once(options: list[str], tmp_path: Path) -> None:
    path = write(tmp_path, 0)
    writers = [
        subprocess.Popen([*WRITER, str(tmp_path), *numbers, "--times", "8", *options])
        for numbers in ("123", "456")
    ]
    seen: dict[int, int] = {}
    refusals = []
    while any(writer.poll() is None for writer in writers):
        try:
            number = number_in(open_table(path))
        except TableError as error:
            refusals.append(str(error).split(": ")[1].split(";")[0])
        else:
            seen[number] = seen.get(number, 0) + 1
    assert [writer.returncode for writer in writers] == [0, 0]
    # Without an exchange there is no table for a moment, but never half of one.
    assert set(refusals) <= ({"there is no manifest.json"} if options else set())
    assert len(seen) > 3
    assert number_in(open_table(path)) in {3, 6}
    assert left_in(tmp_path) == [NAME]


def test_what_killed_writers_left_is_removed_in_the_end(solution: Solution, tmp_path: Path) -> None:
    name = table_path(tmp_path, solution.rules).name
    old, new = tmp_path / f".{name}.aaaa.tmp", tmp_path / f".{name}.bbbb.tmp"
    for left in (old, new):
        left.mkdir()
        (left / "ev.npy").touch()
    os.utime(old, (0, 0))
    write_table(tmp_path, solution)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([new.name, name])
