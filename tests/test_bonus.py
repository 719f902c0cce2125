"""AA Bonus: its hands, edges and means, alone and together with Ante and Call."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import eval7
import numpy as np
import phevaluator
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from solver import (
    Advisor,
    Decision,
    Engine,
    GameOutcomes,
    Rules,
    RulesError,
    Solution,
    _boards,
    _turns,
    solve_game,
    spots,
)
from solver.bonus import (
    BONUS_GROUPS,
    bonus_distribution,
    bonus_return,
    expected_bonus,
    group_hands,
    groups_of,
    turn_groups,
)
from solver.cards import DECK_SIZE, format_card, parse_cards
from solver.edge import solve_with_bonus
from solver.enumeration import COMPLETIONS, count_outcomes
from solver.game import DEALS
from solver.hands import evaluate
from solver.known import KnownCards
from solver.settlement import group_of, group_pays
from solver.solve import BoardTables
from solver.spots import FLOP_CLASSES, SPOT_CLASSES, SPOTS, cards_on, holes_on

ALONE = Engine(workers=1)
USUAL = (100, 50, 40, 30, 20, 7, 7, 7, 7)

# Five cards, by the formulas; lowest first, lost hands before them.
ACES = comb(4, 2) * comb(12, 3) * 4**3
WINNING_FIVE = (
    ACES,
    comb(13, 2) * comb(4, 2) ** 2 * 44,
    13 * comb(4, 3) * comb(12, 2) * 4**2,
    10 * (4**5 - 4),
    4 * (comb(13, 5) - 10),
    13 * comb(4, 3) * 12 * comb(4, 2),
    13 * 48,
    36,
    4,
)
FIVE = (comb(52, 5) - sum(WINNING_FIVE), *WINNING_FIVE)

# Six cards. Four ranks beside two aces make a straight where they are K Q J T or 5 4 3 2; with all
# four in one suit either ace of that suit makes a flush. Two pair, trips, straights and flushes as
# published, the rest by the formulas.
WINNING_SIX = (
    (comb(12, 4) - 2) * (comb(4, 2) * 4**4 - 4 * 3),
    2_532_816,
    732_160,
    361_620,
    205_792,
    comb(13, 2) * comb(4, 3) ** 2 + 13 * comb(4, 3) * 12 * comb(4, 2) * 44,
    13 * comb(48, 2),
    9 * 4 * 46,
    4 * 47,
)
SIX = (comb(52, 6) - sum(WINNING_SIX), *WINNING_SIX)

HANDS = {5: FIVE, 6: SIX}

EDGES = {
    "100-50-40-30-20-7-7-7-7": Fraction(5809, 92820),
    "25-25-25-25-25-7-7-7-7": Fraction(6933, 108290),
    "100-50-40-30-20-10-8-7-7": Fraction(551, 18564),
}


def group_by_another_evaluator(cards: tuple[int, ...]) -> int:
    """Result of the bonus on five or six cards: 0 lost, 1 a pair of aces, 9 a royal flush."""
    rank = int(phevaluator.evaluate_cards(*cards))
    # The worst two pair is 3325th; the worst pair of aces, with 4, 3 and 2, is 3545th.
    worst = (3545, 3325, 2467, 1609, 1599, 322, 166, 10, 1)
    return sum(rank <= least for least in worst)


def bonus_result(pays: tuple[int, ...], cards: tuple[int, ...]) -> int:
    group = group_by_another_evaluator(cards)
    return pays[9 - group] if group else -1


def groups_by_ranks_and_suits(cards: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Results of the bonus on rows of five cards, without an evaluator."""
    ranks = np.sort(cards // 4, axis=1).astype(np.int64)
    suited = (cards % 4 == cards[:, :1] % 4).all(axis=1)
    held = np.zeros((len(cards), 13), np.int64)
    for column in range(5):
        held[np.arange(len(cards)), ranks[:, column]] += 1
    most, pairs = held.max(axis=1), (held == 2).sum(axis=1)
    wheel = (ranks == [0, 1, 2, 3, 12]).all(axis=1)
    straight = (most == 1) & ((ranks[:, 4] - ranks[:, 0] == 4) | wheel)
    royal = straight & suited & (ranks[:, 0] == 8)
    kinds = [
        *((royal, 9), (straight & suited, 8), (most == 4, 7), ((most == 3) & (pairs == 1), 6)),
        *((suited, 5), (straight, 4), (most == 3, 3), (pairs == 2, 2), (held[:, 12] == 2, 1)),
    ]
    return np.select([which for which, _ in kinds], [group for _, group in kinds], 0)


@cache
def whole_game() -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64]]:
    """Of every spot class its five cards, its number of spots and its result of the bonus."""
    flops = range(FLOP_CLASSES)
    cards = cards_on(flops)
    return cards, holes_on(flops)[1].astype(np.int64), groups_by_ranks_and_suits(cards)


