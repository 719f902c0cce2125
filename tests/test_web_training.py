"""The trainer over HTTP: the library's questions and verdicts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from web import TestClient, client, problems

from solver.cards import format_card
from solver.presets import PRESETS
from solver.trainer import KINDS, question


@pytest.fixture(scope="module")
def web() -> Iterator[TestClient]:
    with client() as asking:
        yield asking


def test_what_there_is(web: TestClient) -> None:
    answer = web.get("/api/train").json()
    assert {entry["kind"]: entry["what"] for entry in answer["kinds"]} == KINDS
    assert answer["difficulties"] == ["easy", "normal", "hard"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_question_and_its_right_answer(web: TestClient, kind: str) -> None:
    where = {"seed": "s", "number": 3, "difficulty": "hard", "rules": "high-flush-49"}
    own = question(kind, "s", 3, PRESETS["high-flush-49"].rules, "hard")
    asked = web.get(f"/api/train/{kind}", params=where).json()
    assert (asked["seed"], asked["number"], asked["difficulty"]) == ("s", 3, "hard")
    assert asked["asks"] == own.asks
    assert [shown["cards"] for shown in asked["shown"]] == [
        [format_card(card) for card in shown.cards] for shown in own.shown
    ]
    assert [field["name"] for field in asked["fields"]] == [field.name for field in own.fields]
    right = _right(web, kind, where, asked["fields"])
    more = web.post(f"/api/train/{kind}", json=where | {"answers": right | {"nothing": "1"}})
    assert list(problems(more)) == ["nothing"]
    verdict = web.post(f"/api/train/{kind}", json=where | {"answers": right}).json()
    assert verdict["right"] is True
    assert verdict["reason"]
    assert verdict["lost"] == ("0.000000" if kind == "decisions" else None)


def _right(web: TestClient, kind: str, where: dict[str, Any], fields: Any) -> dict[str, str]:
    """The right answers, as the verdict on any others tells."""
    tried = {"pay": "1", "cards": "2c 3c 4c 5c 7d"}
    any_answers = {
        field["name"]: field["options"][0] if field["options"] else tried.get(field["name"], "1")
        for field in fields
    }
    answer = web.post(f"/api/train/{kind}", json=where | {"answers": any_answers})
    if answer.status_code == 422:  # five cards that are not there
        (name,) = problems(answer)
        assert name == "cards"
        shown = web.get(f"/api/train/{kind}", params=where).json()["shown"]
        any_answers["cards"] = " ".join([card for each in shown for card in each["cards"]][:5])
        answer = web.post(f"/api/train/{kind}", json=where | {"answers": any_answers})
    expected: dict[str, str] = answer.json()["expected"]
    return expected


def test_series_without_a_name_get_one(web: TestClient) -> None:
    first, second = (web.get("/api/train/qualify").json() for _ in range(2))
    assert first["seed"] != second["seed"]
    again = web.get("/api/train/qualify", params={"seed": first["seed"]}).json()
    assert again == first


def test_errors(web: TestClient) -> None:
    assert "kind" in problems(web.get("/api/train/poker"))
    assert "number" in problems(web.get("/api/train/bonus", params={"number": "0"}))
    assert "difficulty" in problems(web.get("/api/train/bonus", params={"difficulty": "x"}))
    assert "no AA Bonus" in problems(web.get("/api/train/bonus", params={"bonus_pays": "none"}))[""]
    where = {"seed": "s", "number": 1}
    assert problems(web.post("/api/train/qualify", json=where)).keys() == {"answers"}
    given = {"answers": {"qualifies": "maybe"}}
    answer = problems(web.post("/api/train/qualify", json=where | given))
    assert answer == {"qualifies": "expected yes or no, found 'maybe'"}
    nothing = problems(web.post("/api/train/qualify", json=where | {"answers": {}}))
    assert list(nothing) == ["qualifies"]
