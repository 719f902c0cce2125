"""The application: routes, errors and guards put together."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from html import escape
from http import HTTPStatus
from pathlib import Path
from typing import Any

from fastapi import Depends, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.routing import Match
from starlette.staticfiles import StaticFiles

from solver._version import VERSION
from solver.cards import CardError
from solver.paytables import RulesError
from solver.web import matches, models, spots, training
from solver.web.fields import FieldsError, Problem
from solver.web.guard import MOST_REQUESTS, RETRY, Guard, answer_to, belongs_to_api
from solver.web.heavy import BusyError, Heavy
from solver.web.match_store import Matches
from solver.web.page import page_html

STATIC = Path(__file__).with_name("static")

_ERRORS: dict[int | str, dict[str, Any]] = {
    422: {"model": models.Errors, "description": "Values that cannot be used"},
    429: {"model": models.Errors, "description": "Too many requests", "headers": RETRY},
}


def create_app(hosts: Collection[str] = (), most_requests: int = MOST_REQUESTS) -> FastAPI:
    """The application.

    Parameters
    ----------
    hosts : collection of str
        Names by which it may be asked, against pages of others that have their own name point
        here. Empty: any.
    most_requests : int
        Requests of one client address in `solver.web.guard.PER_SECONDS`.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        yield
        app.state.heavy.close()

    app = FastAPI(
        title="Casino Hold'em",
        version=VERSION,
        summary="Exact answers: the value of Call against Fold in every spot.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.heavy = Heavy()
    app.state.matches = Matches()
    for router in (spots.router, matches.router, training.router):
        app.include_router(
            router, prefix="/api", responses=_ERRORS, dependencies=[Depends(_no_doubles)]
        )
    app.add_api_route("/", _page, methods=["GET", "HEAD"], include_in_schema=False)
    app.add_api_route("/favicon.ico", _no_icon, methods=["GET", "HEAD"], include_in_schema=False)
    app.mount("/static", StaticFiles(directory=STATIC, check_dir=False))
    for kind, handler in _HANDLERS.items():
        app.add_exception_handler(kind, handler)
    if hosts:
        app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(hosts), www_redirect=False)
    # Last: outermost.
    app.add_middleware(Guard, most_requests=most_requests)
    return app


def warm_up(app: FastAPI) -> None:
    """Load what answers need, which the first of each kind would wait for."""
    spots.warm_up()
    training.warm_up()
    page_html()
    app.openapi()


async def _no_doubles(request: Request) -> None:
    """Refuse a parameter that is given twice: nobody knows which of them is meant."""
    times = Counter(name for name, _ in request.query_params.multi_items())
    doubles = [name for name, count in times.items() if count > 1]
    if doubles:
        raise FieldsError([Problem(doubles[0], "is given more than once")])


async def _page() -> HTMLResponse:
    return HTMLResponse(page_html())


async def _no_icon() -> Response:
    return Response(status_code=HTTPStatus.NO_CONTENT)


async def _fields(request: Request, error: Any) -> Response:  # noqa: ARG001
    return answer_to(error)


async def _busy(request: Request, error: Any) -> Response:  # noqa: ARG001
    return answer_to(
        FieldsError(
            [Problem("", str(error))], HTTPStatus.SERVICE_UNAVAILABLE, error.seconds_to_retry
        )
    )


async def _value(request: Request, error: Exception) -> Response:  # noqa: ARG001
    return answer_to(FieldsError([Problem("", str(error))]))


async def _invalid(request: Request, error: Any) -> Response:  # noqa: ARG001
    return answer_to(FieldsError(map(_problem, error.errors())))


def _problem(error: dict[str, Any]) -> Problem:
    """What the framework found wrong, in the words of this program."""
    place = [str(part) for part in error["loc"][1:] if not isinstance(part, int)]
    reason = {
        "missing": "expected a value, found none",
        "extra_forbidden": "unknown name",
        "json_invalid": "expected JSON",
        "model_attributes_type": "expected an object in JSON",
    }.get(error["type"])
    return Problem(".".join(place), reason or _lower(error["msg"]))


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


async def _http(request: Request, error: Any) -> Response:
    if belongs_to_api(request.url.path):
        response: Response = answer_to(
            FieldsError([Problem("", _reason(request, error))], error.status_code)
        )
    else:
        phrase = escape(str(error.detail))
        response = HTMLResponse(
            f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{phrase}</title>\n'
            f'<p>{phrase}. <a href="/">Casino Hold\'em</a></p>\n</html>\n',
            error.status_code,
        )
    response.headers.update(error.headers or {})
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED and (methods := _methods(request)):
        response.headers["Allow"] = ", ".join(methods)
    return response


def _methods(request: Request) -> list[str]:
    """What the path does take: of one path with several routes the framework names the first's.

    Nothing where a mount has taken the request: there the framework is right.
    """
    return [
        method
        for method in ("GET", "HEAD", "POST")
        if any(
            route.matches({**request.scope, "method": method})[0] is Match.FULL
            for route in request.app.routes
        )
    ]


def _reason(request: Request, error: Any) -> str:
    match error.status_code:
        case HTTPStatus.NOT_FOUND:
            return f"there is no {request.url.path}"
        case HTTPStatus.METHOD_NOT_ALLOWED:
            return f"{request.url.path} does not take {request.method}"
    return _lower(str(error.detail))


_HANDLERS: dict[type[Exception], Any] = {
    FieldsError: _fields,
    BusyError: _busy,
    CardError: _value,
    RulesError: _value,
    RequestValidationError: _invalid,
    HTTPException: _http,
}