@pytest.fixture(scope="module")
def forfeiting() -> dict[Fraction, Solution]:
    """The game where a fold forfeits the bonus, by what lies on it."""
    stakes = [Fraction(0), Fraction(1, 10), Fraction(1)]
    rules = [Rules(fold_forfeits_bonus=True, bonus=stake) for stake in stakes]
    return dict(zip(stakes, solve_game(rules, ALONE), strict=True))


@pytest.fixture(scope="module")
def six_cards() -> Solution:
    return solve_with_bonus(Rules(bonus_cards=6), ALONE)


@pytest.mark.parametrize("table", EDGES)
def test_edges_that_were_published(table: str) -> None:
    rules = Rules().with_options({"bonus-pays": table})
    assert -bonus_distribution(rules).mean == EDGES[table]
    assert bonus_return(rules) == 1 - EDGES[table]


def test_edge_with_seven_for_all_that_wins() -> None:
    edge = -bonus_distribution(Rules(bonus_pays=(Fraction(7),) * 9)).mean
    assert edge == 1 - Fraction(8 * 282_660, 2_598_960)
    assert f"{float(100 * edge):.6f}" == "12.992889"


def test_edge_of_the_usual_table_in_hands() -> None:
    distribution = bonus_distribution(Rules())
    assert -distribution.mean == Fraction(162_652, 2_598_960)
    assert distribution.hit_frequency == Fraction(282_660, 2_598_960)
    assert dict(distribution.chances) == {
        Fraction(-1): Fraction(2_316_300, 2_598_960),
        Fraction(7): Fraction(273_144, 2_598_960),
        Fraction(20): Fraction(5_108, 2_598_960),
        Fraction(30): Fraction(3_744, 2_598_960),
        Fraction(40): Fraction(624, 2_598_960),
        Fraction(50): Fraction(36, 2_598_960),
        Fraction(100): Fraction(4, 2_598_960),
    }


@pytest.mark.parametrize("cards", [5, 6])
def test_hands_by_the_formulas(cards: int) -> None:
    assert group_hands(cards) == HANDS[cards]
    assert sum(group_hands(cards)) == comb(DECK_SIZE, cards)
    assert sum(HANDS[5][1:]) == 282_660
    rules = Rules(bonus_cards=cards)
    won = sum(pay * hands for pay, hands in zip(USUAL[::-1], HANDS[cards][1:], strict=True))
    assert bonus_distribution(rules).mean == Fraction(won - HANDS[cards][0], comb(52, cards))


def test_hands_of_five_one_by_one() -> None:
    hands = np.arange(DECK_SIZE, dtype=np.uint8)[:, np.newaxis]
    for _ in range(4):
        higher = DECK_SIZE - 1 - hands[:, -1].astype(np.int64)
        nth = np.arange(higher.sum()) - np.repeat(higher.cumsum() - higher, higher)
        hands = np.repeat(hands, higher, axis=0)
        hands = np.column_stack([hands, (hands[:, -1] + 1 + nth).astype(np.uint8)])
    assert len(hands) == comb(DECK_SIZE, 5)
    groups = groups_of(hands)
    assert tuple(np.bincount(groups, minlength=BONUS_GROUPS).tolist()) == FIVE
    assert np.array_equal(groups, groups_by_ranks_and_suits(hands))


