"""Worker processes: run functions in parallel and stop them cleanly, whatever happens."""

from __future__ import annotations

import contextlib
import logging
import logging.handlers
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.context import BaseContext
from typing import Any, Literal, Protocol, TypeVar, get_args

StartMethod = Literal["fork", "spawn", "forkserver"]
"""How worker processes come to be; the results do not depend on it."""

START_METHODS: tuple[StartMethod, ...] = get_args(StartMethod)

LOGGER = logging.getLogger("solver")

Task = TypeVar("Task")
Result = TypeVar("Result")
TaskIn_contra = TypeVar("TaskIn_contra", contravariant=True)
ResultOut_co = TypeVar("ResultOut_co", covariant=True)


class Work(Protocol[TaskIn_contra, ResultOut_co]):
    """What a worker does: a function that can be pickled, of the shared object and one task."""

    def __call__(self, shared: Any, task: TaskIn_contra, /) -> ResultOut_co:
        """Do one task."""


class WorkerError(RuntimeError):
    """A worker process ended before its work did."""


def usable_cores() -> int:
    """Number of processors this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def default_start_method() -> StartMethod:
    """``fork`` where it is safe and there, since it starts at once; else ``spawn``.

    Forking a process with threads of its own is asking for trouble, so then it is ``spawn`` too.
    """
    forkable = "fork" in multiprocessing.get_all_start_methods() and os.name == "posix"
    return "fork" if forkable and threading.active_count() == 1 else "spawn"


def check_workers(workers: int) -> int:
    """Return ``workers`` if there can be so many.

    Raises
    ------
    ValueError
        Unless 1 to 512.
    """
    if not 1 <= workers <= 512:
        raise ValueError(f"workers: expected 1 to 512, found {workers}")
    return workers


class Pool:
    """Runs work in the calling process or in several processes that share one object.

    Use it as a context manager: on leaving it, also by an error or Ctrl-C, no process is left.

    Parameters
    ----------
    workers : int
        1 runs everything in the calling process.
    start_method : {"fork", "spawn", "forkserver"}, optional
        Default: `default_start_method`.
    shared : object
        Given to every call as its first argument. It reaches the processes when they start, so it
        may hold shared memory.
    """

    def __init__(
        self, workers: int, *, start_method: StartMethod | None = None, shared: Any = None
    ) -> None:
        self.workers = check_workers(workers)
        self._shared = shared
        self._start_method = start_method or default_start_method()
        self._executor: ProcessPoolExecutor | None = None
        self._listener: logging.handlers.QueueListener | None = None
        self._others: set[Any] = set()

    def __enter__(self) -> Pool:
        if self.workers > 1:
            context = multiprocessing.get_context(self._start_method)
            self._others = set(multiprocessing.active_children())
            log_queue = self._collect_logs(context)
            self._executor = ProcessPoolExecutor(
                self.workers,
                mp_context=context,
                initializer=_start_worker,
                initargs=(self._shared, log_queue, LOGGER.getEffectiveLevel()),
            )
        return self

    def __exit__(self, failed: object, *_: object) -> None:
        if self._executor is None:
            return
        if failed:
            for process in set(multiprocessing.active_children()) - self._others:
                process.terminate()
        self._executor.shutdown(wait=True, cancel_futures=True)
        if self._listener:
            self._listener.stop()

    def _collect_logs(self, context: BaseContext) -> Any:
        """A queue through which workers' records reach this process's handlers, if it has any."""
        handlers = LOGGER.handlers or logging.getLogger().handlers
        if not handlers:
            return None
        log_queue = context.Queue()
        self._listener = logging.handlers.QueueListener(
            log_queue, *handlers, respect_handler_level=True
        )
        return log_queue

    def map(self, work: Work[Task, Result], tasks: Sequence[Task]) -> Iterator[Result]:
        """Yield ``work(shared, task)`` for every task, in the order they get done.

        Raises
        ------
        WorkerError
            If a process is killed or dies.
        """
        if self._executor is None:
            for task in tasks:
                yield work(self._shared, task)
            return
        try:
            waiting = self._submit(self._executor, work, tasks)
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        except BrokenProcessPool as error:
            raise WorkerError(
                "a worker process ended before its work did (killed, or out of memory?)"
            ) from error

    def _submit(
        self, executor: ProcessPoolExecutor, work: Work[Task, Result], tasks: Iterable[Task]
    ) -> set[Future[Result]]:
        futures = {executor.submit(_do, work, task) for task in tasks}
        if self._listener and self._listener._thread is None:
            # A thread of this process, so only once the processes are there.
            self._listener.start()
        return futures


class _Worker:
    """What this process holds if it is a worker."""

    shared: Any = None


def _start_worker(shared: Any, log_queue: Any, level: int) -> None:
    _Worker.shared = shared
    # Ctrl-C reaches the whole group; the parent decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    LOGGER.handlers.clear()
    if log_queue is not None:
        LOGGER.addHandler(logging.handlers.QueueHandler(log_queue))
        LOGGER.propagate = False
        LOGGER.setLevel(level)
    LOGGER.info("worker process started")


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        with contextlib.suppress(OSError):
            os.kill(os.getpid(), signal.SIGKILL)


def _do(work: Work[Task, Result], task: Task) -> Result:
    return work(_Worker.shared, task)
