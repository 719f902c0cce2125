"""Shuffles: every deck as likely as any other, the same from the same seed."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from itertools import combinations, pairwise

import pytest

from solver.cards import DECK_SIZE, format_cards
from solver.match import Deal, MatchSetup
from solver.shuffles import shuffled, source_of

DEALT = 9
DECKS = 26_520
"""So that any two cards are expected ten times in two places."""

ONE_IN_A_MILLION = 4.75
"""Standard deviations that a normal number is above once in a million times, and below as often."""


def too_far(seen: Iterable[Hashable], kinds: int) -> bool:
    """Whether counts are as uneven, or as even, as those of chance only once in a million times.

    That is Pearson's chi-square with ``kinds - 1`` degrees of freedom, by the cube root that makes
    it nearly normal (Wilson and Hilferty).
    """
    counts = Counter(seen)
    assert len(counts) <= kinds
    mean = counts.total() / kinds
    missing = (kinds - len(counts)) * mean
    square = sum((count - mean) ** 2 for count in counts.values()) / mean + missing
    spread = 2 / (9 * (kinds - 1))
    return abs(math.cbrt(square / (kinds - 1)) - (1 - spread)) > ONE_IN_A_MILLION * math.sqrt(
        spread
    )


def uneven_places(decks: list[tuple[int, ...]]) -> list[int]:
    return [n for n in range(DEALT) if too_far((deck[n] for deck in decks), DECK_SIZE)]


def uneven_pairs(decks: list[tuple[int, ...]]) -> list[tuple[int, int]]:
    kinds = DECK_SIZE * (DECK_SIZE - 1)
    return [
        (a, b)
        for a, b in combinations(range(DEALT), 2)
        if too_far(((deck[a], deck[b]) for deck in decks), kinds)
    ]


def cards_of(deal: Deal) -> tuple[int, ...]:
    return (*deal.hole, *deal.dealer, *deal.flop, deal.turn, deal.river)


@pytest.fixture(scope="module")
def dealt() -> list[tuple[int, ...]]:
    setup = MatchSetup(seed="chi-square")
    return [cards_of(setup.deal(number)) for number in range(1, DECKS + 1)]


def test_every_card_in_every_place(dealt: list[tuple[int, ...]]) -> None:
    assert uneven_places(dealt) == []


def test_every_two_cards_in_every_two_places(dealt: list[tuple[int, ...]]) -> None:
    assert uneven_pairs(dealt) == []


def test_a_deal_says_nothing_of_the_next(dealt: list[tuple[int, ...]]) -> None:
    for place in range(DEALT):
        nexts = ((one[place], other[place]) for one, other in pairwise(dealt))
        assert not too_far(nexts, DECK_SIZE**2)


def test_seeds_are_as_good_as_deals() -> None:
    decks = [shuffled(source_of(str(seed), "deal", 1)) for seed in range(DECKS)]
    assert uneven_places(decks) == []
    assert all(sorted(deck) == list(range(DECK_SIZE)) for deck in decks[:100])


def swapped(source: random.Random) -> tuple[int, ...]:
    """A well-known wrong shuffle: each card changes places with any."""
    deck = list(range(DECK_SIZE))
    for n in range(DECK_SIZE):
        other = source.randrange(DECK_SIZE)
        deck[n], deck[other] = deck[other], deck[n]
    return tuple(deck)


def cut(source: random.Random) -> tuple[int, ...]:
    """A deck that is only cut: even in every place, but not in two."""
    at = source.randrange(DECK_SIZE)
    return (*range(at, DECK_SIZE), *range(at))


@pytest.mark.parametrize(("wrong", "places"), [(swapped, True), (cut, False)])
def test_wrong_shuffles_are_found(
    wrong: Callable[[random.Random], tuple[int, ...]], places: bool
) -> None:
    source = random.Random(1)
    decks = [wrong(source) for _ in range(DECKS // 4)]
    assert bool(uneven_places(decks)) is places
    assert uneven_pairs(decks)


def test_decks_dealt_in_turn_are_too_even() -> None:
    decks = [tuple((start + n) % DECK_SIZE for n in range(DEALT)) for start in range(DECK_SIZE)]
    assert uneven_places(100 * decks) == list(range(DEALT))


@pytest.mark.parametrize(
    ("seed", "number", "cards"),
    [
        ("7", 1, "9d Th 5d 7d 7h 6d Jh 4d 8h"),
        ("7", 2, "7c 4d 4c Jd 5c 8s 3d 8c 6h"),
        ("7", 3, "2s 3h Qh 6s Ks 3s 7d Kc 4h"),
        ("été ♥", 1, "9s 3c 6s 4d 5h 6h Jh 4s 9d"),
        ("0", 1000, "Qh 3h 2s 5s 9d 7h 7d Ad 8s"),
    ],
)
def test_the_cards_of_a_seed_are_for_ever(seed: str, number: int, cards: str) -> None:
    assert format_cards(cards_of(MatchSetup(seed=seed).deal(number))) == cards


def test_a_deal_is_the_top_of_the_deck() -> None:
    deal = Deal.from_deck(range(51, -1, -1))
    assert format_cards(deal.hole) == "As Ah"
    assert format_cards(deal.dealer) == "Ad Ac"
    assert format_cards(deal.flop) == "Ks Kh Kd"
    assert format_cards((deal.turn, deal.river)) == "Kc Qs"


def test_without_a_seed_no_two_decks_are_the_same() -> None:
    decks = {shuffled(source_of(None, "deal", 1)) for _ in range(50)}
    assert len(decks) == 50
    assert all(sorted(deck) == list(range(DECK_SIZE)) for deck in decks)
    assert len({cards_of(MatchSetup().deal(1)) for _ in range(50)}) == 50


def test_a_seed_is_not_the_number_that_it_looks_like() -> None:
    decks = {
        shuffled(source_of(*parts))
        for parts in [("7", "deal", 1), ("07", "deal", 1), ("7", "deal", 11), ("7 ", "deal", 1)]
    }
    assert len(decks) == 4
