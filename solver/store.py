"""A store: one array and its manifest in a directory, written whole and checked when opened."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import hashlib
import io
import json
import os
import secrets
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

MANIFEST_FILE = "manifest.json"

_ATTEMPTS = 5
_SECONDS_TO_OPEN = 5.0
_SECONDS_BETWEEN_TRIES = 0.002
_SECONDS_TO_WRITE = 3600


class StoreError(Exception):
    """A store that cannot be written or used: where, why, and the remedy if there is one."""


def refusal(path: Path, reason: str, remedy: str) -> StoreError:
    """What to raise for a store that is not to be used."""
    return StoreError(f"{path}: {reason}; {remedy}" if remedy else f"{path}: {reason}")


def prepare(out: Path) -> None:
    """Make sure that stores can be written below ``out``.

    Raises
    ------
    StoreError
        If it is a file, or cannot be made or written to.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise StoreError(f"{out}: expected a directory for tables, found a file") from None
    except OSError as error:
        raise StoreError(f"{out}: cannot make this directory: {error.strerror}") from None
    if not os.access(out, os.W_OK | os.X_OK):
        raise StoreError(f"{out}: this directory cannot be written to")


def write_store(
    target: Path, file: str, array: NDArray[Any], manifest: Mapping[str, object]
) -> None:
    """Write a store, whole or not at all.

    A reader sees the old store or the new one. Both files are complete and synced in a directory
    beside the target before that takes the target's place.

    Parameters
    ----------
    target : Path
        Its directory; the one above is made if need be.
    file : str
        Name of the array's file.
    array : array of numbers
    manifest : mapping
        Goes in the manifest, before the array's dtype, size and checksum.

    Raises
    ------
    StoreError
        If it cannot be written; nothing is left then.
    """
    import numpy as np

    out = target.parent
    prepare(out)
    ready = out / f".{target.name}.{secrets.token_hex(4)}.tmp"
    _remove_abandoned(out, f".{target.name}.*.tmp")
    try:
        ready.mkdir()
        little_endian = np.ascontiguousarray(array, array.dtype.newbyteorder("<"))
        buffer = io.BytesIO()
        np.save(buffer, little_endian)
        content = buffer.getbuffer()
        about = {
            "dtype": little_endian.dtype.str,
            "byte_size": len(content),
            "sha256": hashlib.sha256(content).hexdigest(),
        }
        text = json.dumps({**manifest, **about}, indent=2) + "\n"
        _write_synced(ready / file, content)
        _write_synced(ready / MANIFEST_FILE, text.encode())
        _sync_directory(ready)
        _put_in_place(ready, target)
    except OSError as error:
        raise StoreError(
            f"{target}: cannot be written: {error.strerror}; what was there before is unchanged"
        ) from error
    finally:
        shutil.rmtree(ready, ignore_errors=True)
    try:
        _sync_directory(out)
    except OSError as error:
        raise StoreError(
            f"{target}: written, but a power failure may still undo it: {error.strerror}"
        ) from error


def _remove_abandoned(out: Path, pattern: str) -> None:
    """Remove what writers left that were killed long ago."""
    for left in out.glob(pattern):
        with contextlib.suppress(OSError):
            if time.time() - left.stat().st_mtime > _SECONDS_TO_WRITE:
                shutil.rmtree(left, ignore_errors=True)


def _write_synced(path: Path, content: bytes | memoryview) -> None:
    with path.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _sync_directory(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _put_in_place(ready: Path, target: Path) -> None:
    """Let the directory ``ready`` take the place of ``target``; afterwards ``ready`` is waste."""
    if target.is_file():
        raise NotADirectoryError(errno.ENOTDIR, "a file is in the table's place")
    for _ in range(_ATTEMPTS):
        if not target.exists():
            try:
                ready.rename(target)
            except OSError as error:
                # Another writer was first; exchange with its store below.
                if error.errno not in (errno.EEXIST, errno.ENOTEMPTY):
                    raise
            else:
                return
        if _exchange(ready, target):
            return
        # No exchange on this system: for a moment there is no store, but never half of one.
        old = target.with_name(f"{ready.name}.old")
        with contextlib.suppress(FileNotFoundError):
            target.rename(old)
        shutil.rmtree(old, ignore_errors=True)
    raise OSError(errno.EBUSY, "other writers keep replacing it")


def _exchange(a: Path, b: Path) -> bool:
    """Swap two directories in one step, where the system can (Linux, RENAME_EXCHANGE)."""
    at_working_directory, rename_exchange = -100, 2
    try:
        renameat2 = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError, TypeError):
        return False
    failed = renameat2(
        at_working_directory, os.fsencode(a), at_working_directory, os.fsencode(b), rename_exchange
    )
    if not failed:
        return True
    code = ctypes.get_errno()
    if code in (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.ENOENT):
        return False
    raise OSError(code, os.strerror(code))