EVAL7_CARDS = [eval7.Card(format_card(card)) for card in range(DECK_SIZE)]
EVAL7_NAMES = (
    *("Two Pair", "Trips", "Straight", "Flush", "Full House", "Quads", "Straight Flush"),
)


def test_some_hands_of_six_with_another_evaluator() -> None:
    draw = random.Random(6)
    decks = [range(DECK_SIZE), range(24, DECK_SIZE), [c for c in range(DECK_SIZE) if c % 4 < 2]]
    hands = [tuple(draw.sample(decks[n % 3], 6)) for n in range(6000)]
    groups = groups_of(np.array(hands, np.uint8)).tolist()
    aces = eval7.evaluate([EVAL7_CARDS[c] for c in parse_cards("Ac Ad 4h 3s 2c")])
    for hand, group in zip(hands, groups, strict=True):
        assert group == group_by_another_evaluator(hand), hand
        value = eval7.evaluate([EVAL7_CARDS[card] for card in hand])
        name = eval7.handtype(value)
        expected = EVAL7_NAMES.index(name) + 2 if name in EVAL7_NAMES else int(value >= aces)
        assert min(group, 8) == expected, hand
    assert {*groups} == set(range(BONUS_GROUPS))


def test_results_and_pays_go_together() -> None:
    rules = Rules().with_options({"bonus-pays": "90-80-70-60-50-40-30-20-10"})
    assert list(map(str, group_pays(rules))) == ["-1", *(str(10 * n) for n in range(1, 10))]
    assert group_of(evaluate("Ac Ad 4h 3s 2c")) == 1
    assert group_of(evaluate("Kc Kd Ah Qs Jc")) == 0
    assert group_of(evaluate("2c 2d 3h 3s 4c")) == 2
    assert group_of(evaluate("As Ks Qs Js Ts")) == 9
    with pytest.raises(RulesError, match="there is no AA Bonus"):
        group_pays(Rules(bonus_pays=None))
    with pytest.raises(RulesError, match="there is no AA Bonus"):
        bonus_distribution(Rules(bonus_pays=None))


