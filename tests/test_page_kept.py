"""What the page keeps of a match: a request failed, or the server knows it no more."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright")
pytest.importorskip("fastapi")

from on_page import choice, start_match
from playwright.sync_api import expect

from solver.web.match_store import MOST_OF_A_CLIENT

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytest_plugins = ["browser"]


def play_a_round(page: Page) -> None:
    """Start a match and fold once; the page holds the record then."""
    start_match(page, rounds="3")
    with page.expect_response("**/record*"):
        choice(page, "fold").click()
    expect(choice(page, "Next round")).to_be_enabled()


def test_the_banner_goes_after_a_save_that_failed(tab: Page) -> None:
    play_a_round(tab)
    tab.route("**/record*", lambda route: route.abort())
    with tab.expect_download():
        tab.get_by_role("button", name="Save the record").click()
    expect(tab.locator("#gone")).to_be_visible()
    tab.unroute("**/record*")
    tab.get_by_role("button", name="Retry").click()
    expect(tab.locator("#gone")).to_be_hidden()


def test_the_record_of_a_match_that_the_server_forgot(tab: Page) -> None:
    play_a_round(tab)
    kept = tab.evaluate("JSON.parse(localStorage.getItem('casino-holdem.match'))")
    record = tab.request.get(f"/api/matches/{kept['id']}/record").text()
    assert "-100" in record
    for _ in range(MOST_OF_A_CLIENT):
        assert tab.request.post("/api/matches", data={}).ok
    choice(tab, "Next round").click()
    choice(tab, "fold").click()
    expect(tab.locator("#match-error")).to_contain_text("no such match")

    tab.reload()
    lost = tab.locator("#match-lost")
    expect(lost).to_contain_text("gone from the server")
    with tab.expect_download() as waiting:
        lost.get_by_role("button", name="Save its record").click()
    assert Path(waiting.value.path()).read_text("utf-8") == record
    lost.get_by_role("button", name="Forget it").click()
    expect(lost).to_be_hidden()
    with tab.expect_response("**/api/rules"):
        tab.reload()
    expect(tab.locator("#match-start")).to_be_visible()
    expect(lost).to_be_hidden()
    assert tab.evaluate("localStorage.getItem('casino-holdem.match')") is None
