"""Heavy answers: computed in one process beside the server, a few waiting, the last ones kept."""

from __future__ import annotations

import asyncio
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
from typing import TYPE_CHECKING, Any, TypeAlias

from solver.web.fields import FieldsError, Problem
from solver.workers import ctrl_c_held_back

if TYPE_CHECKING:
    from fastapi import Request

Work: TypeAlias = Callable[[Any], dict[str, Any]]
"""A function of one question that can be pickled, as can its answer."""

MOST_ASKED = 4
"""Answers being computed or waiting for it; who asks for more is told to come again."""

MOST_OF_A_CLIENT = 2
"""The same of one client: one computed, one waiting."""

_KEPT = 64
_SECONDS_TO_RETRY = 2


class Heavy:
    """Computes answers that take a second or more, each once for all who ask meanwhile.

    The process starts with the first question. It ends with `close`, and with this process however
    that ends.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, dict[str, Any]] = OrderedDict()
        self._asked: dict[Hashable, tuple[str, asyncio.Task[dict[str, Any]]]] = {}
        self._pool: ProcessPoolExecutor | None = None
        self._lifeline: Connection | None = None

    async def answer(
        self, client: str, work: Work, question: Hashable, *, keep: bool = True
    ) -> dict[str, Any]:
        """The answer ``work`` gives to a question; kept if others may ask the same.

        Raises
        ------
        FieldsError
            With status 503, if too many are waiting or the process is lost.
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
                raise _busy("other answers are being computed: try again in a moment")
            task = asyncio.create_task(self._compute(key, work, question, keep))
            task.add_done_callback(_seen)
            self._asked[key] = client, task
        _, task = self._asked[key]
        # One who leaves must not end it for the others.
        return await asyncio.shield(task)

    async def _compute(
        self, key: Hashable, work: Work, question: Hashable, keep: bool
    ) -> dict[str, Any]:
        pool = None
        try:
            pool, future = self._submit(work, question)
            answer = await asyncio.wrap_future(future)
        except BrokenProcessPool:
            if self._pool is pool:
                self.close()
            raise _busy("the process that computes it was lost: try again") from None
        finally:
            del self._asked[key]
        if keep:
            self._kept[key] = answer
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return answer

    def _submit(
        self, work: Work, question: Hashable
    ) -> tuple[ProcessPoolExecutor, Future[dict[str, Any]]]:
        # It would be started on the way, and let Ctrl-C through when it is.
        resource_tracker.ensure_running()
        with ctrl_c_held_back():
            pool = self._started()
            try:
                return pool, pool.submit(work, question)
            except BrokenProcessPool:
                # Lost while nobody asked.
                self.close()
                pool = self._started()
                return pool, pool.submit(work, question)

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            theirs, self._lifeline = context.Pipe(duplex=False)
            self._pool = ProcessPoolExecutor(
                1, mp_context=context, initializer=_begin, initargs=(theirs,)
            )
        return self._pool

    def close(self) -> None:
        """End the process, whatever it does."""
        if self._lifeline is not None:
            self._lifeline.close()
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
        self._pool = self._lifeline = None


def _seen(task: asyncio.Task[Any]) -> None:
    """Take note of an error, for whoever asked may have left."""
    if not task.cancelled():
        task.exception()


def heavy_of(request: Request) -> Heavy:
    """The one of the application."""
    heavy: Heavy = request.app.state.heavy
    return heavy


def _busy(reason: str) -> FieldsError:
    return FieldsError([Problem("", reason)], 503, _SECONDS_TO_RETRY)


def _begin(lifeline: Connection) -> None:
    """Leave Ctrl-C to the server, and end when it closes its end of the pipe, or has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    lifeline.poll(None)
    os._exit(0)
