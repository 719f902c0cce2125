"""Heavy answers: few at a time, each once, in its time, and in a process that always ends."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import re
import secrets
import time
from functools import partial
from typing import Any, cast

import pytest

pytest.importorskip("fastapi")

from solver.web.heavy import BusyError, Heavy, Work

SECONDS = 30
SLEEP, END, SAME, TOKEN, HANG = (
    cast(Work, work)
    for work in (time.sleep, os._exit, dict, secrets.token_hex, partial(re.fullmatch, "(a+)+b"))
)
LONG = "a" * 100
"""To `HANG` on: years, without a moment for another thread of its process."""


async def refused(heavy: Heavy, name: str, work: Work, question: Any) -> BusyError:
    with pytest.raises(BusyError) as error:
        await heavy.answer(name, work, question)
    assert error.value.seconds_to_retry == 2
    return error.value


def test_few_heavy_answers_wait() -> None:
    async def ask() -> None:
        heavy = Heavy()
        asked = [
            asyncio.create_task(heavy.answer(name, SLEEP, seconds))
            for name, seconds in (("a", 0.2), ("a", 0.21), ("b", 0.22), ("b", 0.2))
        ]
        await asyncio.sleep(0)
        # A third of one client waits as little as what somebody else has asked already.
        assert "try again" in str(await refused(heavy, "a", SAME, ()))
        shared = asyncio.create_task(heavy.answer("a", SLEEP, 0.22))
        asked.append(asyncio.create_task(heavy.answer("c", SLEEP, 0.23)))
        await asyncio.sleep(0)
        await refused(heavy, "d", SAME, ())
        await asyncio.gather(*asked, shared)
        assert await heavy.answer("d", SAME, (("x", 1),)) == {"x": 1}
        heavy.close()

    asyncio.run(ask())


def test_the_process_may_be_lost() -> None:
    async def ask() -> None:
        heavy = Heavy()
        assert "was lost" in str(await refused(heavy, "a", END, 1))
        assert await heavy.answer("a", SAME, (("x", 1),)) == {"x": 1}
        heavy.close()
        # What was answered is kept, and the rest computed by the next process.
        assert await heavy.answer("a", SAME, (("x", 1),)) == {"x": 1}
        assert await heavy.answer("a", SAME, (("y", 2),)) == {"y": 2}
        with pytest.raises(TypeError):
            await heavy.answer("a", SLEEP, "long")
        # Lost while nobody asks, it is started anew; who asks at that moment is told so.
        for process in multiprocessing.active_children():
            process.kill()
            process.join()
        with contextlib.suppress(BusyError):
            await heavy.answer("a", SAME, (("z", 3),))
        assert await heavy.answer("a", SAME, (("z", 3),)) == {"z": 3}
        heavy.close()
        assert multiprocessing.active_children() == []

    asyncio.run(ask())


def test_an_answer_has_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        heavy = Heavy()
        assert await heavy.answer("a", SAME, (("x", 1),)) == {"x": 1}
        monkeypatch.setattr("solver.web.heavy.MOST_SECONDS", 0.3)
        hanging = asyncio.create_task(heavy.answer("a", HANG, LONG))
        while not heavy._turn.locked():
            await asyncio.sleep(0)
        (process,) = multiprocessing.active_children()
        monkeypatch.setattr("solver.web.heavy.MOST_SECONDS", SECONDS)
        # One that waits behind it has its own time, in the next process.
        waiting = asyncio.create_task(heavy.answer("b", SAME, (("y", 2),)))
        with pytest.raises(BusyError, match="takes longer than") as error:
            await hanging
        assert error.value.seconds_to_retry is None
        assert not process.is_alive()
        assert await waiting == {"y": 2}
        heavy.close()
        assert multiprocessing.active_children() == []

    asyncio.run(ask())


def test_it_ends_whatever_it_does() -> None:
    async def ask() -> None:
        heavy = Heavy()
        await heavy.answer("a", SAME, ())
        asked = [
            asyncio.create_task(heavy.answer(name, work, question))
            for name, work, question in (("a", HANG, LONG), ("b", SAME, (("y", 2),)))
        ]
        # Until the one is being computed, and the other waits.
        while not heavy._turn.locked() or len(heavy._asked) < 2:
            await asyncio.sleep(0)
        heavy.close()
        for answer in await asyncio.gather(*asked, return_exceptions=True):
            assert isinstance(answer, asyncio.CancelledError)
        assert multiprocessing.active_children() == []

    asyncio.run(ask())


def test_one_who_leaves_does_not_end_it_for_others() -> None:
    async def ask() -> None:
        heavy = Heavy()
        first, second = (asyncio.create_task(heavy.answer(n, TOKEN, 8)) for n in ("a", "b"))
        await asyncio.sleep(0)
        first.cancel()
        token = await second
        assert first.cancelled()
        assert await heavy.answer("a", TOKEN, 8) == token
        heavy.close()

    asyncio.run(ask())


def test_few_answers_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        heavy = Heavy()
        tokens = [await heavy.answer("a", TOKEN, size) for size in (8, 9)]
        assert [await heavy.answer("b", TOKEN, size) for size in (9, 8)] == tokens[::-1]
        monkeypatch.setattr("solver.web.heavy.MOST_KEPT", 2)
        third = await heavy.answer("a", TOKEN, 10)
        # Gone is the one that was not asked for the longest.
        assert [await heavy.answer("a", TOKEN, size) for size in (8, 10)] == [tokens[0], third]
        assert await heavy.answer("a", TOKEN, 9) != tokens[1]
        passing = [await heavy.answer("a", TOKEN, 16, keep=False) for _ in range(2)]
        assert passing[0] != passing[1]
        heavy.close()

    asyncio.run(ask())
