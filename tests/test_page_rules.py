"""The page's rules, what is computed for them, and a server that is gone or busy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright")
pytest.importorskip("fastapi")

from on_page import tap
from playwright.sync_api import expect

from solver import Advisor, Rules

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytest_plugins = ["browser"]

SPOT = "/?hole=8h5h&flop=Kh9c4d"


def test_other_rules_answer_otherwise(tab: Page) -> None:
    tab.goto(SPOT)
    exact = tab.locator("#ev-call-exact")
    expect(exact).to_have_text(f"= {Advisor().advise('8h5h', 'Kh9c4d').ev_call}")
    tab.locator("#rules-panel > summary").click()
    tab.get_by_text("Options one by one").click()
    expect(tab.locator("#rule-ante_pays")).to_have_attribute("placeholder", "100-20-10-3-2-1")
    tab.locator("#preset").select_option("caribbean-holdem")
    expect(tab.locator("#rule-unqualified")).to_contain_text("as named: even")
    rules = Rules().with_options({"unqualified": "even", "bonus_pays": "none"})
    expect(exact).to_have_text(f"= {Advisor(rules).advise('8h5h', 'Kh9c4d').ev_call}")
    tab.locator("#preset").select_option("")
    tab.locator("#rule-call").fill("3/2")
    rules = Rules().with_options({"call": "3/2"})
    expect(exact).to_have_text(f"= {Advisor(rules).advise('8h5h', 'Kh9c4d').ev_call}")
    assert tab.url.endswith("call=3%2F2")
    tab.locator("#rule-call").fill("a lot")
    expect(tab.locator("#rule-call-error")).to_contain_text("a lot")
    tab.get_by_role("button", name="Undo").click()
    # All that was typed there in a row, then the name before.
    expect(tab.locator("#rule-call")).to_have_value("")
    tab.get_by_role("button", name="Undo").click()
    expect(tab.locator("#preset")).to_have_value("caribbean-holdem")
    expect(tab.locator("#rules-label")).to_contain_text("caribbean-holdem")
    tab.get_by_role("button", name="Undo").click()
    expect(tab.locator("#preset")).to_have_value("")
    tab.locator("#rule-call").fill("a lot")
    expect(tab.locator("#rule-call-error")).to_contain_text("a lot")
    tab.get_by_role("button", name="Empty all options").click()
    expect(tab.locator("#rule-call-error")).to_be_empty()
    expect(tab.locator("#verdict")).to_have_text("FOLD")
    tab.get_by_text("In words").click()
    expect(tab.locator("#rules-words")).to_contain_text("with a pair of fours or better")


def test_rules_in_an_address_that_are_none(tab: Page) -> None:
    tab.goto(SPOT + "&rules=royal-21&unqualified=twice")
    expect(tab.locator("#preset-error")).to_contain_text("royal-21")
    expect(tab.locator("#preset")).to_be_visible()
    tab.locator("#preset").select_option("")
    expect(tab.locator("#rule-unqualified-error")).to_contain_text("twice")


def test_grid_and_strategy_when_somebody_comes_near(tab: Page) -> None:
    tab.set_viewport_size({"width": 1280, "height": 500})
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto("/")
    expect(tab.locator("#rules-label")).to_contain_text("100-20-10-3-2-1")
    assert not any("hands" in url or "strategy" in url for url in asked if "api/" in url)
    tab.locator("#grid-part").scroll_into_view_if_needed()
    expect(tab.locator("#grid button")).to_have_count(169)
    tab.get_by_role("button", name="AKs 100 %").click()
    expect(tab.locator("#grid-said")).to_contain_text("AKs: Call on 100 % of flops")
    tab.keyboard.press("ArrowDown")
    tab.keyboard.press("Enter")
    expect(tab.locator("#grid-said")).to_contain_text("KK")
    expect(tab.locator("#strategy li")).to_have_count(8)
    expect(tab.locator("#strategy")).to_contain_text("house edge 2.402 % instead of 2.158 %")
    tab.get_by_text("The words explained").click()
    expect(tab.locator("#strategy .words dt").first).to_be_visible()


def test_a_server_that_is_gone_and_comes_back(tab: Page) -> None:
    tab.goto(SPOT)
    expect(tab.locator("#verdict")).to_have_text("FOLD")
    tab.route("**/api/**", lambda route: route.abort())
    tap(tab, "4d", "4c")
    expect(tab.locator("#gone")).to_be_visible()
    expect(tab.locator("#gone")).to_contain_text("what you see is kept")
    # What was said of other cards is not left standing.
    expect(tab.locator("#verdict")).to_have_text("")
    expect(tab.locator("#flop")).to_have_value("Kh 9c 4c")
    tab.get_by_role("button", name="Retry").click()
    expect(tab.locator("#gone")).to_be_visible()
    tab.unroute("**/api/**")
    tab.get_by_role("button", name="Retry").click()
    expect(tab.locator("#gone")).to_be_hidden()
    expect(tab.locator("#verdict")).to_have_text("FOLD")


def test_who_waits_for_other_answers_gets_theirs(tab: Page) -> None:
    tab.clock.install()
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        error = {"errors": [{"field": "", "reason": "other answers are being computed"}]}
        route.fulfill(status=503, headers={"Retry-After": "2"}, json=error)

    tab.route("**/api/hands*", refuse)
    tab.goto("/")
    tab.locator("#grid-part").scroll_into_view_if_needed()
    for times in range(1, 10):
        with tab.expect_response("**/api/hands*"):
            tab.clock.run_for(2000)
        assert len(asked) >= times
    tab.unroute("**/api/hands*")
    tab.clock.run_for(2000)
    expect(tab.locator("#grid button")).to_have_count(169)


def test_a_busy_server_is_waited_for(tab: Page) -> None:
    tab.goto("/")
    refusals = [503, 429]

    def refuse_twice(route: Route) -> None:
        if not refusals:
            route.continue_()
            return
        error = {"errors": [{"field": "", "reason": "too many requests"}]}
        route.fulfill(status=refusals.pop(), headers={"Retry-After": "1"}, json=error)

    tab.route("**/api/deal", refuse_twice)
    tab.get_by_role("button", name="Deal me one").click()
    expect(tab.locator("#busy")).to_contain_text("too many requests; trying again in 1 s")
    expect(tab.locator("#verdict")).to_have_text("")
    expect(tab.locator("#evs")).to_be_visible()
    expect(tab.locator("#busy")).to_be_hidden()
    assert refusals == []
