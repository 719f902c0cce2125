"""The whole game: outcome counts of every spot class, by counting or by dealing, in parallel."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing.heap import BufferWrapper
from typing import TYPE_CHECKING, Literal, TypeAlias, TypeVar

from solver import _boards, _deal, _flops, _suits, _turns
from solver.spots import FLOP_CLASSES, cards_on, first_index, flop_of, holes_on
from solver.workers import Pool, StartMethod, WorkerError, usable_cores

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LOGGER = logging.getLogger("solver")

Method = Literal["counting", "direct"]
"""``counting``: from board classes, in well under a second; ``direct``: every completion of every
spot dealt, in minutes. Both give the same counts."""

Result = TypeVar("Result")
Reduce: TypeAlias = Callable[[range, "NDArray[np.int32]", "NDArray[np.uint8]"], Result]
"""What becomes of counts, in the worker that made them. Gets the flop classes (a range), the counts
of their spot classes (int32[n, 10, 4]: category, outcome) and the spots in each (uint8[n]). A
function that can be pickled."""

Group: TypeAlias = Callable[["NDArray[np.uint8]"], "NDArray[np.uint8]"]
"""Tells spots apart by the turn: hole and flop of each (uint8[n, 5]) to a group for each of the 52
cards as the turn (uint8[n, 52]). A function that can be pickled."""

_RANK_TRIOS: int = _suits.RANK_TRIOS
_BOARD_TASKS = 32
_TRIOS_IN_A_TASK = 8
_FLOPS_IN_A_TASK = 30


class BoardTables:
    """How the dealer's hands fall on every board class, in memory that processes can share.

    About 117 MB; see `solver._boards` for what is in it.
    """

    def __init__(self) -> None:
        size = 9 * (_boards.RANK_ENTRIES + _boards.FLUSH_ENTRIES)
        try:
            self._buffer = BufferWrapper(size)
        except OSError as error:
            raise WorkerError(
                f"no room for the {size // 10**6} MB that workers share: {error.strerror}"
            ) from error

    def views(self) -> tuple[memoryview, memoryview, memoryview, memoryview]:
        """Outcomes and categories of boards without a flush, then of boards with one."""
        memory = self._buffer.create_memoryview().cast("B")
        views = []
        end = 0
        # The wide numbers first, which keeps them aligned.
        kinds: tuple[tuple[Literal["Q", "B"], int], ...] = (("Q", 8), ("B", 1))
        for kind, width in kinds:
            for boards, entries in (
                (_boards.RANK_BOARD_CLASSES, _boards.RANK_ENTRIES),
                (_boards.FLUSH_BOARD_CLASSES, _boards.FLUSH_ENTRIES),
            ):
                start, end = end, end + width * entries
                views.append(memory[start:end].cast(kind, (boards, entries // boards)))
        return views[0], views[2], views[1], views[3]


def _tabulate(tables: BoardTables, boards: range, *, qualifier: int) -> None:
    _boards.fill_boards(boards.start, boards.stop, qualifier, *tables.views())


def _count(tables: BoardTables, trios: range, *, reduce: Reduce[Result]) -> tuple[range, Result]:
    import numpy as np

    flops = range(_suits.first_flop(trios.start), _suits.first_flop(trios.stop))
    start = time.perf_counter()
    holes, weights = holes_on(flops)
    counts = np.empty((len(holes), 10, 4), np.int32)
    offset = first_index(flops.start)
    views = tables.views()
    for trio in trios:
        same = range(_suits.first_flop(trio), _suits.first_flop(trio + 1))
        first = np.array([first_index(flop) for flop in (*same, same.stop)], np.int32)
        own = slice(first[0] - offset, first[-1] - offset)
        _flops.sum_flops(
            np.array([flop_of(flop) for flop in same], np.uint8),
            first - first[0],
            holes[own],
            *views,
            counts[own],
        )
    return _reduced(flops, counts, weights, reduce, start)


def _count_turns(
    tables: BoardTables, task: tuple[range, NDArray[np.int8]], *, group: Group, groups: int
) -> tuple[range, NDArray[np.int64]]:
    import numpy as np

    flops, decisions = task
    holes, weights = holes_on(flops)
    by_turn = group(cards_on(flops))
    totals = np.zeros((groups, 3, 40), np.int64)
    offset = first_index(flops.start)
    for flop in flops:
        own = slice(first_index(flop) - offset, first_index(flop + 1) - offset)
        _turns.sum_turns(
            bytes(flop_of(flop)),
            holes[own],
            weights[own],
            by_turn[own],
            decisions[own],
            *tables.views(),
            totals,
        )
    return flops, totals


def _deal_out(
    _: None, flop_class: int, *, reduce: Reduce[Result], qualifier: int
) -> tuple[range, Result]:
    import numpy as np

    start = time.perf_counter()
    flops = range(flop_class, flop_class + 1)
    holes, weights = holes_on(flops)
    counts = np.empty((len(holes), 10, 4), np.int32)
    _deal.deal_flop(holes, bytes(flop_of(flop_class)), qualifier, counts)
    return _reduced(flops, counts, weights, reduce, start)


def _reduced(
    flops: range,
    counts: NDArray[np.int32],
    weights: NDArray[np.uint8],
    reduce: Reduce[Result],
    start: float,
) -> tuple[range, Result]:
    result = reduce(flops, counts, weights)
    LOGGER.debug(
        "flop classes %d to %d: %d spot classes in %.3f s",
        flops.start, flops.stop - 1, len(weights), time.perf_counter() - start,
    )  # fmt: skip
    return flops, result


@dataclass(frozen=True)
class Engine:
    """How to run: method, worker processes and how those start. None of it changes a result.

    Attributes
    ----------
    method : {"counting", "direct"}
    workers : int
        Worker processes, 1 for none; default: a worker for each usable processor.
    start_method : {"fork", "spawn", "forkserver"}, optional
    """

    method: Method = "counting"
    workers: int = 0
    start_method: StartMethod | None = None

    def count_game(
        self, reduce: Reduce[Result], *, qualifier: int, without: Iterable[int] = ()
    ) -> Generator[tuple[range, Result], None, None]:
        """Count every spot class and yield what ``reduce`` makes of it, range by range of flops.

        Parameters
        ----------
        reduce : callable
            See `Reduce`.
        qualifier : int
            Least hand value with which the dealer qualifies.
        without : iterable of int
            Flop classes to leave out, by the direct method.

        Yields
        ------
        flops : range of flop classes
            In the order they get done; together all flop classes, each once.
        result
            What ``reduce`` returned for them.

        Raises
        ------
        WorkerError
            If a worker process is killed or dies, or there is no room for what they share.
        """
        if self.method == "direct":
            workers = self.workers or usable_cores()
            left = sorted(set(range(FLOP_CLASSES)).difference(without))
            with Pool(workers, start_method=self.start_method) as pool:
                yield from pool.map(partial(_deal_out, reduce=reduce, qualifier=qualifier), left)
            return
        with self._tables(qualifier) as pool:
            trios = _split(range(_RANK_TRIOS), _TRIOS_IN_A_TASK)
            yield from pool.map(partial(_count, reduce=reduce), trios)

    def count_turns(
        self, decisions: NDArray[np.int8], group: Group, groups: int, *, qualifier: int
    ) -> Generator[tuple[range, NDArray[np.int64]], None, None]:
        """Count the deals of every spot class by what hole, flop and turn make.

        A board at a time, from the board classes: some seconds.

        Parameters
        ----------
        decisions : int8[1286792]
            Decision in every spot class.
        group : callable
            See `Group`.
        groups : int
            How many groups there are.
        qualifier : int
            Least hand value with which the dealer qualifies.

        Yields
        ------
        flops : range of flop classes
            In the order they get done; together all flop classes, each once.
        totals : int64[groups, 3, 40]
            Deals of all their spots by group, decision, final hand category and outcome; turn and
            river are told apart, which makes twice as many deals as usual.

        Raises
        ------
        WorkerError
            If a worker process is killed or dies, or there is no room for what they share.
        """
        with self._tables(qualifier) as pool:
            tasks = [
                (flops, decisions[first_index(flops.start) : first_index(flops.stop)])
                for flops in _split(range(FLOP_CLASSES), _FLOPS_IN_A_TASK)
            ]
            yield from pool.map(partial(_count_turns, group=group, groups=groups), tasks)

    @contextmanager
    def _tables(self, qualifier: int) -> Iterator[Pool]:
        """Workers that share the complete board tables."""
        workers = self.workers or usable_cores()
        with Pool(workers, start_method=self.start_method, shared=BoardTables()) as pool:
            boards = _split(range(_boards.BOARD_CLASSES), -(-_boards.BOARD_CLASSES // _BOARD_TASKS))
            for _ in pool.map(partial(_tabulate, qualifier=qualifier), boards):
                pass
            yield pool


def _split(whole: range, size: int) -> list[range]:
    return [whole[start : start + size] for start in range(0, len(whole), size)]
