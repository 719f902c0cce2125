"""Rules: Ante tables are read exactly or refused, and rules are one frozen value."""

import dataclasses
import json
import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import Category, Rules, RulesError
from solver.cards import RANKS
from solver.hands import evaluate, lowest_pair_value
from solver.paytables import ANTE_FIELDS, parse_ante
from solver.rules import HIGHEST_PAY

USUAL = "100-20-10-3-2-1"

TABLES = (
    (USUAL, (100, 20, 10, 3, 2, 1)),
    ("20-20-10-3-2-1", (20, 20, 10, 3, 2, 1)),
    ("25-25-12-3-2-1", (25, 25, 12, 3, 2, 1)),
    ("100-49-17-3-2-1", (100, 49, 17, 3, 2, 1)),
    ("0-0-0-0-0-0", (0, 0, 0, 0, 0, 0)),
    ("1-2-3-4-5-6", (1, 2, 3, 4, 5, 6)),
    (" 100 - 20-10 -3-2- 1\n", (100, 20, 10, 3, 2, 1)),
    ("100-20-10-3-1.5-1", (100, 20, 10, 3, Fraction(3, 2), 1)),
    ("100-20-10-3-3/2-1", (100, 20, 10, 3, Fraction(3, 2), 1)),
    ("100-20-10-3-3:2-1", (100, 20, 10, 3, Fraction(3, 2), 1)),
    ("100-20-10-3-2-1/3", (100, 20, 10, 3, 2, Fraction(1, 3))),
    ("100-20-10-3-2-0.1", (100, 20, 10, 3, 2, Fraction(1, 10))),
    ("100-20-10-3-2-2.5/2", (100, 20, 10, 3, 2, Fraction(5, 4))),
    ("100-20-10-3-2-6/4", (100, 20, 10, 3, 2, Fraction(3, 2))),
    ("1000000-20-10-3-2-1", (1_000_000, 20, 10, 3, 2, 1)),
    ("100-20-10-3-2-0.000001", (100, 20, 10, 3, 2, Fraction(1, 1_000_000))),
)

rules_of_any_table = st.builds(
    Rules,
    st.tuples(*[st.fractions(0, HIGHEST_PAY, max_denominator=9) for _ in range(6)]),
)


@pytest.mark.parametrize(("text", "pays"), TABLES)
def test_a_table_is_read_exactly(text: str, pays: tuple[int | Fraction, ...]) -> None:
    assert parse_ante(text) == pays
    assert all(type(pay) is Fraction for pay in parse_ante(text))
    assert Rules.with_ante(text).ante == pays


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("100-20-10-3-2", "pays found: 5"),
        ("100-20-10-3-2-1-1", "pays found: 7"),
        ("100", "pays found: 1"),
        ("100 20 10 3 2 1", "pays found: 1"),
        ("", "a pay is missing or negative"),
        ("  ", "a pay is missing or negative"),
        ("-----", "a pay is missing or negative"),
        ("100-20-10-3-2-", "a pay is missing or negative"),
        ("-100-20-10-3-2-1", "a pay is missing or negative"),
        ("100-20-10-3-2--1", "a pay is missing or negative"),
        ("100-20--10-3-2-1", "a pay is missing or negative"),
        ("a-b-c-d-e-f", "'a' is no number"),
        ("100-20-10-3-2-one", "'one' is no number"),
        ("100-20-10-3-2-nan", "'nan' is no number"),
        ("inf-20-10-3-2-1", "'inf' is no number"),
        ("1e9-20-10-3-2-1", "'1e9' is no number"),
        ("100-20-10-3-2-+1", "'+1' is no number"),
        ("100-20-10-3-2-1.", "'1.' is no number"),
        ("100-20-10-3-2-.5", "'.5' is no number"),
        ("100-20-10-3-2-1,5", "'1,5' is no number"),
        ("1_000-20-10-3-2-1", "'1_000' is no number"),
        ("100-20-10-3-2-1 1", "'1 1' is no number"),
        ("100-20-10-3-2-1/0", "'1/0' is no number"),
        ("100-20-10-3-2-1:000", "'1:000' is no number"),
        ("100-20-10-3-2-3/2/1", "'3/2/1' is no number"),
        ("100-20-10-3-2-3/", "'3/' is no number"),
        ("100-20-10-3-2-/2", "'/2' is no number"),
        ("100-20-10-3-2-\u0661", "'\u0661' is no number"),
        ("100-20-10-3-2-1%", "'1%' is no number"),
    ],
)
def test_what_is_no_table_is_refused(text: str, error: str) -> None:
    for read in (parse_ante, Rules.with_ante):
        with pytest.raises(RulesError, match=re.escape(error)) as refused:
            read(text)
        assert repr(text) in str(refused.value)
        assert ANTE_FIELDS in str(refused.value)


