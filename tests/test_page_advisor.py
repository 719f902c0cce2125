"""The page's advisor as people use it: taps, text, keys, addresses, a phone."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright")
pytest.importorskip("fastapi")

from on_page import card, phone, pressed, tap, type_spot
from playwright.sync_api import expect

from solver import Advisor
from solver.cards import RANKS, SUITS

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

pytest_plugins = ["browser"]

SPOT = "/?hole=AhKd&flop=As7d4c"
TOO_SMALL = """all => all.map(e => [e.textContent, e.getBoundingClientRect()])
    .filter(([, box]) => box.width < 44 || box.height < 44).map(([text]) => text)"""


def expect_verdict(page: Page, word: str) -> None:
    expect(page.locator("#verdict")).to_have_text(word)


def test_five_taps_bring_the_verdict(tab: Page) -> None:
    tab.goto("/")
    cards = tab.locator("#deck [data-card]").evaluate_all("all => all.map(b => b.dataset.card)")
    assert sorted(cards) == sorted(rank + suit for rank in RANKS for suit in SUITS)
    expect(tab.get_by_role("button", name="ace of hearts", exact=True)).to_have_text("A♥\ufe0e")
    expect(tab.get_by_role("button", name="ten of clubs", exact=True)).to_have_text("10♣\ufe0e")

    tap(tab, "8h", "5h", "Kh", "9c")
    expect_verdict(tab, "")
    tap(tab, "4d")
    expect_verdict(tab, "FOLD")
    advice = Advisor().advise("8h 5h", "Kh 9c 4d")
    cost = f"Call would cost {float(advice.cost_of_error):.6f} antes"
    expect(tab.locator("#cost")).to_have_text(cost)
    expect(tab.locator("#ev-call-exact")).to_have_text(f"= {advice.ev_call}")
    expect(tab.locator("#ev-fold")).to_have_text("-1.000000 antes")
    expect(tab.locator("#hole")).to_have_value("8h 5h")
    expect(tab.locator("#flop")).to_have_value("Kh 9c 4d")
    expect(tab.locator("#why")).to_contain_text("FOLD if")
    expect(tab.locator("#bonus-said")).to_contain_text("less than a pair of aces")


def test_typing_presses_the_buttons_and_both_ways_mix(tab: Page) -> None:
    tab.goto("/")
    type_spot(tab, "10♥ kD", "")
    expect(card(tab, "Kd")).to_have_attribute("aria-pressed", "true")
    assert pressed(tab) == {"Th", "Kd"}
    tap(tab, "As", "7d")
    tab.locator("#flop").press_sequentially(" 4c")
    expect_verdict(tab, "CALL")
    assert pressed(tab) == {"Th", "Kd", "As", "7d", "4c"}
    # A tap right after typing loses nothing of what was typed.
    tab.locator("#flop").fill("2c 2d")
    tap(tab, "2h")
    expect(tab.locator("#flop")).to_have_value("2c 2d 2h")
    tap(tab, "Th")
    expect(tab.locator("#hole")).to_have_value("Kd")
    expect_verdict(tab, "")
    # Both in one, as the command and the records take it.
    for text in ("9s7h/2cQdAh", "9s 7h | 2c Qd Ah", "9s7h2cQdAh"):
        tab.get_by_role("button", name="Clear").click()
        tab.locator("#hole").press_sequentially(text)
        expect(tab.locator("#flop")).to_be_focused()
        expect_verdict(tab, "EITHER")
        expect(tab.locator("#cost")).to_contain_text("no choice is wrong")
        assert pressed(tab) == {"9s", "7h", "2c", "Qd", "Ah"}
    # However it was written, it is one spot: the third.
    expect(tab.locator("#recent li")).to_have_count(3)


def test_a_wrong_card_is_named_beside_its_field(tab: Page) -> None:
    tab.goto("/")
    for hole, flop, field, reason in (
        ("Ah Kx", "", "hole", "'x' is no suit"),
        ("Ah Kd Qc", "", "hole", "found 3"),
        ("Ah Kd", "As Ah 4c", "flop", "Ah"),
    ):
        type_spot(tab, hole, flop)
        expect(tab.locator(f"#{field}-error")).to_contain_text(reason)
        expect(tab.locator(f"#{field}")).to_have_attribute("aria-invalid", "true")
        expect_verdict(tab, "")
    type_spot(tab, "Ah Kd", "As 7d 4c")
    expect_verdict(tab, "CALL")
    expect(tab.locator("#flop-error")).to_be_empty()
    expect(tab.locator("[aria-invalid]")).to_have_count(0)


def test_chances_as_picture_and_table(tab: Page) -> None:
    tab.goto(SPOT)
    expect(tab.locator(".legend")).to_contain_text("27.34 %")
    bar = tab.locator("#outcomes .bar")
    words = "not qualified 27.34 %, win 59.00 %, tie 0.64 %, lose 13.02 %"
    expect(bar).to_have_attribute("aria-label", words)
    widths = bar.locator("rect").evaluate_all(
        "all => all.map(rect => rect.getBoundingClientRect().width)"
    )
    assert widths[1] / sum(widths) == pytest.approx(0.59, abs=0.01)
    tab.get_by_text("As a table").click()
    expect(tab.locator("#chances-table tbody tr").first).to_contain_text("four of a kind")


def test_the_keyboard_is_enough(tab: Page) -> None:
    tab.goto("/")
    card(tab, "As").focus()
    keys = "Enter, ArrowRight, Space, ArrowDown, End, Enter, Home, Enter"
    for key in keys.split(", "):
        tab.keyboard.press(key)
    expect(tab.locator("#hole")).to_have_value("As Ks")
    expect(tab.locator("#flop")).to_have_value("2h Ah")
    tab.keyboard.press("Tab")
    expect(tab.locator("#undo")).to_be_focused()
    tab.keyboard.press("Control+z")
    expect(tab.locator("#flop")).to_have_value("2h")
    tab.keyboard.press("x")
    expect(tab.locator("#hole")).to_have_value("")
    tab.keyboard.press("u")
    expect(tab.locator("#hole")).to_have_value("As Ks")
    tab.keyboard.press("?")
    tab.get_by_label("Single letters are shortcuts").uncheck()
    tab.keyboard.press("x")
    expect(tab.locator("#hole")).to_have_value("As Ks")


def test_an_address_says_everything(context: BrowserContext, tab: Page) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    rules = "rules=royal-20&fold_forfeits_bonus=yes&bonus=1"
    tab.goto(f"/?hole=8c7d&flop=Kh6s5d&dead=QsQc&turn=9h&{rules}")
    expect_verdict(tab, "CALL")
    assert pressed(tab) >= {"8c", "Qs", "9h"}
    expect(tab.locator("#dead")).to_be_visible()
    expect(tab.locator("#preset")).to_have_value("royal-20")
    expect(tab.locator("#rules-label")).to_contain_text("20-20-10-3-2-1")
    tab.locator("#turn").fill("")
    tab.get_by_role("button", name="Copy link").click()
    expect(tab.locator("#deck-said")).to_have_text("Link copied.")
    link = tab.evaluate("navigator.clipboard.readText()")
    assert link == tab.url
    assert "turn" not in link
    exact = tab.locator("#ev-call-exact")
    expect(exact).to_have_text(f"= {with_bonus()}")
    tab.goto(link)
    expect(exact).to_have_text(f"= {with_bonus()}")
    expect(tab.locator("#rule-bonus")).to_have_value("1")
    # Back to what the address said before.
    tab.evaluate("history.pushState(null, '', '/?hole=2c2d'); history.back()")
    tab.wait_for_url(link)
    expect(tab.locator("#hole")).to_have_value("8c7d")


def with_bonus() -> str:
    from solver.presets import find_rules

    rules = find_rules("royal-20").with_options({"fold_forfeits_bonus": "yes", "bonus": "1"})
    return str(Advisor(rules).advise("8c 7d", "Kh 6s 5d", dead="Qs Qc").ev_call)


def test_undo_recent_and_deal_me_one(tab: Page) -> None:
    tab.goto(SPOT)
    expect_verdict(tab, "CALL")
    tab.get_by_role("button", name="Deal me one").click()
    expect(tab.locator("#recent li")).to_have_count(2)
    assert len(pressed(tab)) == 5
    tab.get_by_role("button", name="Undo").click()
    expect(tab.locator("#hole")).to_have_value("AhKd")
    tab.get_by_role("button", name="Clear").click()
    assert pressed(tab) == set()
    expect_verdict(tab, "")
    tab.reload()
    tab.locator("#recent button").first.click()
    expect_verdict(tab, "CALL")
    expect(tab.locator("#recent li")).to_have_count(2)
    forget = tab.get_by_role("button", name="Forget them")
    tab.once("dialog", lambda dialog: dialog.dismiss())
    forget.click()
    expect(tab.locator("#recent li")).to_have_count(2)
    tab.once("dialog", lambda dialog: dialog.accept())
    forget.click()
    expect(tab.locator("#recent li")).to_have_count(0)


def test_bad_storage_and_none(context: BrowserContext, tab: Page) -> None:
    tab.goto("/")
    kept = json.dumps([{"hole": 1}])
    tab.evaluate(f"localStorage.setItem('casino-holdem.recent', {json.dumps(kept)})")
    tab.goto(SPOT)
    expect(tab.locator("#recent li")).to_have_count(1)
    context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw Error() } })"
    )
    tab.goto("/?hole=8h5h&flop=Kh9c4d")
    expect_verdict(tab, "FOLD")


def test_known_cards_take_taps(tab: Page) -> None:
    tab.goto(SPOT)
    expect_verdict(tab, "CALL")
    tap(tab, "2c")
    expect(tab.locator("#deck-said")).to_contain_text("full")
    tab.get_by_text("Other cards you know").click()
    tab.get_by_role("button", name="Turn: tap the deck").click()
    tap(tab, "9h")
    expect(tab.locator("#turn")).to_have_value("9h")
    tab.locator("#dead").focus()
    tap(tab, "Qs", "Qc")
    expect(tab.locator("#dead")).to_have_value("Qs Qc")
    advice = Advisor().advise("Ah Kd", "As 7d 4c", dead="Qs Qc", turn="9h")
    expect(tab.locator("#completions")).to_contain_text(f"{advice.completions:,}")
    expect(tab.locator("#ev-call-exact")).to_have_text(f"= {advice.ev_call}")
    tab.locator("#river").fill("9h")
    expect(tab.locator("#river-error")).to_contain_text("9h")


def test_a_phone(tab: Page) -> None:
    tab.set_viewport_size(phone())
    tab.goto("/")
    before = card(tab, "2c").bounding_box()
    tap(tab, "Ah", "Kd", "As", "7d", "4c")
    expect_verdict(tab, "CALL")
    # The next tap at the same place is one on the same card.
    assert card(tab, "2c").bounding_box() == before
    # Deck and verdict at one glance.
    expect(tab.locator("#verdict")).to_be_in_viewport(ratio=1)
    expect(card(tab, "2c")).to_be_in_viewport(ratio=1)
    for width in (320, 390):
        tab.set_viewport_size(phone(width))
        for view in ("advisor", "match", "train"):
            tab.locator(f"nav [data-view={view}]").click()
            expect(tab.locator(f"#view-{view}")).to_be_visible()
            assert tab.evaluate("document.documentElement.scrollWidth") <= width
            targets = tab.locator(
                "button:visible, select:visible, nav a:visible, summary:visible, .option:visible"
            )
            assert targets.evaluate_all(TOO_SMALL) == []


def test_deck_and_verdict_side_by_side_on_a_desktop(tab: Page) -> None:
    tab.set_viewport_size({"width": 1280, "height": 900})
    tab.goto(SPOT)
    expect_verdict(tab, "CALL")
    deck, said = tab.locator("#deck").bounding_box(), tab.locator("#verdict").bounding_box()
    assert deck
    assert said
    assert said["x"] > deck["x"] + deck["width"]
    assert deck["y"] + deck["height"] < 900
