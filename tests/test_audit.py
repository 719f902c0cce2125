"""Audits: whatever is wrong in a record is found, where it is, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from any_match import any_match
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from settled_rounds import EXAMPLES, Example

from solver import Rules
from solver.cards import format_cards, parse_cards
from solver.match import Choice, Match, MatchSetup
from solver.match.audit import Difference, check_record
from solver.match.record import Record, read_record, to_json, to_text
from solver.match.stated import AMOUNTS, Row

RIGHT = """\
Ante: 100
Bonus: 100
Rounds: 9

1. Ah Ad | As 7h 4c | call | Kh 2d | Ks 8d: ante +100, call +200, bonus +700, net +1000, total +1000
2. 8c 3d | Kh 9c 4d | fold: ante -100, bonus -100, net -200, total +800
-. 7c 7h | As 7d | void
3. Kh 9d | Qs 7c 4h | call | 3d 2s | Js 8d: ante +100, call 0, bonus -100, net 0, total +800
4. Th 9d | Tc 7c 4h | call | Ad 2s | As 8d: ante -100, call -200, bonus -100, net -400, total +400

Result: +400
"""


def found(text: str) -> list[str]:
    return [str(difference) for difference in check_record(read_record(text)).differences]


def changed(old: str, new: str) -> str:
    assert RIGHT.count(old) == 1, old
    return RIGHT.replace(old, new)


def without_seed(match: Match, write: bool) -> Record:
    record = read_record(to_json(match) if write else to_text(match))
    return replace(record, setup=replace(record.setup, seed=None))


def with_row(record: Record, at: int, row: Row) -> Record:
    return replace(record, rows=(*record.rows[:at], row, *record.rows[at + 1 :]))


def test_a_right_record() -> None:
    checked = check_record(read_record(RIGHT))
    assert checked.differences == ()
    assert checked.match.total == 400
    assert (checked.match.counted, checked.match.number) == (4, 6)
    assert not checked.match.over


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("ante +100, call +200", "ante +200, call +200",
         "line 5, round 1: ante: recorded +200, by the rules +100"),
        ("call +200", "call -200", "line 5, round 1: call: recorded -200, by the rules +200"),
        ("bonus +700", "bonus +800", "line 5, round 1: bonus: recorded +800, by the rules +700"),
        ("net +1000", "net +100.5", "line 5, round 1: net: recorded +100.5, by the rules +1000"),
        ("net -200, total +800", "net -200, total -800",
         "line 6, round 2: total: recorded -800, by the rules +800"),
        ("net +1000, total +1000", "net +1000, total +999",
         "line 5, round 1: total: recorded +999, by the rules +1000"),
        ("total +400", "total +500", "line 9, round 4: total: recorded +500, by the rules +400"),
        ("Result: +400", "Result: -400", "result: net: recorded -400, by the rules +400"),
        ("4. Th", "6. Th", "line 9, round 4: round: recorded 6, by the rules 4"),
        ("2. 8c", "1. 8c", "line 6, round 2: round: recorded 1, by the rules 2"),
        ("2. 8c", "0. 8c", "line 6, round 2: round: recorded 0, by the rules 2"),
        ("3. Kh", "-. Kh", "line 8, round 3: round: recorded -, by the rules 3"),
        ("-. 7c", "3. 7c", "line 7, void deal: round: recorded 3, by the rules -"),
    ],
)  # fmt: skip
def test_one_wrong_thing_is_one_difference(old: str, new: str, expected: str) -> None:
    assert found(changed(old, new)) == [expected]


def test_a_wrong_card_changes_what_it_decides() -> None:
    # With the king of clubs for the dealer's eight, three kings beat three sevens, not three aces.
    assert found(changed("| Ks 8d:", "| Ks Kc:")) == []
    assert found(changed("| Ks 8d:", "| Ks Kd:")) == []
    differences = found(changed("| Js 8d:", "| Qd 8d:"))
    assert [text.split(": ")[1] for text in differences] == ["ante", "call", "net", "total", "net"]
    assert all(text.startswith("line 8, round 3: ") for text in differences[:4])
    assert differences[0] == "line 8, round 3: ante: recorded +100, by the rules -100"
    assert differences[3] == "line 8, round 3: total: recorded +800, by the rules +400"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("| Ks 8d:", "| Ks Ah:", "Ah appears more than once"),
        ("| Ks 8d:", "| Ks:", "the dealer's hole has 2 cards, found 1"),
        ("| Kh 2d | Ks 8d:", ":", "found 0"),
        ("| Kh 2d |", "| Kh |", "found 4"),
        ("1. Ah Ad |", "1. Ah Ad Kc |", "the player's hole has 2 cards, found 3"),
    ],
)
def test_a_round_that_cannot_be(old: str, new: str, why: str) -> None:
    one, result = found(changed(old, new))
    assert one.startswith("line 5, round 1: cards: recorded ")
    assert why in one
    # What cannot be is void: the rest is right, but the result is not what it says.
    assert result.endswith("net: recorded +400, by the rules -600")


def test_an_error_carried_on_is_found_where_it_was_made() -> None:
    text = changed("net +1000, total +1000", "net +900, total +900")
    text = text.replace("total +800", "total +700").replace("+400", "+300")
    places = {difference.partition(": ")[0] for difference in found(text)}
    assert len(places) == 2
    assert "line 5, round 1" in places


def test_a_round_left_out_is_found_once() -> None:
    text = "".join(line for line in RIGHT.splitlines(keepends=True) if line[:2] != "2.")
    places = [difference.partition(": ")[0] for difference in found(text)]
    assert len(places) == 3
    assert places[0] == places[1] == "line 7, round 2"


def test_more_rounds_than_there_are() -> None:
    (difference,) = found(changed("Rounds: 9", "Rounds: 3"))
    assert difference == "line 9, round 4: round: recorded 4, by the rules no more than 3"


def test_a_call_before_the_cards_are_seen() -> None:
    text = changed("| call | Kh 2d |", "| blind call | Kh 2d |")
    (difference,) = found(text)
    assert difference.startswith("line 5, round 1: choice: recorded blind call")
    assert found("Rules: standard; blind-call = yes\n" + text) == []


def test_an_amount_of_a_bet_that_was_not_made() -> None:
    assert found(changed("fold: ante -100,", "fold: ante -100, call -200,")) == [
        "line 6, round 2: call: recorded -200, by the rules 0"
    ]
    assert found(changed("fold: ante -100,", "fold: ante -100, call 0,")) == []
    assert found(changed("| void", "| void: net 0, total +800")) == []
    (difference,) = found(changed("| void", "| void: net -100"))
    assert difference == "line 7, void deal: net: recorded -100, by the rules 0"


def test_the_cards_of_a_seed() -> None:
    match = Match(MatchSetup(Rules(bonus=Fraction(1)), rounds=4, seed="7"))
    for choice in (Choice.CALL, Choice.VOID, Choice.FOLD, Choice.CALL):
        match.choose(choice)
    text = to_text(match)
    assert found(text) == []
    other = found(text.replace("Seed: 7", "Seed: 8"))
    assert other[0] == (
        "line 8, round 1: hole, from the seed: recorded 9d Th, by the rules "
        + format_cards(MatchSetup(seed="8").deal(1).hole)
    )
    assert {text.split(", ")[0] for text in other} == {f"line {n}" for n in range(8, 12)}
    # The turn of another deck, which decides nothing here.
    assert "| 4d 8h |" in text
    (difference,) = found(text.replace("| 4d 8h |", "| 4s 8h |"))
    assert difference == (
        "line 8, round 1: turn and river, from the seed: recorded 4s 8h, by the rules 4d 8h"
    )


def test_the_order_of_two_cards_in_a_hand_is_nobodys() -> None:
    match = Match(MatchSetup(rounds=1, seed="7"))
    match.choose(Choice.CALL)
    text = to_text(match)
    assert "9d Th | 7h 6d Jh | call | 4d 8h | 5d 7d" in text
    assert found(text.replace("9d Th | 7h 6d Jh", "Th 9d | Jh 7h 6d")) == []
    assert found(text.replace("| 5d 7d", "| 7d 5d")) == []
    # The turn comes before the river, and a bonus of six cards is settled on it.
    assert len(found(text.replace("| 4d 8h |", "| 8h 4d |"))) == 1


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES)
def test_every_amount_of_the_worked_rounds_is_checked(example: Example) -> None:
    hole, flop, later, dealer = example.cards
    head = f"Ante: {example.ante}\nBonus: {example.bonus}\n"
    pays = dict(zip(("ante", "call", "bonus"), example.pays, strict=True))
    amounts = pays | {"net": example.net, "total": example.net}
    for name, right in amounts.items():
        row = f"1. {hole} | {flop} | call | {later} | {dealer}: {name} "
        assert found(f"{head}{row}{right:+}") == []
        (difference,) = found(f"{head}{row}{right + 1:+}")
        assert difference.startswith(f"line 3, round 1: {name}: recorded ")


def kinds(differences: Iterable[Difference]) -> list[str]:
    return [difference.what for difference in differences]


@settings(deadline=None, max_examples=60)
@given(any_match(), st.booleans(), st.sampled_from(AMOUNTS), st.data())
def test_any_tampered_amount_is_the_only_difference(
    match: Match, as_json: bool, name: str, data: st.DataObject
) -> None:
    record = without_seed(match, as_json)
    assume(record.rows)
    at = data.draw(st.sampled_from(range(len(record.rows))))
    row = record.rows[at]
    more = data.draw(st.sampled_from([Fraction(1), Fraction(-1), Fraction(1, 3)]))
    wrong = row.amounts.get(name, Fraction(0)) + more
    tampered = replace(row, amounts={**row.amounts, name: wrong})
    (difference,) = check_record(with_row(record, at, tampered)).differences
    assert difference.what == name
    assert difference.place.startswith(row.place)


@settings(deadline=None, max_examples=40)
@given(any_match(), st.booleans(), st.integers(0, 99), st.data())
def test_any_tampered_number_is_the_only_difference(
    match: Match, as_json: bool, number: int, data: st.DataObject
) -> None:
    record = without_seed(match, as_json)
    assume(record.rows)
    at = data.draw(st.sampled_from(range(len(record.rows))))
    assume(record.rows[at].number != number)
    tampered = with_row(record, at, replace(record.rows[at], number=number))
    (difference,) = check_record(tampered).differences
    assert (difference.what, difference.recorded) == ("round", str(number))
    assert difference.place.startswith(record.rows[at].place)


@settings(deadline=None, max_examples=60)
@given(any_match(), st.booleans(), st.data())
def test_any_tampered_card_is_found(match: Match, as_json: bool, data: st.DataObject) -> None:
    record = read_record(to_json(match) if as_json else to_text(match))
    rows = [n for n, row in enumerate(record.rows) if row.hole]
    assume(rows)
    at = data.draw(st.sampled_from(rows))
    row = record.rows[at]
    fields = [f for f in ("hole", "flop", "later", "dealer") if getattr(row, f)]
    field = data.draw(st.sampled_from(fields))
    cards = list(getattr(row, field))
    other = data.draw(st.sampled_from(range(52)).filter(lambda card: card not in cards))
    cards[data.draw(st.sampled_from(range(len(cards))))] = other
    changes: dict[str, Any] = {field: tuple(cards)}
    tampered = replace(row, **changes)
    checked = check_record(with_row(record, at, tampered))
    first = checked.differences[0]
    assert first.what.endswith("from the seed")
    assert first.recorded == format_cards(cards)
    later = checked.differences[1:]
    assert all(d.place in (first.place, "result") for d in later)
    if row.choice is not Choice.VOID:
        used = [*row.hole, *row.flop, *row.later, *row.dealer]
        assert ("cards" in kinds(later)) is (other in used)


@settings(deadline=None, max_examples=40)
@given(any_match(), st.booleans(), st.data())
def test_any_tampered_choice_is_found_there(
    match: Match, as_json: bool, data: st.DataObject
) -> None:
    record = without_seed(match, as_json)
    called = [n for n, row in enumerate(record.rows) if row.choice.calls]
    assume(called)
    at = data.draw(st.sampled_from(called))
    row = record.rows[at]
    checked = check_record(with_row(record, at, replace(row, choice=Choice.FOLD)))
    there = [d for d in checked.differences if d.place.startswith(row.place)]
    assert ("outcome" in kinds(there)) is as_json
    assert ("net" in kinds(there)) is (checked.match.total != match.total)
    others = [d.place for d in checked.differences if d not in there]
    assert others == (["result"] if checked.match.total != match.total else [])


def test_a_fold_that_was_a_call() -> None:
    differences = found(changed("| call | Ad 2s", "| fold | Ad 2s"))
    assert differences[0] == "line 9, round 4: call: recorded -200, by the rules 0"
    assert [text.split(": ")[1] for text in differences] == ["call", "net", "total", "net"]


def test_cards_of_differences_can_be_read_again() -> None:
    (difference, _) = check_record(read_record(changed("| Ks 8d:", "| Ks Ah:"))).differences
    assert parse_cards(difference.recorded.replace("|", ""))
