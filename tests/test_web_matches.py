"""Matches over HTTP: the library's match, choice by choice; its record and what it cost."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from web import TestClient, client, problems, start

from solver import Advisor, Rules, Solution
from solver.cards import format_card, format_cards
from solver.match import Choice, Match, MatchSetup
from solver.match.audit import check_record
from solver.match.record import read_record, to_json, to_text
from solver.numerals import decimal
from solver.web.match_store import Matches


@pytest.fixture(scope="module")
def web() -> Iterator[TestClient]:
    with client(most_requests=10**6) as asking:
        yield asking


def choose(web: TestClient, state: Any, choice: str, **query: str) -> Any:
    answer = web.post(
        f"/api/matches/{state['id']}/choices",
        json={"deal": state["deal"], "choice": choice},
        params=query,
    )
    assert answer.status_code == 200, answer.text
    return answer.json()


def cards(ids: tuple[int, ...]) -> list[str]:
    return [format_card(card) for card in ids]


def test_a_match_as_the_library_plays_it(web: TestClient) -> None:
    setup = MatchSetup.with_bonus(Rules(), Fraction(100), Fraction(50), 4, "a seed")
    own = Match(setup)
    state = start(web, rounds=4, ante="100", bonus_stake="50", seed="a seed")
    assert (state["rules"], state["ante"], state["bonus"]) == ("100-20-10-3-2-1", "100", "50")
    for number, choice in enumerate(("call", "void", "fold", "call", "call"), start=1):
        assert (state["deal"], state["round"]) == (number, own.counted + 1)
        assert (state["hole"], state["flop"]) == (cards(own.hole), cards(own.flop))
        assert state["offers"] == ["call", "fold", "void"]
        played = own.choose(Choice(choice))
        state = choose(web, state, choice)
        last = state["played"][-1]
        assert last["choice"] == choice
        assert (last["hole"], last["dealer"]) == (cards(played.hole), cards(played.dealer))
        assert Fraction(last["net"]) == played.net
        assert Fraction(last["total"]) == Fraction(state["total"]) == own.total
        assert sum(Fraction(line["pay"]) for line in last["lines"]) == played.net
        called = choice == "call"
        assert (len(last["player_cards"]), len(last["dealer_cards"])) == (5 * called, 5 * called)
        assert (last["round"] is None) == (choice == "void")
    assert state["over"] is True
    assert (state["round"], state["offers"], state["hole"], state["deal"]) == (None, [], [], 5)
    assert state["result"] == f"The house wins: {own.total}"
    assert web.get(f"/api/matches/{state['id']}").json() == state
    for form, text in (("text", to_text(own)), ("json", to_json(own) + "\n")):
        answer = web.get(f"/api/matches/{state['id']}/record", params={"form": form})
        assert answer.text == text
        assert answer.headers["content-disposition"].startswith("attachment; filename=")


def test_hints(web: TestClient) -> None:
    state = start(web, seed="7", rules="royal-25")
    assert state["hint"] is None
    hinted = web.get(f"/api/matches/{state['id']}", params={"hints": "true"}).json()
    own = Advisor(Rules.with_ante("25-25-12-3-2-1")).advise(
        format_cards(MatchSetup(seed="7").deal(1).hole), " ".join(state["flop"])
    )
    assert hinted["hint"]["decision"] == own.decision.name
    call, fold = (decimal(100 * ev, 2, sign=True) for ev in (own.ev_call, own.ev_fold))
    assert hinted["hint"]["sentence"] == f"Call {call}, Fold {fold} on average"
    assert choose(web, state, "fold", hints="true")["hint"] is not None


def test_a_call_before_the_cards(web: TestClient) -> None:
    state = start(web, rules="blind-call", rounds=3)
    assert (state["offers"], state["hole"]) == (["blind call", "see the cards", "void"], [])
    assert web.get(f"/api/matches/{state['id']}?hints=true").json()["hint"] is None
    state = choose(web, state, "see the cards")
    assert (state["deal"], state["offers"], len(state["hole"])) == (1, ["call", "fold", "void"], 2)
    again = web.post(
        f"/api/matches/{state['id']}/choices", json={"deal": 1, "choice": "see the cards"}
    )
    assert "choice" in problems(again, 409)
    state = choose(web, choose(web, state, "fold"), "blind call")
    assert (state["played"][-1]["choice"], len(state["played"][-1]["dealer"])) == ("blind call", 2)


def test_stale_and_impossible_choices(web: TestClient) -> None:
    state = choose(web, start(web, rounds=1), "void")
    path = f"/api/matches/{state['id']}"
    stale = web.post(f"{path}/choices", json={"deal": 1, "choice": "call"})
    assert "deal 2 is on the table" in problems(stale, 409)["deal"]
    blind = web.post(f"{path}/choices", json={"deal": 2, "choice": "blind call"})
    assert "call, fold, void" in problems(blind, 409)["choice"]
    assert "choice" in problems(web.post(f"{path}/choices", json={"deal": 2, "choice": "raise"}))
    assert "no round" in problems(web.get(f"{path}/review"), 409)[""]
    last = choose(web, state, "call")["deal"]
    over = web.post(f"{path}/choices", json={"deal": last, "choice": "call"})
    assert "the match is over" in problems(over, 409)["deal"]
    for gone in (web.get("/api/matches/x"), web.get("/api/matches/x/record")):
        assert "no such match" in problems(gone, 404)[""]
    assert "form" in problems(web.get(f"{path}/record", params={"form": "pdf"}))


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"ante": "0"}, "ante"),
        ({"ante": "x"}, "ante"),
        ({"bonus_stake": "-1"}, "bonus_stake"),
        ({"bonus_stake": "1", "bonus_pays": "none"}, "bonus_stake"),
        ({"bonus": "-1"}, "bonus"),
        ({"rounds": 0}, "rounds"),
        ({"rounds": "20"}, "rounds"),
        ({"seed": " spaces "}, "seed"),
        ({"rules": "nothing"}, "rules"),
        ({"hint": True}, "hint"),
    ],
)
def test_setups_by_field(web: TestClient, asked: dict[str, Any], field: str) -> None:
    assert list(problems(web.post("/api/matches", json=asked))) == [field]


def test_the_review_adds_up(web: TestClient, solution: Solution) -> None:
    state = start(web, rounds=6, seed="review")
    while not state["over"]:
        state = choose(web, state, "fold" if state["deal"] % 2 else "call")
    looked_back = web.get(f"/api/matches/{state['id']}/review").json()
    own = check_record(read_record(web.get(f"/api/matches/{state['id']}/record").text)).match
    lost = Fraction(0)
    for played in own.played:
        advice = Advisor().advise(played.hole, played.flop)
        value = advice.ev_call if played.choice is Choice.CALL else advice.ev_fold
        lost += max(advice.ev_call, advice.ev_fold) - value
    amounts = {line["what"]: line["amount"] for line in looked_back["lines"]}
    assert amounts["Your decisions"] == decimal(-100 * lost, 2, sign=True)
    assert amounts["Perfect play"] == decimal(600 * solution.outcomes.ev, 2, sign=True)
    assert Fraction(amounts["Net result"]) == own.total
    assert sum(Fraction(row["cost"]) for row in looked_back["costs"]) == pytest.approx(
        float(100 * lost), abs=0.03
    )
    assert looked_back["sentence"].startswith("Of all such matches")


def test_a_record_settled_anew(web: TestClient) -> None:
    row = "1. Ah Kd | As 7d 4c | call | 9h 2s | Qs Qc: ante +200, net +300\n-. 2c 3c | void\n"
    answer = web.post("/api/settle", json={"record": row}).json()
    assert (answer["rounds"], answer["result"]) == (1, "+300, the player wins")
    assert answer["lines"] == [
        {"round": 1, "text": "win: Ante +100, Call +200; net +300, total +300"},
        {"round": None, "text": "void"},
    ]
    assert answer["differences"] == [
        {
            "round": 1,
            "place": "line 1, round 1",
            "what": "ante",
            "recorded": "+200",
            "settled": "+100",
        }
    ]
    assert "line 1" in problems(web.post("/api/settle", json={"record": "x"}))["record"]
    # So long that it is settled elsewhere, with the same result.
    rows = [row.splitlines()[0].replace("1.", f"{number}.", 1) for number in range(1, 101)]
    many = web.post("/api/settle", json={"record": "\n".join(rows)}).json()
    assert (many["rounds"], len(many["differences"])) == (100, 100)
    wrong = web.post("/api/settle", json={"record": "x" * 10_000})
    assert "line 1" in problems(wrong)["record"]


def test_a_match_has_an_end(web: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.web.match_store.MOST_DEALS", 3)
    state = start(web)
    for _ in range(3):
        assert state["offers"]
        state = choose(web, state, "void")
    assert (state["offers"], state["over"]) == ([], False)
    full = web.post(
        f"/api/matches/{state['id']}/choices", json={"deal": state["deal"], "choice": "call"}
    )
    assert "as many deals as there can be" in problems(full, 409)["choice"]


def test_the_store_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.web.match_store.MOST_MATCHES", 5)
    monkeypatch.setattr("solver.web.match_store.MOST_OF_A_CLIENT", 3)
    matches, match = Matches(), Match(MatchSetup())
    own = [matches.add("a", match) for _ in range(3)]
    assert matches[own[0]].match is match
    others = [matches.add("b", match) for _ in range(2)]
    fourth = matches.add("a", match)
    # Its own that was asked for the longest ago, and nobody else's.
    assert [name in matches for name in own] == [True, False, True]
    assert all(name in matches for name in (*others, fourth))
    matches.add("c", match)
    assert len(matches) == 5
    assert own[2] not in matches
