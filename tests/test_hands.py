"""Hands: which five cards play, what they are called, and which of two hands is better."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import Category, best_five, evaluate
from solver.cards import DECK_SIZE, RANKS, CardError, format_cards, parse_cards
from solver.hands import HIGHEST_VALUE, category_of, lowest_pair_value, lowest_value

# Besides the whole deck: few ranks, for pairs, straights and full houses; mostly one suit.
DECKS = (
    tuple(range(DECK_SIZE)),
    tuple(range(4 * RANKS.index("9"))),
    tuple(range(4 * RANKS.index("5"))),
    tuple(card for card in range(DECK_SIZE) if card % 4 == 3 or card % 5 == 0),
)


@st.composite
def hands(draw: st.DrawFn, fewest: int = 5) -> list[int]:
    deck = draw(st.sampled_from(DECKS))
    return draw(st.lists(st.sampled_from(deck), min_size=fewest, max_size=7, unique=True))


@pytest.mark.parametrize(
    ("cards", "five", "category", "name"),
    [
        (
            "Ah 2h 3h 4h 5h Kd Kc",
            "5h 4h 3h 2h Ah",
            Category.STRAIGHT_FLUSH,
            "straight flush, five high",
        ),
        (
            "Ac Qs Jc Tc 9c 8c 7c",
            "Jc Tc 9c 8c 7c",
            Category.STRAIGHT_FLUSH,
            "straight flush, jack high",
        ),
        (
            "Kh Qh Jh Th 9h As 2d",
            "Kh Qh Jh Th 9h",
            Category.STRAIGHT_FLUSH,
            "straight flush, king high",
        ),
        ("Kh Qh Jh Th 9h Ah 2d", "Ah Kh Qh Jh Th", Category.ROYAL_FLUSH, "royal flush"),
        (
            "Ks Kh 3h 4h 5h Kd Kc",
            "Ks Kh Kd Kc 5h",
            Category.QUADS,
            "four of a kind, kings, five kicker",
        ),
        (
            "3c 3d 3h 3s 2d 2c Ah",
            "3s 3h 3d 3c Ah",
            Category.QUADS,
            "four of a kind, threes, ace kicker",
        ),
        (
            "6c 6d 6h 2s 2d Kh Ac",
            "6h 6d 6c 2s 2d",
            Category.FULL_HOUSE,
            "full house, sixes over twos",
        ),
        (
            "2c 2d 2h 7s 7d 9h 9c",
            "2h 2d 2c 9h 9c",
            Category.FULL_HOUSE,
            "full house, twos over nines",
        ),
        ("Jd Ac Ad 7d Qd 4d Td", "Ad Qd Jd Td 7d", Category.FLUSH, "flush, A Q J T 7"),
        ("9c Th Jh Qh Kh 2h 3h", "Kh Qh Jh Th 3h", Category.FLUSH, "flush, K Q J T 3"),
        ("2s 4s 6s 8s Ts Qs As", "As Qs Ts 8s 6s", Category.FLUSH, "flush, A Q T 8 6"),
        ("As 2d 3c 4h 5s", "5s 4h 3c 2d As", Category.STRAIGHT, "straight, five high"),
        ("2c 3d 4s 5h 6c", "6c 5h 4s 3d 2c", Category.STRAIGHT, "straight, six high"),
        ("As 2d 3c 4h 5s 6d 9c", "6d 5s 4h 3c 2d", Category.STRAIGHT, "straight, six high"),
        ("Qh Kh Js 2d Qd 10d 9s", "Kh Qh Js Td 9s", Category.STRAIGHT, "straight, king high"),
        (
            "8c 8d 8h 2s 3d Jc Kh",
            "8h 8d 8c Kh Jc",
            Category.TRIPS,
            "three of a kind, eights, K J kickers",
        ),
        (
            "4s 5h 4h 5c 9h 9c Kd",
            "9h 9c 5h 5c Kd",
            Category.TWO_PAIR,
            "two pair, nines and fives, king kicker",
        ),
        ("Ac Ad 9h 2s 3d Jc Kh", "Ad Ac Kh Jc 9h", Category.PAIR, "pair, aces, K J 9 kickers"),
        ("Ts Qh 7c 8s 9s", "Qh Ts 9s 8s 7c", Category.HIGH_CARD, "high card, Q T 9 8 7"),
        # King, ace, two do not wrap.
        ("Ks Ad 2c 3h 4s Jd 9h", "Ad Ks Jd 9h 4s", Category.HIGH_CARD, "high card, A K J 9 4"),
    ],
)
def test_the_best_five(cards: str, five: str, category: Category, name: str) -> None:
    hand = best_five(cards)
    assert format_cards(hand.cards) == five
    assert hand.category is category
    assert hand.name == name
    assert hand.value == evaluate(cards) == evaluate(five)


@pytest.mark.parametrize(
    ("board", "better", "worse"),
    [
        pytest.param("3h 4h 5h Kd Kc", "Ah 2h", "Ks Kh", id="five-high straight flush over quads"),
        pytest.param("3c 4d 5h", "2s 6s", "As 2d", id="six-high straight over five-high"),
        pytest.param("3c 4d 5h", "As 2d", "As Ad", id="five-high straight over a pair of aces"),
        pytest.param("Ah Th 8h 6h 3h", "Kh 2c", "9h 2d", id="higher card into the board's flush"),
        pytest.param("Ah Th 8h 6h 3h", "9h 2d", "Qc Qs", id="any higher card into that flush"),
        pytest.param("Kd Kh 7s 7c 2d", "As Ac", "Qh Jh", id="overpair on a double-paired board"),
        pytest.param("9s 7s 4s Jd 6h", "As 2s", "Ks Qs", id="flushes compare from the top"),
        pytest.param("10s Jd Qc 6d 5c", "9h Ks", "9s Ah", id="a ten written 10"),
        pytest.param("9h 9c 5h 5c 2d", "4s Kd", "4s 4h", id="third pair is no kicker"),
        pytest.param("7h 7s 7c 2d 3s", "8c 8d", "6c 6d", id="full houses of the same trips"),
        pytest.param("Ks Kh Kd Kc 2d", "As 3d", "Qc Qd", id="quads on the board, kicker"),
    ],
)
def test_the_better_hand(board: str, better: str, worse: str) -> None:
    assert evaluate(f"{board} {better}") > evaluate(f"{board} {worse}")


@pytest.mark.parametrize(
    ("board", "one", "other", "ranks"),
    [
        pytest.param("Jd 7h Jc Kh Ks", "Ah 8h", "As Qc", "KKJJA", id="ace kicker for both"),
        pytest.param("2d 7h 7s 2s 7c", "Ks 3d", "3h Qs", "77722", id="full house on the board"),
        pytest.param("As Ks Qd Jc Th", "2c 3d", "4h 5s", "AKQJT", id="straight on the board"),
        pytest.param("9h 9c 5h 5c 4s", "4h 2d", "3h 2c", "99554", id="third pair as a kicker"),
        pytest.param("Ah Th 8h 6h 3h", "Qc Qs", "2h 2c", "AT863", id="flush on the board"),
        pytest.param("Ad Kd 9s 8c 7h", "3c 2c", "4s 3h", "AK987", id="high card on the board"),
    ],
)
def test_equal_hands(board: str, one: str, other: str, ranks: str) -> None:
    hands_of_both = [best_five(f"{board} {hole}") for hole in (one, other)]
    assert len({hand.value for hand in hands_of_both}) == 1
    for hand in hands_of_both:
        assert "".join(RANKS[card // 4] for card in hand.cards) == ranks


def test_categories_follow_one_another() -> None:
    for category in Category:
        assert category_of(lowest_value(category)) is category
        if category:
            assert category_of(lowest_value(category) - 1) == category - 1
    assert category_of(HIGHEST_VALUE) is Category.ROYAL_FLUSH


@pytest.mark.parametrize(
    ("cards", "category"),
    [
        ("7c 5d 4c 3c 2c", Category.HIGH_CARD),
        ("2c 2d 3c 4c 5c", Category.PAIR),
        ("2c 2d 3c 3d 4c", Category.TWO_PAIR),
        ("2c 2d 2h 3c 4c", Category.TRIPS),
        ("Ac 2d 3c 4c 5c", Category.STRAIGHT),
        ("7c 5c 4c 3c 2c", Category.FLUSH),
        ("2c 2d 2h 3c 3d", Category.FULL_HOUSE),
        ("2c 2d 2h 2s 3c", Category.QUADS),
        ("Ac 2c 3c 4c 5c", Category.STRAIGHT_FLUSH),
        ("Ac Kc Qc Jc Tc", Category.ROYAL_FLUSH),
    ],
)
def test_the_lowest_hand_of_each_category(cards: str, category: Category) -> None:
    assert evaluate(cards) == lowest_value(category)


def test_values_run_from_1_to_7462() -> None:
    assert evaluate("7c 5d 4h 3s 2c") == 1
    assert evaluate("As Ks Qs Js Ts") == HIGHEST_VALUE == 7462


@pytest.mark.parametrize("rank", range(len(RANKS)))
def test_the_lowest_hand_of_each_pair(rank: int) -> None:
    kickers = [other for other in range(4) if other != rank][:3]
    cards = [4 * rank, 4 * rank + 1, *(4 * other + 2 for other in kickers)]
    assert evaluate(cards) == lowest_pair_value(rank)


def test_labels_are_plain_words() -> None:
    assert [category.label for category in Category] == [
        "high card",
        "pair",
        "two pair",
        "three of a kind",
        "straight",
        "flush",
        "full house",
        "four of a kind",
        "straight flush",
        "royal flush",
    ]


@pytest.mark.parametrize(
    "cards", ["", "Ah Kd", "Ah Kd Qs Jc", "Ah Kd Qs Jc 9h 8d 7s 6c", "Ah " * 8]
)
def test_a_hand_has_five_to_seven_cards(cards: str) -> None:
    found = len(parse_cards(cards))
    for rank in (evaluate, best_five):
        with pytest.raises(CardError, match=f"5 to 7 cards, found {found}$"):
            rank(cards)


@pytest.mark.parametrize(
    ("cards", "names"),
    [("Ah Kd Qs Jc Ah", "Ah"), ("Ah Ah Ah Ah Ah Ah Ah", "Ah"), ("4s As 4s 7c Ad As", "4s, As")],
)
def test_a_hand_is_of_different_cards(cards: str, names: str) -> None:
    for rank in (evaluate, best_five):
        with pytest.raises(CardError, match=f"^{names} appear"):
            rank(cards)


@settings(deadline=None)
@given(hands(), st.randoms())
def test_the_order_of_cards_does_not_matter(cards: list[int], random: Random) -> None:
    shuffled = random.sample(cards, len(cards))
    assert evaluate(shuffled) == evaluate(cards)


@settings(deadline=None)
@given(hands(), st.permutations(range(4)))
def test_suits_are_equal(cards: list[int], suits: list[int]) -> None:
    relabelled = [card // 4 * 4 + suits[card % 4] for card in cards]
    assert evaluate(relabelled) == evaluate(cards)


@settings(deadline=None)
@given(hands(fewest=6))
def test_another_card_never_makes_a_hand_worse(cards: list[int]) -> None:
    assert evaluate(cards) >= evaluate(cards[:-1])


@settings(deadline=None)
@given(hands())
def test_a_hand_is_worth_its_best_five_cards(cards: list[int]) -> None:
    hand = best_five(cards)
    assert set(hand.cards) <= set(cards)
    assert len(set(hand.cards)) == 5
    assert evaluate(hand.cards) == hand.value == evaluate(cards)
    assert hand.value == max(evaluate(five) for five in combinations(cards, 5))
    assert hand.category is category_of(hand.value)
