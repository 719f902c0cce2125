"""The page for everybody: names, headings and contrast, in light and dark."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

import pytest

pytest.importorskip("playwright")
pytest.importorskip("fastapi")

from on_page import type_spot
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytest_plugins = ["browser"]

# Every text that can be seen, with less contrast to what is behind it than it needs.
TOO_FAINT = """() => {
    const paper = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const mixed = (colour, below) => {
        paper.fillStyle = `rgb(${below})`; paper.fillRect(0, 0, 1, 1);
        paper.fillStyle = colour; paper.fillRect(0, 0, 1, 1);
        return [...paper.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const behind = (node) => node === null ? [255, 255, 255]
        : mixed(getComputedStyle(node).backgroundColor, behind(node.parentElement));
    const light = (colour) => {
        const [r, g, b] = colour.map((v) => v / 255)
            .map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    };
    const faint = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const node = texts.currentNode.parentElement;
        if (!texts.currentNode.data.trim() || !node.checkVisibility()) continue;
        if (node.closest(":disabled")) continue;
        const ground = behind(node);
        const pair = [light(ground), light(mixed(getComputedStyle(node).color, ground))];
        const ratio = Math.max(...pair) / Math.min(...pair);
        if (ratio < 4.5) faint.push(`${texts.currentNode.data.trim()}: ${ratio.toFixed(2)}`);
    }
    return faint;
}"""
NAMELESS = re.compile(
    r"- (button|link|textbox|combobox|checkbox|radio|img|table|region)(:|$)", re.M
)


SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def expect_contrast(page: Page) -> None:
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate(TOO_FAINT) == []


def test_names_headings_and_contrast(tab: Page) -> None:
    tab.goto("/?hole=AhKd&flop=As7d4c")
    expect(tab.locator("#verdict")).to_have_text("CALL")
    expect_contrast(tab)
    type_spot(tab, "9s 7h", "2c Qd Ah")
    expect(tab.locator("#verdict")).to_have_text("EITHER")
    expect_contrast(tab)
    type_spot(tab, "8h 5h", "Kh 9c 4d")
    expect(tab.locator("#verdict")).to_have_text("FOLD")
    tab.locator("#grid-part").scroll_into_view_if_needed()
    expect(tab.locator("#grid button")).to_have_count(169)
    for view in ("advisor", "match", "train"):
        tab.locator(f"nav [data-view={view}]").click()
        expect(tab.locator(f"#view-{view}")).to_be_visible()
        tab.evaluate("document.querySelectorAll('details').forEach(part => { part.open = true })")
        expect_contrast(tab)
        assert NAMELESS.findall(tab.locator("body").aria_snapshot()) == []
        levels = tab.locator("h1, h2, h3, h4").evaluate_all(
            "all => all.filter(h => h.checkVisibility()).map(h => Number(h.tagName[1]))"
        )
        assert levels[:2] == [1, 2]
        assert all(after <= before + 1 for before, after in pairwise(levels))