@st.composite
def decks(draw: st.DrawFn) -> list[int]:
    """All cards in any order, often with cards of few suits or few ranks first."""
    suits = draw(st.sets(st.integers(0, 3), min_size=1))
    ranks = draw(st.just(set(range(13))) | st.sets(st.integers(0, 12), min_size=3))
    deck = draw(st.randoms(use_true_random=False)).sample(range(DECK_SIZE), DECK_SIZE)
    return sorted(deck, key=lambda card: not (card % 4 in suits and card // 4 in ranks))


bonus_tables = st.tuples(*[st.integers(0, 200)] * 9)


@settings(deadline=None, max_examples=150)
@given(
    decks(),
    bonus_tables,
    st.sampled_from([5, 6]),
    st.integers(0, 12),
    st.integers(0, 2),
    st.tuples(st.booleans(), st.booleans()),
)
def test_expected_bonus_turn_by_turn(
    deck: list[int],
    table: tuple[int, ...],
    count: int,
    dead: int,
    dealer: int,
    board: tuple[bool, bool],
) -> None:
    hole, flop, left = tuple(deck[:2]), tuple(deck[2:5]), iter(deck[5:])
    known = KnownCards(
        tuple(next(left) for _ in range(dead)),
        tuple(next(left) for _ in range(dealer)),
        *(next(left) if is_known else None for is_known in board),
    )
    rules = Rules(bonus_pays=tuple(map(Fraction, table)), bonus_cards=count)
    if count == 5:
        results = [bonus_result(table, hole + flop)]
    else:
        turns = list(left) if known.turn is None else [known.turn]
        results = [bonus_result(table, (*hole, *flop, turn)) for turn in turns]
    mean = Fraction(sum(results), len(results))
    assert expected_bonus(rules, hole, flop, known) == mean
    if not known:
        assert expected_bonus(rules, hole, flop) == mean


@settings(deadline=None, max_examples=60)
@given(st.lists(decks().map(lambda deck: deck[:5]), min_size=1, max_size=4))
def test_results_by_turn(rows: list[list[int]]) -> None:
    groups = turn_groups(np.array(rows, np.uint8))
    for row, by_turn in zip(rows, groups.tolist(), strict=True):
        expected = [
            0 if turn in row else group_by_another_evaluator((*row, turn))
            for turn in range(DECK_SIZE)
        ]
        assert by_turn == expected


@pytest.mark.parametrize(
    ("bonus", "decision"),
    [
        (Fraction(0), Decision.FOLD),
        (Fraction(9173, 100_000), Decision.FOLD),
        (Fraction(87269, 951280), Decision.EITHER),
        (Fraction(9174, 100_000), Decision.CALL),
        (Fraction(1), Decision.CALL),
    ],
)
def test_a_stake_to_lose_turns_fold_into_call(bonus: Fraction, decision: Decision) -> None:
    advice = Advisor(Rules(fold_forfeits_bonus=True, bonus=bonus)).advise("3h 2d", "As Ad 9c")
    assert advice.outcomes.main_ev_call == Fraction(-1_855_611, 1_070_190)
    assert advice.ev_call == Fraction(-1_855_611, 1_070_190) + 7 * bonus
    assert advice.ev_fold == -1 - bonus
    assert advice.decision is decision
    threshold = advice.outcomes.calling_bonus
    assert threshold == Fraction(785_421, 1_070_190) / 8 == Fraction(87269, 951280)
    assert f"{float(threshold):.7f}" == "0.0917385"
    kept = Advisor(Rules(bonus=bonus)).advise("3h 2d", "As Ad 9c")
    assert kept.decision is Decision.FOLD
    assert kept.ev_fold == -1 + 7 * bonus
    assert kept.outcomes.calling_bonus is None


def by_group(game: GameOutcomes) -> NDArray[np.int64]:
    """Deals by result of the bonus, decision, final hand and outcome."""
    assert game.by_bonus is not None
    return np.array(game.by_bonus, np.int64)


def test_deals_by_bonus_add_up_to_all_deals(
    solution: Solution, forfeiting: dict[Fraction, Solution]
) -> None:
    for solved in (solution, *forfeiting.values()):
        deals = by_group(solved.outcomes)
        assert deals.shape == (10, 3, 10, 4)
        assert deals.sum() == DEALS
        assert np.array_equal(deals.sum(axis=0), np.array(solved.outcomes.deals))
        # Each hand of five is as likely, and leaves as many completions.
        each = DEALS // comb(52, 5)
        assert deals.sum(axis=(1, 2, 3)).tolist() == [each * hands for hands in FIVE]


def test_a_bonus_that_a_fold_keeps_is_worth_what_its_hands_say(solution: Solution) -> None:
    game = solution.outcomes
    assert game.bonus_distribution.mean == -EDGES["100-50-40-30-20-7-7-7-7"]
    assert game.bonus_distribution == bonus_distribution(Rules())
    for stake in (Fraction(1), Fraction(1, 3)):
        total = game.total_distribution(stake)
        assert total.mean == game.ev - stake * Fraction(5809, 92820)
    assert game.total_distribution(Fraction(0)) == game.distribution


class Played:
    """The whole game played spot by spot: results as sums over all spots."""

    def __init__(
        self,
        solution: Solution,
        stake: Fraction,
        *,
        forfeits: bool,
        call_indifferent: bool = False,
    ) -> None:
        _, weights, groups = whole_game()
        # Every pay of Ante and Call is whole; any scale is there for the bonus.
        ev, rest = np.divmod(solution.ev.astype(np.int64), solution.scale)
        assert not rest.any()
        pays = np.array([-1, *USUAL[::-1]], np.int64)[groups]
        given_up = stake.numerator * (pays + 1) if forfeits else np.zeros_like(pays)
        gain = (ev + COMPLETIONS) * stake.denominator + COMPLETIONS * given_up
        self.decisions = np.sign(gain) + 1
        called = gain >= 0 if call_indifferent else gain > 0
        # Sums of Ante and Call over the completions, and the bonus of one.
        main = np.where(called, ev, -COMPLETIONS)
        bonus = np.where(called | np.bool_(not forfeits), pays, -1)
        self.spots = [int(weights[self.decisions == d].sum()) for d in Decision]
        self.called_by_group = [int(weights[called & (groups == g)].sum()) for g in range(10)]
        self.main = Fraction(int((weights * main).sum()), DEALS)
        self.bonus = Fraction(int((weights * bonus).sum()), SPOTS)
        self.product = Fraction(int((weights * main * bonus).sum()), DEALS)
        self.bonus_square = Fraction(int((weights * bonus * bonus).sum()), SPOTS)

    def check(self, game: GameOutcomes) -> None:
        assert list(game.spots) == self.spots
        assert game.ev == self.main
        assert game.bonus_distribution.mean == self.bonus
        assert game.bonus_distribution.variance == self.bonus_square - self.bonus**2
        assert game.bonus_covariance == self.product - self.main * self.bonus
        called = [called for called, _ in game.bonus_deals()]
        assert called == [spots * COMPLETIONS for spots in self.called_by_group]
        for stake in (Fraction(1), Fraction(5, 2)):
            total = game.total_distribution(stake)
            assert total.mean == self.main + stake * self.bonus
            covariance = self.product - self.main * self.bonus
            assert total.variance == (
                game.variance
                + 2 * stake * covariance
                + stake**2 * (self.bonus_square - self.bonus**2)
            )


def test_the_usual_game_spot_by_spot(solution: Solution) -> None:
    played = Played(solution, Fraction(0), forfeits=False)
    played.check(solution.outcomes)
    assert played.main == Fraction(-1363917077, 63213204600)
    assert played.bonus == Fraction(-5809, 92820)
    assert played.spots[Decision.EITHER] == 36
    assert np.array_equal(solution.decisions(), played.decisions)
    called = Played(solution, Fraction(0), forfeits=False, call_indifferent=True)
    called.check(replace(solution.outcomes, indifferent="call"))


def test_a_forfeited_bonus_spot_by_spot(forfeiting: dict[Fraction, Solution]) -> None:
    folds, bonuses = [], []
    for stake, solution in forfeiting.items():
        played = Played(solution, stake, forfeits=True)
        played.check(solution.outcomes)
        assert np.array_equal(solution.decisions(), played.decisions)
        folds.append(played.spots[Decision.FOLD])
        bonuses.append(played.bonus)
    assert folds[0] > folds[1] > folds[2]
    # With an Ante's worth on it no bonus that is won is folded away.
    assert bonuses[0] < bonuses[1] < bonuses[2] == Fraction(-5809, 92820)


def test_a_call_before_any_card_is_seen(
    solution: Solution, forfeiting: dict[Fraction, Solution]
) -> None:
    weights = whole_game()[1]
    ev = Fraction(int((weights * solution.ev).sum()), DEALS)
    assert -solution.outcomes.blind_call_edge == ev
    assert f"{float(ev):.9f}" == "-0.078996432"
    assert solution.outcomes.blind_call_edge > solution.outcomes.house_edge
    assert forfeiting[Fraction(1)].outcomes.blind_call_edge == -ev


def test_six_cards_are_counted_with_the_turn(six_cards: Solution, solution: Solution) -> None:
    game = six_cards.outcomes
    deals = by_group(game)
    assert np.array_equal(six_cards.ev, solution.ev)
    assert game.deals == solution.outcomes.deals
    # Either of the two cards may be the turn.
    assert np.array_equal(deals.sum(axis=0), 2 * np.array(game.deals))
    each = 2 * DEALS // comb(52, 6)
    assert deals.sum(axis=(1, 2, 3)).tolist() == [each * hands for hands in SIX]
    # What hole, flop and turn make, the final hand makes at least.
    for group in range(2, BONUS_GROUPS):
        assert not deals[group, :, :group].any()
        assert deals[group, :, group].any()
    assert not deals[1, :, 0].any()


def test_mean_and_covariance_of_six_cards(six_cards: Solution, solution: Solution) -> None:
    game = six_cards.outcomes
    pays = (-1, *USUAL[::-1])
    mean = Fraction(sum(p * n for p, n in zip(pays, SIX, strict=True)), comb(52, 6))
    assert game.bonus_distribution.mean == mean
    assert game.bonus_distribution == bonus_distribution(game.rules)
    # Ante and Call by final hand, royal flush last, in a round that ends in each of four ways.
    ante = (1, 1, 1, 1, 1, 2, 3, 10, 20, 100)
    product = 0
    for pay, decisions in zip(pays, by_group(game).tolist(), strict=True):
        fold, either, call = decisions
        product -= pay * sum(map(sum, fold + either))
        for on_ante, (unqualified, win, _, lose) in zip(ante, call, strict=True):
            product += pay * (on_ante * unqualified + (on_ante + 2) * win - 3 * lose)
    expected = Fraction(product, 2 * DEALS) - mean * solution.outcomes.ev
    assert game.bonus_covariance == expected
    assert game.bonus_covariance != solution.outcomes.bonus_covariance


def test_without_its_count_there_is_no_joint_of_six_cards() -> None:
    with pytest.raises(RulesError, match="were not counted"):
        GameOutcomes(Rules(bonus_cards=6), ()).bonus_deals()


@pytest.fixture(scope="module")
def board_tables() -> BoardTables:
    tables = BoardTables()
    _boards.fill_boards(0, _boards.BOARD_CLASSES, Rules().qualifier, *tables.views())
    return tables


@pytest.mark.parametrize(
    "text", ["2c 7d Kh", "Jh Th 4h", "9c Jc Ad", "5s 5d Qd", "8h Ac As", "6c 6d 6h"]
)
def test_single_flops_turn_by_turn(board_tables: BoardTables, text: str) -> None:
    draw = random.Random(text)
    flop = parse_cards(text)
    left = [card for card in range(DECK_SIZE) if card not in flop]
    # Holes of any kind: some suited with the flop, some that pair it, some that neither does.
    holes = [tuple(sorted(hole)) for hole in draw.sample(list(combinations(left, 2)), 8)]
    weights = [draw.choice([4, 12, 24]) for _ in holes]
    decisions = [draw.choice([0, 1, 2]) for _ in holes]
    groups = np.full((len(holes), DECK_SIZE), 255, np.uint8)
    expected: Counter[tuple[int, int, int]] = Counter()
    for n, hole in enumerate(holes):
        for turn in left:
            if turn in hole:
                continue
            group = group_by_another_evaluator((*hole, *flop, turn))
            groups[n, turn] = group
            known = KnownCards(turn=turn)
            for category, row in enumerate(count_outcomes(hole, flop, Rules().qualifier, known)):
                for outcome, count in enumerate(row):
                    cell = 4 * category + outcome
                    expected[group, decisions[n], cell] += weights[n] * count
    totals = np.zeros((BONUS_GROUPS, 3, 40), np.int64)
    possible = np.where(groups == 255, 0, groups).astype(np.uint8)
    _turns.sum_turns(
        bytes(flop),
        np.array(holes, np.uint8),
        np.array(weights, np.uint8),
        possible,
        np.array(decisions, np.int8),
        *board_tables.views(),
        totals,
    )
    assert sum(weights) * 2 * COMPLETIONS == totals.sum()
    found = {tuple(map(int, at)): int(totals[tuple(at)]) for at in np.argwhere(totals)}
    assert found == {at: count for at, count in expected.items() if count}


def test_there_are_as_many_spots_as_there_should_be() -> None:
    cards, weights, _ = whole_game()
    assert len(cards) == SPOT_CLASSES
    assert weights.sum() == SPOTS == comb(52, 2) * comb(50, 3)
    assert spots.weight(0) == weights[0]
