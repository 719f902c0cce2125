"""The application without a network, for tests of its answers."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from solver.web.app import create_app

with warnings.catch_warnings():
    # Newer ones want another client library than older ones; either will do.
    warnings.filterwarnings("ignore", message=".*httpx", category=UserWarning)
    from fastapi.testclient import TestClient

__all__ = ["TestClient", "client", "problems", "start"]


@contextmanager
def client(**settings: Any) -> Iterator[TestClient]:
    """Somebody who asks the application; its processes end with the block."""
    with TestClient(create_app(**settings), base_url="http://localhost") as asking:
        yield asking


def problems(answer: Any, status: int = 422) -> dict[str, str]:
    """The reasons of an error by field."""
    assert answer.status_code == status, answer.text
    return {problem["field"]: problem["reason"] for problem in answer.json()["errors"]}


def start(web: TestClient, **asked: Any) -> Any:
    """A match that was started, as it stands."""
    answer = web.post("/api/matches", json=asked)
    assert answer.status_code == 201, answer.text
    return answer.json()
