"""The direct run: the whole game dealt out, resumable, and compared with the counting method."""

from __future__ import annotations

import hashlib
import json
import platform
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from solver import spots
from solver._version import VERSION
from solver.edge import Progress, Solution, SolutionBuilder
from solver.enumeration import COMPLETIONS
from solver.files import FileError, write_whole
from solver.game import Indifferent
from solver.outcomes import Decision
from solver.pricing import Priced, Pricer, ev_dtype
from solver.rules import Rules
from solver.solve import Engine
from solver.table import TableError, prepare
from solver.workers import usable_cores

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FORMAT = 2
_SECONDS_BETWEEN_COMMITS = 1.0


class DigestPricer:
    """Prices spots, and keeps a digest of their outcome counts for each flop class."""

    def __init__(self, rules: Rules) -> None:
        self._price = Pricer([rules])

    def __call__(
        self, flops: range, counts: NDArray[np.int32], weights: NDArray[np.uint8]
    ) -> tuple[Priced, list[bytes]]:
        """Price the spot classes of ``flops``; see `solver.solve.Reduce`."""
        offset = spots.first_index(flops.start)
        digests = []
        for flop in flops:
            own = slice(spots.first_index(flop) - offset, spots.first_index(flop + 1) - offset)
            digests.append(_digest(counts[own]))
        (priced,) = self._price(flops, counts, weights)
        return priced, digests


def _digest(counts: NDArray[np.int32]) -> bytes:
    return hashlib.blake2b(counts.astype("<i4", copy=False).tobytes(), digest_size=16).digest()


@dataclass(frozen=True)
class DirectRun:
    """A finished direct run.

    Attributes
    ----------
    solution : Solution
        From the dealt-out counts.
    seconds : float
        Wall time of dealing, of all sessions together.
    sessions : int
        1, and one more for each time the run was resumed.
    workers : int
    different_evs : int
        Spot classes whose EV differs between the two methods.
    different_flops : int
        Flop classes with a spot whose outcome counts (category and outcome) differ.
    different_totals : bool
        Whether the sums over the game (decision, category, outcome) differ.
    """

    solution: Solution
    seconds: float
    sessions: int
    workers: int
    different_evs: int
    different_flops: int
    different_totals: bool

    @property
    def mismatches(self) -> int:
        """Differences between the two methods; 0 proves both."""
        return self.different_evs + self.different_flops + self.different_totals

    def record(self) -> dict[str, object]:
        """What was dealt, on what and with which result, as JSON can hold it."""
        return {
            "method": "direct: every completion of every spot class dealt",
            "solver_version": VERSION,
            "rules": self.solution.rules.decisive.as_dict(),
            "spots": spots.SPOTS,
            "spot_classes": spots.SPOT_CLASSES,
            "completions_per_spot": COMPLETIONS,
            "completions_dealt": spots.SPOT_CLASSES * COMPLETIONS,
            "wall_seconds": round(self.seconds, 1),
            "sessions": self.sessions,
            "workers": self.workers,
            "machine": f"{platform.system()} {platform.machine()}, {usable_cores()} processors",
            "house_edge": str(self.solution.outcomes.house_edge),
            "signature": self.solution.signature(),
            "compared_with": "counting: EV of every spot class, outcome counts of every flop class",
            "mismatches": {
                "ev_of_spot_classes": self.different_evs,
                "outcome_counts_of_flop_classes": self.different_flops,
                "totals": int(self.different_totals),
            },
        }


