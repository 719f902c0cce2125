"""The page's match: played to its end, gone on with, saved and checked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright")
pytest.importorskip("fastapi")

from playwright.sync_api import expect

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Locator, Page

pytest_plugins = ["browser"]


def start(page: Page, **given: str) -> None:
    page.goto("/#match")
    for name, value in given.items():
        page.locator(f"#match-{name}").fill(value)
    page.get_by_role("button", name="Start").click()


def choice(page: Page, name: str) -> Locator:
    return page.locator("#match-choices").get_by_role("button", name=name, exact=True)


def test_a_match_from_the_first_deal_to_the_review(tab: Page) -> None:
    tab.goto("/#match")
    tab.locator("#match-hints").check()
    start(tab, rounds="3", seed="seven", bonus="50")
    expect(tab.locator("#table-title")).to_have_text("Round 1 of 3")
    expect(tab.locator("#dealer-cards .back")).to_have_count(2)
    expect(tab.locator("#match-hint")).to_contain_text(re.compile("CALL|FOLD|EITHER"))
    choice(tab, "call").click()
    # Turn, river, both hands, the bets and what they bring.
    expect(tab.locator("#board-cards [data-face]")).to_have_count(5)
    expect(tab.locator("#dealer-cards [data-face]")).to_have_count(2)
    expect(tab.locator("#player-hand")).not_to_be_empty()
    expect(tab.locator("#board-cards .of-player, #player-cards .of-player")).to_have_count(5)
    expect(tab.locator("#match-lines tbody tr")).to_have_count(3)
    expect(tab.locator("#match-said")).to_contain_text("total")
    # A choice cannot be made before the next cards are shown.
    tab.keyboard.press("f")
    tab.keyboard.press("Enter")
    expect(tab.locator("#table-title")).to_have_text("Round 2 of 3")
    choice(tab, "void").click()
    expect(tab.locator("#match-said")).to_contain_text("void: stakes back")
    choice(tab, "Next round").click()
    expect(tab.locator("#table-title")).to_have_text("Round 2 of 3")
    tab.keyboard.press("f")
    choice(tab, "Next round").click()
    # Left and come back to.
    tab.reload()
    expect(tab.locator("#table-title")).to_have_text("Round 3 of 3")
    expect(tab.locator("#match-rounds-table tbody tr")).to_have_count(3)
    choice(tab, "call").click()
    choice(tab, "To the result").click()
    total = tab.locator("#match-rounds-table tbody tr").last.locator("td").nth(3).inner_text()
    expect(tab.locator("#match-result")).to_contain_text(total)
    expect(tab.locator("#match-review")).to_contain_text("Your decisions")
    expect(tab.locator("#match-review")).to_contain_text("1 void deal")
    # Come back to, its end is all there is to show.
    tab.reload()
    expect(tab.locator("#match-review")).to_contain_text("Your decisions")
    expect(tab.locator("#match-seats")).to_be_hidden()
    expect(tab.get_by_role("button", name="Review", exact=True)).to_be_visible()


def test_a_record_saved_and_checked(tab: Page, tmp_path: Path) -> None:
    start(tab, rounds="1", seed="record")
    choice(tab, "fold").click()
    choice(tab, "To the result").click()
    with tab.expect_download() as waiting:
        tab.get_by_role("button", name="Save as JSON").click()
    saved = tmp_path / "record.json"
    waiting.value.save_as(saved)
    assert saved.read_text().startswith("{")
    # The server gone, the page still has it.
    tab.route("**/api/**", lambda route: route.abort())
    with tab.expect_download() as waiting:
        tab.get_by_role("button", name="Save the record").click()
    expect(tab.locator("#save-said")).to_contain_text("the record that this page holds")
    held = tmp_path / "record.txt"
    waiting.value.save_as(held)
    tab.unroute("**/api/**")

    for file in (saved, held):
        tab.get_by_label("Record from a file").set_input_files(file)
        expect(tab.locator("#check-record")).to_have_value(file.read_text())
        tab.get_by_role("button", name="Settle it again").click()
        expect(tab.locator("#check-result")).to_contain_text("Every amount of the record is right.")
    wrong = held.read_text().replace("-100", "-101")
    tab.locator("#check-record").fill(wrong)
    tab.get_by_role("button", name="Settle it again").click()
    expect(tab.locator("#check-result .result")).to_contain_text(re.compile(r"^\d differences?$"))
    expect(tab.locator("#check-result")).to_contain_text("-101")
    tab.locator("#check-record").fill("no record")
    tab.get_by_role("button", name="Settle it again").click()
    expect(tab.locator("#check-record-error")).not_to_be_empty()


def test_what_cannot_be_played_is_said_beside_its_field(tab: Page) -> None:
    start(tab, rounds="many", ante="none")
    expect(tab.locator("#match-rounds-error")).not_to_be_empty()
    expect(tab.locator("#match-rounds")).to_have_attribute("aria-invalid", "true")
    start(tab, rounds="3", ante="none")
    expect(tab.locator("#match-ante-error")).to_contain_text("none")
    expect(tab.locator("#match-rounds-error")).to_be_empty()


def test_a_choice_without_an_answer_is_made_once(tab: Page) -> None:
    start(tab, rounds="2")
    tab.route("**/choices*", lambda route: (route.fetch(), route.abort()))
    choice(tab, "fold").click()
    expect(tab.locator("#gone")).to_be_visible()
    tab.unroute("**/choices*")
    tab.get_by_role("button", name="Retry").click()
    expect(tab.locator("#match-said")).to_contain_text("-100")
    choice(tab, "Next round").click()
    expect(tab.locator("#table-title")).to_have_text("Round 2 of 2")


def test_step_by_step_for_who_likes_it(tab: Page) -> None:
    tab.emulate_media(reduced_motion="no-preference")
    start(tab, rounds="1")
    choice(tab, "call").click()
    choice(tab, "Show all at once").click()
    expect(tab.locator("#match-said")).to_contain_text("total")
    choice(tab, "To the result").click()
    expect(tab.locator("#match-review")).to_contain_text("Net result")


def test_all_at_once_for_who_always_wants_it(tab: Page) -> None:
    tab.emulate_media(reduced_motion="no-preference")
    start(tab, rounds="2", seed="seven")
    tab.get_by_label("Always show a round at once").check()
    tab.reload()
    # Nothing is shown later: no time passes.
    tab.clock.install()
    tab.clock.pause_at("2100-01-01")
    choice(tab, "call").click()
    expect(tab.locator("#match-said")).to_contain_text("total")
    outcome = re.compile("^(You win|You lose|tie|dealer does not qualify)$")
    expect(tab.locator("#match-lines .note")).to_have_text(outcome)


def test_the_call_before_any_card_is_seen(tab: Page) -> None:
    tab.goto("/?rules=blind-call")
    expect(tab.locator("#rules-label")).to_contain_text("blind")
    tab.locator("nav [data-view=match]").click()
    tab.locator("#match-rounds").fill("2")
    tab.get_by_role("button", name="Start").click()
    expect(tab.locator("#player-cards .back")).to_have_count(2)
    choice(tab, "see the cards").click()
    expect(tab.locator("#player-cards [data-face]")).to_have_count(2)
    choice(tab, "fold").click()
    choice(tab, "Next round").click()
    choice(tab, "blind call").click()
    expect(tab.locator("#match-rounds-table tbody tr").last).to_contain_text("blind call")
