"""Options of the rules: every one against a plain twin, by dealing and by counting."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
import phevaluator
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from solver import Advisor, Decision, Engine, Outcome, Rules, Solution, _deal, solve_game, spots
from solver.advisor import Advice
from solver.cards import DECK_SIZE, RANKS, format_cards
from solver.enumeration import COMPLETIONS, OutcomeCounts, count_outcomes
from solver.hands import evaluate
from solver.outcomes import scale_of
from solver.paytables import parse_qualifier
from solver.pricing import Pricer
from solver.settlement import settle, settle_fold
from solver.spots import SPOT_CLASSES

ALONE = Engine(workers=1)
ACE = RANKS.index("A")

Kind: TypeAlias = tuple[int, int]
"""A hand's place among the ten hands, 0 for a high card, 9 for a royal flush; of a pair its rank.
"""

End: TypeAlias = Literal["not qualified", "ahead", "tie", "behind"]

LEAST: dict[str, Kind] = {
    "none": (0, 0),
    "pair of twos": (1, 0),
    "pair of threes": (1, 1),
    "pair of fours": (1, 2),
    "pair of nines": (1, 7),
    "pair of aces": (1, 12),
    "two pair": (2, 0),
    "three of a kind": (3, 0),
    "straight": (4, 0),
    "flush": (5, 0),
    "full house": (6, 0),
    "four of a kind": (7, 0),
    "straight flush": (8, 0),
    "royal flush": (9, 0),
}
"""What a dealer may need to qualify, and the least kind of hand that does."""


@dataclass(frozen=True)
class House:
    """The options of a house, as the twin below reads them; pays are given royal flush first."""

    ante: tuple[Fraction | int, ...] = (100, 20, 10, 3, 2, 1, 1, 1, 1, 1)
    call: Fraction | int = 2
    qualifier: str = "pair of fours"
    unqualified: str = "table"
    needs_pair: bool = False
    bonus_pays: tuple[Fraction | int, ...] = (100, 50, 40, 30, 20, 7, 7, 7, 7)
    bonus_cards: int = 5
    forfeits: bool = False
    bonus: Fraction | int = 0

    @property
    def rules(self) -> Rules:
        options = {
            "ante": "-".join(map(str, self.ante)),
            "call": str(self.call),
            "qualifier": self.qualifier,
            "unqualified": self.unqualified,
            "ante-needs-pair": self.needs_pair,
            "bonus-pays": "-".join(map(str, self.bonus_pays)),
            "bonus-cards": self.bonus_cards,
            "fold-forfeits-bonus": self.forfeits,
            "bonus": str(self.bonus),
        }
        if not self.bonus_pays:
            options["bonus-pays"] = "none"
        return Rules().with_options(options)


USUAL = House()


class Seen(NamedTuple):
    """What the player sees: card ids, None or nothing where a card is not seen."""

    hole: tuple[int, ...]
    flop: tuple[int, ...]
    dealer: tuple[int, ...] = ()
    turn: int | None = None
    river: int | None = None
    dead: tuple[int, ...] = ()

    @property
    def unseen(self) -> list[int]:
        seen = {*self.hole, *self.flop, *self.dealer, self.turn, self.river, *self.dead}
        return [card for card in range(DECK_SIZE) if card not in seen]

    def advice(self, rules: Rules) -> Advice:
        turn = () if self.turn is None else (self.turn,)
        river = () if self.river is None else (self.river,)
        return Advisor(rules).advise(
            self.hole, self.flop, dead=self.dead, dealer=self.dealer, turn=turn, river=river
        )


def has_straight(ranks: set[int]) -> int | None:
    """Rank of the highest straight's top card; a five-high one starts with the ace."""
    for top in range(12, 2, -1):
        if all((top - i) % 13 in ranks for i in range(5)):
            return top
    return None


