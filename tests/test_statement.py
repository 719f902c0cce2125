"""Statements: each bet of a settled round with the reason for what it brings."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from any_match import any_match, stakes
from any_rules import any_rules
from hypothesis import given, settings
from hypothesis import strategies as st
from settled_rounds import AA_BONUS, EXAMPLES, Example

from solver import Rules, settle, settle_fold
from solver.cards import DECK_SIZE
from solver.match import Match
from solver.settlement import FoldedRound
from solver.statement import Line, statement

LOST = "lost: the dealer's hand is better"
UNQUALIFIED = "returned: the dealer does not qualify"
WON = "won: pays 1 to 1"
TIE = "returned: a tie"


def lines_of(example: Example) -> dict[str, Line]:
    settled = settle(
        example.player, example.dealer, example.board, ante=example.ante, bonus=example.bonus
    )
    return {line.bet: line for line in statement(settled, Rules())}


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES)
def test_the_lines_of_a_called_round(example: Example) -> None:
    lines = lines_of(example)
    bets = {"Ante": example.ante, "Call": 2 * example.ante, "AA Bonus": example.bonus}
    assert {bet: int(line.stake) for bet, line in lines.items()} == {
        bet: stake for bet, stake in bets.items() if stake
    }
    assert [line.pay for line in lines.values()] == list(example.pays[: len(lines)])


@pytest.mark.parametrize(
    ("name", "reasons"),
    [
        ("aces over queens", ["pair pays 1 to 1", WON]),
        (
            "three aces",
            [
                "three of a kind pays 1 to 1",
                WON,
                "three of a kind on hole and flop pays 7 to 1",
            ],
        ),
        (
            "dealer jack high",
            [
                "high card pays 1 to 1",
                UNQUALIFIED,
                "lost: less than a pair of aces on hole and flop",
            ],
        ),
        ("flush wins", ["flush pays 2 to 1", WON, "flush on hole and flop pays 20 to 1"]),
        ("tens lose", [LOST, LOST]),
        ("quiz: 25", ["straight pays 1 to 1", UNQUALIFIED]),
        ("royal flush on the board", [TIE, TIE]),
        ("five-high straight flush over four kings", ["straight flush pays 20 to 1", WON]),
        (
            "with a bonus: a loss, a pair of aces",
            [LOST, LOST, "pair of aces on hole and flop pays 7 to 1"],
        ),
        (
            "with a bonus: a royal flush after the flop",
            ["royal flush pays 100 to 1", WON, "pair of aces on hole and flop pays 7 to 1"],
        ),
    ],
)
def test_the_reasons(name: str, reasons: list[str]) -> None:
    assert [line.why for line in lines_of(EXAMPLES[name]).values()] == reasons


@pytest.mark.parametrize(
    ("options", "cards", "reasons"),
    [
        (
            {"ante-needs-pair": "yes"},
            ("Kc 8d", "Qh 9c", "As 7d 6h 3c 2s"),
            ["returned: high card is less than a pair", UNQUALIFIED],
        ),
        (
            {"ante-needs-pair": "yes", "qualifier": "none"},
            ("Ac 8d", "Qh 9c", "Ks 7d 6h 3c 2s"),
            ["returned: high card is less than a pair", WON],
        ),
        (
            {"unqualified": "even"},
            ("Ah 9h", "Js 8d", "Qh 7h 4h 3d 2s"),
            ["the dealer does not qualify: pays 1 to 1", UNQUALIFIED],
        ),
        (
            {"unqualified": "returned"},
            ("Ah 9h", "Js 8d", "Qh 7h 4h 3d 2s"),
            [UNQUALIFIED, UNQUALIFIED],
        ),
        (
            {"ante": "100-20-10-3-3/2-1", "bonus": "1", "bonus-cards": "6"},
            ("Ah 9h", "Ks 8d", "Qh 7h 2s 4h Kd"),
            ["flush pays 3 to 2", WON, "flush on hole, flop and turn pays 20 to 1"],
        ),
        (
            {"bonus": "1", "bonus-cards": "6"},
            ("Kh Kd", "As 8d", "Qh 7c 4h 3d 2s"),
            [
                "pair pays 1 to 1",
                UNQUALIFIED,
                "lost: less than a pair of aces on hole, flop and turn",
            ],
        ),
    ],
)
def test_the_reasons_under_other_rules(
    options: dict[str, str], cards: tuple[str, str, str], reasons: list[str]
) -> None:
    rules = Rules().with_options(options)
    assert [line.why for line in statement(settle(*cards, rules), rules)] == reasons


def test_a_fold() -> None:
    forfeits = Rules(fold_forfeits_bonus=True)
    for rules, bonus, pay, why in (
        (Rules(), 50, 350, "pair of aces on hole and flop pays 7 to 1"),
        (forfeits, 50, -50, "forfeited by the fold"),
    ):
        lines = statement(settle_fold("3h 2d", "As Ad 9c", rules, ante=100, bonus=bonus), rules)
        assert lines == (
            Line("Ante", Fraction(100), Fraction(-100), "lost by the fold"),
            Line("AA Bonus", Fraction(bonus), Fraction(pay), why),
        )
        assert len(statement(settle_fold("3h 2d", "As Ad 9c", rules, ante=100), rules)) == 1


@pytest.mark.parametrize("name", AA_BONUS)
def test_the_bonus_by_its_hand(name: str) -> None:
    player, flop, won = AA_BONUS[name]
    line = statement(settle_fold(player, flop, ante=100, bonus=100), Rules())[-1]
    assert line.pay == won
    if won > 0:
        hand = name.removeprefix("five-high ").replace("quads", "four of a kind")
        assert line.why == f"{hand} on hole and flop pays {won // 100} to 1"
    else:
        assert line.why == "lost: less than a pair of aces on hole and flop"


def brought_by(line: Line) -> Fraction:
    """What a line brings, read from its reason alone."""
    if re.match("lost|forfeited", line.why):
        return -line.stake
    if line.why.startswith("returned"):
        return Fraction(0)
    pays = re.search(r" pays? ([0-9]+) to ([0-9]+)$", line.why)
    assert pays, line
    return line.stake * int(pays[1]) / int(pays[2])


@settings(deadline=None, max_examples=80)
@given(
    st.lists(st.sampled_from(range(DECK_SIZE)), min_size=9, max_size=9, unique=True)
    | st.lists(st.sampled_from(range(16)), min_size=9, max_size=9, unique=True),
    any_rules(),
    stakes,
)
def test_every_reason_gives_its_amount(cards: list[int], rules: Rules, ante: Fraction) -> None:
    rounds: list[FoldedRound] = [
        settle(cards[:2], cards[2:4], cards[4:], rules, ante=ante),
        settle_fold(cards[:2], cards[4:], rules, ante=ante),
    ]
    for settled in rounds:
        lines = statement(settled, rules)
        for line in lines:
            assert line.stake > 0
            assert line.pay == brought_by(line), line
        assert sum(line.pay for line in lines) == settled.net
        assert sum(line.stake for line in lines) == settled.stakes.net


@settings(deadline=None, max_examples=60)
@given(any_match())
def test_chips_are_conserved(match: Match) -> None:
    """Every chip goes from hand to hand: from the player to a bet, from there to one of the two."""
    player, house = Fraction(0), Fraction(0)
    for played in match.played:
        if played.settled is None:
            continue
        for line in statement(played.settled, match.setup.rules):
            player -= line.stake
            bet = line.stake
            if line.pay < 0:
                # A bet is lost whole.
                assert line.pay == -bet
                house += bet
            else:
                house -= line.pay
                player += bet + line.pay
            assert player + house == 0
    assert player == match.total
    assert house == -match.total
