"""The match: deals decided and settled one after the other, nothing seen before its time."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from any_match import any_match, any_setup
from hypothesis import given, settings
from hypothesis import strategies as st
from settled_rounds import AA_BONUS, EXAMPLES, Example

from solver import CardError, Rules, RulesError, settle, settle_fold
from solver.advisor import Advisor
from solver.cards import format_cards, parse_cards
from solver.match import Choice, Deal, Match, MatchError, MatchSetup, settle_deal
from solver.settlement import Pays

CALL, FOLD, BLIND_CALL, VOID = Choice
BLIND = Rules(blind_call=True)
SIX = Rules(bonus_cards=6, bonus=Fraction(1))


def deal_of(example: Example) -> Deal:
    hole, flop, later, dealer = map(parse_cards, example.cards)
    turn, river = later
    return Deal(hole, dealer, flop, turn, river)


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES)
def test_the_worked_rounds_played(example: Example) -> None:
    setup = MatchSetup.with_bonus(Rules(), Fraction(example.ante), Fraction(example.bonus), 1)
    match = Match(setup, dealt=lambda _: deal_of(example))
    assert format_cards(match.hole + match.flop) == " ".join(example.cards[:2])
    played = match.choose(CALL)
    assert played.settled is not None
    assert played.settled.pays == Pays(*map(Fraction, example.pays))
    assert match.total == played.net == example.net
    assert match.over


def test_the_worked_rounds_in_one_match() -> None:
    examples = [e for e in EXAMPLES.values() if (e.ante, e.bonus) == (100, 0)]
    setup = MatchSetup(rounds=2 * len(examples))
    match = Match(setup, dealt=lambda number: deal_of(examples[(number - 1) // 2]))
    total = 0
    for n, example in enumerate(examples):
        assert (match.number, match.counted, match.over) == (2 * n + 1, 2 * n, False)
        match.choose(CALL)
        match.choose(FOLD)
        total += example.net - 100
        assert match.total == total
    assert match.over


@pytest.mark.parametrize(("player", "flop", "won"), AA_BONUS.values(), ids=AA_BONUS)
def test_a_fold_with_a_bonus(player: str, flop: str, won: int) -> None:
    deal = Deal(parse_cards(player), (), parse_cards(flop), 0, 1)
    for rules, bonus in ((Rules(), won), (Rules(fold_forfeits_bonus=True), -100)):
        setup = MatchSetup.with_bonus(rules, Fraction(100), Fraction(100), 1)
        played = Match(setup, dealt=lambda _: deal).choose(FOLD)
        assert played.net == bonus - 100
        # What nobody has to see is not shown.
        assert (played.turn, played.river, played.dealer) == (None, None, ())


def test_a_fold_shows_the_turn_only_where_a_bonus_waits_for_it() -> None:
    for rules, shown in (
        (SIX, True),
        (replace(SIX, bonus=Fraction(0)), False),
        (replace(SIX, fold_forfeits_bonus=True), False),
        (replace(SIX, bonus_cards=5), False),
    ):
        match = Match(MatchSetup(rules, seed="7"))
        turn = match.deal.turn
        assert match.choose(FOLD).turn == (turn if shown else None)


def test_the_usual_setup() -> None:
    setup = MatchSetup()
    assert setup == MatchSetup(Rules(), Fraction(100), 20, None)
    assert setup.bonus == 0
    assert MatchSetup(Rules(bonus=Fraction(1, 2))).bonus == 50
    stakes = MatchSetup.with_bonus(Rules(bonus=Fraction(3)), Fraction(5, 2), Fraction(1))
    assert stakes.bonus == 1
    assert stakes.rules.bonus == Fraction(2, 5)
    assert MatchSetup.with_bonus(Rules(bonus=Fraction(3)), Fraction(10), None).bonus == 30


def test_void_deals_are_not_counted_and_pay_nothing() -> None:
    match = Match(MatchSetup(seed="7", rounds=2))
    first = match.hole
    void = match.choose(VOID)
    assert void.net == match.total == 0
    assert void.settled is None
    assert void.hole == first
    assert (match.counted, match.number) == (0, 2)
    assert match.hole != first
    match.choose(FOLD)
    match.choose(VOID)
    match.choose(FOLD)
    assert (match.counted, match.number, match.over) == (2, 5, True)
    assert match.total == -200


def test_a_blind_call() -> None:
    match = Match(MatchSetup(BLIND, seed="7", rounds=2))
    deal = match.setup.deal(1)
    assert (match.hole, match.flop) == ((), ())
    assert list(match.offers) == [BLIND_CALL, VOID]
    played = match.choose(BLIND_CALL)
    assert played.hole + played.flop == deal.hole + deal.flop
    assert played.settled == settle(
        deal.hole, deal.dealer, (*deal.flop, deal.turn, deal.river), BLIND, ante=100
    )
    # Each deal is blind again.
    assert match.hole == ()
    match.see()
    assert list(match.offers) == [CALL, FOLD, VOID]
    assert match.hole == match.setup.deal(2).hole
    with pytest.raises(MatchError, match="blind call: may be chosen now: call, fold, void"):
        match.choose(BLIND_CALL)
    assert match.choose(FOLD).net == -100
    assert match.over


def test_a_void_deal_that_nobody_saw_has_no_cards() -> None:
    match = Match(MatchSetup(BLIND, seed="7", rounds=1))
    assert match.choose(VOID).hole == ()
    assert match.hole == ()


@pytest.mark.parametrize("choice", [CALL, FOLD])
def test_nothing_is_decided_before_it_may_be(choice: Choice) -> None:
    match = Match(MatchSetup(BLIND))
    with pytest.raises(MatchError, match=f"{choice}: may be chosen now: blind call, void"):
        match.choose(choice)
    assert match.played == []


def test_a_match_that_is_over() -> None:
    match = Match(MatchSetup(rounds=1))
    match.choose(FOLD)
    assert (match.offers, match.hole, match.flop) == ((), (), ())
    for choice in Choice:
        with pytest.raises(MatchError, match="nothing, the match is over"):
            match.choose(choice)
    with pytest.raises(MatchError, match=r"^the match is over$"):
        match.deal  # noqa: B018
    assert match.total == -100


def test_a_match_goes_on_with_the_cards_of_its_seed() -> None:
    setup = MatchSetup(seed="7", rounds=4)
    whole = Match(setup)
    for choice in (CALL, VOID, FOLD, CALL, CALL):
        whole.choose(choice)
    half = Match(setup)
    half.choose(CALL)
    half.choose(VOID)
    rest = Match(setup, half.played)
    for choice in (FOLD, CALL, CALL):
        rest.choose(choice)
    assert rest.played == whole.played
    assert len(half.played) == 2


def test_cards_are_dealt_once() -> None:
    asked: list[int] = []

    def dealt(number: int) -> Deal:
        asked.append(number)
        return MatchSetup(seed="7").deal(number)

    match = Match(MatchSetup(rounds=2), dealt=dealt)
    assert match.hole == match.hole
    assert match.flop == match.deal.flop
    match.choose(CALL)
    match.choose(CALL)
    assert asked == [1, 2]
    unseeded = Match(MatchSetup())
    assert unseeded.hole == unseeded.hole


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"ante": Fraction(0)}, "Ante: expected more than 0, up to 1,000,000,000, found 0"),
        ({"ante": Fraction(-1)}, "Ante: expected more than 0, up to 1,000,000,000, found -1"),
        ({"ante": Fraction(10**9 + 1)}, "Ante: expected more than 0, up to 1,000,000,000, found"),
        ({"rounds": 0}, "rounds: expected 1 to 1,000, found 0"),
        ({"rounds": 1001}, "rounds: expected 1 to 1,000, found 1001"),
        ({"seed": ""}, "seed: expected 1 to 100 printable characters"),
        ({"seed": " 7"}, "no spaces around"),
        ({"seed": "7\n8"}, "printable"),
        ({"seed": "x" * 101}, "1 to 100"),
        (
            {"rules": Rules(bonus=Fraction(11)), "ante": Fraction(10**8)},
            "AA Bonus: expected more than 0, up to 1,000,000,000, found 1100000000",
        ),
        (
            {"ante": Fraction(1, 1_000_001)},
            "Ante: expected a number with a denominator up to 1,000,000, found 1/1000001",
        ),
    ],
)
def test_what_is_no_match(wrong: dict[str, object], error: str) -> None:
    with pytest.raises(MatchError, match=re.escape(error)):
        MatchSetup(**wrong)  # type: ignore[arg-type]


def test_no_bonus_where_there_is_none() -> None:
    with pytest.raises(RulesError, match="there is no AA Bonus"):
        MatchSetup.with_bonus(Rules(bonus_pays=None), Fraction(100), Fraction(1))
    for ante, bonus, error in (
        (Fraction(0), 1, "^Ante: expected more than 0"),
        (Fraction(1), -1, "^AA Bonus: expected more than 0"),
        (Fraction(10**6 + 1), 1, "^AA Bonus: .* found 1 to 1000001$"),
    ):
        with pytest.raises(MatchError, match=error):
            MatchSetup.with_bonus(Rules(), ante, Fraction(bonus))


def test_what_cannot_be_settled() -> None:
    hole, flop = parse_cards("Ah Kd"), parse_cards("As 7d 4c")
    for cards in ((), (0,), (0, 1)):
        with pytest.raises(CardError):
            settle_deal(MatchSetup(), CALL, hole, flop, *cards)
    with pytest.raises(CardError, match="the turn, too"):
        settle_deal(MatchSetup(SIX), FOLD, hole, flop)
    assert settle_deal(MatchSetup(), VOID, (0, 0), ()).net == 0


def test_advice_is_that_of_the_rules() -> None:
    rules = Rules(fold_forfeits_bonus=True, bonus=Fraction(1))
    cards = parse_cards("3h 2d"), parse_cards("As Ad 9c")
    assert MatchSetup(rules).advise(*cards) == Advisor(rules).advise(*cards)
    assert MatchSetup(rules).advise(*cards) != MatchSetup().advise(*cards)


@settings(deadline=None, max_examples=80)
@given(any_match())
def test_what_is_played_adds_up(match: Match) -> None:
    rules, ante = match.setup.rules, match.setup.ante
    total = Fraction(0)
    for number, played in enumerate(match.played, start=1):
        deal = match.setup.deal(number)
        board = (*deal.flop, deal.turn, deal.river)
        if played.choice.calls:
            total += settle(deal.hole, deal.dealer, board, rules, ante=ante).net
            assert (played.dealer, played.turn, played.river) == (deal.dealer, *board[3:])
        elif played.choice is FOLD:
            total += settle_fold(deal.hole, board, rules, ante=ante).net
            assert (played.dealer, played.river) == ((), None)
        assert played.hole in {deal.hole, ()}
    assert match.total == total
    assert match.counted == sum(p.choice is not VOID for p in match.played)
    assert match.counted <= match.setup.rounds
    assert match.over is (match.counted == match.setup.rounds)


@settings(deadline=None, max_examples=40)
@given(any_setup(), st.lists(st.sampled_from([CALL, FOLD, VOID]), min_size=12, max_size=12))
def test_a_choice_changes_no_card(setup: MatchSetup, choices: list[Choice]) -> None:
    setup = replace(setup, rules=replace(setup.rules, blind_call=False), rounds=12)
    one, other = Match(setup), Match(setup)
    for choice in choices:
        assert (one.hole, one.flop) == (other.hole, other.flop)
        one.choose(choice)
        other.choose(VOID)
