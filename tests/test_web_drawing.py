"""Questions over HTTP are drawn beside the server, the next one as soon as one was answered."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

pytest.importorskip("fastapi")

import httpx
from web import client

from solver.trainer import Question, question
from solver.web import training
from solver.web.app import create_app

SECONDS = 30


def test_others_do_not_wait_for_a_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    began, go_on = threading.Event(), threading.Event()

    def slow(*asked: Any) -> Question:
        began.set()
        assert go_on.wait(SECONDS), "the loop did not answer meanwhile"
        return question(*asked)

    monkeypatch.setattr(training, "question", slow)

    async def ask() -> None:
        transport = httpx.ASGITransport(create_app())
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as web:
            path = "/api/train/qualify"
            drawn = asyncio.create_task(web.get(path, params={"seed": "not waited for"}))
            await asyncio.to_thread(began.wait, SECONDS)
            assert (await web.get("/api/deal")).status_code == 200
            assert not drawn.done()
            go_on.set()
            assert (await drawn).status_code == 200

    asyncio.run(ask())


def test_what_is_drawn_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []

    def noted(kind: str, seed: str, number: int, *more: Any) -> Question:
        drawn.append(number)
        return question(kind, seed, number, *more)

    monkeypatch.setattr(training, "question", noted)
    with client() as web:
        path, series = "/api/train/qualify", {"seed": "drawn ahead"}
        for number in (1, 2):
            # Of a question alone nothing is drawn ahead: nobody may ever answer it.
            assert web.get(path, params=series | {"number": str(number)}).status_code == 200
            assert drawn == list(range(1, number + 1))
            answers = {"answers": {"qualifies": "yes"}}
            asked = series | {"number": number}
            assert web.post(path, json=asked | answers).status_code == 200
            assert drawn == list(range(1, number + 2))
        refused = web.post(path, json=series | {"number": 3, "answers": {"qualifies": "x"}})
        assert refused.status_code == 422
        assert drawn == [1, 2, 3]
        monkeypatch.setattr(training, "HIGHEST_NUMBER", 3)
        assert web.post(path, json=series | {"number": 3} | answers).status_code == 200
        assert drawn == [1, 2, 3]
