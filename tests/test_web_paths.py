"""Paths: what is the API's, which methods a path takes, and how a path stands in the log."""

from __future__ import annotations

import logging

import pytest

pytest.importorskip("fastapi")

from web import client, problems


def test_what_belongs_to_the_api() -> None:
    with client() as web:
        for path in ("/api", "/api/", "/api/nothing"):
            answer = web.get(path, follow_redirects=False)
            assert problems(answer, 404) == {"": f"there is no {path}"}
            assert answer.headers["cache-control"] == "no-store"
        answer = web.get("/apiary")
        assert answer.status_code == 404
        assert answer.headers["content-type"].startswith("text/html")
        assert answer.headers["cache-control"] == "no-cache"


def test_methods_of_pages_and_files() -> None:
    with client() as web:
        for path in ("/", "/static/page.css", "/static/nothing.css"):
            answer = web.request("DELETE", path)
            assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD")


def test_a_path_is_logged_as_it_was_sent(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "solver")
    with client() as web:
        web.get(f"/x%0aFAKE%20line%1b%5b31m{'y' * 1000}")
    (line,) = (record.getMessage() for record in caplog.records if "FAKE" in record.getMessage())
    assert line.startswith("GET /x%0aFAKE%20line%1b%5b31myyy")
    assert "y: 404 in " in line
    assert len(line) < 250


def test_a_parameter_given_twice() -> None:
    with client() as web:
        answer = web.get("/api/advise?hole=AhKd&flop=As7d4c&flop=2c3c4d")
        assert problems(answer) == {"flop": "is given more than once"}
