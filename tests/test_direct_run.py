"""The direct run: finished flops are kept and trusted only if whole, and both methods compared."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from command import run
from numpy.typing import NDArray

from solver import Decision, Engine, Rules, Solution, TableError, __version__, _deal, spots
from solver.cards import parse_cards
from solver.direct import (
    Checkpoint,
    DigestPricer,
    checkpoint_path,
    finish,
    record_path,
    run_direct,
)
from solver.files import FileError
from solver.pricing import Priced

ALONE = Engine(workers=1)
Row = tuple[int, Priced, bytes]


@dataclass
class PriceEach:
    """Prices flop classes one by one, as the direct run does."""

    price: DigestPricer

    def __call__(
        self, flops: range, counts: NDArray[np.int32], weights: NDArray[np.uint8]
    ) -> list[Row]:
        rows, end = [], 0
        for flop in flops:
            start, end = end, end + spots.first_index(flop + 1) - spots.first_index(flop)
            own = range(flop, flop + 1)
            priced, (digest,) = self.price(own, counts[start:end], weights[start:end])
            rows.append((flop, priced, digest))
        return rows


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the checkpoint of a run that has but to compare; its numbers are counted."""
    rules = Rules()
    out = tmp_path_factory.mktemp("counted")
    with closing(Checkpoint(checkpoint_path(out, rules), rules)) as checkpoint:
        each = PriceEach(DigestPricer(rules))
        for _, rows in ALONE.count_game(each, qualifier=rules.qualifier):
            for flop, priced, digest in rows:
                checkpoint.add(flop, priced, digest, 100.0)
    return out


@pytest.fixture
def out(counted: Path, tmp_path: Path) -> Path:
    return shutil.copytree(counted, tmp_path / "out")


