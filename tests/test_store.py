"""Stores of any array: what the tests of the strategy table leave open."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from solver import store
from solver.store import StoreError, open_store, refusal, write_store

FILE = "numbers.npy"
KIND = {"format": 3, "names": ["one", "two"]}
NUMBERS = np.arange(6, dtype=np.int16).reshape(2, 3)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A whole store."""
    path = tmp_path / "new" / "place" / "numbers"
    write_store(path, FILE, NUMBERS, KIND)
    return path


def message_of(path: Path, **options: Any) -> str:
    with pytest.raises(StoreError) as refused:
        open_store(path, FILE, (2, 3), KIND, **options)
    return str(refused.value)


def put(path: Path, array: NDArray[Any], version: tuple[int, int]) -> None:
    """Replace the array behind the manifest's back, which is made to agree."""
    with (path / FILE).open("wb") as file:
        np.lib.format.write_array(file, array, version)
    content = (path / FILE).read_bytes()
    manifest = json.loads((path / "manifest.json").read_text("utf-8"))
    manifest |= {
        "dtype": array.dtype.str,
        "byte_size": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }
    (path / "manifest.json").write_text(json.dumps(manifest), "utf-8")


def test_what_is_written_is_what_is_opened(path: Path) -> None:
    array, manifest = open_store(path, FILE, (2, 3), KIND)
    assert np.array_equal(array, NUMBERS)
    content = (path / FILE).read_bytes()
    assert manifest == json.loads((path / "manifest.json").read_text("utf-8"))
    assert manifest == {
        **KIND,
        "dtype": "<i2",
        "byte_size": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }
    with pytest.raises(ValueError, match="read-only"):
        array[0, 0] = 1


@pytest.mark.parametrize(
    "array",
    [NUMBERS.astype(">i2"), np.asfortranarray(NUMBERS), np.repeat(NUMBERS, 2, axis=1)[:, ::2]],
    ids=["big-endian", "column by column", "every other column"],
)
def test_however_it_lies_in_memory(array: NDArray[Any], path: Path) -> None:
    as_usual = (path / FILE).read_bytes()
    write_store(path, FILE, array, KIND)
    assert (path / FILE).read_bytes() == as_usual


@pytest.mark.parametrize(
    ("array", "version", "reason"),
    [
        (NUMBERS, (2, 0), "expected version 1.0 of its format, found (2, 0)"),
        (np.asfortranarray(NUMBERS), (1, 0), "expected numbers in C order, found int16"),
        (NUMBERS.astype(object), (1, 0), "expected numbers in C order, found object"),
    ],
)
def test_arrays_that_are_not_mapped(
    array: NDArray[Any], version: tuple[int, int], reason: str, path: Path
) -> None:
    put(path, array, version)
    assert message_of(path) == f"{path}: table damaged: {FILE}: {reason}"


@pytest.mark.parametrize("array", [NUMBERS.T, NUMBERS.ravel(), NUMBERS[:1]])
def test_another_shape(array: NDArray[Any], path: Path) -> None:
    write_store(path, FILE, array, KIND)
    reason = f"expected <i2 of shape (2, 3), found <i2 of {array.shape}"
    assert message_of(path) == f"{path}: table damaged: {reason}"


def test_another_version(path: Path) -> None:
    write_store(path, FILE, NUMBERS, KIND | {"names": ["two", "one"]})
    reason = "table of another names: expected ['one', 'two'], found ['two', 'one']"
    assert message_of(path) == f"{path}: {reason}"
    assert message_of(path, remedy="look elsewhere") == f"{path}: {reason}; look elsewhere"


def test_a_check_knows_the_remedy_for_a_damaged_array(path: Path) -> None:
    seen = []

    def check(manifest: dict[str, Any]) -> str:
        seen.append(manifest["names"])
        return "take another"

    options: dict[str, Any] = {"check": check, "remedy": "look elsewhere"}
    open_store(path, FILE, (2, 3), KIND, **options)
    (path / FILE).write_bytes(b"")
    assert message_of(path, **options).endswith(" bytes, have 0; take another")
    (path / "manifest.json").unlink()
    assert message_of(path, **options) == f"{path}: there is no manifest.json; look elsewhere"
    assert seen == [KIND["names"]] * 2


def test_a_check_refuses(path: Path) -> None:
    def check(manifest: dict[str, Any]) -> str:
        raise refusal(path, f"format {manifest['format']} is out of fashion", "wait")

    assert message_of(path, check=check) == f"{path}: format 3 is out of fashion; wait"


def test_replaced_between_manifest_and_array(path: Path) -> None:
    formats = []

    def replace_once(manifest: dict[str, Any]) -> str:
        formats.append(manifest["edition"])
        if len(formats) == 1:
            write_store(path, FILE, NUMBERS + 1, {"edition": 2})
        return ""

    write_store(path, FILE, NUMBERS, {"edition": 1})
    array, manifest = open_store(path, FILE, (2, 3), {}, replace_once)
    assert formats == [1, 2]
    assert manifest["edition"] == 2
    assert np.array_equal(array, NUMBERS + 1)


def test_replaced_all_the_time(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "_SECONDS_TO_OPEN", 0.1)

    def replace(manifest: dict[str, Any]) -> str:
        write_store(path, FILE, NUMBERS, manifest)
        return ""

    expected = f"{path}: the table is being replaced all the time, try again"
    assert message_of(path, check=replace, remedy="look elsewhere") == expected


def test_no_sync_after_the_replacement(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    syncs = []
    sync = os.fsync

    def fail_at_last(descriptor: int) -> None:
        syncs.append(descriptor)
        if len(syncs) == 4:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", fail_at_last)
    expected = f"{path}: written, but a power failure may still undo it: {os.strerror(errno.EIO)}"
    with pytest.raises(StoreError, match=re.escape(expected)):
        write_store(path, FILE, NUMBERS + 1, KIND)
    assert np.array_equal(open_store(path, FILE, (2, 3), KIND)[0], NUMBERS + 1)
    assert list(path.parent.iterdir()) == [path]


def test_no_system_call_to_exchange(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_library(*_: object, **__: object) -> None:
        raise OSError("no such library")

    monkeypatch.setattr("ctypes.CDLL", no_library)
    write_store(path, FILE, NUMBERS + 1, KIND)
    assert np.array_equal(open_store(path, FILE, (2, 3), KIND)[0], NUMBERS + 1)
    assert list(path.parent.iterdir()) == [path]
