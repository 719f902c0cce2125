"""What lies on the page's table: the deal that is decided, by the stakes that were chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright")
pytest.importorskip("fastapi")

from on_page import choice, start_match
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytest_plugins = ["browser"]


def test_a_new_match_shows_nothing_of_the_one_before(tab: Page) -> None:
    tab.emulate_media(reduced_motion="no-preference")
    tab.clock.install()
    start_match(tab, rounds="2", seed="left")
    choice(tab, "call").click()
    expect(tab.locator("#board-cards [data-face]")).to_have_count(4)
    tab.once("dialog", lambda dialog: dialog.accept())
    tab.get_by_role("button", name="New match").click()
    start_match(tab, rounds="2", seed="new")
    expect(choice(tab, "call")).to_be_focused()
    shown = tab.locator("#match-game").inner_text()
    # Long enough for all that was still to be shown.
    tab.clock.run_for(20_000)
    assert tab.locator("#match-game").inner_text() == shown
    expect(tab.locator("#board-cards [data-face]")).to_have_count(3)
    expect(tab.locator("#match-said")).to_be_empty()
    # And what belongs to it is shown to its end.
    tab.emulate_media(reduced_motion="reduce")
    choice(tab, "call").click()
    expect(tab.locator("#match-said")).to_contain_text("total")
    choice(tab, "Next round").click()
    expect(tab.locator("#table-title")).to_have_text("Round 2 of 2")


def test_an_answer_that_comes_after_its_match_was_left(tab: Page) -> None:
    start_match(tab, rounds="2")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    tab.route("**/choices*", hold)
    choice(tab, "call").click()
    tab.once("dialog", lambda dialog: dialog.accept())
    tab.get_by_role("button", name="New match").click()
    start_match(tab, rounds="2")
    expect(choice(tab, "call")).to_be_focused()
    with tab.expect_response("**/choices*"):
        held[0].continue_()
    tab.unroute("**/choices*")
    expect(tab.locator("#match-rounds-table")).to_have_text("None yet.")
    choice(tab, "fold").click()
    expect(tab.locator("#match-said")).to_have_text("Net -100, total -100")


@pytest.mark.parametrize(
    ("rules", "stake", "expected"),
    [
        ("rules=fold-forfeits", "", "Ante 50, AA Bonus 50;"),
        ("bonus=2", "", "Ante 50, AA Bonus 100;"),
        ("bonus=2", "30", "Ante 50, AA Bonus 30;"),
        ("bonus=2", "0", "Ante 50;"),
        ("", "", "Ante 50;"),
    ],
)
def test_the_bonus_is_what_the_rules_say_or_the_form(
    tab: Page, rules: str, stake: str, expected: str
) -> None:
    tab.goto(f"/?{rules}#match")
    expect(tab.locator("#match-bonus-hint")).to_have_text("Empty: as the rules say.")
    start_match(tab, ante="50", bonus=stake)
    expect(tab.locator("#match-sum")).to_contain_text(expected)


@pytest.mark.parametrize("width", [390, 1280])
def test_the_rounds_so_far_are_not_cut_off(tab: Page, width: int) -> None:
    tab.set_viewport_size({"width": width, "height": 844})
    start_match(tab, rounds="2", seed="seven", bonus="50")
    choice(tab, "call").click()
    rounds = tab.locator("#match-rounds-table")
    expect(rounds).to_contain_text("dealer does not qualify")
    assert rounds.evaluate("part => part.scrollWidth <= part.clientWidth")
