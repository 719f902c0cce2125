"""A match over HTTP: what lies on the bonus, who has won, whose it is, and how many are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("fastapi")

from web import TestClient, client, problems, start

from solver.match import Choice, Match, MatchSetup
from solver.numerals import amount
from solver.web.app import create_app
from solver.web.match_store import Matches


@pytest.fixture(scope="module")
def web() -> Iterator[TestClient]:
    with client(most_requests=10**6) as asking:
        yield asking


def choose(web: TestClient, state: Any, choice: str) -> Any:
    made = {"deal": state["deal"], "choice": choice}
    return web.post(f"/api/matches/{state['id']}/choices", json=made).json()


@pytest.mark.parametrize(
    ("asked", "bonus"),
    [
        ({}, "0"),
        ({"rules": "fold-forfeits"}, "50"),
        ({"rules": "fold-forfeits", "bonus_stake": ""}, "50"),
        ({"rules": "fold-forfeits", "bonus_stake": "0"}, "0"),
        ({"rules": "fold-forfeits", "bonus_stake": "20"}, "20"),
        # In antes there, as in all rules.
        ({"bonus": "3/2"}, "75"),
        ({"bonus": "3/2", "bonus_stake": "20"}, "20"),
    ],
)
def test_what_lies_on_the_bonus(web: TestClient, asked: dict[str, str], bonus: str) -> None:
    state = start(web, ante="50", **asked)
    assert (state["ante"], state["bonus"]) == ("50", bonus)
    lines = choose(web, state, "call")["played"][0]["lines"]
    assert [line["stake"] for line in lines] == ["50", "100", *([bonus] if bonus != "0" else [])]


def test_what_is_empty_is_as_usual(web: TestClient) -> None:
    state = start(web, ante=" ", bonus_stake=" ", seed="")
    assert (state["ante"], state["bonus"], state["rounds"], state["seed"]) == ("100", "0", 20, None)


def test_the_option_is_to_blame_for_a_stake_of_its_own(web: TestClient) -> None:
    asked = {"ante": "1000000000", "bonus": "2"}
    assert list(problems(web.post("/api/matches", json=asked))) == ["bonus"]
    stake = asked | {"bonus_stake": "2000000000"}
    assert list(problems(web.post("/api/matches", json=stake))) == ["bonus_stake"]


@pytest.mark.parametrize(
    ("ends", "words"),
    [
        (lambda total: total > 0, "The player wins"),
        (lambda total: total < 0, "The house wins"),
        (lambda total: total == 0, "A draw"),
    ],
)
def test_who_has_won(web: TestClient, ends: Callable[[Any], bool], words: str) -> None:
    for number in range(1000):
        own = Match(MatchSetup(seed=f"end {number}", rounds=1))
        own.choose(Choice.CALL)
        if ends(own.total):
            break
    state = start(web, rounds=1, seed=f"end {number}")
    assert state["result"] is None
    assert choose(web, state, "call")["result"] == f"{words}: {amount(own.total)}"


def test_a_void_deal_says_what_becomes_of_it(web: TestClient) -> None:
    (played,) = choose(web, start(web, bonus_stake="20"), "void")["played"]
    why = "stakes back; the round is played again"
    assert played["lines"] == [{"bet": "All bets", "stake": "120", "pay": "0", "why": why}]


def test_new_matches_end_old_ones_of_the_same_client_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.web.match_store.MOST_OF_A_CLIENT", 2)
    app = create_app()
    one, other = (
        TestClient(app, base_url="http://localhost", client=(address, 1))
        for address in ("10.0.0.1", "10.0.0.2")
    )
    matches = [start(asking)["id"] for asking in (one, other, other, one, one)]
    there = [one.get(f"/api/matches/{name}").status_code == 200 for name in matches]
    assert there == [False, True, True, True, True]


def test_few_deals_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.web.match_store.MOST_DEALS_KEPT", 5)
    matches = Matches()
    first, second, third = (matches.add(name, Match(MatchSetup())) for name in "abc")
    for name in (first, second, second, third, first):
        matches.note(name, {})
    assert [name in matches for name in (first, second, third)] == [True, True, True]
    # The one that was asked for the longest ago makes room, with all of its deals.
    matches.note(third, {})
    assert [name in matches for name in (first, second, third)] == [True, False, True]
    for _ in range(10):
        matches.note(first, {})
    assert [name in matches for name in (first, second, third)] == [True, False, False]
    assert len(matches[first].played) == 12
