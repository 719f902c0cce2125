"""Rules: Ante tables are read exactly or refused, and rules are one frozen value."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Mapping
from fractions import Fraction

import pytest
from any_rules import any_rules
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import Category, Rules, RulesError
from solver.cards import RANKS
from solver.hands import evaluate, lowest_pair_value
from solver.paytables import ANTE_FIELDS, ANTE_HANDS, BONUS_HANDS, parse_ante
from solver.rules import HIGHEST_PAY, Unqualified

USUAL = "100-20-10-3-2-1"
USUAL_BONUS = "100-50-40-30-20-7-7-7-7"

# Six pays stand for ten: the last one, straight or less, for five hands.
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
    ("999999.999999-20-10-3-2-1", (Fraction(999_999_999_999, 1_000_000), 20, 10, 3, 2, 1)),
    ("10-9-8-7-6-5-4-3-2-1", (10, 9, 8, 7, 6, 5, 4, 3, 2, 1)),
    ("100-20-10-3-2-1-1-1-1-1/2", (100, 20, 10, 3, 2, 1, 1, 1, 1, Fraction(1, 2))),
    ("100-20-10-3-2-1-1-1-1-1.0", (100, 20, 10, 3, 2, 1)),
)

rules_of_any_table = st.builds(
    Rules,
    st.tuples(*[st.builds(Fraction, st.integers(0, HIGHEST_PAY), st.integers(1, 9))] * 6),
)
# One change for each option, and what it is as a value.
CHANGES: tuple[tuple[dict[str, object], dict[str, object]], ...] = (
    ({"ante": "20-20-10-3-2-1"}, {"ante": (20, 20, 10, 3, 2, 1, 1, 1, 1, 1)}),
    ({"call": "3/2"}, {"call": Fraction(3, 2)}),
    ({"qualifier": "pair of fives"}, {"qualifier": lowest_pair_value(3)}),
    ({"unqualified": "even"}, {"unqualified": Unqualified.EVEN}),
    ({"unqualified": "returned"}, {"unqualified": Unqualified.RETURNED}),
    ({"ante-needs-pair": "yes"}, {"ante_needs_pair": True}),
    ({"bonus-pays": "7-7-7-7-7-7-7-7-7"}, {"bonus_pays": (7,) * 9}),
    ({"bonus-pays": "none"}, {"bonus_pays": None}),
    ({"bonus-cards": "6"}, {"bonus_cards": 6}),
    ({"fold-forfeits-bonus": "yes"}, {"fold_forfeits_bonus": True}),
    ({"bonus": "0.5"}, {"bonus": Fraction(1, 2)}),
    ({"blind-call": "yes"}, {"blind_call": True}),
)


def in_full(pays: tuple[int | Fraction, ...]) -> tuple[int | Fraction, ...]:
    """Ten pays, royal flush first, of six or ten."""
    return pays if len(pays) == 10 else (*pays[:5], *[pays[5]] * 5)


@pytest.mark.parametrize(("text", "pays"), TABLES)
def test_a_table_is_read_exactly(text: str, pays: tuple[int | Fraction, ...]) -> None:
    assert parse_ante(text) == in_full(pays)
    assert all(type(pay) is Fraction for pay in parse_ante(text))
    rules = Rules.with_ante(text)
    assert rules.ante == in_full(pays)
    # In the shortest way that says it all, which is read as the same.
    assert rules.ante_text == "-".join(map(str, pays))
    assert Rules.with_ante(rules.ante_text) == Rules.from_dict(rules.as_dict()) == rules


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
        ("100-20-10-3-2-1,5", "'5' is no hand with its pay, such as trips=3"),
        ("100-20-10-3-2-1-1-1-1", "pays found: 9"),
        ("100-20-10-3-2-1-1-1-1-1-1", "pays found: 11"),
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
        "100-20-10-3-2-1, trips=1000001",
        "100-20-10-3-2-1, trips=1/1000001",
    ],
)
def test_numbers_too_large_for_exact_sums_are_refused(text: str) -> None:
    with pytest.raises(RulesError):
        Rules.with_ante(text)


@pytest.mark.parametrize(
    ("pays", "error"),
    [
        ((), "10 pays, found 0"),
        ((1, 2, 3, 4, 5), "10 pays, found 5"),
        ((1, 2, 3, 4, 5, 6, 7), "10 pays, found 7"),
        ((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), "10 pays, found 11"),
        ((100, 20, 10, 3, 2, -1), "expected 0 to 1,000,000, found -1"),
        ((100, 20, 10, 3, 2, 1, 1, 1, 1, -1), "expected 0 to 1,000,000, found -1"),
        ((1_000_001, 20, 10, 3, 2, 1), "expected 0 to 1,000,000, found 1000001"),
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
    assert Rules().bonus_text == USUAL_BONUS
    assert Rules().call == 2
    assert Rules().bonus_cards == 5
    assert Rules().unqualified is Unqualified.TABLE
    assert Rules().bonus == 0
    assert not Rules().ante_needs_pair
    assert not Rules().fold_forfeits_bonus
    assert not Rules().blind_call
    assert Rules().qualifier == lowest_pair_value(RANKS.index("4"))


def test_the_dealer_qualifies_with_a_pair_of_fours() -> None:
    assert evaluate("4c 4d 2h 3s 5c") >= Rules().qualifier > evaluate("3c 3d Ah Ks Qc")


def test_straight_or_less_pays_the_last_number() -> None:
    rules = Rules.with_ante("1-2-3-4-5-6")
    assert [rules.ante_pay(category) for category in reversed(Category)] == [1, 2, 3, 4, 5] + 5 * [
        6
    ]
    rules = Rules.with_ante("10-9-8-7-6-5-4-3-2-1")
    assert [rules.ante_pay(category) for category in Category] == list(range(1, 11))


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
        {"call": "0"},
        {"call": "2.0"},
        {"call": 2},
        {"call": None},
        {"qualifier": "pair of threes"},
        {"qualifier": "pair of 3s or better"},
        {"qualifier": "pair or better"},
        {"qualifier": "none or better"},
        {"qualifier": 1},
        {"dealer does not qualify": "Ante 2:1, Call returned"},
        {"dealer does not qualify": "table"},
        {"dealer does not qualify": None},
        {"blind call": "allowed"},
        {"blind-call": "no"},
        {"blind-call": True},
        {"blind_call": "yes"},
        {"unqualified": "even"},
        {"bonus-pays": USUAL_BONUS},
        {"bonus-pays": None},
        {"bonus": "1/2 "},
        {"bonus": "0.5"},
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


def usual_with(**options: object) -> Rules:
    return dataclasses.replace(Rules(), **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("change", "option"),
    [
        ({"call": "1"}, {"call": Fraction(1)}),
        ({"qualifier": "pair of threes or better"}, {"qualifier": lowest_pair_value(1)}),
        ({"qualifier": "none"}, {"qualifier": 1}),
        (
            {"dealer does not qualify": "Ante 1:1, Call returned"},
            {"unqualified": Unqualified.EVEN},
        ),
        (
            {"dealer does not qualify": "Ante and Call returned"},
            {"unqualified": Unqualified.RETURNED},
        ),
        ({"ante": ante_with(flush="2/3")}, {"ante": (100, 20, 10, 3, Fraction(2, 3), 1)}),
        ({"blind-call": "yes"}, {"blind_call": True}),
        ({"bonus-pays": "none"}, {"bonus_pays": None}),
        ({"bonus": "1/2"}, {"bonus": Fraction(1, 2)}),
    ],
)
def test_rules_in_full_of_other_rules(change: dict[str, object], option: dict[str, object]) -> None:
    rules = usual_with(**option)
    assert rules.as_dict() == Rules().as_dict() | change
    assert Rules.from_dict(Rules().as_dict() | change) == rules


@pytest.mark.parametrize("change", CHANGES)
def test_every_option_by_name(change: tuple[dict[str, object], dict[str, object]]) -> None:
    text, value = change
    rules = Rules().with_options(text)
    assert rules == usual_with(**value) != Rules()
    assert Rules().with_options({n.replace("-", "_"): v for n, v in text.items()}) == rules
    assert rules.options().keys() == text.keys()
    assert rules.describe() != Rules().describe()
    # And back.
    (name,) = text
    assert rules.with_options({name: Rules().all_options()[name]}) == Rules()


def test_every_option_makes_other_rules() -> None:
    rules = [Rules(), *(Rules().with_options(text) for text, _ in CHANGES)]
    assert len(set(rules)) == len(rules)
    assert len({r.rules_id for r in rules}) == len(rules)
    assert len({r.rules_hash for r in rules}) == len(rules)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"call": 3, "bonus": 1}, {"call": Fraction(3), "bonus": Fraction(1)}),
        ({"call": Fraction(3, 2)}, {"call": Fraction(3, 2)}),
        ({"ante_needs_pair": True}, {"ante_needs_pair": True}),
        ({"blind-call": "TRUE"}, {"blind_call": True}),
        ({"bonus-cards": 6}, {"bonus_cards": 6}),
        ({"unqualified": " Even "}, {"unqualified": Unqualified.EVEN}),
        ({"ante": dict.fromkeys(ANTE_HANDS, 2)}, {"ante": (2,) * 6}),
        ({"bonus-pays": dict.fromkeys(BONUS_HANDS, "7/1")}, {"bonus_pays": (7,) * 9}),
        ({}, {}),
    ],
)
def test_options_as_a_program_writes_them(
    options: Mapping[str, object], expected: dict[str, object]
) -> None:
    assert Rules().with_options(options) == usual_with(**expected)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"colour": 1}, "'colour' is no option of the rules: ante, call, qualifier, unqualified"),
        ({"antee": "1"}, "'antee' is no option of the rules, the nearest: ante"),
        ({"blind-calls": "yes"}, "'blind-calls' is no option of the rules, the nearest: blind"),
        ({"blind-call": "yes", "blind_call": "no"}, "blind_call is given twice"),
        ({"call": 0}, "call: expected more than 0 antes, found 0"),
        ({"call": "-1"}, "call: '-1' is no number"),
        ({"call": None}, "call: 'None' is no number, expected antes such as 2 or 1/2"),
        ({"call": "1000001"}, "call: expected 0 to 1,000,000, found 1000001"),
        ({"bonus": "1/1000001"}, "bonus: expected a common denominator up to 1,000,000"),
        ({"bonus": "a"}, "bonus: 'a' is no number"),
        (
            {"bonus": "100000", "fold-forfeits-bonus": "yes"},
            "bonus: expected what wins up to 1,000,000 antes",
        ),
        ({"bonus-cards": 7}, "expected 5 or 6, found 7"),
        ({"bonus-cards": "six"}, "expected 5 or 6, found 'six'"),
        ({"bonus-cards": ""}, "expected 5 or 6, found ''"),
        ({"unqualified": "push"}, "expected one of table, even, returned, found 'push'"),
        ({"blind-call": "maybe"}, "expected yes or no, found 'maybe'"),
        ({"blind-call": 1}, "expected yes or no, found 1"),
        ({"qualifier": 4}, "qualifier '4'"),
        ({"ante": "1-2-3"}, "pays found: 3"),
        ({"bonus-pays": "1-2-3"}, "pays found: 3"),
        ({"bonus-pays": "none", "bonus": 1}, "there is no AA Bonus, but a stake on it"),
        ({"bonus-pays": "none", "bonus-cards": 6}, "there is no AA Bonus, but six cards for it"),
        (
            {"bonus-pays": "none", "fold-forfeits-bonus": "yes"},
            "there is no AA Bonus, but a fold that forfeits it",
        ),
        # 200,000 antes that pay 100 to one.
        ({"bonus": 200_000, "fold-forfeits-bonus": True}, "wins up to 1,000,000 antes"),
        ({"bonus": "1/999983", "fold-forfeits-bonus": True, "call": "1/2"}, "common denominator"),
    ],
)
def test_wrong_options_are_refused(options: Mapping[str, object], error: str) -> None:
    with pytest.raises(RulesError, match=re.escape(error)) as refused:
        Rules().with_options(options)
    assert len(str(refused.value).splitlines()) == 1


@pytest.mark.parametrize(
    "options",
    [
        {"call": 1.5},
        {"call": "2"},
        {"call": True},
        {"bonus": -1},
        {"ante": "100-20-10-3-2-1"},
        {"ante": (100.0, 20, 10, 3, 2, 1)},
        {"ante": (True, 20, 10, 3, 2, 1)},
        {"bonus_pays": (7,) * 8},
        {"bonus_pays": (7,) * 10},
        {"bonus_pays": ()},
        {"qualifier": 0},
        {"qualifier": lowest_pair_value(2) + 1},
        {"qualifier": 7463},
        {"qualifier": True},
        {"qualifier": "pair of fours"},
        {"unqualified": None},
        {"blind_call": 1},
        {"ante_needs_pair": "yes"},
        {"fold_forfeits_bonus": None},
        {"bonus_cards": "5"},
        {"bonus_cards": 4},
    ],
)
def test_values_that_are_no_rules_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(RulesError) as refused:
        usual_with(**options)
    assert next(iter(options)).split("_")[0] in str(refused.value).lower()


@settings(deadline=None, max_examples=40)
@given(any_rules())
def test_rules_of_any_kind_survive_being_written(rules: Rules) -> None:
    assert Rules.from_dict(json.loads(json.dumps(rules.as_dict()))) == rules
    # Whatever they are changed from, all options together are these rules.
    other = Rules.with_ante("1-2-3-4-5-6").with_options({"call": 7, "qualifier": "flush"})
    assert other.with_options(rules.all_options()) == rules
    assert Rules().with_options(rules.options()) == rules
    assert rules.options().items() <= rules.all_options().items()
    assert re.fullmatch(r"[a-z0-9-]{1,150}", rules.rules_id)
    assert re.fullmatch("[0-9a-f]{64}", rules.rules_hash)
    assert all(len(words.splitlines()) == 1 for words in rules.describe().values())


@settings(deadline=None, max_examples=40)
@given(any_rules(), any_rules())
def test_names_of_different_rules_differ(one: Rules, other: Rules) -> None:
    same = one == other
    assert (one.rules_hash == other.rules_hash) is same
    assert (one.rules_id == other.rules_id) is same
    assert (one.as_dict() == other.as_dict()) is same


@settings(deadline=None, max_examples=40)
@given(any_rules())
def test_what_decides_nothing_is_left_out(rules: Rules) -> None:
    kept = {"ante", "call", "qualifier", "unqualified", "ante-needs-pair"}
    decisive = rules.decisive
    assert decisive.decisive == decisive
    assert all(decisive.all_options()[name] == rules.all_options()[name] for name in kept)
    if rules.fold_forfeits_bonus and rules.bonus > 0:
        assert decisive == dataclasses.replace(rules, blind_call=False)
    else:
        assert decisive.options().keys() <= kept


def test_which_options_decide() -> None:
    deciding = ("ante", "call", "qualifier", "unqualified", "ante-needs-pair")
    for text, _ in CHANGES:
        rules = Rules().with_options(text)
        (name,) = text
        assert rules.decisive == (rules if name in deciding else Rules())
    # A stake that a fold forfeits, and then all that it may win.
    options = {
        "bonus": "1/2",
        "fold-forfeits-bonus": "yes",
        "bonus-cards": "6",
        "ante": "1-2-3-4-5-6",
    }
    forfeited = Rules().with_options(options)
    assert forfeited.decisive == forfeited
    assert forfeited.with_options({"blind-call": "yes"}).decisive == forfeited


def test_a_long_name_is_a_hash() -> None:
    rules = Rules().with_options(
        {"bonus-pays": "-".join(map(str, range(11, 20))), "qualifier": "pair of sevens"}
    )
    assert rules.rules_id == (
        "ante-100-20-10-3-2-1-qualifier-pair-of-sevens-bonus-pays-11-12-13-14-15-16-17-18-19"
    )
    long = rules.with_options({"ante": "-".join(f"{n}/999983" for n in range(1, 11))})
    assert long.rules_id == f"rules-{long.rules_hash[:16]}"
