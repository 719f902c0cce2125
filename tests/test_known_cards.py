"""Dead cards, the dealer's cards, turn and river: what may be known, and the counts it leaves."""

from __future__ import annotations

import itertools
import math
import re
from dataclasses import astuple
from typing import NamedTuple

import numpy as np
import phevaluator
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import CardError, Rules, _deal
from solver.cards import DECK_SIZE, CardsLike, parse_spot
from solver.enumeration import COMPLETIONS, OutcomeCounts, count_outcomes
from solver.known import NOTHING_KNOWN, KnownCards

QUALIFIER = Rules().qualifier
ROYAL_FLUSH = 7462
# phevaluator's worst rank in each category, its best of all hands being 1.
WORST_RANKS = (7462, 6185, 3325, 2467, 1609, 1599, 322, 166, 10, 1)
SPOTS = ("3d3h/9cJcAc", "AhKh/QhJh2c", "9s7h/2cQdAh", "5c4d/5d5h5s", "8d2c/8s8h3s")

some_spots = pytest.mark.parametrize("text", SPOTS)


class Kind(NamedTuple):
    """How many cards of each place are known."""

    dead: int
    dealer: int
    turn: int
    river: int


KINDS = [
    Kind(dead, dealer, turn, river)
    for dead in (0, 1, 9, 43)
    for dealer in (0, 1, 2)
    for turn in (0, 1)
    for river in (0, 1)
]
SMALL = [
    *(Kind(0, 0, 1, 1), Kind(0, 1, 1, 0), Kind(0, 1, 0, 1), Kind(0, 1, 1, 1)),
    *(Kind(0, 2, 0, 0), Kind(0, 2, 1, 0), Kind(0, 2, 0, 1), Kind(0, 2, 1, 1)),
    *(Kind(35, 0, 0, 0), Kind(43, 0, 0, 0), Kind(33, 1, 0, 0), Kind(43, 1, 0, 0)),
    *(Kind(30, 0, 0, 1), Kind(30, 0, 1, 0), Kind(43, 0, 1, 0), Kind(43, 2, 1, 1)),
]


class Known(NamedTuple):
    """A spot and what is known besides."""

    hole: tuple[int, ...]
    flop: tuple[int, ...]
    cards: KnownCards


