"""The page's markup and modules: whole, labelled, and nothing that its policy forbids."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("fastapi")

import solver.web.page
from solver.web.options import OPTIONS
from solver.web.page import page_html

STATIC = Path(solver.web.page.__file__).with_name("static")


def test_every_field_has_a_label_and_every_reference_an_end() -> None:
    html = page_html()
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    labelled = set(re.findall(r'<label for="([^"]+)"', html))
    fields = re.findall(
        r'<(?:input(?! type="checkbox")|select|textarea)\b[^>]*?\bid="([^"]+)"', html
    )
    assert len(fields) > 20
    assert set(fields) - labelled == set()
    for attribute in ("aria-describedby", "aria-labelledby", "for"):
        for value in re.findall(rf'\b{attribute}="([^"]*)"', html):
            assert set(value.split()) <= set(ids), value


def test_nothing_from_elsewhere_and_nothing_inline() -> None:
    html = page_html()
    assert "://" not in html
    assert not re.search(r"<style|\sstyle=|<script(?! type=\"module\" src=)|\son\w+=", html)


def test_every_module_is_reached_and_loaded_ahead() -> None:
    reached: set[str] = set()
    waiting = ["app.js"]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            text = (STATIC / name).read_text("utf-8")
            waiting += re.findall(r'^import .* from "\./([^"]+)";', text, re.MULTILINE)
    files = {path.name for path in STATIC.glob("*.js")}
    assert reached == files
    ahead = re.findall(r'<link rel="modulepreload" href="static/([^"]+)">', page_html())
    assert set(ahead) == files
    for name in re.findall(r'(?:href|src)="static/([^"]+)"', page_html()):
        assert (STATIC / name).is_file()


def test_data_gets_into_the_page_as_text_only() -> None:
    for path in STATIC.glob("*.js"):
        text = path.read_text("utf-8")
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", text)


def test_all_options_of_the_rules_can_be_chosen() -> None:
    from solver import Rules

    known = {name.replace("-", "_") for name in Rules().all_options()}
    # Its own stake is called ante.
    assert {option.name for option in OPTIONS} == known - {"ante"} | {"ante_pays"}