def open_store(
    path: Path,
    file: str,
    shape: tuple[int, ...],
    expected: Mapping[str, object],
    check: Callable[[dict[str, Any]], str] | None = None,
    remedy: str = "",
) -> tuple[NDArray[Any], dict[str, Any]]:
    """Open the store in the directory ``path`` and check all of it.

    Parameters
    ----------
    path : Path
        Its directory.
    file : str
        Name of the array's file.
    shape : tuple of int
        Of the array.
    expected : mapping
        What its manifest must say; any other value is of another version.
    check : callable, optional
        Looks at what else the manifest says, and raises a `refusal` or returns the remedy for a
        damaged array, of which more is known now.
    remedy : str
        What to do about a store that is refused, for the message.

    Returns
    -------
    array : read-only memory map
    manifest : dict

    Raises
    ------
    StoreError
        If there is none, it is of another version, refused by ``check``, damaged or cut short.
    """
    give_up = time.monotonic() + _SECONDS_TO_OPEN
    while time.monotonic() < give_up:
        with _readable(path, remedy), _directory(path) as directory:
            try:
                manifest = _read_manifest(path, directory, expected, remedy)
                damage_remedy = check(manifest) if check else remedy
                array = _open_array(path, directory, file, shape, manifest, damage_remedy)
            except (StoreError, FileNotFoundError):
                # A writer may have replaced the store between the two files; while its directory
                # is open, no other can have its number.
                if _is_at(path, directory):
                    raise
            else:
                return array, manifest
        time.sleep(_SECONDS_BETWEEN_TRIES)
    raise StoreError(f"{path}: the table is being replaced all the time, try again")


@contextlib.contextmanager
def _directory(path: Path) -> Iterator[int]:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    except FileNotFoundError as error:
        # What a reader looks for first.
        error.filename = MANIFEST_FILE
        raise
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _is_at(path: Path, directory: int) -> bool:
    with contextlib.suppress(OSError):
        return os.path.samestat(path.stat(), os.fstat(directory))
    return False


@contextlib.contextmanager
def _readable(path: Path, remedy: str) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError as error:
        raise refusal(path, f"there is no {Path(error.filename).name}", remedy) from None
    except NotADirectoryError:
        raise refusal(path, "expected a table's directory, found a file", remedy) from None
    except OSError as error:
        raise refusal(path, f"cannot be read: {error.strerror}", remedy) from error


def _read_manifest(
    path: Path, directory: int, expected: Mapping[str, object], remedy: str
) -> dict[str, Any]:
    with _open_in(directory, MANIFEST_FILE) as opened:
        text = opened.read()
    try:
        manifest: dict[str, Any] = dict(json.loads(text))
        found = {name: manifest[name] for name in expected}
    except (ValueError, KeyError, TypeError, RecursionError):
        raise refusal(path, f"table damaged: {MANIFEST_FILE} is no manifest", remedy) from None
    for name, value in expected.items():
        if found[name] != value:
            reason = f"table of another {name}: expected {value}, found {found[name]!r}"
            raise refusal(path, reason, remedy)
    for name in ("byte_size", "sha256", "dtype"):
        if name not in manifest:
            raise refusal(path, f"table damaged: {MANIFEST_FILE}: {name!r}", remedy)
    return manifest


def _open_array(
    path: Path,
    directory: int,
    file: str,
    shape: tuple[int, ...],
    manifest: Mapping[str, Any],
    remedy: str,
) -> NDArray[Any]:
    size, checksum, dtype = (manifest[name] for name in ("byte_size", "sha256", "dtype"))
    with _open_in(directory, file) as opened:
        length = os.fstat(opened.fileno()).st_size
        if length != size:
            raise refusal(path, f"table damaged: expected {size} bytes, have {length}", remedy)
        if hashlib.file_digest(opened, "sha256").hexdigest() != checksum:
            raise refusal(path, f"table damaged: {file} does not match its checksum", remedy)
        try:
            array = _map(opened)
        except ValueError as error:
            raise refusal(path, f"table damaged: {file}: {error}", remedy) from None
    if array.dtype.str != dtype or array.shape != shape:
        raise refusal(
            path,
            f"table damaged: expected {dtype} of shape {shape}, "
            f"found {array.dtype.str} of {array.shape}",
            remedy,
        )
    return array


def _open_in(directory: int, name: str) -> io.BufferedReader:
    return io.BufferedReader(io.FileIO(os.open(name, os.O_RDONLY, dir_fd=directory)))


def _map(file: io.BufferedReader) -> NDArray[Any]:
    """Map the array in an open file; `numpy.load` maps by name only, which may be another's now."""
    import numpy as np

    file.seek(0)
    version = np.lib.format.read_magic(file)
    if version != (1, 0):
        raise ValueError(f"expected version 1.0 of its format, found {version}")
    shape, fortran_order, dtype = np.lib.format.read_array_header_1_0(file)
    if fortran_order or dtype.hasobject:
        raise ValueError(f"expected numbers in C order, found {dtype}")
    return np.memmap(file, dtype, "r", file.tell(), shape)
