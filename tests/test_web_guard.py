"""What no request may do to the server, and what every answer tells the browser."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any, cast

import pytest
from web import TestClient, client, problems

from solver.web import spots
from solver.web.guard import MOST_BYTES, Guard


@pytest.fixture(scope="module")
def web() -> Iterator[TestClient]:
    with client(hosts={"localhost"}) as asking:
        yield asking


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("HEAD", "/", 200),
        ("GET", "/static/page.css", 200),
        ("GET", "/static/nothing.css", 404),
        ("GET", "/static/../app.py", 404),
        ("GET", "/favicon.ico", 204),
        ("GET", "/nothing", 404),
        ("POST", "/", 405),
        ("GET", "/api/deal", 200),
        ("GET", "/api/openapi.json", 200),
        ("GET", "/api/nothing", 404),
        ("DELETE", "/api/deal", 405),
        ("GET", "/api/advise", 422),
        ("GET", "/docs", 404),
    ],
)
def test_every_answer_is_guarded(web: TestClient, method: str, path: str, status: int) -> None:
    answer = web.request(method, path)
    assert answer.status_code == status
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert "camera=()" in answer.headers["permissions-policy"]
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    api = path.startswith("/api")
    assert answer.headers["cache-control"] == ("no-store" if api else "no-cache")
    assert "access-control-allow-origin" not in answer.headers
    if status in (404, 405):
        assert answer.headers["content-type"].startswith("application/json" if api else "text/html")


def test_methods(web: TestClient) -> None:
    for path, methods in (("deal", "GET"), ("settle", "POST"), ("train/bonus", "GET, POST")):
        answer = web.request("DELETE", f"/api/{path}")
        assert answer.headers["allow"] == methods
        assert "does not take DELETE" in problems(answer, 405)[""]


def test_other_names_are_refused(web: TestClient) -> None:
    for host in ("evil.example", "localhost.evil.example", "127.0.0.1:8000", ""):
        answer = web.get("/api/deal", headers={"Host": host})
        assert answer.status_code == 400
        assert "hole" not in answer.text
    assert web.get("/api/deal", headers={"Host": "localhost:8000"}).status_code == 200


def test_other_pages_cannot_post(web: TestClient) -> None:
    # A form of another page may send text, but not JSON without asking first.
    body = '{"rounds": 1}'
    for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
        assert web.post("/api/matches", content=body, headers={"Content-Type": kind}).is_error
    asked = {"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"}
    assert web.options("/api/matches", headers=asked).status_code == 405


def test_large_bodies(web: TestClient) -> None:
    json = {"Content-Type": "application/json"}
    large = b" " * (MOST_BYTES + 1)
    assert f"{MOST_BYTES:,}" in problems(web.post("/api/settle", content=large), 413)[""]

    def streamed() -> Iterator[bytes]:
        for _ in range(MOST_BYTES // 1024 + 1):
            yield b" " * 1024

    assert "" in problems(web.post("/api/settle", content=streamed(), headers=json), 413)
    fits = b'{"record": "' + b" " * 190_000 + b'"}'
    assert "record" in problems(web.post("/api/settle", content=fits, headers=json))


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        (b"", 422, ""),
        (b"{", 422, ""),
        (b"[]", 422, ""),
        (b'{"record": 1}', 422, "record"),
        (b'{"record": "\xff"}', 400, ""),
        (b'{"record": "\\ud800"}', 422, "record"),
        (b'{"record": "x", "\\ud800": 1}', 422, ""),
        (b"[" * 100_000, 400, ""),
        (b'{"record": ' + b"9" * 10_000 + b"}", 400, ""),
    ],
)
def test_bodies_that_are_none(web: TestClient, body: bytes, status: int, field: str) -> None:
    json = {"Content-Type": "application/json"}
    answer = web.post("/api/settle", content=body, headers=json)
    assert list(problems(answer, status)) == [field]


def test_the_rate_is_limited() -> None:
    with client(most_requests=5) as asking:
        answers = [asking.get("/api/deal") for _ in range(5)]
        assert {answer.status_code for answer in answers} == {200}
        for path in ("/api/deal", "/", "/static/page.css"):
            answer = asking.get(path)
            assert "up to 5 requests" in problems(answer, 429)[""]
            assert 1 <= int(answer.headers["retry-after"]) <= 20
            assert "content-security-policy" in answer.headers


def test_one_client_does_not_slow_another() -> None:
    async def statuses() -> list[int]:
        seen: list[int] = []

        async def app(_: Any, __: Any, send: Any) -> None:
            await send({"type": "http.response.start", "status": 200, "headers": []})

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                seen.append(message["status"])

        guard = Guard(app, most_requests=2)
        for address in ("10.0.0.1", "10.0.0.1", "10.0.0.1", "10.0.0.2"):
            scope = {"type": "http", "method": "GET", "path": "/api/x", "headers": [],
                     "client": (address, 1)}  # fmt: skip
            await guard(scope, cast(Any, None), send)
        return seen

    assert asyncio.run(statuses()) == [200, 200, 429, 200]


def test_an_error_in_the_server(web: TestClient, monkeypatch: pytest.MonkeyPatch,
                                caplog: pytest.LogCaptureFixture) -> None:  # fmt: skip
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a secret")

    monkeypatch.setattr(spots, "shuffled", broken)
    answer = web.get("/api/deal")
    assert "an error in it" in problems(answer, 500)[""]
    assert "secret" not in answer.text
    assert "content-security-policy" in answer.headers
    assert "ZeroDivisionError: a secret" in caplog.text


def test_a_full_server_says_so(web: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.web.heavy.MOST_ASKED", 0)
    answer = web.get("/api/hands")
    assert "try again" in problems(answer, 503)[""]
    assert answer.headers["retry-after"] == "2"
