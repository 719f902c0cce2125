"""Records that are none: refused in a sentence that says where, whatever the text is."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from any_match import any_match
from hypothesis import example, given, settings
from hypothesis import strategies as st

from solver.match import Match
from solver.match.audit import check_record
from solver.match.record import RecordError, read_record, to_json, to_text
from solver.match.stated import FORMAT
from solver.match.told import result_text

ROUND = "1. Ah Kd | As 7d 4c | call | 9h 2s | Qs Qc"


@pytest.mark.parametrize(
    ("text", "where", "expected"),
    [
        ("", "", "expected a round a line"),
        ("# only a remark", "", "found nothing"),
        ("hello", "line 1", "expected a round, such as '1. Ah Kd | As 7d 4c | call"),
        ("\n# x\n\nAnt: 5", "line 4", "or one of Record, Rules, Ante, Bonus"),
        ("Ante: 5\nante: 6", "line 2", "ante is given twice"),
        ("Record: casino-holdem match 2", "line 1", "expected 'casino-holdem match 1'"),
        ("\n\nAnte: x", "line 3", "Ante: expected a number such as +300 or -75/2, found 'x'"),
        ("Ante: 0", "", "Ante: expected more than 0"),
        ("Ante: -5", "", "Ante: expected more than 0"),
        ("Ante: 1/0", "", "expected a number"),
        ("Bonus: 1e5", "", "Bonus: expected a number such as +300 or -75/2, found '1e5'"),
        ("Bonus: -5", "", "Bonus: expected more than 0"),
        ("Rules: caribbean-holdem\nBonus: 5", "", "there is no AA Bonus"),
        ("Rules: standart", "line 1", "no preset, the nearest: standard"),
        (
            "Rules: standard; cal = 3",
            "line 1",
            "'cal' is no option of the rules, the nearest: call",
        ),
        ("Rules: standard; call = x", "", "call: 'x' is no number"),
        ("Rules: standard; call", "", "call"),
        ("Rounds: x", "line 1", "Rounds: expected a whole number, found 'x'"),
        ("Rounds: 0", "", "rounds: expected 1 to 1,000, found 0"),
        ("Rounds: 2.5", "line 1", "Rounds: expected a whole number"),
        ("Seed: " + "x" * 101, "", "seed: expected 1 to 100"),
        ("Ante: 5\nResult: x", "line 2", "expected a number"),
        ("Result:", "", "expected a number"),
        (f"{ROUND}: net x", "line 1", "expected a number such as +300 or -75/2, found 'x'"),
        (f"{ROUND}: net", "line 1", "expected a number"),
        (f"{ROUND}: nett +3", "line 1", "'nett' is no amount: expected ante, call, bonus"),
        (f"{ROUND}: +3", "line 1", "is no amount"),
        ("Ante: 5\n1. Ah Kx | As 7d 4c | fold", "line 2", "'x' is no suit, in card 2 of 'Ah Kx'"),
        ("1. Ah Kd | As 7d 4c", "line 1", "expected hole | flop | one of call, fold, blind call"),
        ("1. Ah Kd | As 7d 4c | call | fold", "line 1", "expected hole | flop | one of"),
        ("1. Ah | Kd | As | call", "line 1", "expected hole | flop | one of"),
        (f"{ROUND} | 2c", "line 1", "expected turn and river | dealer after the choice"),
        ("1. Ah Kd | As 7d 4c | call | 9h 2s 3c | Qs Qc", "line 1", "expected turn and river"),
        ("1. Ah Kd | As 7d 4c | raise", "line 1", "one of call, fold, blind call, void"),
    ],
)
def test_what_is_no_text_record(text: str, where: str, expected: str) -> None:
    with pytest.raises(RecordError, match=f"^{where}.*{re.escape(expected)}"):
        read_record(text)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (f"{ROUND}: net +300, net +200", "net"),
        ("Rules: standard; call = 2; call = 3", "call"),
        (f"{ROUND}\nResult: 1.5.5", "number"),
    ],
)
def test_what_is_said_twice_or_in_two_ways_is_refused(text: str, error: str) -> None:
    with pytest.raises(RecordError, match=error):
        read_record(text)


def test_thousands_are_not_taken_for_units() -> None:
    try:
        net = read_record(f"{ROUND}\nResult: +1,000").net
    except RecordError:
        return
    assert net == 1000


JSON: dict[str, Any] = {
    "record": FORMAT,
    "rules": {},
    "stakes": {"ante": "100", "bonus": "0"},
    "rounds": 1,
    "seed": None,
    "played": [
        {"round": 1, "hole": "Ah Kd", "flop": "As 7d 4c", "choice": "fold", "turn": "",
         "river": "", "dealer": "", "outcome": "fold", "ante": "-100", "net": "-100",
         "total": "-100"}
    ],
    "net": "-100",
}  # fmt: skip


def test_the_json_that_is_made_wrong_below_is_right() -> None:
    assert check_record(read_record(json.dumps(JSON))).differences == ()


def changed(**members: object) -> str:
    return json.dumps(JSON | members)


def changed_row(**members: object) -> str:
    return changed(played=[JSON["played"][0] | members])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{", "not JSON"),
        ("{} {}", "not JSON"),
        ("[" * 100_000, "expected"),
        ('{"a":' * 100_000, "not JSON"),
        ("{}", f"record: expected '{FORMAT}', found"),
        (changed(record="casino-holdem match 2"), "record: expected"),
        (changed(rules={"cal": "3"}), "'cal' is no option of the rules"),
        (changed(rules={"call": "x"}), "call: 'x' is no number"),
        (changed(stakes={"ante": "x"}), "ante: expected a number"),
        (changed(stakes={"ante": "100", "bonus": "x"}), "bonus: expected a number"),
        (changed(rounds=0), "rounds: expected 1 to 1,000, found 0"),
        (changed(rounds=-1), "rounds: expected"),
        (changed(seed=" 7"), "seed: expected 1 to 100 printable characters"),
        (changed(net="x"), "expected a number"),
        (changed(played=["x"]), "deal 1: expected an object, found 'x'"),
        (changed_row(choice="raise"), "deal 1: choice: expected call, fold, blind call, void"),
        (changed_row(hole="Ah Kx"), "deal 1: hole: 'x' is no suit"),
        (changed_row(turn="2c 3c"), "deal 1: turn: expected one card, found '2c 3c'"),
        (changed_row(net="x"), "deal 1: net: expected a number"),
        (changed_row(river="2s"), "deal 1: river: expected a turn before it, found none"),
    ],
)
def test_what_is_no_json_record(text: str, expected: str) -> None:
    with pytest.raises(RecordError, match=re.escape(expected)):
        read_record(text)


OTHER_KINDS = [True, False, 1.5, [], ["Ah"], {"a": 1}, float("nan")]


@pytest.mark.parametrize("name", ["record", "rules", "stakes", "rounds", "seed", "played", "net"])
def test_members_of_the_wrong_type(name: str) -> None:
    right = {"net": (1.5,), "seed": (1.5,), "played": ([],)}.get(name, ())
    for value in [*OTHER_KINDS, *([] if name == "seed" else ["x"])]:
        if value in right:
            continue
        if name in ("rules", "stakes") and isinstance(value, dict):
            continue
        with pytest.raises(RecordError):
            read_record(changed(**{name: value}))


@pytest.mark.parametrize(
    "name", ["round", "hole", "flop", "choice", "turn", "river", "dealer", "ante", "net", "total"]
)
def test_members_of_a_deal_of_the_wrong_type(name: str) -> None:
    for value in [*OTHER_KINDS, "x"]:
        if value == 1.5 and name in ("ante", "net", "total"):
            continue
        with pytest.raises(RecordError, match=r"^deal 1: "):
            read_record(changed_row(**{name: value}))


def test_the_bonus_of_the_rules_in_json() -> None:
    text = changed(rules={"bonus": "1/2"}, stakes={"ante": "100"}, played=[])
    assert read_record(text).setup.bonus == 50


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_deep_nesting_is_no_record(opening: str) -> None:
    closing = {"[": "]", '{"a":': "}"}[opening]
    for depth in (10, 100, 300, *range(900, 1000, 7), 10_000):
        value = f"{opening * depth}1{closing * depth}"
        for name in ("rules", "rounds", "net", "seed", "played"):
            text = json.dumps(JSON | {name: "HERE"}).replace('"HERE"', value)
            with pytest.raises(RecordError):
                read_record(text)


def test_records_that_are_too_long() -> None:
    with pytest.raises(RecordError, match="expected up to 1,000,000 characters, found 1,000,001"):
        read_record("#" * 1_000_001)
    with pytest.raises(RecordError, match="expected up to 10,000 deals, found 10,001"):
        read_record("-. void\n" * 10_001)


@pytest.mark.parametrize(
    "text",
    [
        changed(rounds=10**4000),
        changed(seed="7" * 5000),
        changed(net="7" * 5000),
        changed(rules={"call": "7" * 5000}),
        changed_row(round=10**4000),
        changed_row(hole="A" * 5000),
        changed_row(choice="x" * 5000),
        changed_row(outcome="x" * 5000),
        "x" * 5000,
        "Ante: " + "1" * 5000,
        f"{ROUND}: {'x' * 5000} +1",
    ],
    ids=range(11),
)
def test_errors_are_short(text: str) -> None:
    try:
        errors = [str(difference) for difference in check_record(read_record(text)).differences]
    except RecordError as error:
        errors = [str(error)]
    assert errors
    assert max(map(len, errors)) < 300


def check_or_refuse(text: str) -> None:
    """Nothing but a `RecordError` comes of any text; what is read can be settled and written."""
    try:
        record = read_record(text)
    except RecordError:
        return
    match = check_record(record).match
    assert to_text(match)
    assert to_json(match)
    assert result_text(match)


PIECES = [
    "1", "2.", "-.", ")", ":", "|", ",", ";", "=", "\n", "\u2028", "\x1c", " ", "Ah", "Kd",
    "As 7d 4c", "9h 2s", "Qs Qc", "call", "fold", "void", "blind call", "net", "total", "+300",
    "-75/2", "1/0", "Rules", "standard", "Ante", "Bonus", "Rounds", "Seed", "Result", "#", "♥",
    "\ud800", "0" * 400, "{", "}", "after",
]  # fmt: skip


@settings(deadline=None, max_examples=120)
@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=30).map("".join))
@example("1. Ah Kd | As 7d 4c | call | 9h 2s | Qs Qc: net " + "9" * 31)
def test_any_text_is_a_record_or_refused(text: str) -> None:
    check_or_refuse(text)


@settings(deadline=None, max_examples=120)
@given(any_match(), st.booleans(), st.data())
def test_mutated_records_are_records_or_refused(
    match: Match, as_json: bool, data: st.DataObject
) -> None:
    text = to_json(match) if as_json else to_text(match)
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = start + data.draw(st.integers(0, 12))
        text = text[:start] + data.draw(st.sampled_from(["", *PIECES])) + text[end:]
    check_or_refuse(text)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(PIECES),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(PIECES), inner),
    max_leaves=5,
)


@settings(deadline=None, max_examples=80)
@given(any_match(), json_values, st.data())
def test_json_records_with_anything_in_a_member(
    match: Match, value: object, data: st.DataObject
) -> None:
    record = json.loads(to_json(match))
    owners = [record, record["rules"], record["stakes"], *record["played"]]
    owner = data.draw(st.sampled_from(owners))
    owner[data.draw(st.sampled_from(sorted(owner)))] = value
    check_or_refuse(json.dumps(record))
