"""The strategy table: the solved game as two files, checked whenever it is opened."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import hashlib
import io
import json
import os
import secrets
import shlex
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solver import spots
from solver._version import VERSION
from solver.cards import CardsLike, to_spot
from solver.enumeration import COMPLETIONS
from solver.outcomes import Decision, scale_of, spot_decisions
from solver.paytables import RulesError
from solver.rules import Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from solver.edge import Solution

FORMAT = 1
"""Version of the files' layout."""

EV_FILE = "ev.npy"
MANIFEST_FILE = "manifest.json"

_ATTEMPTS = 5
_SECONDS_TO_OPEN = 5.0
_SECONDS_BETWEEN_TRIES = 0.002
_SECONDS_TO_WRITE = 3600


class TableError(Exception):
    """A table that cannot be used: the reason, and the command that makes a new one."""


@dataclass(frozen=True)
class StrategyTable:
    """A table on disk, open and checked.

    Attributes
    ----------
    path : Path
        Its directory.
    rules : Rules
    ev : int32[1286792] or int64[1286792], read-only memory map
        Sum over the 1,070,190 completions of the Call payoff, times ``scale``; higher is better.
    scale : int
        What ``ev`` is multiplied by beside the number of completions.
    manifest : dict
        As stored: versions, rules, checksum, house edge, decisions, signature.
    """

    path: Path
    rules: Rules
    ev: NDArray[np.int32] | NDArray[np.int64]
    scale: int
    manifest: dict[str, Any]

    def ev_call(self, hole: CardsLike, flop: CardsLike) -> Fraction:
        """Expected value of Ante and Call after Call in antes, exact; higher is better.

        Raises
        ------
        CardError
            For anything that is not five different cards, two and three.
        """
        return self.ev_call_of(spots.index(hole, flop))

    def ev_call_of(self, spot_class: int) -> Fraction:
        """Expected value of Call in antes for a spot class (0 to 1,286,791)."""
        return Fraction(int(self.ev[spot_class]), COMPLETIONS * self.scale)

    def decision(self, hole: CardsLike, flop: CardsLike) -> Decision:
        """The better decision in a spot.

        Raises
        ------
        CardError
            For anything that is not five different cards, two and three.
        """
        hole_ids, flop_ids = to_spot(hole, flop)
        (decision,), _ = self.look_up([hole_ids], [flop_ids])
        return Decision(decision)

    def look_up(
        self, holes: ArrayLike, flops: ArrayLike
    ) -> tuple[NDArray[np.int8], NDArray[np.int32] | NDArray[np.int64]]:
        """Decisions and EVs of many spots.

        Parameters
        ----------
        holes : array of int, shape (n, 2)
        flops : array of int, shape (n, 3)
            Card ids, 0 to 51.

        Returns
        -------
        decisions : int8[n]
            0 fold, 1 either, 2 call.
        ev : int32[n] or int64[n]
            Sum of Call payoffs over completions, times ``scale``.

        Raises
        ------
        CardError
            For a row that is not five different cards.
        """
        import numpy as np

        ev = self.ev[spots.index_many(holes, flops)]
        cards = np.asarray(holes, np.uint8), np.asarray(flops, np.uint8)
        return spot_decisions(self.rules, ev, *cards), ev


def table_path(out: Path, rules: Rules) -> Path:
    """Where the table for ``rules`` is, below the directory ``out``."""
    return out / rules.decisive.rules_id


def make_command(rules: Rules, out: Path) -> str:
    """The command that makes the table for ``rules`` below ``out``."""
    options = {"ante": rules.ante_text} | rules.decisive.options()
    words = ["casino-holdem", "solve"]
    for name, text in options.items():
        words += [f"--{name}"] if text == "yes" else [f"--{name}", text]
    return shlex.join([*words, "--out", str(out)])