@pytest.fixture
def dealt(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Flop classes that are dealt out while a test runs."""
    flops = []
    deal_flop = _deal.deal_flop

    def watch(
        holes: NDArray[np.uint8], flop: bytes, qualifier: int, counts: NDArray[np.int32]
    ) -> None:
        hole = [card for card in range(52) if card not in flop][:2]
        flops.append(spots.flop_class_of(spots.index(hole, flop)))
        deal_flop(holes, flop, qualifier, counts)

    monkeypatch.setattr(_deal, "deal_flop", watch)
    return flops


def flop_class(text: str) -> int:
    flop = parse_cards(text)
    return spots.flop_class_of(spots.index([c for c in range(52) if c not in flop][:2], flop))


@contextmanager
def database(out: Path) -> Iterator[sqlite3.Connection]:
    """The checkpoint's database; what is changed is kept."""
    with closing(sqlite3.connect(checkpoint_path(out, Rules()))) as connection, connection:
        yield connection


def remove(out: Path, flops: set[int]) -> None:
    with database(out) as connection:
        connection.executemany("DELETE FROM flops WHERE flop_class = ?", [(n,) for n in flops])


def change(out: Path, flop: int, edit: Callable[[Priced, bytes], tuple[Priced, bytes]]) -> None:
    """Replace a row by another one that is whole but wrong."""
    with closing(Checkpoint(checkpoint_path(out, Rules()), Rules())) as checkpoint:
        ((priced, digest),) = [(p, d) for n, p, d in checkpoint.rows() if n == flop]
    remove(out, {flop})
    with closing(Checkpoint(checkpoint_path(out, Rules()), Rules())) as checkpoint:
        checkpoint.add(flop, *edit(priced, digest), 100.0)


# Trips, a monotone pair of neighbours, two suits with a pair, a rainbow.
LEFT = ("7c 7d 7h", "Tc Jc Qc", "4c Ad Ac", "2c 8d Kh")


def test_what_is_left_is_dealt_and_all_compared(
    out: Path, dealt: list[int], solution: Solution
) -> None:
    left = {flop_class(text) for text in LEFT}
    assert len(left) == 4
    remove(out, left)
    told: list[int] = []
    direct = run_direct(Rules(), out, ALONE, progress=told.append)
    assert sorted(dealt) == sorted(left)
    assert sum(told) == spots.SPOT_CLASSES
    assert (direct.different_evs, direct.different_flops, direct.mismatches) == (0, 0, 0)
    assert np.array_equal(direct.solution.ev, solution.ev)
    assert direct.solution.ev.dtype == solution.ev.dtype
    assert direct.solution.outcomes == solution.outcomes
    assert (direct.sessions, direct.workers) == (1, 1)
    # What was noted before counts, too.
    assert 100 < direct.seconds < 200

    # A record that cannot be written keeps the checkpoint.
    record_path(out, Rules()).mkdir()
    with pytest.raises(FileError, match=f"{record_path(out, Rules())}: cannot be written"):
        finish(direct, out)
    assert checkpoint_path(out, Rules()).exists()
    assert len(list(out.iterdir())) == 2
    record_path(out, Rules()).rmdir()

    path = finish(direct, out)
    assert path == record_path(out, Rules())
    assert [entry.name for entry in out.iterdir()] == ["direct-ante-100-20-10-3-2-1.json"]
    record = json.loads(path.read_text("utf-8"))
    assert record == json.loads(json.dumps(direct.record()))
    assert record["machine"]
    assert record["wall_seconds"] == round(direct.seconds, 1)
    expected = {
        "solver_version": __version__,
        "rules": Rules().as_dict(),
        "spots": 25_989_600,
        "spot_classes": 1_286_792,
        "completions_per_spot": 1_070_190,
        "completions_dealt": 1_286_792 * 1_070_190,
        "sessions": 1,
        "workers": 1,
        "house_edge": "1363917077/63213204600",
        "signature": solution.signature(),
        "mismatches": {"ev_of_spot_classes": 0, "outcome_counts_of_flop_classes": 0, "totals": 0},
    }
    assert {key: record[key] for key in expected} == expected


def test_the_command_ends_a_run(out: Path) -> None:
    ran = run("solve", "--method", "direct", "--out", str(out))
    assert ran.status == 0
    assert "compared with the counting method: 0 mismatches" in ran.out
    assert {entry.name for entry in out.iterdir()} == {
        "ante-100-20-10-3-2-1",
        "direct-ante-100-20-10-3-2-1.json",
    }


def test_damaged_rows_are_dealt_again(out: Path, dealt: list[int]) -> None:
    columns = ("ev", "totals", "digest", "checksum")
    suits = ("c c c", "c c d", "c d d", "c d c")
    flops = [flop_class("Q{} 9{} 2{}".format(*suit.split())) for suit in suits]
    lost, one, other = (flop_class(text) for text in LEFT[:3])
    with database(out) as connection:
        for column, flop in zip(columns, flops, strict=True):
            where = f"FROM flops WHERE flop_class = {flop}"
            ((blob,),) = connection.execute(f"SELECT {column} {where}")
            connection.execute(
                f"UPDATE flops SET {column} = ? WHERE flop_class = ?",
                (bytes([blob[0] ^ 16]) + blob[1:], flop),
            )
        # And two that a flipped bit in the database's own bookkeeping leads to: no value, and the
        # numbers of another flop.
        connection.execute("UPDATE flops SET ev = NULL WHERE flop_class = ?", (lost,))
        connection.execute("DELETE FROM flops WHERE flop_class = ?", (one,))
        connection.execute("UPDATE flops SET flop_class = ? WHERE flop_class = ?", (one, other))
    assert run_direct(Rules(), out, ALONE).mismatches == 0
    assert sorted(dealt) == sorted({*flops, lost, one, other})


def wrong_ev(priced: Priced, digest: bytes) -> tuple[Priced, bytes]:
    ev = priced.ev.copy()
    ev[[0, 7]] += 1
    return replace(priced, ev=ev), digest


def wrong_counts(priced: Priced, digest: bytes) -> tuple[Priced, bytes]:
    return priced, bytes([digest[0] ^ 1]) + digest[1:]


def wrong_totals(priced: Priced, digest: bytes) -> tuple[Priced, bytes]:
    totals = priced.totals.copy()
    totals[0, Decision.CALL, :2] += (1, -1)
    return replace(priced, totals=totals), digest


def wrong_decisions(priced: Priced, digest: bytes) -> tuple[Priced, bytes]:
    return replace(priced, totals=priced.totals[:, ::-1]), digest


def test_wrong_rows_are_mismatches(out: Path, dealt: list[int]) -> None:
    change(out, flop_class("7c 7d 7h"), wrong_ev)
    change(out, flop_class("2c 8d Kh"), wrong_counts)
    direct = run_direct(Rules(), out, ALONE)
    assert dealt == []
    assert (direct.different_evs, direct.different_flops) == (2, 1)
    assert direct.mismatches == 3
    assert direct.record()["mismatches"] == {
        "ev_of_spot_classes": 2,
        "outcome_counts_of_flop_classes": 1,
        "totals": 0,
    }


@pytest.mark.parametrize("edit", [wrong_totals, wrong_decisions], ids=["totals", "decisions"])
def test_wrong_sums_are_mismatches(
    edit: Callable[[Priced, bytes], tuple[Priced, bytes]], out: Path
) -> None:
    change(out, flop_class("2c 8d Kh"), edit)
    assert run_direct(Rules(), out, ALONE).mismatches > 0


def test_no_table_if_the_methods_differ(out: Path) -> None:
    change(out, flop_class("7c 7d 7h"), wrong_ev)
    ran = run("solve", "--method", "direct", "--out", str(out))
    assert (ran.status, ran.out) == (1, "")
    (line,) = ran.err.splitlines()
    assert "the methods differ: EV of 2 spot classes, outcome counts on 0 flop classes" in line
    assert [entry.name for entry in out.iterdir()] == ["direct-ante-100-20-10-3-2-1.sqlite"]


def test_the_checkpoint_of_other_rules_is_refused(out: Path, dealt: list[int]) -> None:
    other = Rules.with_ante("25-25-12-3-2-1")
    path = checkpoint_path(out, Rules()).rename(checkpoint_path(out, other))
    before = path.read_bytes()
    with pytest.raises(TableError, match="direct run for other rules") as refused:
        run_direct(other, out, ALONE)
    assert str(refused.value).startswith(f"{path}: ")
    assert dealt == []
    assert path.read_bytes() == before


def test_what_decides_nothing_needs_no_run_of_its_own() -> None:
    same = Rules().with_options({"bonus": 1, "bonus-cards": 6, "blind-call": "yes"})
    decided = Rules().with_options({"bonus": 1, "fold-forfeits-bonus": "yes"})
    place = Path("out")
    for path_of in (checkpoint_path, record_path):
        assert path_of(place, same) == path_of(place, Rules())
        assert path_of(place, decided) != path_of(place, Rules())


def no_database(path: Path) -> None:
    path.write_bytes(b"not a database, but long enough to be taken for one " * 100)


def cut_database(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def a_directory(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("damage", [no_database, cut_database, a_directory])
def test_what_is_no_checkpoint_is_refused(
    damage: Callable[[Path], None], out: Path, dealt: list[int]
) -> None:
    path = checkpoint_path(out, Rules())
    damage(path)
    before = None if path.is_dir() else path.read_bytes()
    with pytest.raises(TableError, match="checkpoint cannot be used") as refused:
        run_direct(Rules(), out, ALONE)
    assert str(refused.value).startswith(f"{path}: ")
    assert len(str(refused.value).splitlines()) == 1
    assert dealt == []
    assert (None if path.is_dir() else path.read_bytes()) == before