@st.composite
def decks(draw: st.DrawFn) -> list[int]:
    """All cards in any order, often with cards of few suits or few ranks first."""
    suits = draw(st.sets(st.integers(0, 3), min_size=1))
    ranks = draw(st.just(set(range(13))) | st.sets(st.integers(0, 12), min_size=3))
    deck = draw(st.randoms(use_true_random=False)).sample(range(DECK_SIZE), DECK_SIZE)
    return sorted(deck, key=lambda card: not (card % 4 in suits and card // 4 in ranks))


def deal_out(deck: list[int], kind: Kind) -> Known:
    """The first cards of a deck as a spot and its known cards, the dead ones last."""
    left = iter(deck)

    def some(count: int) -> tuple[int, ...]:
        return tuple(itertools.islice(left, count))

    hole, flop, dealer = some(2), some(3), some(kind.dealer)
    turn = next(left) if kind.turn else None
    river = next(left) if kind.river else None
    return Known(hole, flop, KnownCards(some(kind.dead), dealer, turn, river))


def spots_of(kinds: list[Kind]) -> st.SearchStrategy[Known]:
    return st.builds(deal_out, decks(), st.sampled_from(kinds))


qualifiers = st.sampled_from([1, QUALIFIER, ROYAL_FLUSH]) | st.integers(1, ROYAL_FLUSH)


def value_of(cards: list[int]) -> int:
    return ROYAL_FLUSH + 1 - int(phevaluator.evaluate_cards(*cards))


def category_of(value: int) -> int:
    return sum(ROYAL_FLUSH + 1 - value <= worst for worst in WORST_RANKS) - 1


def dealt_with_phevaluator(spot: Known, qualifier: int) -> OutcomeCounts:
    """A plain twin: every board and every hand of the dealer's that agree with what is known."""
    hole, flop, known = spot
    unseen = unseen_of(spot)
    counts = [[0, 0, 0, 0] for _ in range(10)]
    for drawn in itertools.combinations(unseen, 2 - len(known.board)):
        board = [*flop, *known.board, *drawn]
        player = value_of([*hole, *board])
        row = counts[category_of(player)]
        left = [card for card in unseen if card not in drawn]
        for more in itertools.combinations(left, 2 - len(known.dealer)):
            dealer = value_of([*known.dealer, *more, *board])
            if dealer < qualifier:
                row[0] += 1
            else:
                row[1 if player > dealer else 2 if player == dealer else 3] += 1
    return tuple((a, b, c, d) for a, b, c, d in counts)


def count(spot: Known, qualifier: int = QUALIFIER) -> OutcomeCounts:
    spot.cards.check(spot.hole, spot.flop)
    return count_outcomes(spot.hole, spot.flop, qualifier, spot.cards)


def total(counts: list[OutcomeCounts]) -> list[list[int]]:
    return [[sum(cells) for cells in zip(*rows, strict=True)] for rows in zip(*counts, strict=True)]


def times(number: int, counts: OutcomeCounts) -> list[list[int]]:
    return [[number * cell for cell in row] for row in counts]


def unseen_of(spot: Known) -> list[int]:
    seen = spot.hole + spot.flop + spot.cards.cards
    return [card for card in range(DECK_SIZE) if card not in seen]


@given(spots_of(SMALL), qualifiers)
@settings(deadline=None)
def test_few_completions_dealt_with_another_evaluator(spot: Known, qualifier: int) -> None:
    assert count(spot, qualifier) == dealt_with_phevaluator(spot, qualifier)


@pytest.mark.parametrize(
    ("spot", "known"),
    [
        ("3d3h/9cJcAc", KnownCards.parse(dealer="Kc")),
        ("9s7h/2cQdAh", KnownCards.parse(turn="5c")),
        ("AhKh/QhJh2c", KnownCards.parse(river="2h")),
    ],
)
def test_many_completions_dealt_with_another_evaluator(spot: str, known: KnownCards) -> None:
    case = Known(*parse_spot(spot), known)
    assert count(case) == dealt_with_phevaluator(case, QUALIFIER)


@given(spots_of(KINDS))
@settings(deadline=None)
def test_counts_add_up_to_the_completions(spot: Known) -> None:
    assert sum(map(sum, count(spot))) == spot.cards.completions


@given(spots_of(KINDS), qualifiers, st.data())
@settings(deadline=None)
def test_order_changes_nothing(spot: Known, qualifier: int, data: st.DataObject) -> None:
    dead, dealer, turn, river = astuple(spot.cards)
    dead = tuple(data.draw(st.permutations(dead)))
    other = Known(spot.hole[::-1], spot.flop[::-1], KnownCards(dead, dealer[::-1], river, turn))
    assert count(other, qualifier) == count(spot, qualifier)


@given(decks(), st.sampled_from(KINDS), qualifiers, st.permutations(range(4)))
@settings(deadline=None)
def test_relabelled_suits_change_nothing(
    deck: list[int], kind: Kind, qualifier: int, suits: list[int]
) -> None:
    relabelled = [card // 4 * 4 + suits[card % 4] for card in deck]
    spot, other = deal_out(deck, kind), deal_out(relabelled, kind)
    assert count(other, qualifier) == count(spot, qualifier)


@some_spots
def test_the_kernel_for_known_cards_deals_the_plain_spot_too(text: str) -> None:
    hole, flop = parse_spot(text)
    counts = np.zeros((1, 10, 4), np.int32)
    _deal.deal_known(bytes(hole), bytes(flop), b"", b"", b"", QUALIFIER, counts)
    assert tuple(map(tuple, counts[0].tolist())) == count_outcomes(hole, flop, QUALIFIER)


@some_spots
@pytest.mark.parametrize("dead", ["", "Kc Ks 6d 6h Th"])
@pytest.mark.parametrize("place", ["dealer", "turn", "river"])
def test_each_card_known_in_turn_counts_every_completion_twice(
    text: str, dead: str, place: str
) -> None:
    # The dealer has two cards, and turn and river are two of the board: in no order.
    spot = Known(*parse_spot(text), KnownCards.parse(dead))
    known = [KnownCards.parse(dead, **{place: [card]}) for card in unseen_of(spot)]
    assert total([count(spot._replace(cards=cards)) for cards in known]) == times(2, count(spot))


@some_spots
def test_each_pair_known_in_turn_counts_every_completion_once(text: str) -> None:
    spot = Known(*parse_spot(text), NOTHING_KNOWN)
    pairs = list(itertools.combinations(unseen_of(spot), 2))
    plain = times(1, count(spot))
    for known in (
        [KnownCards(dealer=pair) for pair in pairs],
        [KnownCards(turn=turn, river=river) for turn, river in pairs],
    ):
        assert total([count(spot._replace(cards=cards)) for cards in known]) == plain


@some_spots
def test_each_card_dead_in_turn_leaves_every_completion_43_times(text: str) -> None:
    # A completion uses up 4 of the 47 unseen cards; any other may be the dead one.
    spot = Known(*parse_spot(text), NOTHING_KNOWN)
    known = [KnownCards(dead=(card,)) for card in unseen_of(spot)]
    assert total([count(spot._replace(cards=cards)) for cards in known]) == times(43, count(spot))


@pytest.mark.parametrize("dead", ["", "Ad 2s 2d 2h 3s 3c 8s 8d 8h 9s 9c 9d"])
@pytest.mark.parametrize("dealer", ["", "Ts", "Ts Tc"])
def test_who_qualifies_is_told_apart_from_who_is_ahead(dead: str, dealer: str) -> None:
    spot = Known(*parse_spot("AhKh/QhJh2c"), KnownCards.parse(dead, dealer))
    lowest, highest = count(spot, 1), count(spot, ROYAL_FLUSH)
    assert sum(row[0] for row in lowest) == 0
    # On this flop nobody but the player can have a royal flush.
    assert all(row[1:] == (0, 0, 0) for row in highest)
    assert [sum(row) for row in lowest] == [row[0] for row in highest]


def test_completions_of_what_is_known() -> None:
    assert NOTHING_KNOWN.completions == COMPLETIONS == math.comb(47, 2) * math.comb(45, 2)
    assert KnownCards.parse(dealer="Kc").completions == 45_540
    assert KnownCards.parse(river="Kc").completions == 45_540
    assert KnownCards.parse(dealer="Kc Kd").completions == 990
    assert KnownCards.parse(turn="Kc", river="Kd").completions == 990
    assert KnownCards.parse("2c 3c", "Kc Kd", "Kh", "Ks").completions == 1


def test_known_cards_are_read_from_text_and_from_ids() -> None:
    written = KnownCards.parse("2c, 10♥", "Kc Kd", "Kh", "Ks")
    assert written == KnownCards((0, 34), (44, 45), 46, 47)
    assert KnownCards.parse([0, "Th"], (44, 45), [46], "K♠") == written
    assert written.board == (46, 47)
    assert written.cards == (0, 34, 44, 45, 46, 47)
    assert KnownCards.parse(river="Ks").board == (47,)


@pytest.mark.parametrize("nothing", ["", " ", None, (), []])
def test_nothing_known(nothing: CardsLike | None) -> None:
    assert KnownCards.parse(nothing, nothing, nothing, nothing) == NOTHING_KNOWN
    assert not NOTHING_KNOWN


@pytest.mark.parametrize("place", ["dead", "dealer", "turn", "river"])
def test_anything_known(place: str) -> None:
    # The lowest card has the id 0.
    known = KnownCards.parse(**{place: "2c"})
    assert known
    assert known.cards == (0,)


@pytest.mark.parametrize(
    ("places", "error"),
    [
        ({"dead": "Kx"}, "'x' is no suit, in card 1 of 'Kx': expected c, d, h, s or a symbol"),
        ({"dealer": [52]}, "52 is no card id: expected 0 to 51"),
        ({"turn": "Kc Kd"}, "the turn is one card, found 2: Kc Kd"),
        ({"river": "Kc Kd Kh"}, "the river is one card, found 3: Kc Kd Kh"),
    ],
)
def test_what_cannot_be_read(places: dict[str, CardsLike], error: str) -> None:
    with pytest.raises(CardError, match=f"^{re.escape(error)}$"):
        KnownCards.parse(**places)


@pytest.mark.parametrize(
    ("known", "error"),
    [
        (KnownCards(dead=(52,)), "52 is no card id: expected 0 to 51"),
        (KnownCards(turn=-1), "-1 is no card id: expected 0 to 51"),
        (KnownCards.parse(dealer="2c 2d 2h"), "the dealer has at most 2 cards, found 3: 2c 2d 2h"),
        (KnownCards.parse("9s"), "9s is known twice: in the hole and among the dead cards"),
        (KnownCards.parse("5s 5s"), "5s is known twice: among the dead cards"),
        (KnownCards.parse(dealer="Ah"), "Ah is known twice: on the flop and in the dealer's hand"),
        (KnownCards.parse(dealer="5s 5s"), "5s is known twice: in the dealer's hand"),
        (KnownCards.parse(turn="2c"), "2c is known twice: on the flop and as the turn"),
        (KnownCards.parse(river="7h"), "7h is known twice: in the hole and as the river"),
        (
            KnownCards.parse("5s", "5s"),
            "5s is known twice: among the dead cards and in the dealer's hand",
        ),
        (
            KnownCards.parse("5s", turn="5s"),
            "5s is known twice: among the dead cards and as the turn",
        ),
        (
            KnownCards.parse(dealer="5s", river="5s"),
            "5s is known twice: in the dealer's hand and as the river",
        ),
        (
            KnownCards.parse(turn="5s", river="5s"),
            "5s is known twice: as the turn and as the river",
        ),
    ],
)
def test_what_cannot_be_known(known: KnownCards, error: str) -> None:
    with pytest.raises(CardError, match=f"^{re.escape(error)}$"):
        known.check(*parse_spot("9s7h/2cQdAh"))


@pytest.mark.parametrize(
    ("dead", "dealer", "turn", "needed", "left"),
    [
        (44, 0, 0, "4 more cards", 3),
        (47, 0, 0, "4 more cards", 0),
        (44, 0, 1, "3 more cards", 2),
        (44, 2, 1, "1 more card", 0),
    ],
)
def test_enough_cards_must_be_left(
    dead: int, dealer: int, turn: int, needed: str, left: int
) -> None:
    spot = deal_out(list(range(DECK_SIZE)), Kind(dead, dealer, turn, 0))
    error = f"turn, river and dealer need {needed}, the known ones leave {left}"
    with pytest.raises(CardError, match=f"^{re.escape(error)}$"):
        spot.cards.check(spot.hole, spot.flop)
