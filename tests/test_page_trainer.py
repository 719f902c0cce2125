"""The page's trainer: questions of every kind answered, right and wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright")
pytest.importorskip("fastapi")

from playwright.sync_api import expect

from solver.cards import format_cards
from solver.trainer import Question, question

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytest_plugins = ["browser"]

SEED = "a series"


def ask(page: Page, kind: str) -> Question:
    """Have the first question of a kind asked; the same one, for its answer."""
    page.locator("#train-kind").select_option(kind)
    page.locator("#train-seed").fill(SEED)
    page.get_by_role("button", name="Ask me").click()
    expect(page.locator("#train-score")).to_contain_text(kind)
    return question(kind, SEED, 1)


def right_answers(asked: Question) -> dict[str, str]:
    guess = {field.name: field.options[0] if field.options else "1" for field in asked.fields}
    if "cards" in guess:
        guess["cards"] = format_cards([card for shown in asked.shown for card in shown.cards][:5])
    return asked.check(guess).expected


def test_call_or_fold_until_one_is_wrong(tab: Page) -> None:
    tab.goto("/#train")
    right = right_answers(ask(tab, "decisions"))["decision"]
    shown = [card.get_attribute("data-face") for card in tab.locator("#train-shown .card").all()]
    assert len(set(shown)) == 5
    tab.keyboard.press(right[0])
    expect(tab.locator("#train-verdict")).to_contain_text("Right")
    expect(tab.locator("#train-fields [aria-pressed=true]")).to_have_text(right)
    tab.keyboard.press("Enter")
    expect(tab.locator("#train-number")).to_contain_text("Question 2")
    second = question("decisions", SEED, 2)
    verdict = {c: second.check({"decision": c}) for c in ("call", "fold")}
    wrong = next(choice for choice, found in verdict.items() if not found.right)
    tab.locator("#train-fields").get_by_role("button", name=wrong).click()
    expect(tab.locator("#train-verdict")).to_contain_text("Wrong")
    lost = verdict[wrong].lost
    assert lost
    expect(tab.locator("#train-verdict")).to_contain_text(f"Lost: {float(lost):.6f} antes")
    tab.reload()
    row = tab.locator("#train-progress tbody tr")
    expect(row).to_have_text(f"decisions1 of 201{float(lost):.6f}")


def test_every_other_kind(tab: Page) -> None:
    tab.goto("/#train")
    for kind in ("payouts", "qualify", "bonus", "winner"):
        asked = ask(tab, kind)
        expected = right_answers(asked)
        at_once = len(asked.fields) == 1 and asked.fields[0].options
        for field in asked.fields:
            if at_once:
                tab.locator("#train-fields").get_by_role(
                    "button", name=expected[field.name]
                ).click()
            elif field.options:
                tab.get_by_label(expected[field.name], exact=True).check()
            elif field.name == "cards":
                for name in expected["cards"].split():
                    tab.locator(f'#train-shown [data-face="{name}"]').click()
            else:
                tab.locator(f"#answer-{field.name}").fill(expected[field.name])
        if not at_once:
            tab.get_by_role("button", name="Answer").click()
        expect(tab.locator("#train-verdict")).to_contain_text("Right")
        tab.locator("#train-setup").evaluate("setup => { setup.open = true }")
    expect(tab.locator("#train-progress tbody tr")).to_have_count(4)


def test_an_answer_that_is_none_is_said_beside_its_field(tab: Page) -> None:
    tab.goto("/#train")
    ask(tab, "bonus")
    tab.locator("#answer-pay").fill("plenty")
    tab.keyboard.press("Enter")
    expect(tab.locator("#answer-pay-error")).to_contain_text("plenty")
    expect(tab.locator("#train-verdict")).to_be_empty()
    tab.locator("#answer-pay").fill("lost")
    tab.keyboard.press("Enter")
    expect(tab.locator("#train-next")).to_be_focused()
    expect(tab.locator("#answer-pay-error")).to_be_empty()
