"""Terms: each against a plain definition of it, spot by spot, and what holds for all of them."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from itertools import permutations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from solver.cards import format_cards, parse_cards
from solver.hands import Category, category_of, evaluate
from solver.spots import FLOP_CLASSES, SPOTS, cards_on, holes_on
from solver.terms import TERMS, Kind, Term, compute

J, Q, K, A = 11, 12, 13, 14
RANKS = range(2, A + 1)
STRAIGHTS = [{A, 2, 3, 4, 5}, *({low + step for step in range(5)} for low in range(2, 11))]

CORNER_CASES = """
    Ah 2d 3s 4c 5h  2h 4d As 3c 5h  Ah Kd Qs Jc Th  9h Td Js Qc Kh  Ah 2h 3h 4h 5h  Ah Kh Qh Jh Th
    Ah 2d 3s 4c 6h  Ah 6d 2s 3c 4h  Ah 5d 2s 4c 9h  Ah Kd Qs Jc 9h  Ah Jd Ts 2c 3h  Kh 2d As 3c 4h
    3h 9d 5s 6c 7h  5h 6d 7s 8c Th  9h 9d 8s 7c 6h  8h 9d 8s 7c 6h  9h 6d 8s 7c 7h  Th 9d 8s 7c 2h
    8h 7d 9s Kc 2h  8h 8d 9s Tc Jh  7h 2d 8s 9c Th  7h Jd 8s 9c Kh  8h 7d 6s 5c 3h  Qh Jd 8s 9c 2h
    Ah Kd 7s 7c 7h  7d 2d 7s 7c 7h  9h 9d 7s 7c 7h  5h 5d 7s 7c 7h  Ah Kd 2s 2c 2h  2d Kd 2s 2c 2h
    Ah Kd Qs Qc 7h  Ah Qd Qs Qc 7h  Ah 7d Qs Qc 7h  Qh 7d Qs Qc 7h  Qh Qd Qs Qc 7h  7h 7d Qs Qc 7s
    Ah Kd Qs 7c 7h  Ah Qd Qs 7c 7h  Ah 7d Qs 7c 7s  Qh 7d Qs 7c 7s  Ah Ad Qs 7c 7h  9h 9d Qs 7c 7h
    Ah Kd As Kc 7h  Ah Kd As Kc Kh  Ah 7d As 7c 2h  Kh Kd As Kc 2h  2h 2d As Kc 2s  3h 3d As 2c 2s
    Ah Kd 2s 2c 9h  Ah 2d 2s 2c 9h  Ah Kd 3s 3c 2h  Ah Kd 4s 4c 2h  Ah Kd As 3c 3h  3d Kd 2s 3c 3h
    Ah Kd 9h 7h 2h  Ad Kd 9h 7h 2h  Ah Kh 9h 7h 2h  2s Kd Ah Qh 9h  Ah Ad 9h 7h 2h  2h Kd Ah Qh 9h
    Ah Kh 9h 7h 2d  Ah Kd 9h 7h 2d  Ah Kd 9d 7h 2h  2h 2d 9d 7d Kh  Ah Kh 9h 7d 2s  Ah Kh 9d 7d 2d
    Ah Kh 9d 7d 2s  Ah Kd 9h 7d 2s  Th 9h 8h 2d 3s  Ah Ad Kh Kd 2h  Ah Ad As Ac 2h  2h 2d As Ac Ad
    Jh Td 9h 8h 2c  Jh Tc 9h 8h 2h  Qh Jh Td 9d 8d  3h 2d 2s 2c 3s  2h 3d Ts Jc Qh  Ac Kc Qc Jc Tc