def kind_of(cards: tuple[int, ...]) -> Kind:
    """The best kind of hand in five to seven cards."""
    flush = False
    for suit in range(4):
        suited = {card // 4 for card in cards if card % 4 == suit}
        if len(suited) >= 5:
            flush = True
            top = has_straight(suited)
            if top is not None:
                return (9 if top == ACE else 8), 0
    held = Counter(card // 4 for card in cards)
    most, *more = sorted(held.values(), reverse=True)
    second = more[0]
    if most == 4 or (most == 3 and second >= 2):
        return (7 if most == 4 else 6), 0
    if flush or has_straight(set(held)) is not None:
        return (5 if flush else 4), 0
    if most == 3 or (most == 2 and second == 2):
        return (3 if most == 3 else 2), 0
    if most == 2:
        return 1, next(rank for rank in held if held[rank] == 2)
    return 0, 0


def rank_of(cards: tuple[int, ...]) -> int:
    """Higher is better."""
    return -int(phevaluator.evaluate_cards(*cards))


def end_of(house: House, player: tuple[int, ...], dealer: tuple[int, ...]) -> End:
    """How a called round ends, by the seven cards of each."""
    if kind_of(dealer) < LEAST[house.qualifier]:
        return "not qualified"
    mine, theirs = rank_of(player), rank_of(dealer)
    return "ahead" if mine > theirs else "tie" if mine == theirs else "behind"


def ante_and_call(house: House, hand: int, end: End) -> Fraction:
    """Net result of Ante and Call of a called round, by the player's final hand (0 to 9)."""
    if end == "behind":
        return -1 - Fraction(house.call)
    if end == "tie":
        return Fraction(0)
    pay = Fraction(house.ante[9 - hand])
    if end == "not qualified":
        pay = {"table": pay, "even": Fraction(1), "returned": Fraction(0)}[house.unqualified]
    if house.needs_pair and hand == 0:
        pay = Fraction(0)
    return pay + (house.call if end == "ahead" else 0)


def bonus_of(house: House, hole: tuple[int, ...], board: tuple[int, ...]) -> Fraction:
    """Net result of a bonus of 1 that is settled; board is the flop, or flop and turn first."""
    if not house.bonus_pays:
        return Fraction(0)
    kind = kind_of(hole + board[: house.bonus_cards - 2])
    if kind < (1, ACE):
        return Fraction(-1)
    return Fraction(house.bonus_pays[9 - kind[0]])


def folded(house: House, bonus: Fraction) -> Fraction:
    """Net result of a fold, with what a bonus of 1 would bring (or does on average)."""
    return -1 + house.bonus * (Fraction(-1) if house.forfeits else bonus)


def decided(call: Fraction, fold: Fraction) -> str:
    return "CALL" if call > fold else "FOLD" if call < fold else "EITHER"


def mean(results: Iterable[tuple[Fraction, int]]) -> Fraction:
    """Mean of results, each so many times."""
    results = list(results)
    total = sum((result * count for result, count in results), Fraction(0))
    return total / sum(count for _, count in results)


def values(house: House, seen: Seen) -> tuple[Fraction, Fraction]:
    """Call and Fold: every turn, every river, every hand of the dealer's."""
    results: Counter[tuple[int, End]] = Counter()
    bonuses: Counter[Fraction] = Counter()
    for turn in seen.unseen if seen.turn is None else [seen.turn]:
        bonus = bonus_of(house, seen.hole, (*seen.flop, turn))
        for river in seen.unseen if seen.river is None else [seen.river]:
            if river == turn:
                continue
            board = (*seen.flop, turn, river)
            player = seen.hole + board
            hand, _ = kind_of(player)
            left = [card for card in seen.unseen if card not in (turn, river)]
            for more in combinations(left, 2 - len(seen.dealer)):
                results[hand, end_of(house, player, seen.dealer + more + board)] += 1
                bonuses[bonus] += 1
    main = mean((ante_and_call(house, *result), count) for result, count in results.items())
    bonus = mean(bonuses.items())
    return main + house.bonus * bonus, folded(house, bonus)


pays = st.sampled_from([0, 1, 2, 3, 7, 20, 100, Fraction(1, 2), Fraction(8, 5), Fraction(7, 3)])
calls = st.sampled_from([1, 2, 3, 4, Fraction(1, 2), Fraction(5, 2)])
bonus_stakes = st.sampled_from([0, 1, 2, 5, Fraction(1, 2), Fraction(1, 10), Fraction(2, 3)])


@st.composite
def houses(draw: st.DrawFn, /, **options: Any) -> House:
    with_bonus = options.pop("with_bonus", draw(st.integers(0, 4)) > 0)
    bonus: dict[str, Any] = {"bonus_pays": ()}
    if with_bonus:
        bonus = {
            "bonus_pays": draw(st.tuples(*[pays] * 9)),
            "bonus_cards": draw(st.sampled_from([5, 6])),
            "forfeits": draw(st.booleans()),
            "bonus": draw(bonus_stakes),
        }
    return House(
        **{
            "ante": draw(st.tuples(*[pays] * 10)),
            "call": draw(calls),
            "qualifier": draw(st.just("pair of fours") | st.sampled_from(list(LEAST))),
            "unqualified": draw(st.sampled_from(["table", "even", "returned"])),
            "needs_pair": draw(st.booleans()),
            **bonus,
            **options,
        }
    )


@st.composite
def decks(draw: st.DrawFn) -> list[int]:
    """All cards in any order, often with cards of few suits or few ranks first."""
    suits = draw(st.sets(st.integers(0, 3), min_size=1))
    ranks = draw(st.just(set(range(13))) | st.sets(st.integers(0, 12), min_size=3))
    deck = draw(st.randoms(use_true_random=False)).sample(range(DECK_SIZE), DECK_SIZE)
    return sorted(deck, key=lambda card: not (card % 4 in suits and card // 4 in ranks))


# Cards seen of the dealer's, turn, river, and dead ones.
FEW = [
    *((0, 1, 1, 0), (1, 1, 0, 0), (1, 0, 1, 0), (1, 1, 1, 0), (2, 0, 0, 0), (2, 1, 0, 0)),
    *((2, 1, 1, 0), (0, 0, 0, 38), (0, 1, 0, 32), (0, 0, 1, 34), (1, 0, 0, 32), (0, 0, 0, 43)),
]
MANY = [(0, 0, 0, 0), (0, 1, 0, 0), (1, 0, 0, 0), (0, 1, 1, 0), (0, 0, 1, 2), (0, 1, 0, 9)]


def deal(deck: list[int], counts: tuple[int, int, int, int]) -> Seen:
    dealer, turn, river, dead = counts
    cards = iter(deck)

    def some(count: int) -> tuple[int, ...]:
        return tuple(next(cards) for _ in range(count))

    hole, flop, of_dealer = some(2), some(3), some(dealer)
    known_turn = next(cards) if turn else None
    known_river = next(cards) if river else None
    return Seen(hole, flop, of_dealer, known_turn, known_river, some(dead))


few_completions = st.builds(deal, decks(), st.sampled_from(FEW))
any_spots = st.builds(deal, decks(), st.sampled_from(MANY))


@pytest.mark.parametrize("qualifier", LEAST)
@settings(deadline=None, max_examples=25)
@given(decks(), st.sampled_from([5, 6, 7]))
def test_a_qualifier_is_the_least_of_its_hands(qualifier: str, deck: list[int], count: int) -> None:
    cards = tuple(deck[:count])
    value = parse_qualifier(qualifier)
    assert (evaluate(cards) >= value) == (kind_of(cards) >= LEAST[qualifier])
    assert Rules().with_options({"qualifier": qualifier}).qualifier == value


@settings(deadline=None, max_examples=60)
@given(houses(), few_completions)
def test_values_and_decision(house: House, seen: Seen) -> None:
    advice = seen.advice(house.rules)
    call, fold = values(house, seen)
    assert (advice.ev_call, advice.ev_fold) == (call, fold)
    assert advice.decision.name == decided(call, fold)
    assert advice.cost_of_error == abs(call - fold)


@settings(deadline=None, max_examples=120)
@given(houses(), decks())
def test_single_rounds(house: House, deck: list[int]) -> None:
    player, dealer, board = (tuple(cards) for cards in (deck[:2], deck[2:4], deck[4:9]))
    result = settle(player, dealer, board, house.rules)
    end = end_of(house, player + board, dealer + board)
    hand, _ = kind_of(player + board)
    bonus = bonus_of(house, player, board)
    assert result.net == ante_and_call(house, hand, end) + house.bonus * bonus
    assert result.outcome == ("not qualified", "ahead", "tie", "behind").index(end)
    assert result.player.category == hand
    assert settle_fold(player, board, house.rules).net == folded(house, bonus)


# For a qualifier, the dealer's hole and a board on which that is just enough, and not.
EDGES = [
    ("pair of threes", "3h 4c", "3s 5d 6d 8h 9h", "2h 2c", "Ks 5d 6d 8h Th"),
    ("pair of fours", "4h 2c", "4s 3d 6d 7h 8h", "3h Ac", "3s Kd Qd Th 8h"),
    ("two pair", "2h 3h", "2s 3d 4d 7h 8h", "Ah Ac", "Ks Qd Jd 8h 7h"),
    ("three of a kind", "2h 2c", "2s 3d 4d 7h 8h", "Ah Ac", "Ks Kd Qd 8h 7h"),
    ("straight", "Ah 2c", "3s 4d 5d 9h Th", "Ah Ac", "As 4d 5d 9h Th"),
    ("flush", "2h 3h", "4h 5h 7h Ks Kd", "Ah Kc", "Qh Jh Th 9s 8s"),
    ("full house", "2h 2c", "2s 3d 3h 4h 5h", "Ah Kh", "Qh Jh 9h As Ad"),
    ("four of a kind", "2h 2c", "2s 2d 3h 3d 3c", "Ah Ac", "As Kh Kd Kc Qd"),
    ("straight flush", "Ah 2h", "3h 4h 5h 7c 7d", "Ah Ac", "As Ad 5h 6h 7h"),
    ("royal flush", "Ah Kh", "Qh Jh Th 2c 2d", "9h 8h", "Qh Jh Th Kh 2d"),
]


@pytest.mark.parametrize(("qualifier", "enough", "board", "less", "other"), EDGES)
def test_the_least_hand_qualifies(
    qualifier: str, enough: str, board: str, less: str, other: str
) -> None:
    rules = House(qualifier=qualifier).rules
    for dealer, cards, qualifies in [(enough, board, True), (less, other, False)]:
        outcome = settle("6s 6c", dealer, cards, rules).outcome
        assert (outcome is not Outcome.UNQUALIFIED) == qualifies
        flop, turn, river = cards[:8], cards[9:11], cards[12:]
        advice = Advisor(rules).advise("6s 6c", flop, dealer=dealer, turn=turn, river=river)
        assert advice.chance(outcome) == advice.completions == 1


TEN_PAYS = (500, Fraction(99, 2), 17, 4, Fraction(3, 2), Fraction(5, 4), 1, Fraction(2, 3), 1, 0)

HOUSES = {
    "usual": USUAL,
    "even": House(unqualified="even"),
    "returned": House(unqualified="returned"),
    "needs a pair": House(needs_pair=True),
    "needs a pair, even": House(needs_pair=True, unqualified="even", call=Fraction(3, 2)),
    "call of three": House(call=3),
    "raised flush": House(ante=(100, 20, 10, 3, 3, 1, 1, 1, 1, 1)),
    "ten pays": House(ante=TEN_PAYS, call=Fraction(5, 2)),
    "bonus kept": House(bonus=1),
    "a twentieth forfeited": House(forfeits=True, bonus=Fraction(1, 20)),
    "half a bonus forfeited": House(forfeits=True, bonus=Fraction(1, 2)),
}
OTHER_HOUSES = {
    "always qualified, ten pays": House(ante=TEN_PAYS, qualifier="none", needs_pair=True),
    "always qualified, forfeited": House(qualifier="none", forfeits=True, bonus=1),
}


def solved(named: dict[str, House]) -> dict[str, Solution]:
    return dict(zip(named, solve_game([h.rules for h in named.values()], ALONE), strict=True))


@pytest.fixture(scope="module")
def solutions() -> dict[str, Solution]:
    """The game under the rules of many houses, each counted among all classes of spots."""
    return solved(HOUSES)


def some_classes(seed: int, count: int) -> list[int]:
    return random.Random(seed).sample(range(SPOT_CLASSES), count)


def priced(house: House, counts: OutcomeCounts) -> Fraction:
    """Ante and Call on average over counts by final hand and outcome."""
    ends: tuple[End, ...] = ("not qualified", "ahead", "tie", "behind")
    return mean(
        (ante_and_call(house, hand, end), count)
        for hand, row in enumerate(counts)
        for end, count in zip(ends, row, strict=True)
        if count
    )


def mean_bonus(house: House, hole: tuple[int, ...], flop: tuple[int, ...]) -> Fraction:
    """Net result of a bonus of 1 that is settled, on average over the turn."""
    turns = Seen(hole, flop).unseen
    return mean(Counter(bonus_of(house, hole, (*flop, turn)) for turn in turns).items())


def check(
    solution: Solution, decisions: NDArray[np.int8], house: House, classes: list[int]
) -> None:
    """Values and decisions of the whole game, at some spots, against each spot dealt out."""
    for n in classes:
        hole, flop = spots.representative(n)
        counts = count_outcomes(hole, flop, parse_qualifier(house.qualifier))
        call = priced(house, counts)
        assert Fraction(int(solution.ev[n]), solution.scale * COMPLETIONS) == call, n
        bonus = mean_bonus(house, hole, flop)
        expected = decided(call + house.bonus * bonus, folded(house, bonus))
        assert Decision(decisions[n]).name == expected, n


@pytest.mark.parametrize("name", HOUSES)
def test_the_whole_game(solutions: dict[str, Solution], name: str) -> None:
    solution = solutions[name]
    check(solution, solution.decisions(), HOUSES[name], some_classes(len(name), 40))


def test_the_whole_game_where_every_dealer_qualifies() -> None:
    for name, solution in solved(OTHER_HOUSES).items():
        check(solution, solution.decisions(), OTHER_HOUSES[name], some_classes(len(name), 40))


def test_where_a_forfeited_bonus_decides(solutions: dict[str, Solution]) -> None:
    name = "half a bonus forfeited"
    usual, decisions = solutions["usual"].decisions(), solutions[name].decisions()
    moved = np.nonzero(decisions != usual)[0].tolist()
    assert len(moved) > 100
    assert (decisions[moved] > usual[moved]).all()
    check(solutions[name], decisions, HOUSES[name], random.Random(1).sample(moved, 60))


@pytest.mark.parametrize("text", ["As Ad 9c", "9c 9d Kh"])
def test_where_a_forfeited_bonus_of_six_cards_decides(text: str) -> None:
    house = House(forfeits=True, bonus=Fraction(1, 3), bonus_cards=6)
    hole = "3s 4s"  # Any other cards do.
    flops = range(spots.flop_class_of(spots.index(hole, text)), 1755)[:1]
    flop = spots.flop_of(flops.start)
    holes, weights = spots.holes_on(flops)
    counts = np.empty((len(holes), 10, 4), np.int32)
    _deal.deal_flop(holes, bytes(flop), house.rules.qualifier, counts)
    (prices,) = Pricer([house.rules])(flops, counts, weights)
    dealt = dict.fromkeys(Decision, 0)
    moved = 0
    for n, (a, b) in enumerate(holes.tolist()):
        call = priced(house, tuple(map(tuple, counts[n].tolist())))
        bonus = mean_bonus(house, (a, b), flop)
        decision = decided(call + house.bonus * bonus, folded(house, bonus))
        dealt[Decision[decision]] += int(weights[n]) * COMPLETIONS
        moved += decision != decided(call, Fraction(-1))
        assert Fraction(int(prices.ev[n]), scale_of(house.rules) * COMPLETIONS) == call
    assert moved > 10
    assert prices.totals.sum(axis=(0, 2)).tolist() == [dealt[d] for d in Decision]
    flops_of = np.tile(np.array(flop, np.uint8), (len(holes), 1))
    decisions, ev = Advisor(house.rules).advise_many(holes[::9], flops_of[::9])
    assert np.array_equal(ev, prices.ev[::9])
    expected = [Advisor(house.rules).advise(hole, flop).decision for hole in holes[::9].tolist()]
    assert decisions.tolist() == expected


def test_a_higher_pay_or_a_kinder_rule_lowers_no_spot(solutions: dict[str, Solution]) -> None:
    ev = {name: s.ev.astype(np.int64) for name, s in solutions.items() if s.scale == 1}
    for worse, better in [
        ("usual", "raised flush"),
        ("even", "usual"),
        ("returned", "even"),
        ("needs a pair", "usual"),
    ]:
        assert (ev[worse] <= ev[better]).all(), (worse, better)
        assert (ev[worse] < ev[better]).any(), (worse, better)
        edges = [solutions[name].outcomes.house_edge for name in (worse, better)]
        assert edges[0] > edges[1], (worse, better)


def test_a_higher_bonus_to_lose_calls_more_spots(solutions: dict[str, Solution]) -> None:
    names = ("usual", "a twentieth forfeited", "half a bonus forfeited")
    for less, more in pairwise(solutions[name].decisions() for name in names):
        assert (less <= more).all()
        assert (less < more).any()
    kept, usual = solutions["bonus kept"], solutions["usual"]
    assert np.array_equal(kept.decisions(), usual.decisions())
    assert kept.outcomes.deals == usual.outcomes.deals


class Picked:
    """Keeps the counts of some spot classes, as lists."""

    def __init__(self, classes: list[int]) -> None:
        self.classes = classes

    def __call__(
        self, flops: range, counts: NDArray[np.int32], weights: NDArray[np.uint8]
    ) -> dict[int, Any]:
        first = spots.first_index(flops.start)
        own = range(first, first + len(weights))
        return {n: counts[n - first].tolist() for n in self.classes if n in own}


@pytest.mark.parametrize(
    "qualifier",
    [
        *("none", "pair of twos", "pair of threes", "pair of aces"),
        *("two pair", "straight", "royal flush"),
    ],
)
def test_every_qualifier_counted_and_dealt(qualifier: str) -> None:
    classes = some_classes(LEAST[qualifier][0] + LEAST[qualifier][1], 60)
    # Spots in which hands of every kind come up, among them royal flushes for both.
    for hole, flop in [("AhKh", "QhJh2c"), ("2c2d", "AsKsQs"), ("5c4d", "5d5h5s")]:
        classes.append(spots.index(hole, flop))
    value = parse_qualifier(qualifier)
    counted: dict[int, list[list[int]]] = {}
    for _, picked in ALONE.count_game(Picked(classes), qualifier=value):
        counted |= picked
    assert counted.keys() == set(classes)
    unqualified = 0
    for n, counts in counted.items():
        dealt = count_outcomes(*spots.representative(n), value)
        assert counts == [list(row) for row in dealt], n
        unqualified += sum(row[0] for row in dealt)
    assert (unqualified == 0) == (qualifier == "none")


@settings(deadline=None, max_examples=40)
@given(
    houses(),
    any_spots,
    st.integers(0, 9),
    st.builds(Fraction, st.integers(0, 50), st.integers(1, 5)),
)
def test_value_is_linear_in_each_pay(house: House, seen: Seen, place: int, more: Fraction) -> None:
    raised = replace(
        house, ante=(*house.ante[:place], house.ante[place] + more, *house.ante[place + 1 :])
    )
    usual, other = seen.advice(house.rules), seen.advice(raised.rules)
    unqualified, ahead, _, _ = usual.outcomes.counts[9 - place]
    paid = ahead + (unqualified if house.unqualified == "table" else 0)
    if house.needs_pair and place == 9:
        paid = 0
    assert other.ev_call - usual.ev_call == more * Fraction(paid, usual.completions)
    assert other.ev_call >= usual.ev_call
    assert other.ev_fold == usual.ev_fold
    assert other.decision >= usual.decision


@settings(deadline=None, max_examples=40)
@given(houses(), any_spots, calls)
def test_value_is_linear_in_the_call(house: House, seen: Seen, call: Fraction | int) -> None:
    usual, other = seen.advice(house.rules), seen.advice(replace(house, call=call).rules)
    edge = usual.chance(Outcome.WIN) - usual.chance(Outcome.LOSE)
    assert other.ev_call - usual.ev_call == (call - house.call) * edge
    assert other.ev_fold == usual.ev_fold


@settings(deadline=None, max_examples=40)
@given(houses(), any_spots)
def test_a_kinder_rule_lowers_no_value(house: House, seen: Seen) -> None:
    def call(**options: Any) -> Fraction:
        return seen.advice(replace(house, **options).rules).ev_call

    assert call(unqualified="returned") <= call(unqualified="even")
    assert call(unqualified="returned") <= call(unqualified="table")
    assert call(needs_pair=True) <= call(needs_pair=False)


@settings(deadline=None, max_examples=40)
@given(houses(with_bonus=True, forfeits=False), any_spots)
def test_a_bonus_that_a_fold_keeps_decides_nothing(house: House, seen: Seen) -> None:
    staked, none = seen.advice(house.rules), seen.advice(replace(house, bonus=0).rules)
    assert staked.decision is none.decision
    assert staked.ev_call - none.ev_call == staked.ev_fold - none.ev_fold
    assert none.ev_fold == -1
    assert staked.outcomes.calling_bonus is None


# Low cards on a flop with two aces: a bonus is won, and Call is often not worth it.
poor_spots = st.builds(
    lambda aces, low, hole: Seen(tuple(hole), (*aces, low)),
    st.permutations([4 * ACE + suit for suit in range(4)]).map(lambda aces: aces[:2]),
    st.integers(40, 47),
    st.lists(st.integers(0, 23), min_size=2, max_size=2, unique=True),
)
dear_calls = st.sampled_from([2, 3, 4, Fraction(5, 2)])


@settings(deadline=None, max_examples=40)
@given(houses(with_bonus=True, forfeits=True, call=2), poor_spots | any_spots)
def test_a_higher_stake_to_lose_never_folds_more(house: House, seen: Seen) -> None:
    stakes = [Fraction(n, 16) for n in (0, 1, 2, 8, 32, 256)]
    decisions = [seen.advice(replace(house, bonus=stake).rules).decision for stake in stakes]
    assert decisions == sorted(decisions)
    assert decisions[0] is seen.advice(replace(house, forfeits=False).rules).decision


@settings(deadline=None, max_examples=40)
@given(houses(with_bonus=True, forfeits=True), dear_calls, poor_spots)
def test_the_stake_that_makes_call_as_good(house: House, call: Fraction | int, seen: Seen) -> None:
    house = replace(house, call=call, bonus=0)
    advice = seen.advice(house.rules)
    threshold = advice.outcomes.calling_bonus
    if advice.decision is not Decision.FOLD:
        assert threshold is None
        return
    assume(threshold is not None)
    assert threshold is not None
    assert threshold > 0
    turns = seen.unseen
    won = sum(1 + bonus_of(house, seen.hole, (*seen.flop, turn)) for turn in turns)
    assert threshold * won / len(turns) == -1 - advice.ev_call

    def decision_at(stake: Fraction) -> Decision:
        # The common denominator of a stake and other pays is limited, hence not by way of rules.
        outcomes = advice.outcomes
        at = (outcomes.main_ev_call + stake * outcomes.bonus_result, -1 - stake)
        return Decision[decided(*at)]

    assert decision_at(threshold) is Decision.EITHER
    tiny = Fraction(1, 10**9)
    assert decision_at(threshold - tiny) is Decision.FOLD
    assert decision_at(threshold + tiny) is Decision.CALL


@settings(deadline=None, max_examples=40)
@given(houses(), st.one_of(any_spots, few_completions), st.permutations(range(4)))
def test_suits_and_order_change_nothing(house: House, seen: Seen, suits: list[int]) -> None:
    def relabelled(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(card // 4 * 4 + suits[card % 4] for card in reversed(cards))

    turn, river = (None if c is None else relabelled((c,))[0] for c in (seen.turn, seen.river))
    hole, flop, dealer = map(relabelled, (seen.hole, seen.flop, seen.dealer))
    other = Seen(hole, flop, dealer, turn, river, relabelled(seen.dead))
    one, same = seen.advice(house.rules), other.advice(house.rules)
    assert one.outcomes == same.outcomes, format_cards(seen.hole + seen.flop)
    assert (one.ev_call, one.ev_fold, one.decision) == (same.ev_call, same.ev_fold, same.decision)
