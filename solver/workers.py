"""Worker processes: run functions in parallel and stop them cleanly, whatever happens.

Every worker has a pipe of its own for tasks, results and log records. So one that is killed in the
middle of a message ends its pipe, and cannot leave a lock or half a message to the others.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Iterator, Sequence
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Literal, Protocol, TypeVar, get_args

StartMethod = Literal["fork", "spawn", "forkserver"]
"""How worker processes come to be; the results do not depend on it."""

START_METHODS: tuple[StartMethod, ...] = get_args(StartMethod)

LOGGER = logging.getLogger("solver")

MOST_WORKERS = 512

_SECONDS_TO_END = 2.0

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
        Unless 1 to `MOST_WORKERS`.
    """
    if not 1 <= workers <= MOST_WORKERS:
        raise ValueError(f"workers: expected 1 to {MOST_WORKERS}, found {workers}")
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
        self._processes: dict[Connection, BaseProcess] = {}

    def __enter__(self) -> Pool:
        if self.workers > 1:
            try:
                if self._start_method != "fork":
                    # It would be started on the way, and let Ctrl-C through when it is.
                    resource_tracker.ensure_running()
                with ctrl_c_held_back():
                    self._start()
            except BaseException:
                self._end(at_once=True)
                raise
        return self

    def __exit__(self, failed: object, *_: object) -> None:
        self._end(at_once=failed is not None)

    def _start(self) -> None:
        # Any: the base class of contexts is declared without Process.
        context: Any = multiprocessing.get_context(self._start_method)
        # Records are worth sending only if somebody here writes them down.
        level = LOGGER.getEffectiveLevel() if LOGGER.hasHandlers() else None
        for _ in range(self.workers):
            ours, theirs = context.Pipe()
            process = context.Process(
                target=_serve, args=(theirs, self._shared, level), daemon=True
            )
            self._processes[ours] = process
            process.start()
            # The worker alone holds its end, so that its death ends the pipe.
            theirs.close()

    def _end(self, *, at_once: bool) -> None:
        for pipe, process in self._processes.items():
            if at_once and process.pid is not None:
                process.terminate()
            elif not at_once:
                with contextlib.suppress(OSError):
                    pipe.send(None)
        for pipe, process in self._processes.items():
            if process.pid is not None:
                process.join(None if not at_once else _SECONDS_TO_END)
                if process.is_alive():
                    process.kill()
                    process.join()
            pipe.close()
        self._processes.clear()

    def map(self, work: Work[Task, Result], tasks: Sequence[Task]) -> Iterator[Result]:
        """Yield ``work(shared, task)`` for every task, in the order they get done.

        Raises
        ------
        WorkerError
            If a process is killed or dies.
        Exception
            Whatever ``work`` raises.
        """
        if not self._processes:
            for task in tasks:
                yield work(self._shared, task)
            return
        left = iter(tasks)
        try:
            busy = {pipe for pipe in self._processes if _give(pipe, work, left)}
            while busy:
                for pipe in wait(list(busy)):
                    assert isinstance(pipe, Connection)
                    kind, content = pipe.recv()
                    if kind == "log":
                        LOGGER.handle(content)
                        continue
                    if not _give(pipe, work, left):
                        busy.remove(pipe)
                    if kind == "failed":
                        raise content
                    yield content
        except (EOFError, ConnectionError) as error:
            raise WorkerError(
                "a worker process ended before its work did (killed, or out of memory?)"
            ) from error


def _give(pipe: Connection, work: Work[Task, Result], tasks: Iterator[Task]) -> bool:
    """Send the next task down a pipe; False if there is none."""
    for task in tasks:
        pipe.send((work, task))
        return True
    return False


@contextlib.contextmanager
def ctrl_c_held_back() -> Iterator[None]:
    """Keep Ctrl-C waiting; processes started meanwhile never see it, and leave it to this one."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _ToParent(logging.Handler):
    """Sends log records to the parent, which writes them down whole."""

    def __init__(self, pipe: Connection) -> None:
        super().__init__()
        self._pipe = pipe

    def emit(self, record: logging.LogRecord) -> None:
        # Arguments may be anything; the text is what counts.
        record.msg, record.args = record.getMessage(), None
        self._pipe.send(("log", record))


def _serve(pipe: Connection, shared: Any, level: int | None) -> None:
    """What a worker process does: tasks from its pipe until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    LOGGER.handlers.clear()
    LOGGER.propagate = False
    if level is None:
        LOGGER.addHandler(logging.NullHandler())
    else:
        LOGGER.addHandler(_ToParent(pipe))
        LOGGER.setLevel(level)
        LOGGER.info("worker process started")
    with contextlib.suppress(EOFError, ConnectionError):
        while (job := pipe.recv()) is not None:
            work, task = job
            try:
                result = work(shared, task)
            except Exception as error:
                error.add_note(f"In a worker process:\n{traceback.format_exc()}")
                pipe.send(("failed", error))
            else:
                pipe.send(("done", result))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGKILL)
