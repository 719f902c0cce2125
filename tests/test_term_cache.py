"""Terms kept beside the tables: read if whole and current, else computed, and never in the way."""

from __future__ import annotations

import errno
import json
import os
import random
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from solver import spots, store, term_cache, terms
from solver.term_cache import load_terms, terms_path

SPOT_CLASSES = 1_286_792
FEW = ("low card", "suited hole", "high card")
Change = Callable[[pytest.MonkeyPatch, Path], object]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> NDArray[np.int8]:
    """As if there were only a few terms: their values."""
    monkeypatch.setattr(terms, "TERMS", {name: terms.TERMS[name] for name in FEW})
    return load_terms()


@pytest.fixture
def computations(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Grows by one whenever terms are computed for all spot classes."""
    done: list[object] = []
    compute = terms.compute

    def compute_and_count(cards: NDArray[np.uint8]) -> dict[str, NDArray[np.int8]]:
        if tuple(cards[0]) == first_cards:
            done.append(None)
        return compute(cards)

    first_cards = tuple(spots.cards_on(range(1))[0])
    monkeypatch.setattr(terms, "compute", compute_and_count)
    return done


def left_in(out: Path) -> list[str]:
    return sorted(entry.name for entry in out.iterdir())


def test_every_term_of_every_class() -> None:
    values = load_terms()
    assert values.shape == (len(terms.TERMS), SPOT_CLASSES)
    assert values.dtype == np.int8
    classes = [0, SPOT_CLASSES - 1, *random.Random(1).sample(range(SPOT_CLASSES), 1000)]
    cards = [[*hole, *flop] for hole, flop in map(spots.representative, classes)]
    computed = terms.compute(np.array(cards, np.uint8))
    for row, name in zip(values, terms.TERMS, strict=True):
        assert np.array_equal(row[classes], computed[name])


def test_all_at_once_or_in_parts(few: NDArray[np.int8]) -> None:
    computed = terms.compute(spots.cards_on(range(spots.FLOP_CLASSES)))
    assert list(computed) == list(FEW)
    assert np.array_equal(few, list(computed.values()))


def test_the_second_load_reads(
    few: NDArray[np.int8], computations: list[object], tmp_path: Path
) -> None:
    out = tmp_path / "new" / "place"
    for number in range(3):
        values = load_terms(out)
        assert np.array_equal(values, few)
        assert isinstance(values, np.memmap) is (number > 0)
        with pytest.raises(ValueError, match="read-only"):
            values[0, 0] = 1
    assert len(computations) == 1
    assert terms_path(out) == out / "terms"
    assert left_in(out) == ["terms"]
    assert left_in(out / "terms") == ["manifest.json", "terms.npy"]


def edit(**fields: object) -> Change:
    """Set fields of the manifest."""

    def change(_: pytest.MonkeyPatch, path: Path) -> None:
        manifest = json.loads((path / "manifest.json").read_text("utf-8")) | fields
        (path / "manifest.json").write_text(json.dumps(manifest), "utf-8")

    return change


def one_bit(_: pytest.MonkeyPatch, path: Path) -> None:
    content = bytearray((path / "terms.npy").read_bytes())
    content[1_000_000] ^= 1
    (path / "terms.npy").write_bytes(content)


def other_source(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    source = path.parent.with_name("terms.py")
    source.write_text(Path(terms.__file__).read_text("utf-8") + "# A comment more.\n", "utf-8")
    monkeypatch.setattr(terms, "__file__", str(source))


def renamed(monkeypatch: pytest.MonkeyPatch, _: Path) -> None:
    first, *rest = FEW
    names = {"lowest card": terms.TERMS[first], **{name: terms.TERMS[name] for name in rest}}
    monkeypatch.setattr(terms, "TERMS", names)


CHANGES: dict[str, Change] = {
    "cut in half": lambda _, path: os.truncate(path / "terms.npy", 2_000_000),
    "one bit flipped": one_bit,
    "no numbers": lambda _, path: (path / "terms.npy").unlink(),
    "no manifest": lambda _, path: (path / "manifest.json").unlink(),
    "manifest empty": lambda _, path: (path / "manifest.json").write_text(""),
    "manifest a list": lambda _, path: (path / "manifest.json").write_text("[]"),
    "no directory": lambda _, path: shutil.rmtree(path),
    "of a later format": edit(format=99),
    "of another scheme": edit(index_scheme=99),
    "of other terms": edit(terms=["low card", "suited hole"]),
    "in another order": edit(terms=sorted(FEW)),
    "of wider numbers": edit(dtype="<i2"),
    "format goes on": lambda patch, _: patch.setattr(term_cache, "FORMAT", 2),
    "scheme goes on": lambda patch, _: patch.setattr(spots, "INDEX_SCHEME", 2),
    "source goes on": other_source,
    "a term is renamed": renamed,
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_is_damaged_or_outdated_is_replaced(
    change: str,
    few: NDArray[np.int8],
    computations: list[object],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    out = tmp_path / "out"
    load_terms(out)
    CHANGES[change](monkeypatch, terms_path(out))
    for _ in range(2):
        assert np.array_equal(load_terms(out), few)
        assert len(computations) == 2
    assert left_in(out) == ["terms"]


def test_terms_in_another_order(
    few: NDArray[np.int8], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_terms(tmp_path)
    monkeypatch.setattr(terms, "TERMS", dict(reversed(terms.TERMS.items())))
    for _ in range(2):
        assert np.array_equal(load_terms(tmp_path), few[::-1])


@pytest.mark.parametrize("place", ["file", "file/below", "."])
def test_a_file_in_the_way(place: str, few: NDArray[np.int8], tmp_path: Path) -> None:
    for name in ("file", "terms"):
        (tmp_path / name).write_text("precious")
    assert np.array_equal(load_terms(tmp_path / place), few)
    assert left_in(tmp_path) == ["file", "terms"]
    assert {(tmp_path / name).read_text() for name in ("file", "terms")} == {"precious"}


def test_a_directory_that_cannot_be_written_to(
    few: NDArray[np.int8], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Permissions do not stop root.
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert np.array_equal(load_terms(tmp_path), few)
    assert left_in(tmp_path) == []


def test_what_is_there_is_read_from_where_nothing_can_be_written(
    few: NDArray[np.int8],
    computations: list[object],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    load_terms(tmp_path)
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert np.array_equal(load_terms(tmp_path), few)
    assert len(computations) == 1


@pytest.mark.parametrize("older", [False, True])
def test_a_full_disk(
    older: bool, few: NDArray[np.int8], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_space(_: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    if older:
        load_terms(tmp_path)
        edit(format=0)(monkeypatch, terms_path(tmp_path))
    monkeypatch.setattr(os, "fsync", no_space)
    assert np.array_equal(load_terms(tmp_path), few)
    assert left_in(tmp_path) == ["terms"] * older


def test_two_at_once(
    few: NDArray[np.int8],
    computations: list[object],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    both = Barrier(2, timeout=60)
    put_in_place = store._put_in_place

    def put_in_place_together(ready: Path, target: Path) -> None:
        both.wait()
        put_in_place(ready, target)

    monkeypatch.setattr(store, "_put_in_place", put_in_place_together)
    with ThreadPoolExecutor(2) as pool:
        loaded = list(pool.map(load_terms, [tmp_path] * 2))
    for values in (*loaded, load_terms(tmp_path)):
        assert np.array_equal(values, few)
    assert len(computations) == 2
    assert left_in(tmp_path) == ["terms"]
