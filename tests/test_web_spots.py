"""The advisor over HTTP: the library's answers, and every error at its field."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from web import TestClient, client, problems

from solver import Advisor, Solution
from solver.cards import parse_spot
from solver.presets import PRESETS
from solver.starting_hands import starting_hands

SPOT = {"hole": "Ah Kd", "flop": "As 7d 4c"}


@pytest.fixture(scope="module")
def web() -> Iterator[TestClient]:
    with client() as asking:
        yield asking


def advice(web: TestClient, **asked: str) -> Any:
    answer = web.get("/api/advise", params=SPOT | asked)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_spot(web: TestClient) -> None:
    answer = advice(web)
    assert (answer["decision"], answer["ev_call_exact"]) == ("CALL", "609437/356730")
    assert answer["cost_of_error_exact"] == "966167/356730"
    assert answer["outcomes"]["win"]["deals"] == 631_392
    assert answer["sentences"] == {
        "ev_call": "+1.708399 antes",
        "ev_fold": "-1.000000 antes",
        "cost": "Fold would cost 2.708399 antes",
        "bonus": ["AA Bonus: pair of aces on hole and flop pays 7 to 1"],
        "why": "Rule 1 of best-8: CALL if pair-or-draw; as perfect play does",
    }
    assert answer["why"]["rule"] == "CALL if pair-or-draw"
    assert not answer.keys() & {"dead", "dealer", "turn", "river"}


def test_either(web: TestClient) -> None:
    answer = advice(web, hole="9s7h", flop="2cQdAh")
    assert answer["decision"] == "EITHER"
    assert "no choice is wrong" in answer["sentences"]["cost"]
    assert answer["why"]["agrees"] is True


def test_the_picture_adds_up(web: TestClient) -> None:
    answer = advice(web)
    outcomes, hands = answer["picture"]["outcomes"], answer["picture"]["hands"]
    assert [outcome["text"] for outcome in outcomes] == ["27.34 %", "59.00 %", "0.64 %", "13.02 %"]
    assert [outcome["name"] for outcome in outcomes] == ["not qualified", "win", "tie", "lose"]
    assert hands[0]["hand"] == "four of a kind"
    assert hands[-1] == hands[-1] | {"hand": "pair", "text": "53.28 %"}
    for number, outcome in enumerate(outcomes):
        parts = [hand["parts"][number] for hand in hands]
        assert sum(part["chance"] for part in parts) == pytest.approx(outcome["chance"])


def test_known_cards_and_other_rules(web: TestClient) -> None:
    answer = advice(web, dealer="Qs", turn="9h")
    assert (answer["completions"], answer["ev_call_exact"]) == (1980, "43/22")
    assert (answer["dealer"], answer["turn"]) == ("Qs", "9h")
    rules = PRESETS["fold-forfeits"].rules.with_options({"call": "3/2", "bonus-cards": 6})
    answer = advice(web, rules="fold-forfeits", call="3/2", bonus_cards="6")
    own = Advisor(rules).advise("Ah Kd", "As 7d 4c")
    assert Fraction(answer["ev_call_exact"]) == own.ev_call
    assert Fraction(answer["ev_fold_exact"]) == own.ev_fold == -2
    assert answer["sentences"]["bonus"] == [
        "AA Bonus: brings +7.000000 to one on average, settled on hole, flop and turn",
        "Of that the AA Bonus of 1: +7.000000 after Call, -1.000000 after Fold",
    ]


def test_a_bonus_that_makes_calling_right(web: TestClient) -> None:
    answer = advice(web, hole="3h 2d", flop="As Ad 9c", rules="blind-call")
    assert answer["decision"] == "FOLD"
    assert answer["sentences"]["bonus"][1].startswith("A fold forfeits the AA Bonus: Call is")


@pytest.mark.parametrize(
    ("asked", "field", "reason"),
    [
        ({"hole": "Ah Kx"}, "hole", "'x' is no suit"),
        ({"hole": "Ah"}, "hole", "the hole has 2 cards, found 1"),
        ({"hole": ""}, "hole", "found 0"),
        ({"flop": "As 7d 4c 2c"}, "flop", "at most 3 cards, found 4: As 7d 4c 2c"),
        ({"hole": "Ah Ah"}, "hole", "Ah is known twice"),
        ({"flop": "Ah 7d 4c"}, "flop", "Ah is known twice: in the hole and on the flop"),
        ({"dead": "2c 7d"}, "dead", "7d is known twice"),
        ({"dealer": "2c 2d 2h"}, "dealer", "at most 2 cards"),
        ({"dealer": "Qs", "turn": "Qs"}, "turn", "in the dealer's hand and as the turn"),
        ({"turn": "9h", "river": "9h"}, "river", "9h is known twice"),
        ({"river": "9h 2s"}, "river", "at most 1 card, found 2"),
        ({"rules": "pyproject.toml"}, "rules", "is no preset"),
        ({"rules": "standart"}, "rules", "the nearest: standard"),
        ({"ante_pays": "1-2-3"}, "ante_pays", "pays found: 3"),
        ({"call": "0"}, "call", "more than 0"),
        ({"blind_call": "maybe"}, "blind_call", "expected yes or no"),
        ({"bonus_pays": "none", "bonus": "1"}, "bonus", "there is no AA Bonus"),
        ({"rules": "fold-forfeits", "bonus_pays": "none"}, "bonus_pays", "there is no AA Bonus"),
        ({"hole": "A" * 401}, "hole", "at most 400"),
        ({"ante": "100-20-10-3-2-1"}, "ante", "unknown name"),
    ],
)
def test_errors_by_field(web: TestClient, asked: dict[str, str], field: str, reason: str) -> None:
    found = problems(web.get("/api/advise", params=SPOT | asked))
    assert list(found) == [field]
    assert reason in found[field]


def test_missing_and_several(web: TestClient) -> None:
    assert problems(web.get("/api/advise")).keys() == {"hole", "flop"}
    wrong = {"hole": "x", "flop": "As", "turn": "y", "call": "z", "bonus": "?"}
    assert problems(web.get("/api/advise", params=wrong)).keys() == wrong.keys()


def test_a_spot_as_it_is_typed(web: TestClient) -> None:
    def typed(**asked: str) -> Any:
        answer = web.get("/api/spot", params=asked)
        assert answer.status_code == 200
        return answer.json()

    nothing = typed()
    assert all(cards == [] for cards in nothing["places"].values())
    assert (nothing["errors"], nothing["advice"]) == ([], None)
    assert nothing["rules"]["label"] == "100-20-10-3-2-1"
    part = typed(hole="10♥ k", flop="As 7d", dead="As")
    assert part["places"]["hole"] is None
    assert part["places"]["flop"] == ["As", "7d"]
    assert [error["field"] for error in part["errors"]] == ["hole", "dead"]
    whole = typed(**SPOT, call="3", qualifier="two pair")
    assert whole["rules"]["label"] == "100-20-10-3-2-1, call 3, qualifier two pair"
    assert whole["advice"] == advice(web, call="3", qualifier="two pair")
    wrong = typed(**SPOT, call="-3")
    assert (wrong["rules"], wrong["advice"], wrong["errors"][0]["field"]) == (None, None, "call")


def test_presets_can_be_given_back_as_options(web: TestClient) -> None:
    answer = web.get("/api/rules").json()
    presets = answer["presets"]
    assert answer["usual"] == "standard"
    assert [preset["name"] for preset in presets] == list(PRESETS)
    for preset in presets:
        advised = advice(web, **preset["options"])
        assert advised["rules"] == PRESETS[preset["name"]].rules.rules_id
        described = {line["what"]: line["words"] for line in preset["describe"]}
        assert described == PRESETS[preset["name"]].rules.describe()


def test_random_spots(web: TestClient) -> None:
    spots = [web.get("/api/deal").json() for _ in range(5)]
    assert len({tuple(spot.values()) for spot in spots}) > 1
    for spot in spots:
        parse_spot(f"{spot['hole']}/{spot['flop']}")


def test_starting_hands_and_the_strategy(web: TestClient, solution: Solution) -> None:
    answer = web.get("/api/hands", params={"blind_call": "yes"}).json()
    assert answer["rules"] == "100-20-10-3-2-1, blind-call yes"
    for shown, own in zip(answer["hands"], starting_hands(solution), strict=True):
        assert (shown["name"], shown["row"], shown["column"]) == (own.name, own.row, own.column)
        assert shown["share"] == float(own.call_share)
        assert float(shown["ev"]) == pytest.approx(float(own.ev), abs=0.005)
    strategy = web.get("/api/strategy", params={"rules": "standard"}).json()
    assert strategy["name"] == "best-8"
    assert len(strategy["rules"]) == 8
    assert strategy["price"].startswith("Costs 0.244 % of an Ante more than perfect play")
    assert {word["term"] for word in strategy["words"]} >= {"pair-or-draw", "better ranks"}
    assert "call" in problems(web.get("/api/hands", params={"call": "no"}))
