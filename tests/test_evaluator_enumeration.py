"""The evaluator: all hands of five, six and seven cards, against two independent evaluators."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations, combinations_with_replacement, pairwise, starmap
from math import comb, prod
from typing import NamedTuple

import eval7
import numpy as np
import pytest
from numpy.typing import NDArray
from phevaluator import evaluate_cards

from solver import Category, _ranks
from solver.cards import DECK_SIZE, format_card, format_cards
from solver.hands import HIGHEST_VALUE, category_of

# By the rules nothing counts but a hand's ranks and, where five or more cards share a suit, which
# ranks those are. So hands fall into classes: multisets of ranks without a flush; and sets of five
# or more suited ranks, each with every multiset of ranks out of the suit. The other evaluators are
# asked about one hand of every class: a representative is enough for them, all that is taken on
# trust is that they treat suits alike (and of five cards phevaluator is asked about every hand).
# Of our own evaluator nothing is taken on trust: it ranks every single hand, and each must have
# the value the others give to its class.

VALUES = HIGHEST_VALUE + 1  # phevaluator's best rank is 1, its worst 7462: VALUES less ours

CATEGORY_COUNTS = {
    5: (1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4),
    6: (
        *(6_612_900, 9_730_740, 2_532_816, 732_160, 361_620),
        *(205_792, 165_984, 14_664, 1_656, 188),
    ),
    7: (
        *(23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020),
        *(4_047_644, 3_473_184, 224_848, 37_260, 4_324),
    ),
}
DISTINCT_VALUES = {5: 7_462, 6: 6_075, 7: 4_824}
CLASSES = {5: 6_175 + 1_287, 6: 18_395 + 18_447, 7: 49_205 + 141_141}

sizes = pytest.mark.parametrize("size", [5, 6, 7])


class HandClass(NamedTuple):
    """Hands that are worth the same by the rules, whatever their suits."""

    ranks: tuple[int, ...]  # of all cards, lowest first
    suited: tuple[int, ...]  # of the cards that share a suit, if there are five or more
    hands: int
    cards: tuple[int, ...]  # one of the hands


def ways(ranks: tuple[int, ...], suits: int) -> int:
    """In how many ways cards of these ranks come from so many suits."""
    return prod(comb(suits, copies) for copies in Counter(ranks).values())


def flush_classes(size: int) -> Iterator[HandClass]:
    for count in range(5, size + 1):
        for n, suited in enumerate(combinations(range(13), count)):
            for others in combinations_with_replacement(range(13), size - count):
                suit = n % 4
                cards = [4 * rank + suit for rank in suited]
                cards += [4 * rank + (suit + 1 + i) % 4 for i, rank in enumerate(others)]
                ranks = tuple(sorted(suited + others))
                yield HandClass(ranks, suited, 4 * ways(others, 3), tuple(cards))


@cache
def classes(size: int) -> tuple[HandClass, ...]:
    with_flush = tuple(flush_classes(size))
    flushes: Counter[tuple[int, ...]] = Counter()
    for flush in with_flush:
        flushes[flush.ranks] += flush.hands
    without = (
        # Going round the suits, no suit comes more than twice and no card twice.
        HandClass(
            *(ranks, (), ways(ranks, 4) - flushes[ranks]),
            tuple(4 * rank + i % 4 for i, rank in enumerate(ranks)),
        )
        for ranks in combinations_with_replacement(range(13), size)
        if max(Counter(ranks).values()) <= 4
    )
    return (*without, *with_flush)


def our_values(hands: NDArray[np.uint8]) -> NDArray[np.int16]:
    values = np.empty(len(hands), np.int16)
    _ranks.evaluate_many(hands, values)
    return values


@cache
def their_values(size: int) -> NDArray[np.int16]:
    """What phevaluator makes of each class, on our scale."""
    ranks = starmap(evaluate_cards, (c.cards for c in classes(size)))
    return (VALUES - np.fromiter(ranks, np.int64)).astype(np.int16)


@cache
def counted(size: int) -> NDArray[np.int64]:
    hands = np.empty(VALUES, np.int64)
    _ranks.histogram(size, hands)
    return hands


@sizes
def test_hands_of_each_category(size: int) -> None:
    hands = counted(size)
    categories = [0] * len(Category)
    for value in range(1, VALUES):
        categories[category_of(value)] += int(hands[value])
    assert tuple(categories) == CATEGORY_COUNTS[size]
    assert hands[0] == 0
    assert hands.sum() == sum(CATEGORY_COUNTS[size]) == comb(DECK_SIZE, size)
    assert np.count_nonzero(hands) == DISTINCT_VALUES[size]


@sizes
def test_every_class_has_the_value_phevaluator_gives_it(size: int) -> None:
    assert len(classes(size)) == CLASSES[size]
    ours = our_values(np.array([c.cards for c in classes(size)], np.uint8))
    np.testing.assert_array_equal(ours, their_values(size))


@sizes
def test_every_class_stands_where_eval7_puts_it(size: int) -> None:
    ours = our_values(np.array([c.cards for c in classes(size)], np.uint8)).tolist()
    deck = [eval7.Card(format_card(card)) for card in range(DECK_SIZE)]
    theirs = [eval7.evaluate([deck[card] for card in c.cards]) for c in classes(size)]
    # The same hands tie, and the order is the same.
    same = sorted(set(zip(ours, theirs, strict=True)))
    assert len(same) == DISTINCT_VALUES[size]
    for (our_lower, their_lower), (our_higher, their_higher) in pairwise(same):
        assert our_lower < our_higher
        assert their_lower < their_higher


@sizes
def test_as_many_hands_have_a_value_as_the_classes_say(size: int) -> None:
    hands = np.zeros(VALUES, np.int64)
    np.add.at(hands, their_values(size), [c.hands for c in classes(size)])
    assert hands.sum() == comb(DECK_SIZE, size)
    np.testing.assert_array_equal(counted(size), hands)


def test_every_five_card_hand_has_the_value_phevaluator_gives_it() -> None:
    count = comb(DECK_SIZE, 5)
    cards = chain.from_iterable(combinations(range(DECK_SIZE), 5))
    hands = np.fromiter(cards, np.uint8, 5 * count).reshape(count, 5)
    ranks = starmap(evaluate_cards, combinations(range(DECK_SIZE), 5))
    theirs = VALUES - np.fromiter(ranks, np.int16, count)
    np.testing.assert_array_equal(our_values(hands), theirs)


def hands_by_highest_card(size: int) -> NDArray[np.uint8]:
    """All hands, those without the highest card first, so that the ones below a card lead."""
    if size == 0:
        return np.empty((1, 0), np.uint8)
    smaller = hands_by_highest_card(size - 1)
    return np.vstack(
        [
            np.insert(smaller[: comb(highest, size - 1)], size - 1, highest, axis=1)
            for highest in range(size - 1, DECK_SIZE)
        ]
    )


def rank_keys(hands: NDArray[np.uint8]) -> NDArray[np.int64]:
    """A number for the ranks of each hand: octal digits, how many cards of each rank."""
    keys: NDArray[np.int64] = (8 ** (hands // 4).astype(np.int64)).sum(axis=1)
    return keys


def suited_ranks(hands: NDArray[np.uint8], suit: int) -> NDArray[np.int64]:
    """The ranks each hand holds in a suit, as bits."""
    bits = np.where(hands % 4 == suit, 1 << (hands // 4).astype(np.int64), 0)
    ranks: NDArray[np.int64] = bits.sum(axis=1)
    return ranks


class ValuesOfClasses:
    """What the classes say of hands of ``size`` cards: of ``fives`` and others beside them."""

    def __init__(self, size: int, fives: NDArray[np.uint8]) -> None:
        plain = sum(not c.suited for c in classes(size))
        keys = rank_keys(np.array([c.cards for c in classes(size)[:plain]], np.uint8))
        order = np.argsort(keys)
        self.keys, self.values = keys[order], their_values(size)[:plain][order]

        self.flush_values = np.zeros(1 << 13, np.int16)
        for flush, value in zip(classes(size)[plain:], their_values(size)[plain:], strict=True):
            mask = sum(1 << rank for rank in flush.suited)
            # Whatever ranks are out of the suit.
            assert self.flush_values[mask] in (0, value)
            self.flush_values[mask] = value

        self.five_keys, self.five_ids = np.unique(rank_keys(fives), return_inverse=True)
        # By suit: the fives that others could make a flush of, and their ranks in it.
        self.suited = []
        for suit in range(4):
            rows = np.flatnonzero((fives % 4 == suit).sum(axis=1) + size - 5 >= 5)
            self.suited.append((rows, suited_ranks(fives[rows], suit)))

    def values_with(self, others: NDArray[np.uint8], count: int) -> NDArray[np.int16]:
        """Values of the first ``count`` fives, each with the ``others``."""
        wanted = self.five_keys + rank_keys(others[None])
        # Five cards of a rank are in no class, but in no hand either.
        found = np.minimum(np.searchsorted(self.keys, wanted), len(self.keys) - 1)
        values = np.where(self.keys[found] == wanted, self.values[found], 0)[self.five_ids[:count]]
        for suit, (rows, ranks) in enumerate(self.suited):
            below = np.searchsorted(rows, count)
            flushes = self.flush_values[ranks[:below] | suited_ranks(others[None], suit)]
            hits = np.flatnonzero(flushes)
            values[rows[hits]] = flushes[hits]
        return values


@pytest.mark.parametrize("size", [6, 7])
def test_every_hand_has_the_value_of_its_class(size: int) -> None:
    fives = hands_by_highest_card(5)
    expected = ValuesOfClasses(size, fives)
    random = np.random.default_rng(size)
    ranked = 0
    for lowest, *higher in combinations(range(5, DECK_SIZE), size - 5):
        others = np.array([lowest, *higher], np.uint8)
        count = comb(lowest, 5)
        hands = np.empty((count, size), np.uint8)
        # The order of the cards in a hand must not matter: it is another one each time.
        places = random.permutation(size)
        hands[:, places[:5]] = fives[:count]
        hands[:, places[5:]] = others
        wrong = np.flatnonzero(our_values(hands) != expected.values_with(others, count))
        assert not len(wrong), format_cards(hands[wrong[0]].tolist())
        ranked += count
    assert ranked == comb(DECK_SIZE, size)
