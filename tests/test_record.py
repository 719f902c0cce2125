"""Records: text and JSON, written by the program or by hand, read back as they were."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction

import pytest
from any_match import any_match
from hypothesis import given, settings
from settled_rounds import EXAMPLES, Example

from solver import Rules
from solver.cards import format_cards
from solver.match import Choice, Match, MatchSetup
from solver.match.audit import check_record
from solver.match.record import LARGEST_RECORD, read_record, to_json, to_text
from solver.match.stated import FORMAT
from solver.match.told import result_text
from solver.presets import PRESETS

WRITERS = pytest.mark.parametrize("write", [to_text, to_json])
ROUND = "1. Ah Kd | As 7d 4c | call | 9h 2s | Qs Qc"


def written_by_hand(example: Example) -> str:
    """A record of one round with every amount."""
    ante, call, bonus = example.pays
    hole, flop, later, dealer = example.cards
    return (
        f"Ante: {example.ante}\nBonus: {example.bonus}\n"
        f"1. {hole} | {flop} | call | {later} | {dealer}: ante {ante:+}, call {call:+}, "
        f"bonus {bonus:+}, net {example.net:+}, total {example.net:+}\n"
        f"Result: {example.net:+}\n"
    )


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES)
def test_the_worked_rounds_written_by_hand(example: Example) -> None:
    checked = check_record(read_record(written_by_hand(example)))
    assert checked.differences == ()
    assert checked.match.total == example.net
    for write in (to_text, to_json):
        again = check_record(read_record(write(checked.match)))
        assert again.differences == ()
        assert again.match.played == checked.match.played


@settings(deadline=None, max_examples=60)
@given(any_match())
def test_a_record_gives_the_same_match(match: Match) -> None:
    for write in (to_text, to_json):
        record = read_record(write(match))
        assert record.setup == match.setup
        assert record.net == match.total
        checked = check_record(record)
        assert checked.differences == ()
        assert checked.match.played == match.played
        assert write(checked.match) == write(match)
        assert result_text(checked.match) == result_text(match)


@settings(deadline=None, max_examples=40)
@given(any_match())
def test_what_is_written_adds_up(match: Match) -> None:
    written = json.loads(to_json(match))
    number, total = 0, Fraction(0)
    for row in written["played"]:
        if row["choice"] == "void":
            assert row["round"] is None
            assert "net" not in row
            continue
        number += 1
        bets = [Fraction(row[bet]) for bet in ("ante", "call", "bonus") if bet in row]
        assert ("call" in row) is row["choice"].endswith("call")
        assert ("bonus" in row) is bool(match.setup.bonus)
        assert Fraction(row["net"]) == sum(bets)
        total += sum(bets)
        assert (row["round"], Fraction(row["total"])) == (number, total)
    assert Fraction(written["net"]) == total == match.total


@WRITERS
def test_the_longest_match_can_be_read(write: Callable[[Match], str]) -> None:
    match = Match(MatchSetup(Rules(bonus=Fraction(1)), Fraction(10**9, 3), 1000, "7" * 100))
    while not match.over:
        match.choose(Choice.CALL)
    text = write(match)
    assert len(text) < LARGEST_RECORD
    assert check_record(read_record(text)).differences == ()


@WRITERS
def test_sums_of_awkward_stakes_can_be_read(write: Callable[[Match], str]) -> None:
    rules = Rules((Fraction(999_999_000_001, 10**6),) * 10)
    match = Match(MatchSetup(rules, Fraction("999999999.999999"), 3, "7"))
    while not match.over:
        match.choose(Choice.CALL)
    assert check_record(read_record(write(match))).match.total == match.total


def test_a_text_record() -> None:
    match = Match(MatchSetup.with_bonus(Rules(), Fraction(100), Fraction(50), 3, "7"))
    for choice in (Choice.CALL, Choice.FOLD, Choice.VOID):
        match.choose(choice)
    assert to_text(match).splitlines() == [
        "Record: casino-holdem match 1",
        "Rules: standard",
        "Ante: 100",
        "Bonus: 50",
        "Rounds: 3",
        "Seed: 7",
        "",
        "1. 9d Th | 7h 6d Jh | call | 4d 8h | 5d 7d: ante +100, call +200, bonus -50, net +250, "
        "total +250",
        "2. 7c 4d | 5c 8s 3d | fold: ante -100, bonus -50, net -150, total +100",
        "-. 2s 3h | Ks 3s 7d | void",
        "",
        "Result: +100 after 2 of 3 rounds",
    ]


def test_a_json_record() -> None:
    match = Match(MatchSetup(rounds=1, seed="7"))
    match.choose(Choice.FOLD)
    record = json.loads(to_json(match))
    rules = record.pop("rules")
    assert Rules().with_options(rules) == Rules()
    assert len(rules) == 9
    assert record == {
        "record": FORMAT,
        "stakes": {"ante": "100", "bonus": "0"},
        "rounds": 1,
        "seed": "7",
        "played": [
            {
                "round": 1,
                "hole": "9d Th",
                "flop": "7h 6d Jh",
                "choice": "fold",
                "turn": "",
                "river": "",
                "dealer": "",
                "outcome": "fold",
                "ante": "-100",
                "net": "-100",
                "total": "-100",
            }
        ],
        "net": "-100",
        "result": "-100, the house wins",
    }


@pytest.mark.parametrize(
    ("choices", "expected"),
    [
        ([Choice.CALL], "+300 after 1 of 2 rounds"),
        ([Choice.CALL, Choice.FOLD], "+200, the player wins"),
        ([Choice.FOLD, Choice.FOLD], "-200, the house wins"),
    ],
)
def test_results_in_words(choices: list[Choice], expected: str) -> None:
    match = Match(MatchSetup(rounds=2, seed="7"))
    for choice in choices:
        match.choose(choice)
    assert result_text(match) == expected


HAND = f"""\
Rules: standard
Ante: 100
Bonus: 100
{ROUND}: ante +100, call +200, bonus +700, net +1000
2. 8c 3d | Kh 9c 4d | fold: net -200, total +800
-. 7c 7h | As 7d | void
Result: +800
"""


@pytest.mark.parametrize(
    "text",
    [
        HAND,
        "\ufeff" + HAND,
        HAND.replace("\n", "\r\n"),
        HAND.replace("\n", "\n\n# net -5, or so\n"),
        HAND.upper().replace("STANDARD", "standard"),
        HAND.lower(),
        HAND.replace("Ah", "A♥").replace("Kd", "10♦").replace("Qs", "q♠").replace("Kd", "kD"),
        HAND.replace("Ah Kd", "AhKd").replace("As 7d 4c", "As,7d,4c"),
        HAND.replace("1. ", "1) ").replace("2. ", "  2 .  "),
        HAND.replace(" | ", "|").replace(", ", " ,  "),
        HAND.replace("+", ""),
        HAND.replace("+", "+ "),
        HAND.replace("Result: +800", "Result: +800, the player wins"),
        HAND.replace("Result: +800", "Result: +800 ,  THE PLAYER wins"),
        HAND.replace("Result: +800", "RESULT : 800.00"),
        HAND.replace("| fold:", "|  FOLD :").replace("standard", "Standard;"),
        HAND.replace("Result: +800", "Result: 1600/2"),
        HAND.replace("Rules: standard\n", ""),
        HAND.rstrip("\n"),
        "\n".join(reversed(HAND.splitlines()[:3])) + "\n" + HAND.partition("Bonus: 100\n")[2],
    ],
)
def test_the_same_written_in_many_ways(text: str) -> None:
    record = read_record(text)
    assert record.setup == MatchSetup(Rules(bonus=Fraction(1)), Fraction(100), 2)
    assert record.net == 800
    assert [row.number for row in record.rows] == [1, 2, None]
    assert format_cards(record.rows[0].flop) == "As 7d 4c"
    assert check_record(record).differences == ()


def test_what_a_head_may_leave_out() -> None:
    record = read_record(ROUND)
    assert record.setup == MatchSetup(rounds=1)
    assert record.net is None
    assert record.rows[0].amounts == {}
    assert read_record("Ante: 5").setup == MatchSetup(ante=Fraction(5), rounds=1)
    assert read_record("Seed: 7\nRounds: 9").setup == MatchSetup(seed="7", rounds=9)


@pytest.mark.parametrize("name", PRESETS)
def test_presets_in_the_head(name: str) -> None:
    assert read_record(f"Rules: {name}").setup.rules == PRESETS[name].rules
    changed = read_record(f"rules: {name}; call = 3; qualifier=two pair ").setup.rules
    assert changed == PRESETS[name].rules.with_options({"call": "3", "qualifier": "two pair"})


def test_a_bonus_of_the_rules_unless_the_head_says_otherwise() -> None:
    assert read_record("Rules: fold-forfeits\nAnte: 50").setup.bonus == 50
    assert read_record("Rules: fold-forfeits\nAnte: 50\nBonus: 5").setup.bonus == 5
    assert read_record("Rules: fold-forfeits\nBonus: 0").setup.bonus == 0
    assert read_record("Rules: standard; bonus = 1/2\nAnte: 50").setup.bonus == 25
