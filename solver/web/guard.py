"""Guards: what no request may do to the server, and what every answer tells the browser."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Hashable
from typing import Any

from fastapi import HTTPException, Request
from fastapi.responses import JSONResponse
from limits import RateLimitItemPerSecond
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from solver.web.fields import FieldsError, Problem
from solver.web.heavy import Heavy, Work
from solver.web.models import Errors

LOGGER = logging.getLogger("solver")

MOST_BYTES = 256 * 1024
"""Bytes that the body of a request may have."""

MOST_REQUESTS, PER_SECONDS = 400, 10
"""Requests of one client address in so many seconds: more than a person makes."""

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": ", ".join(
        f"{feature}=()"
        for feature in (
            "accelerometer",
            "camera",
            "display-capture",
            "geolocation",
            "gyroscope",
            "magnetometer",
            "microphone",
            "midi",
            "payment",
            "serial",
            "usb",
        )
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Headers of every answer."""

_LONGEST_LOGGED = 200
_NO_STORE, _REVALIDATE = "no-store", "no-cache"

RETRY: dict[str, Any] = {
    "Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer"}}
}
BUSY: dict[int | str, dict[str, Any]] = {
    503: {
        "model": Errors,
        "description": "Too many answers are being computed; or, where it is not said when to try "
        "again, this one takes too long",
        "headers": RETRY,
    }
}
"""What a heavy answer may be instead, for the API's description."""

BODY: dict[int | str, dict[str, Any]] = {
    400: {"model": Errors, "description": "A body that is not UTF-8 text"},
    413: {"model": Errors, "description": "A body that is too large"},
}
"""What an answer to a request with a body may be instead."""


def client_of(scope: Scope) -> str:
    """The address a request comes from."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def belongs_to_api(path: str) -> bool:
    """Whether a path is answered as programs expect it."""
    return f"{path}/".startswith("/api/")


async def heavy_answer(
    request: Request, work: Work, question: Hashable, *, keep: bool = True
) -> dict[str, Any]:
    """A heavy answer for whoever makes the request; see `Heavy.answer`."""
    heavy: Heavy = request.app.state.heavy
    return await heavy.answer(client_of(request.scope), work, question, keep=keep)


def answer_to(error: FieldsError) -> JSONResponse:
    """An error as it is answered."""
    headers = {} if error.retry_after is None else {"Retry-After": str(error.retry_after)}
    problems = [problem._asdict() for problem in error.problems]
    return JSONResponse({"errors": problems}, error.status, headers)


def _as_asked(scope: Scope) -> str:
    """The path as it was sent, still quoted: nobody writes lines of their own into a log."""
    path = scope.get("raw_path") or b""
    return repr(path[:_LONGEST_LOGGED].decode("latin-1"))[1:-1]


class Guard:
    """Wraps an application: its answers get `HEADERS`, errors nobody expected are answered too.

    Each client address makes so many requests in `PER_SECONDS`, and no body is longer than
    `MOST_BYTES`, whatever the request says of it.
    """

    def __init__(self, app: ASGIApp, most_requests: int = MOST_REQUESTS) -> None:
        self._app = app
        self._limit = RateLimitItemPerSecond(most_requests, PER_SECONDS)
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0
        asked = f"{scope['method']} {_as_asked(scope)}"

        async def send_guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _set_headers(MutableHeaders(scope=message), scope["path"])
            await send(message)
            if message["type"] == "http.response.body" and not message.get("more_body"):
                took = 1000 * (time.perf_counter() - began)
                LOGGER.info("%s: %d in %.1f ms", asked, status, took)

        try:
            refused = await self._refusal(scope)
            if refused is not None:
                await answer_to(refused)(scope, receive, send_guarded)
            else:
                await self._app(scope, _counted(receive), send_guarded)
        except Exception:
            LOGGER.exception("%s failed", asked)
            # Of an answer that has begun there is no taking back; the connection ends in it.
            if not status:
                error = FieldsError([Problem("", "the server failed: this is an error in it")], 500)
                await answer_to(error)(scope, receive, send_guarded)

    async def _refusal(self, scope: Scope) -> FieldsError | None:
        client = client_of(scope)
        if not await self._limiter.hit(self._limit, client):
            stats = await self._limiter.get_window_stats(self._limit, client)
            wait = max(1, math.ceil(stats.reset_time - time.time()))
            reason = f"expected up to {self._limit.amount} requests in {PER_SECONDS} seconds"
            return FieldsError([Problem("", reason)], 429, wait)
        length = Headers(scope=scope).get("content-length", "")
        if length.isdigit() and int(length) > MOST_BYTES:
            return FieldsError([Problem("", _TOO_LARGE)], 413)
        return None


_TOO_LARGE = f"expected a body of up to {MOST_BYTES:,} bytes"


def _counted(receive: Receive) -> Receive:
    seen = 0

    async def receive_counted() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > MOST_BYTES:
            raise HTTPException(413, _TOO_LARGE)
        return message

    return receive_counted


def _set_headers(headers: MutableHeaders, path: str) -> None:
    for name, value in HEADERS.items():
        headers[name] = value
    headers["Cache-Control"] = _NO_STORE if belongs_to_api(path) else _REVALIDATE
