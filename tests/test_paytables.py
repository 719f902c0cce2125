"""Pay tables and qualifiers as text: read by number and by name, refused with what was expected."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

import pytest
from any_rules import QUALIFIERS
from hypothesis import given
from hypothesis import strategies as st

from solver import RulesError
from solver.hands import evaluate
from solver.paytables import (
    ANTE_HANDS,
    BONUS_HANDS,
    ante_from,
    ante_text,
    bonus_from,
    bonus_text,
    parse_ante,
    parse_bonus,
    parse_pay,
    parse_qualifier,
    qualifier_text,
)

Table = tuple[int | Fraction, ...]
USUAL: Table = (100, 20, 10, 3, 2, 1, 1, 1, 1, 1)
USUAL_BONUS: Table = (100, 50, 40, 30, 20, 7, 7, 7, 7)
BY_NAME = (
    "royal flush=100, straight flush=20, four of a kind=10, full house=3, flush=2, straight=1, "
    "three of a kind=1, two pair=1, pair=1, high card=1"
)
PAIRS = (
    "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "jacks",
    "queens", "kings", "aces",
)  # fmt: skip
# What a table may pay at most, as fine as it may.
any_pay = st.one_of(
    st.integers(0, 1_000_000).map(Fraction),
    st.fractions(0, 1_000_000, max_denominator=1_000_000),
    st.decimals(0, 1_000_000, places=6).map(Fraction),
)
any_ante = st.tuples(*10 * [any_pay]) | st.tuples(*6 * [any_pay]).map(lambda p: p[:5] + p[5:] * 5)
any_bonus = st.tuples(*9 * [any_pay])


@pytest.mark.parametrize(
    ("text", "pays"),
    [
        (BY_NAME, USUAL),
        (BY_NAME.upper(), USUAL),
        (BY_NAME.replace(" ", "_").replace(",_", ","), USUAL),
        (BY_NAME.replace(" of a ", "-of-a-"), USUAL),
        (", ".join(reversed(BY_NAME.split(", "))), USUAL),
        (BY_NAME.replace("four of a kind", "quads").replace("three of a kind", "Trips"), USUAL),
        (BY_NAME.replace("royal flush", "royal"), USUAL),
        (BY_NAME.replace("high card=1", "high card = 1/2"), (*USUAL[:9], Fraction(1, 2))),
        ("100-20-10-3-2-1, trips=3:2", (*USUAL[:6], Fraction(3, 2), 1, 1, 1)),
        ("100-20-10-3-2-1,trips=4,royal=50", (50, *USUAL[1:6], 4, 1, 1, 1)),
        ("100-20-10-3-2-1, straight=2, high card=0", (*USUAL[:5], 2, 1, 1, 1, 0)),
        ("10-9-8-7-6-5-4-3-2-1, pair=0.5", (10, 9, 8, 7, 6, 5, 4, 3, Fraction(1, 2), 1)),
        ("100-20-10-3-2-1,", USUAL),
    ],
)
def test_an_ante_table_by_name(text: str, pays: Table) -> None:
    assert parse_ante(text) == pays
    assert all(type(pay) is Fraction for pay in parse_ante(text))


@pytest.mark.parametrize(
    ("text", "pays"),
    [
        ("100-50-40-30-20-7-7-7-7", USUAL_BONUS),
        ("100-50-40-30-20-7-7-7-7, pair of aces=8", (*USUAL_BONUS[:8], 8)),
        ("100-50-40-30-20-7-7-7-7, pair-of-aces=8, quads=9", (100, 50, 9, *USUAL_BONUS[3:8], 8)),
        (", ".join(f"{hand}={n}" for n, hand in enumerate(BONUS_HANDS)), tuple(range(9))),
        ("none", None),
        (" None\n", None),
    ],
)
def test_a_bonus_table(text: str, pays: Table | None) -> None:
    assert parse_bonus(text) == pays


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("trips=3", "no pay for royal flush, straight flush, four of a kind, full house, flush, "),
        (BY_NAME.replace("pair=1, high", "high"), "no pay for pair;"),
        (BY_NAME.replace("flush=2, ", ""), "no pay for flush;"),
        ("100-20-10-3-2-1, flsh=3", "'flsh' is no hand of this table, the nearest: flush"),
        ("100-20-10-3-2-1, ful house=3", "'ful house' is no hand of this table, the nearest: full"),
        ("100-20-10-3-2-1, pair of aces=3", "'pair of aces' is no hand of this table"),
        ("100-20-10-3-2-1, xyz=3", "'xyz' is no hand of this table: royal flush, straight flush"),
        ("100-20-10-3-2-1, =3", "'' is no hand of this table"),
        ("100-20-10-3-2-1, trips=3, three of a kind=4", "three of a kind has two pays"),
        ("100-20-10-3-2-1, trips=3, trips=3", "three of a kind has two pays"),
        ("100-20-10-3-2-1, trips", "'trips' is no hand with its pay, such as trips=3"),
        ("100-20-10-3-2-1, 3", "'3' is no hand with its pay, such as trips=3"),
        ("100-20-10-3-2-1, trips=", "'' is no number"),
        ("100-20-10-3-2-1, trips=-1", "'-1' is no number"),
        ("100-20-10-3-2-1, trips=3=4", "'3=4' is no number"),
        ("100-20-10-3-2, trips=3", "pays found: 5"),
        ("100-20-10-3-2-1; trips=3", "'100-20-10-3-2-1; trips' is no hand of this table"),
        ("100-20-10-3-2-1, trips=3; pair=2", "'3; pair=2' is no number"),
    ],
)
def test_what_is_no_ante_table_by_name(text: str, error: str) -> None:
    message = refusal(parse_ante, text)
    assert message.startswith(f"Ante table {text!r}: ")
    assert error in message
    assert "; expected six of zero or more, such as 100-20-10-3-2-1 (royal flush, " in message


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("7-7", "pays found: 2"),
        ("100-20-10-3-2-1", "pays found: 6"),
        ("100-50-40-30-20-7-7-7-7-7", "pays found: 10"),
        ("100-50-40-30-20-7-7-7-", "a pay is missing or negative"),
        ("100-50-40-30-20-7-7-7--7", "a pay is missing or negative"),
        ("100-50-40-30-20-7-7-7-seven", "'seven' is no number"),
        ("100-50-40-30-20-7-7-7-7, aces=8", "'aces' is no hand of this table, the nearest: pair"),
        ("100-50-40-30-20-7-7-7-7, pair=8", "'pair' is no hand of this table"),
        ("100-50-40-30-20-7-7-7-7, high card=8", "'high card' is no hand of this table"),
        ("", "a pay is missing or negative"),
        ("nothing", "pays found: 1"),
        ("no", "pays found: 1"),
    ],
)
def test_what_is_no_bonus_table(text: str, error: str) -> None:
    message = refusal(parse_bonus, text)
    assert message.startswith(f"AA Bonus table {text!r}: {error}")
    assert "; expected nine of zero or more, such as 100-50-40-30-20-7-7-7-7 (royal" in message
    assert message.endswith(", or none")


def refusal(read: Callable[[str], object], text: str) -> str:
    with pytest.raises(RulesError) as refused:
        read(text)
    message = str(refused.value)
    assert len(message.splitlines()) == 1
    return message


def test_tables_from_a_mapping() -> None:
    pays: dict[str, object] = dict(zip(ANTE_HANDS, USUAL, strict=True))
    assert ante_from(pays) == USUAL
    texts: dict[str, object] = {name.upper(): f"{pay}/1" for name, pay in pays.items()}
    assert ante_from(texts) == USUAL
    assert bonus_from(dict(zip(BONUS_HANDS, USUAL_BONUS, strict=True))) == USUAL_BONUS


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"flush": True}, "Ante table: flush: True is no number"),
        ({"flush": 1.5}, "Ante table: flush: 1.5 is no number"),
        ({"flush": None}, "Ante table: flush: None is no number"),
        ({"flush": [2]}, "Ante table: flush: [2] is no number"),
        ({"flush": -2}, "Ante table: flush: '-2' is no number"),
        ({"fulsh": 2}, "Ante table: 'fulsh' is no hand of this table, the nearest: flush"),
        ({"quads": 2}, "Ante table: four of a kind has two pays"),
    ],
)
def test_mappings_that_are_no_tables(change: dict[str, object], error: str) -> None:
    with pytest.raises(RulesError, match=re.escape(error)):
        ante_from(dict(zip(ANTE_HANDS, USUAL, strict=True)) | change)
    if "quads" not in change:
        with pytest.raises(RulesError, match=re.escape(f"AA Bonus table: {error[12:]}")):
            bonus_from(dict(zip(BONUS_HANDS, USUAL_BONUS, strict=True)) | change)


@given(any_ante)
def test_an_ante_table_survives_being_written(pays: tuple[Fraction, ...]) -> None:
    assert parse_ante(ante_text(pays)) == pays
    assert ante_text(pays).count("-") == (5 if len(set(pays[5:])) == 1 else 9)
    named = dict(zip(ANTE_HANDS, map(str, pays), strict=True))
    assert parse_ante(", ".join(map("=".join, named.items()))) == pays
    assert ante_from(named) == ante_from(dict(zip(ANTE_HANDS, pays, strict=True))) == pays
    assert parse_ante(f"{ante_text(pays)}, trips=7/3") == (*pays[:6], Fraction(7, 3), *pays[7:])


@given(any_bonus)
def test_a_bonus_table_survives_being_written(pays: tuple[Fraction, ...]) -> None:
    assert parse_bonus(bonus_text(pays)) == pays
    assert bonus_from(dict(zip(BONUS_HANDS, pays, strict=True))) == pays
    assert bonus_text(None) == "none"


@given(st.text(max_size=30) | st.text("0123456789-,=/:. trips", max_size=30))
def test_any_other_text_is_refused_in_one_line(text: str) -> None:
    for read in (parse_ante, parse_bonus, parse_qualifier):
        message = ""
        try:
            read(text)
        except RulesError as error:
            message = str(error)
        assert "\n" not in message
        assert not message or repr(text.strip())[1:-1] in message


@pytest.mark.parametrize(
    ("text", "pay"),
    [
        ("0", 0),
        ("7", 7),
        ("007", 7),
        (" 3/2 ", Fraction(3, 2)),
        ("3:2", Fraction(3, 2)),
        ("1.25", Fraction(5, 4)),
        ("1.5/3", Fraction(1, 2)),
    ],
)
def test_a_pay(text: str, pay: int | Fraction) -> None:
    assert parse_pay(text) == pay


@pytest.mark.parametrize("text", ["", "-1", "+1", "1e3", "1/0", "1.", ".5", "1,5", "\u0661"])
def test_what_is_no_pay(text: str) -> None:
    with pytest.raises(RulesError, match=re.escape(f"{text!r} is no number")):
        parse_pay(text)


# The least and the next lower hand of five cards, to see where a qualifier divides hands.
@pytest.mark.parametrize(
    ("text", "least", "below"),
    [
        ("pair of twos", "2c 2d 3h 4s 5c", "Ah Ks Qc Jd 9h"),
        ("pair of threes", "3c 3d 2h 4s 5c", "2c 2d Ah Ks Qc"),
        ("pair of fours", "4c 4d 2h 3s 5c", "3c 3d Ah Ks Qc"),
        ("pair of sixes", "6c 6d 2h 3s 4c", "5c 5d Ah Ks Qc"),
        ("pair of aces", "Ac Ad 2h 3s 4c", "Kc Kd Ah Qs Jc"),
        ("two pair", "3c 3d 2h 2s 4c", "Ac Ad Kh Qs Jc"),
        ("three of a kind", "2c 2d 2h 3s 4c", "Ac Ad Kh Ks Qc"),
        ("straight", "Ac 2d 3h 4s 5c", "Ac Ad Ah Ks Qc"),
        ("flush", "2c 3c 4c 5c 7c", "Ac Kd Qh Js Tc"),
        ("full house", "2c 2d 2h 3s 3c", "Ac Kc Qc Jc 9c"),
        ("four of a kind", "2c 2d 2h 2s 3c", "Ac Ad Ah Ks Kc"),
        ("straight flush", "Ac 2c 3c 4c 5c", "Ac Ad Ah As Kc"),
        ("royal flush", "Ac Kc Qc Jc Tc", "Kc Qc Jc Tc 9c"),
    ],
)
def test_where_a_qualifier_divides_hands(text: str, least: str, below: str) -> None:
    assert evaluate(least) == parse_qualifier(text) > evaluate(below)
    assert qualifier_text(evaluate(least)) == text


@pytest.mark.parametrize(
    ("texts", "written"),
    [
        (["pair of fours", "Pair of 4s or better", "a pair of fours", "44", "pair of 4"], "fours"),
        (["pair of sixes", "PAIR  OF SIXES+", "pair of six", "66 or higher", "pair of 6"], "sixes"),
        (["pair of fives", "pair of five", "55+"], "fives"),
        (["pair of tens", "TT", "tt", "pair of 10s", "pair of Ts or better"], "tens"),
        (["pair of aces", "AA", "pair of As", "pair of ace"], "aces"),
        (["pair of twos", "22", "pair", "pair or better"], "twos"),
    ],
)
def test_pairs_in_many_writings(texts: list[str], written: str) -> None:
    assert {qualifier_text(parse_qualifier(text)) for text in texts} == {f"pair of {written}"}


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("two-pair", "two pair"),
        ("Trips or better", "three of a kind"),
        ("quads", "four of a kind"),
        ("full_house", "full house"),
        ("none", "none"),
        ("ANY hand", "none"),
        ("any", "none"),
        ("no", "none"),
        ("high card", "none"),
    ],
)
def test_qualifiers_by_other_names(text: str, written: str) -> None:
    assert qualifier_text(parse_qualifier(text)) == written


def test_every_qualifier_survives_being_written() -> None:
    texts = [qualifier_text(value) for value in QUALIFIERS]
    assert texts == ["none", *(f"pair of {rank}" for rank in PAIRS), *reversed(ANTE_HANDS[:8])]
    assert [parse_qualifier(text) for text in texts] == QUALIFIERS
    assert [parse_qualifier(f"{text} or better") for text in texts] == QUALIFIERS


@pytest.mark.parametrize("value", [0, -1, 2, 1500, QUALIFIERS[3] + 1, QUALIFIERS[-1] + 1, 10**9])
def test_hand_values_that_are_no_qualifiers(value: int) -> None:
    with pytest.raises(RulesError, match=f"^qualifier {value}: expected a pair such as"):
        qualifier_text(value)


@pytest.mark.parametrize(
    "text",
    [
        "", "fours", "sixes", "pair of", "pair of foors", "pair of 1s", "pair of 11s", "45", "1010",
        "pair of fours or so", "better", "or better", "2 pair", "strait", "pair of aces of spades",
    ],
)  # fmt: skip
def test_what_is_no_qualifier(text: str) -> None:
    message = refusal(parse_qualifier, text)
    assert message.startswith(f"qualifier {text!r}")
    assert ": expected a pair such as 'pair of fours', " in message
    assert message.endswith("or none")


def test_the_nearest_qualifier_is_named() -> None:
    for typed, meant in (("strait", "straight"), ("pair of foors", "pair of fours")):
        assert f"{typed!r}, the nearest: {meant}: " in refusal(parse_qualifier, typed)
    assert "the nearest" not in refusal(parse_qualifier, "fours")
