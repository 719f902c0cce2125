"""Records sent to be settled: hostile ones cost their sender an error, and nobody else anything."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("fastapi")

from web import TestClient, client, problems

ROW = "1. Ah Kd | As 7d 4c | call | 9h 2s | Qs Qc"
SECONDS = 2


@pytest.fixture(scope="module")
def web() -> Iterator[TestClient]:
    with client(most_requests=10**6) as asking:
        # Starts the process for long ones.
        asking.post("/api/settle", json={"record": f"{ROW}\n" * 100})
        yield asking


def in_json(**more: Any) -> str:
    row = {"round": 1, "choice": "fold", "hole": "Ah Kd", "flop": "As 7d 4c"}
    record = {"record": "casino-holdem match 1", "rules": {}, "stakes": {}, "rounds": 1}
    return json.dumps(record | {"seed": None, "played": [row]} | more)


@pytest.mark.parametrize(
    "record",
    [
        pytest.param(f"Result: 1{' ' * 100_000}x", id="spaces"),
        pytest.param(f"Result: 1{' ' * 15_000}x", id="spaces, settled at once"),
        pytest.param(f"{ROW}: net +1{'0' * 100_000}", id="digits"),
        pytest.param(f"Rules: standard; {'a' * 100_000} = 1", id="option"),
        pytest.param("\n" * 120_000, id="lines"),
        pytest.param(f"Rounds: 1\n{ROW}\n" + f"{ROW}\n" * 4000, id="deals"),
        pytest.param(in_json(result=f"1{' ' * 100_000}x"), id="spaces in JSON"),
        pytest.param(in_json(result=f"1{' ' * 15_000}x"), id="spaces in JSON, at once"),
        pytest.param(in_json(net=f"+{'1' * 100_000}"), id="digits in JSON"),
        pytest.param(in_json(rules={"a" * 100_000: "1"}), id="option in JSON"),
        pytest.param(in_json(played=[{}] * 50_000), id="deals in JSON"),
        pytest.param(in_json(played=[{"choice": "call", "hole": "Ah" * 75_000}]), id="cards"),
        pytest.param("{" * 150_000, id="braces"),
        pytest.param('{"a":' + "[" * 150_000, id="brackets"),
    ],
)
def test_no_record_keeps_the_server_long(web: TestClient, record: str) -> None:
    began = time.monotonic()
    assert list(problems(web.post("/api/settle", json={"record": record}))) == ["record"]
    assert time.monotonic() - began < SECONDS


def test_a_line_has_an_end(web: TestClient) -> None:
    longest = f"{ROW}{' ' * (1000 - len(ROW))}"
    assert web.post("/api/settle", json={"record": longest}).json()["rounds"] == 1
    found = problems(web.post("/api/settle", json={"record": f"# a remark\n{longest} "}))
    assert found == {"record": "line 2: expected up to 1,000 characters in a line, found 1,001"}
    # JSON need not have lines.
    many = json.loads(in_json())["played"] * 100
    assert len(in_json(played=many)) > 1000
    answer = web.post("/api/settle", json={"record": in_json(played=many, rounds=100)}).json()
    assert answer["rounds"] == 100
