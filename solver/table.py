"""The strategy table: the solved game as two files, checked whenever it is opened."""

from __future__ import annotations

import contextlib
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solver import spots, store
from solver._version import VERSION
from solver.cards import CardsLike, to_spot
from solver.enumeration import COMPLETIONS
from solver.outcomes import Decision, scale_of, spot_decisions
from solver.paytables import RulesError
from solver.rules import Rules
from solver.store import MANIFEST_FILE, StoreError, open_store, refusal, write_store

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from solver.edge import Solution

FORMAT = 1
"""Version of the files' layout."""

EV_FILE = "ev.npy"


class TableError(StoreError):
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
    with _table_errors():
        store.prepare(out)


def write_table(out: Path, solution: Solution) -> Path:
    """Write a table below the directory ``out``, whole or not at all.

    A reader sees the old table or the new one.

    Returns
    -------
    Path
        The table's directory.

    Raises
    ------
    TableError
        If it cannot be written; nothing is left then.
    """
    target = table_path(out, solution.rules)
    with _table_errors():
        write_store(target, EV_FILE, solution.ev, _manifest(solution))
    return target


@contextlib.contextmanager
def _table_errors() -> Iterator[None]:
    try:
        yield
    except StoreError as error:
        raise TableError(str(error)) from error.__cause__


def _manifest(solution: Solution) -> dict[str, object]:
    outcomes = solution.outcomes
    return {
        "format": FORMAT,
        "index_scheme": spots.INDEX_SCHEME,
        "solver_version": VERSION,
        "rules": solution.rules.decisive.as_dict(),
        "rules_hash": solution.rules.decisive.rules_hash,
        "scale": solution.scale,
        "spot_classes": spots.SPOT_CLASSES,
        "house_edge": str(outcomes.house_edge),
        "spots": {d.name.lower(): outcomes.spots[d] for d in Decision},
        "signature": solution.signature(),
    }


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
    remedy = _remedy(path, rules or Rules())

    def check_rules(manifest: dict[str, Any]) -> str:
        try:
            stored = Rules.from_dict(manifest["rules"])
            matching = stored.rules_hash == manifest["rules_hash"]
        except (KeyError, TypeError, RulesError) as error:
            raise refusal(path, f"table damaged: {MANIFEST_FILE}: {error}", remedy) from None
        if not matching:
            raise refusal(path, "table damaged: its rules do not match their hash", remedy)
        if rules is not None and stored != rules.decisive:
            asked, found = rules.decisive.rules_id, stored.rules_id
            reason = f"table for other rules: expected {asked}, found {found}"
            raise refusal(path, reason, remedy)
        return _remedy(path, stored)

    expected = {"format": FORMAT, "index_scheme": spots.INDEX_SCHEME}
    with _table_errors():
        ev, manifest = open_store(
            path, EV_FILE, (spots.SPOT_CLASSES,), expected, check_rules, remedy
        )
    stored = Rules.from_dict(manifest["rules"])
    return StrategyTable(path, stored, ev, scale_of(stored), manifest)


def _remedy(path: Path, rules: Rules) -> str:
    return f"make a new table with: {make_command(rules, path.parent)}"
