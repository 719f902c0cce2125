"""What tests do on the page, and what they look at there."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, ViewportSize


def phone(width: int = 390) -> ViewportSize:
    """The window of a phone held upright."""
    return {"width": width, "height": 844}


def card(page: Page, name: str) -> Locator:
    """A card's button in the deck."""
    return page.locator(f'#deck [data-card="{name}"]')


def tap(page: Page, *names: str) -> None:
    """Tap cards of the deck, one after the other."""
    for name in names:
        card(page, name).click()


def pressed(page: Page) -> set[str]:
    """The cards of the deck that are pressed."""
    found = page.locator('#deck [aria-pressed="true"]')
    return {str(button.get_attribute("data-card")) for button in found.all()}


def type_spot(page: Page, hole: str, flop: str) -> None:
    """Write hole and flop in their fields."""
    page.get_by_label("Hole", exact=True).and_(page.locator("input")).fill(hole)
    page.get_by_label("Flop", exact=True).and_(page.locator("input")).fill(flop)


def start_match(page: Page, **given: str) -> None:
    """Start a match with what is given, by field, and what the form has."""
    if not page.url.endswith("#match"):
        page.goto("/#match")
    for name, value in given.items():
        page.locator(f"#match-{name}").fill(value)
    page.get_by_role("button", name="Start").click()


def choice(page: Page, name: str) -> Locator:
    """The button of a choice at the table of a match."""
    return page.locator("#match-choices").get_by_role("button", name=name, exact=True)