"""  # fmt: skip


class Spot:
    """One spot: ranks (2 to 14, highest first) and suits of the hole, the flop and all cards."""

    def __init__(self, cards: tuple[int, ...]) -> None:
        self.cards = cards
        self.pairs = [(card // 4 + 2, card % 4) for card in cards]
        self.hole, self.flop, self.all = (
            sorted((rank for rank, _ in pairs), reverse=True)
            for pairs in (self.pairs[:2], self.pairs[2:], self.pairs)
        )
        self.hole_suits = [suit for _, suit in self.pairs[:2]]
        self.flop_suits = [suit for _, suit in self.pairs[2:]]

    def pairs_with(self, flop_card: int) -> bool:
        return flop_card in self.hole

    def best_pair(self) -> int:
        return max((rank for rank in self.hole if self.all.count(rank) > 1), default=0)

    def has_straight(self) -> bool:
        return set(self.all) in STRAIGHTS

    def has_flush(self) -> bool:
        return len(set(self.hole_suits + self.flop_suits)) == 1

    def has_own_pair(self) -> bool:
        return self.best_pair() > 0 or self.has_straight() or self.has_flush()

    def has_own_two_pair(self) -> bool:
        category = category_of(evaluate(self.cards))
        return self.has_own_pair() and category >= Category.TWO_PAIR

    def kicker(self) -> int:
        unpaired = [rank for rank in self.hole if rank not in self.flop]
        return unpaired[0] if len(unpaired) == 1 else 0

    def flop_qualifies(self) -> bool:
        rank, cards = Counter(self.flop).most_common(1)[0]
        return cards == 3 or (cards == 2 and rank >= 4)

    def has_low_flop_pair(self) -> bool:
        return self.flop.count(2) == 2 or self.flop.count(3) == 2

    def is_straight_flop(self) -> bool:
        return len(set(self.flop)) == 3 and any(set(self.flop) <= five for five in STRAIGHTS)

    def better_than(self, card: int) -> int:
        return len([rank for rank in RANKS if rank > card and rank not in self.all])

    def flush_counts(self) -> list[tuple[int, int]]:
        """Hole cards and flop cards of each suit that you hold."""
        return [(self.hole_suits.count(s), self.flop_suits.count(s)) for s in set(self.hole_suits)]

    def cards_to_a_flush(self) -> int:
        return max(own + board for own, board in self.flush_counts())

    def only_card_of_suit_with(self, flop_cards: int) -> int:
        for rank, suit in self.pairs[:2]:
            if self.flop_suits.count(suit) == flop_cards and self.hole_suits.count(suit) == 1:
                return rank
        return 0

    def straight_outs(self) -> int:
        if self.has_straight():
            return 0
        return len([r for r in RANKS if any(five <= {*self.all, r} for five in STRAIGHTS)])

    def straights_with(self, seen: int, own: int) -> int:
        """Straights with exactly so many ranks seen, at least ``own`` of them not on the flop."""
        count = 0
        for five in STRAIGHTS:
            ranks = five & set(self.all)
            if len(ranks) == seen and len(ranks - set(self.flop)) >= own:
                count += 1
        return count

    def has_flush_draw(self) -> bool:
        return self.cards_to_a_flush() == 4

    def has_draw(self) -> bool:
        return self.has_flush_draw() or self.straight_outs() == 2

    def has_any_draw(self) -> bool:
        return self.has_flush_draw() or self.straight_outs() > 0

    def has_two_card_straight_draw(self) -> bool:
        return not self.has_straight() and self.straights_with(seen=4, own=2) > 0


PLAIN: dict[str, Callable[[Spot], int]] = {
    "high card": lambda s: max(s.hole),
    "low card": lambda s: min(s.hole),
    "hole sum": lambda s: sum(s.hole),
    "hole score": lambda s: 2 * max(s.hole) + min(s.hole),
    "hole gap": lambda s: max(s.hole) - min(s.hole),
    "suited hole": lambda s: len(set(s.hole_suits)) == 1,
    "ace high": lambda s: max(s.hole) == A,
    "king high": lambda s: max(s.hole) == K,
    "queen high": lambda s: max(s.hole) == Q,
    "jack high": lambda s: max(s.hole) == J,
    "ten high": lambda s: max(s.hole) == 10,
    "kicker": Spot.kicker,
    "top flop card": lambda s: s.flop[0],
    "middle flop card": lambda s: s.flop[1],
    "low flop card": lambda s: s.flop[2],
    "flop sum": lambda s: sum(s.flop),
    "paired flop": lambda s: len(set(s.flop)) < 3,
    "flop trips": lambda s: len(set(s.flop)) == 1,
    "low flop pair": Spot.has_low_flop_pair,
    "qualifying flop": Spot.flop_qualifies,
    "one-suit flop": lambda s: len(set(s.flop_suits)) == 1,
    "two-suit flop": lambda s: len(set(s.flop_suits)) == 2,
    "rainbow flop": lambda s: len(set(s.flop_suits)) == 3,
    "flop span": lambda s: max(s.flop) - min(s.flop),
    "straight flop": Spot.is_straight_flop,
    "small flop cards": lambda s: s.flop.count(2) + s.flop.count(3),
    "high flop cards": lambda s: len([card for card in s.flop if card >= 10]),
    "flop kings up": lambda s: s.flop.count(K) + s.flop.count(A),
    "pocket pair": lambda s: len(set(s.hole)) == 1,
    "pair with the flop": lambda s: bool(set(s.hole) & set(s.flop)),
    "top pair": lambda s: s.pairs_with(max(s.flop)),
    "middle pair": lambda s: len(set(s.flop)) == 3 and s.pairs_with(s.flop[1]),
    "bottom pair": lambda s: min(s.flop) < max(s.flop) and s.pairs_with(min(s.flop)),
    "overpair": lambda s: s.hole[0] == s.hole[1] > max(s.flop),
    "pair rank": Spot.best_pair,
    "own pair": Spot.has_own_pair,
    "any pair": lambda s: s.has_own_pair() or category_of(evaluate(s.cards)) >= Category.PAIR,
    "own two pair": Spot.has_own_two_pair,
    "straight": Spot.has_straight,
    "flush": Spot.has_flush,
    "overcards": lambda s: len([card for card in s.hole if card > max(s.flop)]),
    "cards over middle": lambda s: len([card for card in s.hole if card > s.flop[1]]),
    "cards over low": lambda s: len([card for card in s.hole if card > min(s.flop)]),
    "better ranks": lambda s: s.better_than(max(s.hole)),
    "better ranks than low": lambda s: s.better_than(min(s.hole)),
    "beating ranks": lambda s: s.better_than(max(s.hole)) + s.better_than(min(s.hole)),
    "flush draw": Spot.has_flush_draw,
    "two-card flush draw": lambda s: (2, 2) in s.flush_counts(),
    "flush draw rank": lambda s: s.only_card_of_suit_with(3),
    "backdoor flush": lambda s: (2, 1) in s.flush_counts(),
    "backdoor flush rank": lambda s: s.only_card_of_suit_with(2),
    "three to a flush": lambda s: bool({(1, 2), (2, 1)} & set(s.flush_counts())),
    "flush cards": Spot.cards_to_a_flush,
    "straight outs": Spot.straight_outs,
    "open-ended": lambda s: s.straight_outs() == 2,
    "gutshot": lambda s: s.straight_outs() == 1,
    "two-card gutshot": lambda s: s.straight_outs() == 1 and s.has_two_card_straight_draw(),
    "two-card straight draw": Spot.has_two_card_straight_draw,
    "backdoor straight": lambda s: s.straights_with(seen=3, own=1),
    "two-card backdoor straight": lambda s: s.straights_with(seen=3, own=2),
    "draw": Spot.has_draw,
    "any draw": Spot.has_any_draw,
    "pair-or-draw": lambda s: s.has_own_pair() or s.has_draw(),
    "pair-or-any-draw": lambda s: s.has_own_pair() or s.has_any_draw(),
    "two-card backdoors": lambda s: (
        ((2, 1) in s.flush_counts()) + (s.straights_with(seen=3, own=2) > 0)
    ),
    "gutshot-or-backdoor-flush": lambda s: s.straight_outs() == 1 or (2, 1) in s.flush_counts(),
}

EVERY_TERM = pytest.mark.parametrize("term", TERMS.values(), ids=list(TERMS))


@pytest.fixture(scope="module")
def some_cards() -> NDArray[np.uint8]:
    """The corner cases and 3,000 random spots."""
    ids = parse_cards(CORNER_CASES)
    chosen = [ids[start : start + 5] for start in range(0, len(ids), 5)]
    shuffled = random.Random(20)
    drawn = [tuple(shuffled.sample(range(52), 5)) for _ in range(3000)]
    return np.array(chosen + drawn, np.uint8)


@pytest.fixture(scope="module")
def some_values(some_cards: NDArray[np.uint8]) -> dict[str, NDArray[np.int8]]:
    return compute(some_cards)


@pytest.fixture(scope="module")
def all_values() -> dict[str, NDArray[np.int8]]:
    """All terms of all spot classes."""
    return compute(cards_on(range(FLOP_CLASSES)))


def test_corner_cases_are_spots(some_cards: NDArray[np.uint8]) -> None:
    assert len(some_cards) == 78 + 3000
    for spot in some_cards.tolist():
        assert len(set(spot)) == 5, format_cards(spot)


def test_every_term_has_a_plain_definition() -> None:
    assert list(PLAIN) == list(TERMS)


@EVERY_TERM
def test_as_plainly_defined(
    term: Term, some_cards: NDArray[np.uint8], some_values: dict[str, NDArray[np.int8]]
) -> None:
    plain = PLAIN[term.name]
    for spot, value in zip(some_cards.tolist(), some_values[term.name].tolist(), strict=True):
        assert value == plain(Spot(tuple(spot))), f"{term.name} of {format_cards(spot)}"


@pytest.mark.parametrize(
    ("spot", "expected"),
    [
        ("Ah 2d 3s 4c 5h", {"straight": 1, "own pair": 1, "own two pair": 1, "straight outs": 0}),
        ("Ah Kd Qs Jc Th", {"straight": 1, "gutshot": 0, "two-card straight draw": 0}),
        # A five alone, though it would make two straights, each with one of the hole cards.
        ("Ah 6d 2s 3c 4h", {"gutshot": 1, "two-card gutshot": 0, "straight flop": 1}),
        ("Ah Kd Qs Jc 9h", {"gutshot": 1, "two-card gutshot": 1, "open-ended": 0}),
        # Double gutshot: a four and an eight, each with one of the hole cards.
        ("3h 9d 5s 6c 7h", {"straight outs": 2, "open-ended": 1, "two-card straight draw": 0}),
        # No straight around the ace.
        ("Kh 2d As 3c 4h", {"straight flop": 1, "two-card straight draw": 0, "gutshot": 1}),
        ("9h 9d 8s 7c 6h", {"open-ended": 1, "two-card straight draw": 0, "overpair": 1}),
        ("7d 2d 7s 7c 7h", {"top pair": 1, "bottom pair": 0, "own two pair": 1, "kicker": 2}),
        ("Ah Kd 7s 7c 7h", {"own pair": 0, "any pair": 1, "own two pair": 0, "pair rank": 0}),
        ("5h 5d 7s 7c 7h", {"own two pair": 1, "overpair": 0, "pair rank": 5, "kicker": 0}),
        ("Ah Kd 2s 2c 2h", {"qualifying flop": 1, "low flop pair": 0, "flop trips": 1}),
        ("Ah Kd As 3c 3h", {"qualifying flop": 0, "low flop pair": 1, "own two pair": 1}),
        ("Ah 7d Qs 7c 7s", {"bottom pair": 1, "middle pair": 0, "own two pair": 1, "kicker": A}),
        ("Ah 7d Qs Qc 7h", {"bottom pair": 1, "middle pair": 0, "top pair": 0}),
        ("Ah Kd 9h 7h 2h", {"flush draw": 1, "flush draw rank": A, "two-card flush draw": 0}),
        ("Ad Kd 9h 7h 2h", {"flush draw": 0, "flush draw rank": 0, "flush cards": 2}),
        ("Ah Kh 9h 7h 2h", {"flush": 1, "flush draw": 0, "flush draw rank": 0, "own pair": 1}),
        ("Ah Kh 9h 7h 2d", {"two-card flush draw": 1, "backdoor flush": 0}),
        ("2h Kd 9d 7h 4h", {"backdoor flush rank": 2, "three to a flush": 1, "backdoor flush": 0}),
        ("Ah Kh 9h 7d 2s", {"backdoor flush": 1, "backdoor flush rank": 0}),
        ("Th 9h 8h 2d 3s", {"backdoor straight": 3, "two-card backdoors": 2}),
        ("Kh 7d As Qc 2h", {"better ranks": 0, "better ranks than low": 4, "beating ranks": 4}),
    ],
)
def test_chosen_spots(spot: str, expected: dict[str, int]) -> None:
    cards = np.array([parse_cards(spot)], np.uint8)
    found = compute(cards, expected)
    assert {name: int(values[0]) for name, values in found.items()} == expected


def assert_same(found: dict[str, NDArray[np.int8]], values: dict[str, NDArray[np.int8]]) -> None:
    for name in TERMS:
        np.testing.assert_array_equal(found[name], values[name], err_msg=name)


@pytest.mark.parametrize("suits", list(permutations(range(4))))
def test_names_of_suits_do_not_matter(
    suits: tuple[int, ...],
    some_cards: NDArray[np.uint8],
    some_values: dict[str, NDArray[np.int8]],
) -> None:
    relabelled = some_cards // 4 * 4 + np.array(suits, np.uint8)[some_cards % 4]
    assert_same(compute(relabelled), some_values)


@pytest.mark.parametrize("hole", list(permutations((0, 1))))
@pytest.mark.parametrize("flop", list(permutations((2, 3, 4))))
def test_order_does_not_matter(
    hole: tuple[int, ...],
    flop: tuple[int, ...],
    some_cards: NDArray[np.uint8],
    some_values: dict[str, NDArray[np.int8]],
) -> None:
    assert_same(compute(some_cards[:, [*hole, *flop]]), some_values)


@EVERY_TERM
def test_name_and_meaning(term: Term) -> None:
    assert TERMS[term.name] is term
    words = term.name.split(" ")
    for word in words:
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", word)
    # The words of the strategy language, which a word may not begin with before a hyphen either.
    parts = {word.split("-")[0] for word in words}
    assert not parts & {"if", "and", "or", "not", "call", "fold"}
    assert term.meaning
    assert term.meaning == term.meaning.strip()
    assert not term.meaning.endswith(".")


def test_no_meaning_comes_twice() -> None:
    assert len({term.meaning for term in TERMS.values()}) == len(TERMS)


@EVERY_TERM
def test_kind_and_range(term: Term, all_values: dict[str, NDArray[np.int8]]) -> None:
    values = all_values[term.name]
    assert values.dtype == np.int8
    found = set(np.unique(values).tolist())
    if term.kind is Kind.YES_NO:
        assert found == {0, 1}
    elif term.kind is Kind.RANK:
        assert found <= {0, *RANKS}
        assert {3, K} <= found
    else:
        assert 0 <= min(found) < max(found) <= 3 * A
        assert len(found) > 2


def test_counted_over_all_spots(all_values: dict[str, NDArray[np.int8]]) -> None:
    _, weights = holes_on(range(FLOP_CLASSES))

    def spots(name: str) -> int:
        return int(weights[all_values[name] == 1].sum(dtype=np.int64))

    # Every five cards are ten spots: any two of them may be the hole.
    assert spots("straight") == 10 * 10 * 4**5
    assert spots("flush") == 10 * 4 * comb(13, 5)
    assert SPOTS - spots("any pair") == 10 * (comb(13, 5) - 10) * (4**5 - 4)
    assert spots("pocket pair") == 13 * 6 * comb(50, 3)
    assert spots("flop trips") == 13 * 4 * comb(49, 2)
    assert spots("rainbow flop") == 4 * 13**3 * comb(49, 2)
    assert spots("flush draw") == 10 * 4 * comb(13, 4) * 39


def test_what_implies_what(all_values: dict[str, NDArray[np.int8]]) -> None:
    yes = {
        name: all_values[name].astype(bool)
        for name, term in TERMS.items()
        if term.kind is Kind.YES_NO
    }
    np.testing.assert_array_equal(
        yes["pair with the flop"], yes["top pair"] | yes["middle pair"] | yes["bottom pair"]
    )
    np.testing.assert_array_equal(yes["paired flop"], yes["low flop pair"] | yes["qualifying flop"])
    assert not (yes["low flop pair"] & yes["qualifying flop"]).any()
    for stronger, weaker in [
        ("own two pair", "own pair"), ("own pair", "any pair"), ("overpair", "pocket pair"),
        ("two-card gutshot", "gutshot"), ("two-card flush draw", "flush draw"),
        ("two-card straight draw", "any draw"), ("draw", "any draw"),
        ("backdoor flush", "three to a flush"), ("flop trips", "qualifying flop"),
    ]:  # fmt: skip
        assert not (yes[stronger] & ~yes[weaker]).any(), (stronger, weaker)


def test_named_terms_only(
    some_cards: NDArray[np.uint8], some_values: dict[str, NDArray[np.int8]]
) -> None:
    names = ["pair-or-any-draw", "kicker"]
    found = compute(some_cards, iter(names))
    assert list(found) == names
    for name in names:
        np.testing.assert_array_equal(found[name], some_values[name])
    assert list(some_values) == list(TERMS)


def test_no_spots() -> None:
    found = compute(np.empty((0, 5), np.uint8))
    assert {(values.shape, values.dtype) for values in found.values()} == {((0,), np.dtype("i1"))}


def test_refused() -> None:
    with pytest.raises(ValueError, match=r"expected shape \(n, 5\), found \(2, 4\)"):
        compute(np.zeros((2, 4), np.uint8))
    with pytest.raises(KeyError, match="no such term"):
        compute(np.array([[0, 1, 2, 3, 4]], np.uint8), ["no such term"])