@pytest.mark.parametrize(
    "text",
    [
        "1000001-20-10-3-2-1",
        "999999999-20-10-3-2-1",
        "1000000.5-20-10-3-2-1",
        f"{10**12}-20-10-3-2-1",
        f"{10**400}-20-10-3-2-1",
        "100-20-10-3-2-1/1000001",
        "100-20-10-3-1/999983-1/999979",
        "100-20-10-3-2-0.0000001",
    ],
)
def test_numbers_too_large_for_exact_sums_are_refused(text: str) -> None:
    with pytest.raises(RulesError):
        Rules.with_ante(text)


@pytest.mark.parametrize(
    ("pays", "error"),
    [
        ((), "expected 6 pays, found 0"),
        ((1, 2, 3, 4, 5), "expected 6 pays, found 5"),
        ((1, 2, 3, 4, 5, 6, 7), "expected 6 pays, found 7"),
        ((100, 20, 10, 3, 2, -1), "expected pays of 0 to 1,000,000, found -1"),
        ((1_000_001, 20, 10, 3, 2, 1), "expected pays of 0 to 1,000,000, found 1000001"),
        ((Fraction(1, 1_000_003), 0, 0, 0, 0, 0), "common denominator up to 1,000,000"),
        ((Fraction(1, 997), Fraction(1, 1009), 0, 0, 0, 0), "common denominator"),
    ],
)
def test_pays_that_are_no_table_are_refused(pays: tuple[int | Fraction, ...], error: str) -> None:
    with pytest.raises(RulesError, match=re.escape(error)):
        Rules(tuple(map(Fraction, pays)))


def test_the_usual_rules() -> None:
    assert Rules() == Rules.with_ante(USUAL)
    assert Rules().ante_text == USUAL
    assert Rules().call == 2
    assert Rules().qualifier == lowest_pair_value(RANKS.index("4"))


def test_the_dealer_qualifies_with_a_pair_of_fours() -> None:
    assert evaluate("4c 4d 2h 3s 5c") >= Rules().qualifier > evaluate("3c 3d Ah Ks Qc")


def test_straight_or_less_pays_the_last_number() -> None:
    rules = Rules.with_ante("1-2-3-4-5-6")
    assert [rules.ante_pay(category) for category in reversed(Category)] == [1, 2, 3, 4, 5] + 5 * [
        6
    ]


@pytest.mark.parametrize(
    ("text", "same"),
    [
        (USUAL, " 100-20.0-10/1-9:3-2-1"),
        ("100-20-10-3-1.5-1", "100-20-10-3-3/2-1"),
        ("100-20-10-3-1.5-1", "100-20-10-3-3:2-1"),
    ],
)
def test_the_same_pays_are_the_same_rules(text: str, same: str) -> None:
    one, other = Rules.with_ante(text), Rules.with_ante(same)
    assert one == other
    assert hash(one) == hash(other)
    assert (one.rules_id, one.rules_hash) == (other.rules_id, other.rules_hash)
    assert len({one, other}) == 1


