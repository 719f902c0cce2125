"""Heavy answers: computed in one process beside the server, a few waiting, the last ones kept."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import Any, TypeAlias

from solver.workers import ctrl_c_held_back

Work: TypeAlias = Callable[[Any], dict[str, Any]]
"""A function of one question that can be pickled, as can its answer."""

MOST_ASKED = 4
"""Answers being computed or waiting for it; who asks for more is told to come again."""

MOST_OF_A_CLIENT = 2
"""The same of one client: one computed, one waiting."""

MOST_SECONDS = 90
"""Time that one answer may take: the dearest known takes 40 s on a slow machine."""

MOST_KEPT = 64
"""Answers that are kept; of more, those go that were not asked for the longest."""

_SECONDS_TO_RETRY = 2


class BusyError(RuntimeError):
    """An answer that there is none of now.

    Attributes
    ----------
    seconds_to_retry : int or None
        After which the same may be asked again; None if it would be no better then.
    """

    def __init__(self, reason: str, seconds_to_retry: int | None = _SECONDS_TO_RETRY) -> None:
        self.seconds_to_retry = seconds_to_retry
        super().__init__(reason)


class Heavy:
    """Computes answers that take a second or more, each once for all who ask meanwhile.

    The process starts with the first question. It ends with `close`, with an answer that takes too
    long, and with this process however that ends.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, dict[str, Any]] = OrderedDict()
        self._asked: dict[Hashable, tuple[str, asyncio.Task[dict[str, Any]]]] = {}
        self._pool: ProcessPoolExecutor | None = None
        self._lifeline: Connection | None = None
        # What is handed over early cannot be told from what is computed, whose time is limited.
        self._turn = asyncio.Lock()

    async def answer(
        self, client: str, work: Work, question: Hashable, *, keep: bool = True
    ) -> dict[str, Any]:
        """The answer ``work`` gives to a question; kept if others may ask the same.

        Raises
        ------
        BusyError
            If too many are waiting, it takes longer than `MOST_SECONDS`, or the process is lost.
        Exception
            Whatever ``work`` raises.
        """
        key = (work, question)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._asked:
            own = sum(who == client for who, _ in self._asked.values())
            if len(self._asked) >= MOST_ASKED or own >= MOST_OF_A_CLIENT:
                raise BusyError("other answers are being computed: try again in a moment")
            task = asyncio.create_task(self._compute(key, work, question, keep))
            task.add_done_callback(_seen)
            self._asked[key] = client, task
        _, task = self._asked[key]
        # One who leaves must not end it for the others.
        return await asyncio.shield(task)

    async def _compute(
        self, key: Hashable, work: Work, question: Hashable, keep: bool
    ) -> dict[str, Any]:
        try:
            async with self._turn:
                answer = await self._computed(work, question)
        finally:
            del self._asked[key]
        if keep:
            self._kept[key] = answer
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return answer

    async def _computed(self, work: Work, question: Hashable) -> dict[str, Any]:
        try:
            future = self._submit(work, question)
            async with asyncio.timeout(MOST_SECONDS):
                return await asyncio.wrap_future(future)
        except TimeoutError:
            self._stop()
            reason = f"this takes longer than {MOST_SECONDS} s: it was ended"
            raise BusyError(reason, None) from None
        except BrokenProcessPool:
            raise BusyError("the process that computes it was lost: try again") from None

    def _submit(self, work: Work, question: Hashable) -> Future[dict[str, Any]]:
        # It would be started on the way, and let Ctrl-C through when it is.
        resource_tracker.ensure_running()
        with ctrl_c_held_back():
            try:
                return self._started().submit(work, question)
            except BrokenProcessPool:
                # Lost before.
                self._stop()
                return self._started().submit(work, question)

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            theirs, self._lifeline = context.Pipe()
            self._pool = ProcessPoolExecutor(
                1, mp_context=context, initializer=_begin, initargs=(theirs,)
            )
        return self._pool

    def close(self) -> None:
        """End the process, whatever it does, and leave what waits for it."""
        for _, task in self._asked.values():
            task.cancel()
        self._stop()

    def _stop(self) -> None:
        if self._lifeline is not None:
            _kill(self._lifeline)
            self._lifeline.close()
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
        self._pool = self._lifeline = None


def _kill(lifeline: Connection) -> None:
    """End the process at the other end, unless it has not begun: then it ends when it does."""
    with contextlib.suppress(EOFError, OSError):
        if lifeline.poll():
            pid = lifeline.recv()
            for process in multiprocessing.active_children():
                if process.pid == pid:
                    process.kill()


def _seen(task: asyncio.Task[Any]) -> None:
    """Take note of an error, for whoever asked may have left."""
    if not task.cancelled():
        task.exception()


def _begin(lifeline: Connection) -> None:
    """Leave Ctrl-C to the server, and end when it closes its end of the pipe, or has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        lifeline.send(os.getpid())
    except OSError:
        os._exit(0)
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    lifeline.poll(None)
    os._exit(0)
