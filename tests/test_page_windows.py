"""The page in two windows, and for long: nothing of the other is overwritten, nothing piles up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright")
pytest.importorskip("fastapi")

from on_page import type_spot
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

pytest_plugins = ["browser"]

DEAF = "addEventListener('storage', (event) => event.stopImmediatePropagation())"
COUNT_LISTENERS = """
    window.listeners = 0;
    const add = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (...given) {
        if (this.id === "train-fields") window.listeners += 1;
        return add.apply(this, given);
    };
"""


def answer(page: Page) -> None:
    # A window behind another draws nothing, which a click waits for.
    page.bring_to_front()
    page.locator("#train-kind").select_option("decisions")
    page.get_by_role("button", name="Ask me").click()
    page.locator("#train-fields").get_by_role("button", name="call").click()
    expect(page.locator("#train-next")).to_be_visible()


def test_two_windows_count_together(tab: Page, context: BrowserContext) -> None:
    other = context.new_page()
    # A window that slept hears nothing of what the other one kept.
    other.add_init_script(DEAF)
    for page in (tab, other):
        page.goto("/#train")
        page.locator("#train-kind option").first.wait_for(state="attached")
    for page in (tab, other):
        answer(page)
    for page in (tab, other):
        expect(page.locator("#train-progress tbody tr")).to_contain_text("of 2")
    other.once("dialog", lambda dialog: dialog.accept())
    other.get_by_role("button", name="Start afresh").click()
    expect(tab.locator("#train-progress")).to_contain_text("Nothing answered yet.")

    for page in (tab, other):
        page.locator("nav [data-view=advisor]").click()
    for page, hole in ((tab, "Ah Kd"), (other, "9s 7h")):
        page.bring_to_front()
        type_spot(page, hole, "2c Qd As")
    for page in (tab, other):
        expect(page.locator("#recent li")).to_have_count(2)


def test_many_questions_with_cards_to_choose(tab: Page) -> None:
    tab.add_init_script(COUNT_LISTENERS)
    tab.goto("/#train")
    tab.locator("#train-kind").select_option("winner")
    for _ in range(3):
        with tab.expect_response("**/train/winner*"):
            tab.get_by_role("button", name="Ask me").click()
        expect(tab.locator("#train-shown button")).not_to_have_count(0)
    tab.locator("#train-shown button").last.click()
    expect(tab.locator("#train-shown [aria-pressed=true]")).to_have_count(1)
    assert tab.evaluate("window.listeners") <= 1