class Checkpoint:
    """Finished flop classes of a direct run, in one SQLite file; each is kept at most once."""

    def __init__(self, path: Path, rules: Rules) -> None:
        self.path = path
        self._rules = rules
        self._committed = time.monotonic()
        identity = {
            "format": str(FORMAT),
            "index_scheme": str(spots.INDEX_SCHEME),
            "rules_hash": rules.decisive.rules_hash,
        }
        with self._readable():
            self._db = sqlite3.connect(path)
            self._db.execute("CREATE TABLE IF NOT EXISTS about (key TEXT PRIMARY KEY, value TEXT)")
            self._db.execute(
                "CREATE TABLE IF NOT EXISTS flops (flop_class INTEGER PRIMARY KEY,"
                " ev BLOB, totals BLOB, digest BLOB, checksum BLOB)"
            )
            about = dict(self._db.execute("SELECT key, value FROM about"))
            if not about:
                about = identity | {"seconds": "0", "sessions": "0"}
                self._db.executemany("INSERT INTO about VALUES (?, ?)", about.items())
                self._db.commit()
        if identity != {key: about.get(key) for key in identity}:
            self._db.close()
            raise TableError(
                f"{path}: a direct run for other rules or by another version; "
                "remove it to start anew"
            )
        self.seconds = float(about["seconds"])
        self.sessions = int(about["sessions"])

    @contextmanager
    def _readable(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as error:
            raise TableError(
                f"{self.path}: the direct run's checkpoint cannot be used: {error}"
            ) from error

    def finished(self) -> set[int]:
        """Flop classes that need not be dealt again; damaged ones are dropped."""
        with self._readable():
            rows = self._db.execute("SELECT * FROM flops").fetchall()
            damaged = [
                (flop,) for flop, *blobs, checksum in rows if _checksum(flop, blobs) != checksum
            ]
            self._db.executemany("DELETE FROM flops WHERE flop_class = ?", damaged)
            self._db.commit()
        return {flop for flop, *_ in rows} - {flop for (flop,) in damaged}

    def add(self, flop_class: int, priced: Priced, digest: bytes, seconds: float) -> None:
        """Keep a finished flop class; ``seconds``: wall time of the whole run so far."""
        blobs = [
            priced.ev.tobytes(),
            priced.totals.astype("<i8").tobytes(),
            digest,
        ]
        with self._readable():
            self._db.execute(
                "INSERT INTO flops VALUES (?, ?, ?, ?, ?)",
                (flop_class, *blobs, _checksum(flop_class, blobs)),
            )
            self.seconds = seconds
            self._note(seconds=seconds)
            if time.monotonic() - self._committed > _SECONDS_BETWEEN_COMMITS:
                self.commit()

    def start_session(self) -> None:
        """Count one more session."""
        self.sessions += 1
        with self._readable():
            self._note(sessions=self.sessions)
            self._db.commit()

    def _note(self, **values: float) -> None:
        self._db.executemany(
            "UPDATE about SET value = ? WHERE key = ?", [(str(v), k) for k, v in values.items()]
        )

    def commit(self) -> None:
        """Put on disk what was added so far."""
        with self._readable():
            self._db.commit()
        self._committed = time.monotonic()

    def rows(self) -> Iterator[tuple[int, Priced, bytes]]:
        """Every finished flop class: number, prices, digest of its counts."""
        import numpy as np

        dtype = ev_dtype(self._rules)
        with self._readable():
            for flop, ev, totals, digest, _ in self._db.execute("SELECT * FROM flops"):
                yield (
                    flop,
                    Priced(
                        np.frombuffer(ev, dtype),
                        np.frombuffer(totals, "<i8").reshape(-1, len(Decision), 40),
                    ),
                    digest,
                )

    def close(self) -> None:
        """Put everything on disk and let go of the file."""
        try:
            self.commit()
        finally:
            self._db.close()


def _checksum(flop_class: int, blobs: Sequence[bytes | None]) -> bytes:
    digest = hashlib.blake2b(str(flop_class).encode(), digest_size=8)
    for blob in blobs:
        digest.update(blob or b"")
    return digest.digest()


def checkpoint_path(out: Path, rules: Rules) -> Path:
    """Where a direct run for ``rules`` keeps what is finished, below the directory ``out``."""
    return out / f"direct-{rules.decisive.rules_id}.sqlite"


def record_path(out: Path, rules: Rules) -> Path:
    """Where the record of a direct run for ``rules`` is, below the directory ``out``."""
    return out / f"direct-{rules.decisive.rules_id}.json"


def run_direct(
    rules: Rules,
    out: Path,
    engine: Engine,
    *,
    indifferent: Indifferent = "fold",
    progress: Progress | None = None,
) -> DirectRun:
    """Deal out the whole game, or what is left of it, and compare with the counting method.

    What is finished stays in a checkpoint below ``out`` until `finish` removes it: an interrupted
    run goes on where it was.

    Raises
    ------
    TableError
        If ``out`` cannot be written to, or holds the checkpoint of something else.
    WorkerError
        If a worker process is killed or dies; the checkpoint stays.
    """
    prepare(out)
    engine = replace(engine, method="direct")
    with closing(Checkpoint(checkpoint_path(out, rules), rules)) as checkpoint:
        done = checkpoint.finished()
        checkpoint.start_session()
        if progress:
            for flop in done:
                progress(spots.first_index(flop + 1) - spots.first_index(flop))
        start = time.monotonic() - checkpoint.seconds
        game = engine.count_game(DigestPricer(rules), qualifier=rules.qualifier, without=done)
        with closing(game) as results:
            for flops, (priced, digests) in results:
                checkpoint.add(flops.start, priced, digests[0], time.monotonic() - start)
                if progress:
                    progress(spots.first_index(flops.stop) - spots.first_index(flops.start))
        checkpoint.commit()
        return _compare(rules, checkpoint, engine, indifferent)


def _compare(
    rules: Rules, checkpoint: Checkpoint, engine: Engine, indifferent: Indifferent
) -> DirectRun:
    import numpy as np

    dealt, dealt_digests = SolutionBuilder([rules], indifferent), dict[int, bytes]()
    for flop, priced, digest in checkpoint.rows():
        dealt.add(range(flop, flop + 1), [priced])
        dealt_digests[flop] = digest
    counted, counted_digests = SolutionBuilder([rules], indifferent), dict[int, bytes]()
    counting = replace(engine, method="counting")
    with closing(counting.count_game(DigestPricer(rules), qualifier=rules.qualifier)) as results:
        for flops, (priced, digests) in results:
            counted.add(flops, [priced])
            counted_digests.update(zip(flops, digests, strict=True))
    ((direct,), (reference,)) = dealt.solutions(), counted.solutions()
    return DirectRun(
        replace(direct, ev=direct.ev),
        checkpoint.seconds,
        checkpoint.sessions,
        engine.workers or usable_cores(),
        int(np.count_nonzero(direct.ev != reference.ev)),
        sum(dealt_digests[flop] != digest for flop, digest in counted_digests.items()),
        direct.outcomes != reference.outcomes,
    )


def finish(run: DirectRun, out: Path) -> Path:
    """Write the record of a run and remove its checkpoint.

    Raises
    ------
    FileError
        If the record cannot be written, or the checkpoint not be removed; it stays then.
    """
    rules = run.solution.rules
    path = record_path(out, rules)
    write_whole(path, f"{json.dumps(run.record(), indent=2)}\n".encode())
    checkpoint = checkpoint_path(out, rules)
    try:
        checkpoint.unlink(missing_ok=True)
    except OSError as error:
        raise FileError(f"{checkpoint}: cannot be removed: {error.strerror}") from error
    return path