def test_other_pays_are_other_rules() -> None:
    tables = [Rules.with_ante(text) for text, _ in TABLES]
    pays = {rules.ante for rules in tables}
    assert len(set(tables)) == len(pays)
    assert len({rules.rules_id for rules in tables}) == len(pays)
    assert len({rules.rules_hash for rules in tables}) == len(pays)


def test_rules_are_frozen() -> None:
    rules = Rules()
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.ante = (Fraction(1),) * 6  # type: ignore[misc]
    assert rules == Rules()


def test_a_list_that_changes_later_changes_nothing() -> None:
    pays = list(map(Fraction, (100, 20, 10, 3, 2, 1)))
    rules = Rules(pays)  # type: ignore[arg-type]
    pays[0] = Fraction(1)
    assert rules == Rules()


@pytest.mark.parametrize(
    ("text", "rules_id"),
    [
        (USUAL, "ante-100-20-10-3-2-1"),
        ("100-20-10-3-1.5-1", "ante-100-20-10-3-3over2-1"),
        ("1/3-0-0-0-0-0.5", "ante-1over3-0-0-0-0-1over2"),
    ],
)
def test_rules_id_names_a_directory(text: str, rules_id: str) -> None:
    assert Rules.with_ante(text).rules_id == rules_id


@settings(deadline=None)
@given(rules_of_any_table)
def test_rules_survive_being_written(rules: Rules) -> None:
    written = json.loads(json.dumps(rules.as_dict()))
    assert Rules.from_dict(written) == rules
    assert Rules.with_ante(rules.ante_text) == rules
    assert re.fullmatch(r"ante(-[0-9]+(over[0-9]+)?){6}", rules.rules_id)
    assert re.fullmatch("[0-9a-f]{64}", rules.rules_hash)


def test_rules_in_full() -> None:
    assert Rules.with_ante("100-20-10-3-3/2-1").as_dict() == {
        "ante": {
            "royal flush": "100",
            "straight flush": "20",
            "quads": "10",
            "full house": "3",
            "flush": "3/2",
            "straight or less": "1",
        },
        "call": "2",
        "qualifier": "pair of fours or better",
        "dealer does not qualify": "Ante by table, Call returned",
    }


def ante_with(**pays: object) -> dict[str, object]:
    ante = Rules().as_dict()["ante"]
    assert isinstance(ante, dict)
    return ante | {name.replace("_", " "): pay for name, pay in pays.items()}


@pytest.mark.parametrize(
    "change",
    [
        {"ante": None},
        {"ante": USUAL},
        {"ante": [100, 20, 10, 3, 2, 1]},
        {"ante": {}},
        {"ante": ante_with(trips="1")},
        {"ante": dict(list(ante_with().items())[:-1])},
        {"ante": dict(reversed(ante_with().items()))},
        {"ante": ante_with(flush="two")},
        {"ante": ante_with(flush="")},
        {"ante": ante_with(flush="-2")},
        {"ante": ante_with(flush="nan")},
        {"ante": ante_with(flush="1/0")},
        {"ante": ante_with(flush="1000001")},
        {"ante": ante_with(flush=None)},
        {"ante": ante_with(flush=True)},
        {"ante": ante_with(flush=["2"])},
        {"call": "1"},
        {"call": 2},
        {"call": None},
        {"qualifier": "pair of threes or better"},
        {"dealer does not qualify": "Ante 1:1, Call returned"},
        {"blind call": "allowed"},
    ],
)
def test_rules_in_full_allow_nothing_else(change: dict[str, object]) -> None:
    with pytest.raises(RulesError):
        Rules.from_dict(Rules().as_dict() | change)


@pytest.mark.parametrize("key", list(Rules().as_dict()))
def test_rules_in_full_leave_nothing_out(key: str) -> None:
    written = Rules().as_dict()
    del written[key]
    with pytest.raises(RulesError):
        Rules.from_dict(written)