def prepare(out: Path) -> None:
    """Make sure that tables can be written below ``out``.

    Raises
    ------
    TableError
        If it is a file, or cannot be made or written to.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise TableError(f"{out}: expected a directory for tables, found a file") from None
    except OSError as error:
        raise TableError(f"{out}: cannot make this directory: {error.strerror}") from None
    if not os.access(out, os.W_OK | os.X_OK):
        raise TableError(f"{out}: this directory cannot be written to")


def write_table(out: Path, solution: Solution) -> Path:
    """Write a table below the directory ``out``, whole or not at all.

    A reader sees the old table or the new one. Both files are complete and synced in a directory
    beside the target before that takes the target's place.

    Returns
    -------
    Path
        The table's directory.

    Raises
    ------
    TableError
        If it cannot be written; nothing is left then.
    """
    import numpy as np

    prepare(out)
    target = table_path(out, solution.rules)
    ready = out / f".{target.name}.{secrets.token_hex(4)}.tmp"
    _remove_abandoned(out, f".{target.name}.*.tmp")
    try:
        ready.mkdir()
        ev = io.BytesIO()
        np.save(ev, solution.ev.astype(solution.ev.dtype.newbyteorder("<"), copy=False))
        manifest = json.dumps(_manifest(solution, ev.getvalue()), indent=2) + "\n"
        _write_synced(ready / EV_FILE, ev.getvalue())
        _write_synced(ready / MANIFEST_FILE, manifest.encode())
        _sync_directory(ready)
        _put_in_place(ready, target)
    except OSError as error:
        raise TableError(
            f"{target}: cannot be written: {error.strerror}; what was there before is unchanged"
        ) from error
    finally:
        shutil.rmtree(ready, ignore_errors=True)
    try:
        _sync_directory(out)
    except OSError as error:
        raise TableError(
            f"{target}: written, but a power failure may still undo it: {error.strerror}"
        ) from error
    return target


def _remove_abandoned(out: Path, pattern: str) -> None:
    """Remove what writers left that were killed long ago."""
    for left in out.glob(pattern):
        with contextlib.suppress(OSError):
            if time.time() - left.stat().st_mtime > _SECONDS_TO_WRITE:
                shutil.rmtree(left, ignore_errors=True)


def _manifest(solution: Solution, ev_file: bytes) -> dict[str, Any]:
    outcomes = solution.outcomes
    return {
        "format": FORMAT,
        "index_scheme": spots.INDEX_SCHEME,
        "solver_version": VERSION,
        "rules": solution.rules.decisive.as_dict(),
        "rules_hash": solution.rules.decisive.rules_hash,
        "scale": solution.scale,
        "spot_classes": spots.SPOT_CLASSES,
        "dtype": solution.ev.dtype.newbyteorder("<").str,
        "byte_size": len(ev_file),
        "sha256": hashlib.sha256(ev_file).hexdigest(),
        "house_edge": str(outcomes.house_edge),
        "spots": {d.name.lower(): outcomes.spots[d] for d in Decision},
        "signature": solution.signature(),
    }


def _write_synced(path: Path, content: bytes) -> None:
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
                # Another writer was first; exchange with its table below.
                if error.errno not in (errno.EEXIST, errno.ENOTEMPTY):
                    raise
            else:
                return
        if _exchange(ready, target):
            return
        # No exchange on this system: for a moment there is no table, but never half of one.
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


def open_table(path: Path, rules: Rules | None = None) -> StrategyTable:
    """Open the table in the directory ``path`` and check all of it.

    Parameters
    ----------
    path : Path
        The table's own directory, as `write_table` returned it.
    rules : Rules, optional
        Refuse a table for any others.

    Raises
    ------
    TableError
        With the reason, and the command that makes a new one: if there is none, it is for other
        rules, of another format, damaged or cut short.
    """
    give_up = time.monotonic() + _SECONDS_TO_OPEN
    while time.monotonic() < give_up:
        with _readable(path, rules), _directory(path) as directory:
            try:
                return _open_once(path, directory, rules)
            except (TableError, FileNotFoundError):
                # A writer may have replaced the table between the two files; while its directory
                # is open, no other can have its number.
                if _is_at(path, directory):
                    raise
        time.sleep(_SECONDS_BETWEEN_TRIES)
    raise TableError(f"{path}: the table is being replaced all the time, try again")


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


def _refusal(path: Path, rules: Rules | None, reason: str) -> TableError:
    command = make_command(rules or Rules(), path.parent)
    return TableError(f"{path}: {reason}; make a new table with: {command}")


@contextlib.contextmanager
def _readable(path: Path, rules: Rules | None) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError as error:
        raise _refusal(path, rules, f"there is no {Path(error.filename).name}") from None
    except NotADirectoryError:
        raise _refusal(path, rules, "expected a table's directory, found a file") from None
    except OSError as error:
        raise _refusal(path, rules, f"cannot be read: {error.strerror}") from error


def _open_once(path: Path, directory: int, rules: Rules | None) -> StrategyTable:
    with _open_in(directory, MANIFEST_FILE) as file:
        text = file.read()
    try:
        manifest = json.loads(text)
        found = {name: manifest[name] for name in ("format", "index_scheme")}
    except (ValueError, KeyError, TypeError, RecursionError):
        raise _refusal(path, rules, f"table damaged: {MANIFEST_FILE} is no manifest") from None
    for name, expected in (("format", FORMAT), ("index_scheme", spots.INDEX_SCHEME)):
        if found[name] != expected:
            raise _refusal(
                path, rules, f"table of another {name}: expected {expected}, found {found[name]!r}"
            )
    try:
        stored = Rules.from_dict(manifest["rules"])
        if stored.rules_hash != manifest["rules_hash"]:
            raise _refusal(path, rules, "table damaged: its rules do not match their hash")
        size, checksum, dtype = (manifest[k] for k in ("byte_size", "sha256", "dtype"))
    except (KeyError, TypeError, RulesError) as error:
        raise _refusal(path, rules, f"table damaged: {MANIFEST_FILE}: {error}") from None
    if rules is not None and stored != rules.decisive:
        raise _refusal(
            path, rules,
            f"table for other rules: expected {rules.decisive.rules_id}, found {stored.rules_id}",
        )  # fmt: skip

    with _open_in(directory, EV_FILE) as file:
        length = os.fstat(file.fileno()).st_size
        if length != size:
            raise _refusal(path, stored, f"table damaged: expected {size} bytes, have {length}")
        if hashlib.file_digest(file, "sha256").hexdigest() != checksum:
            raise _refusal(path, stored, f"table damaged: {EV_FILE} does not match its checksum")
        try:
            ev = _map(file)
        except ValueError as error:
            raise _refusal(path, stored, f"table damaged: {EV_FILE}: {error}") from None
    if ev.dtype.str != dtype or ev.shape != (spots.SPOT_CLASSES,):
        raise _refusal(
            path, stored,
            f"table damaged: expected {dtype} of shape ({spots.SPOT_CLASSES},), "
            f"found {ev.dtype.str} of {ev.shape}",
        )  # fmt: skip
    return StrategyTable(path, stored, ev, scale_of(stored), manifest)


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
