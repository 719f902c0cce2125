"""Reviews: the exact price of decisions, and luck, which add up to the result."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import cast

import pytest
from any_match import any_match
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from test_golden_spots import GOLDEN, Golden

from solver import Rules, Solution
from solver.cards import parse_cards
from solver.distribution import Distribution
from solver.game import GameOutcomes
from solver.match import Choice, Deal, Match, MatchError, MatchSetup
from solver.match.review import Review, priced_rounds, review

CALL, FOLD, BLIND_CALL, VOID = Choice
Chances = dict[Fraction, Fraction]

HALF = Fraction(1, 2)
ACES = ("Ah Kd", "As 7d 4c")
NOTHING = ("3h 2d", "As Ad 9c")
EQUAL = (("9s 7h", "2c Qd Ah"), ("3d 3h", "9c Jc Ac"))


@dataclass(frozen=True)
class AnyGame:
    """Stands for a solved game of which only the results are asked."""

    results: Distribution

    def total_distribution(self, bonus: Fraction) -> Distribution:  # noqa: ARG002
        return self.results

    def look_back(self, match: Match) -> Review:
        return review(match, cast(GameOutcomes, self))


COIN = AnyGame(Distribution.from_weights([(-1, 1), (1, 1)]))
SMALL = AnyGame(Distribution.from_weights([(-3, 5), (-1, 3), (0, 1), (3, 6), (4, HALF)]))


def in_spots(
    *spots: tuple[str, str], rules: Rules | None = None, ante: int = 100, rest: str = "9h 2s Qs Qc"
) -> Match:
    """A match in these spots, each with the same turn, river and cards of the dealer."""
    turn, river, *dealer = parse_cards(rest)
    deals = [
        Deal(parse_cards(hole), tuple(dealer), parse_cards(flop), turn, river)
        for hole, flop in spots
    ]
    setup = MatchSetup(rules or Rules(), Fraction(ante), len(spots))
    return Match(setup, dealt=lambda number: deals[number - 1])


def golden_ev(golden: Golden) -> Fraction:
    """EV(Call) in antes from counts by hand and outcome: not qualified, win, tie, lose."""
    pays = (1, 1, 1, 1, 1, 2, 3, 10, 20, 100)
    total = sum(
        unqualified * pay + win * (pay + 2) - 3 * lose
        for pay, (unqualified, win, _, lose) in zip(pays, golden.counts, strict=True)
    )
    return Fraction(total, 1_070_190)


def test_costs_of_the_golden_spots() -> None:
    found = Counter[bool]()
    for golden in GOLDEN[::4]:
        ev = golden_ev(golden)
        taken = {*parse_cards(golden.hole + golden.flop)}
        later = [card for card in range(52) if card not in taken][:4]
        deal = Deal(
            parse_cards(golden.hole), tuple(later[:2]), parse_cards(golden.flop), *later[2:]
        )
        for choice, chosen in ((CALL, ev), (FOLD, Fraction(-1))):
            match = Match(MatchSetup(ante=Fraction(50), rounds=1), dealt=lambda _, d=deal: d)  # type: ignore[misc]
            match.choose(choice)
            (priced,) = priced_rounds(match)
            best = max(ev, Fraction(-1))
            assert (priced.best, priced.chosen) == (50 * best, 50 * chosen)
            assert priced.cost == 50 * (best - chosen) >= 0
            found[priced.cost > 0] += 1
    assert min(found[True], found[False]) > 20


def test_known_prices() -> None:
    match = in_spots(ACES, NOTHING, ACES, NOTHING)
    for choice in (FOLD, CALL, CALL, FOLD):
        match.choose(choice)
    looked_back = SMALL.look_back(match)
    costs = [priced.cost for priced in looked_back.rounds]
    assert costs == [Fraction(96_616_700, 356_730), 100 * (Fraction(206_179, 118_910) - 1), 0, 0]
    assert [priced.number for priced in looked_back.mistakes] == [1, 2]
    assert looked_back.cost == costs[0] + costs[1]


def test_mistakes_begin_with_the_dearest() -> None:
    match = in_spots(NOTHING, ACES, NOTHING)
    for choice in (CALL, FOLD, CALL):
        match.choose(choice)
    assert [priced.number for priced in SMALL.look_back(match).mistakes] == [2, 1, 3]


@pytest.mark.parametrize("choice", [CALL, FOLD])
@pytest.mark.parametrize("spot", EQUAL)
def test_no_choice_is_wrong_where_both_are_equal(spot: tuple[str, str], choice: Choice) -> None:
    match = in_spots(spot, rest="5h 6h 8d Td")
    match.choose(choice)
    looked_back = SMALL.look_back(match)
    assert looked_back.cost == 0
    assert looked_back.mistakes == ()
    assert looked_back.rounds[0].best == -100


def test_a_blind_call_is_priced_as_a_call_in_its_spot() -> None:
    match = in_spots(NOTHING, ACES, rules=Rules(blind_call=True))
    match.choose(BLIND_CALL)
    match.choose(BLIND_CALL)
    looked_back = SMALL.look_back(match)
    assert [priced.number for priced in looked_back.mistakes] == [1]
    assert looked_back.cost == 100 * (Fraction(206_179, 118_910) - 1)


def test_a_bonus_that_a_fold_forfeits_has_its_price() -> None:
    # Two aces on the flop: with the bonus, which pays 7, Call is better; without it is not.
    forfeits = Rules(fold_forfeits_bonus=True, bonus=Fraction(1))
    for rules, cost in (
        (forfeits, 100 * (7 + 2 - Fraction(206_179, 118_910))),
        (replace(forfeits, fold_forfeits_bonus=False), Fraction(0)),
    ):
        match = in_spots(NOTHING, rules=rules)
        match.choose(FOLD)
        assert SMALL.look_back(match).cost == cost


def test_a_bonus_of_six_cards_is_luck_after_the_decision() -> None:
    # Three aces of 47 turns make a pair of them, which pays 7; nothing else wins.
    rules = Rules(bonus_cards=6, bonus=Fraction(1))
    for turn, net in (("Ah", 600), ("5h", -200)):
        match = in_spots(("2c 3d", "As Kd 9h"), rules=rules, rest=f"{turn} 6h 8c Tc")
        match.choose(FOLD)
        looked_back = SMALL.look_back(match)
        (priced,) = looked_back.rounds
        assert priced.chosen == 100 * (-1 + Fraction(3 * 7 - 44, 47))
        assert looked_back.luck_after == net - priced.chosen
        assert looked_back.net == net


@settings(deadline=None, max_examples=30)
@given(any_match(), st.sampled_from([COIN, SMALL]))
def test_luck_and_cost_add_up_to_the_result(match: Match, game: AnyGame) -> None:
    assume(match.counted)
    looked_back = game.look_back(match)
    mean = game.results.mean * match.counted * match.setup.ante
    assert looked_back.expected == mean
    assert looked_back.net == match.total
    parts = (mean, looked_back.luck_before, looked_back.luck_after, -looked_back.cost)
    assert sum(parts) == match.total
    assert len(looked_back.rounds) == match.counted
    assert all(priced.cost >= 0 for priced in looked_back.rounds)
    # Each part for itself, from the advice for each spot.
    counted = [played for played in match.played if played.choice is not VOID]
    spots = [match.setup.advise(played.hole, played.flop) for played in counted]
    unit = match.setup.ante
    best = [max(advice.ev_call, advice.ev_fold) * unit for advice in spots]
    assert looked_back.luck_before == sum(best) - mean
    chosen = [
        unit * (advice.ev_call if played.choice.calls else advice.ev_fold)
        for advice, played in zip(spots, counted, strict=True)
    ]
    assert looked_back.luck_after == sum(p.net for p in counted) - sum(chosen)
    assert looked_back.cost == sum(best) - sum(chosen)


@settings(deadline=None, max_examples=25)
@given(any_match(st.sampled_from([Rules(), Rules(blind_call=True)])))
def test_perfect_decisions_cost_nothing(match: Match) -> None:
    again = Match(match.setup)
    while not again.over:
        again.see()
        advice = match.setup.advise(again.hole, again.flop)
        again.choose(CALL if advice.ev_call > advice.ev_fold else FOLD)
    looked_back = SMALL.look_back(again)
    assert looked_back.cost == 0
    assert looked_back.mistakes == ()


def after_rounds(game: Chances, rounds: int) -> Chances:
    """Chances of the total of so many rounds, round by round."""
    chances = {Fraction(0): Fraction(1)}
    for _ in range(rounds):
        after: Chances = {}
        for total, chance in chances.items():
            for result, one in game.items():
                after[total + result] = after.get(total + result, Fraction(0)) + chance * one
        chances = after
    return chances


@settings(deadline=None, max_examples=25)
@given(any_match(st.just(Rules())))
def test_where_a_result_stands_among_all(match: Match) -> None:
    assume(match.counted > 0)
    chances = after_rounds(dict(SMALL.results.chances), match.counted)
    net = match.total / match.setup.ante
    worse = sum(chance for total, chance in chances.items() if total < net)
    assert SMALL.look_back(match).standing == (worse, chances.get(net, 0))


def test_among_all_matches_of_one_and_two_rounds(solution: Solution) -> None:
    game = dict(solution.outcomes.distribution.chances)
    two = after_rounds(game, 2)
    for choices, chances in (([CALL], game), ([CALL, FOLD], two), ([FOLD, FOLD], two)):
        match = in_spots(*[ACES] * len(choices), ante=7)
        for choice in choices:
            match.choose(choice)
        looked_back = review(match, solution.outcomes)
        net = match.total / 7
        worse = sum(chance for total, chance in chances.items() if total < net)
        assert looked_back.standing == (worse, chances[net])
        mean = Fraction(-1_363_917_077, 63_213_204_600)
        assert looked_back.expected == 7 * mean * len(choices)


def test_void_deals_are_not_looked_back_on() -> None:
    match = in_spots(ACES, NOTHING)
    match.choose(VOID)
    with pytest.raises(MatchError, match="no round was played that counts"):
        SMALL.look_back(match)
    match.choose(FOLD)
    looked_back = SMALL.look_back(match)
    assert [(priced.number, priced.played.choice) for priced in looked_back.rounds] == [(1, FOLD)]
    assert looked_back.expected == 100 * SMALL.results.mean


def test_the_sum_in_words() -> None:
    match = in_spots(ACES, NOTHING)
    match.choose(CALL)
    match.choose(CALL)
    lines = COIN.look_back(match).lines()
    assert [(what, value) for what, value, _ in lines] == [
        ("Perfect play", "0.00"),
        ("Your cards", "+70.84"),
        ("What came after", "+2.55"),
        ("Your decisions", "-73.39"),
        ("Net result", "0.00"),
    ]
    assert "in 2 rounds" in lines[0][2]


@pytest.mark.parametrize(
    ("choice", "sentence"),
    [
        (CALL, "100.0 % end worse than this one, 0.0 % the same, 0.0 % better"),
        (FOLD, "0.0 % end worse than this one, 50.0 % the same, 50.0 % better"),
    ],
)
def test_luck_in_words(choice: Choice, sentence: str) -> None:
    match = in_spots(ACES)
    match.choose(choice)
    looked_back = COIN.look_back(match)
    assert looked_back.sentence() == f"Of all such matches played perfectly, {sentence}."
    assert "in 1 round" in looked_back.lines()[0][2]


def test_results_too_many_to_tell() -> None:
    match = in_spots(*[ACES] * 6)
    for _ in range(6):
        match.choose(CALL)
    results = [(k * 10**5 + Fraction(k * k + 1, 10**6), 1) for k in range(20)]
    looked_back = AnyGame(Distribution.from_weights(results)).look_back(match)
    assert looked_back.standing is None
    assert "too many results" in looked_back.sentence()
    assert looked_back.net == match.total == 1800
