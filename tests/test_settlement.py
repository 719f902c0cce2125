"""Settlement: every way a round can end pays exactly what the rules say."""

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import CardError, Category, Outcome, Rules, settle
from solver.cards import DECK_SIZE, RANKS, CardsLike
from solver.settlement import FOLDED, Pays, pays_after_call

UNQUALIFIED, WIN, TIE, LOSE = Outcome

TABLES = ("100-20-10-3-2-1", "20-20-10-3-2-1", "25-25-12-3-2-1", "100-49-17-3-2-1")

# Besides the whole deck: few ranks, for ties and dealers near the qualifier; mostly one suit.
DECKS = (
    tuple(range(DECK_SIZE)),
    tuple(range(4 * RANKS.index("6"))),
    tuple(card for card in range(DECK_SIZE) if card // 4 not in (3, 4, 5, 6, 7)),
    tuple(card for card in range(DECK_SIZE) if card % 4 == 3 or card % 5 == 0),
)

ROUNDS: dict[str, tuple[str, str, str, Outcome, int, int]] = {
    "not qualified, player ahead": ("Kc 8d", "Qh 9c", "As 7d 6h 3c 2s", UNQUALIFIED, 1, 0),
    "not qualified, dealer ahead": ("Qc 8d", "Kh 9c", "As 7d 6h 3c 2s", UNQUALIFIED, 1, 0),
    "not qualified, as good": ("Kc 5d", "Kh 5c", "As 9d 7h 3c 2s", UNQUALIFIED, 1, 0),
    "qualified, ahead": ("Ac 8d", "Kh 9c", "As Kd 6h 3c 2s", WIN, 1, 2),
    "qualified, tie": ("Ac 8d", "Ah 8c", "As Kd 6h 3c 2s", TIE, 0, 0),
    "qualified, behind": ("Kc 8d", "Ah 9c", "As Kd 6h 3c 2s", LOSE, -1, -2),
    "a high card does not qualify": ("Ad 7c", "Qh Jc", "Ks 9d 6c 3h 2s", UNQUALIFIED, 1, 0),
    "a pair of threes does not qualify": ("Kc 8d", "3h Tc", "Js 9d 6c 3s 2s", UNQUALIFIED, 1, 0),
    "twos with an ace do not qualify": ("Kc 8h", "2h 7c", "Ad 9s 6h 2c Jd", UNQUALIFIED, 1, 0),
    "threes with A K Q do not qualify": ("Js 8d", "3d 5h", "As Kd Qh 9c 3s", UNQUALIFIED, 1, 0),
    "a pair of fours qualifies": ("Kc 8d", "4h 5c", "Js 9d 6c 4s 2s", LOSE, -1, -2),
    "a pair of fours qualifies and loses": ("Ac 8d", "4h 7c", "As 9d 6c 4s 2s", WIN, 1, 2),
    "a flush without a pair qualifies": ("Qs Jc", "Ah 3h", "Qh 9h 6h 4c Jd", LOSE, -1, -2),
    "a straight without a pair qualifies": ("As Ad", "8c 7d", "Ts 9h 6c Kd 2h", LOSE, -1, -2),
    "two pair, threes and twos, qualifies": ("As Ad", "3c 2d", "3s 2h 9c Kd Qh", LOSE, -1, -2),
    "three twos qualify": ("As Ad", "2c 2d", "2s 5h 9c Kd Qh", LOSE, -1, -2),
    "straight on the board": ("2c 3d", "4h 5s", "As Ks Qd Jc Th", TIE, 0, 0),
    "royal flush on the board": ("2c 2d", "Ac Ad", "Ts Js Qs Ks As", TIE, 0, 0),
    "the same five ranks": ("Ah 4c", "Ad 5s", "Ks Kd Qh Jc 9s", TIE, 0, 0),
    "aces on turn and river, for both": ("7c 2d", "Kc 3h", "Ks 9h 4c As Ad", LOSE, -1, -2),
    "the final hand is paid, not the flop's": ("8h 7h", "Kc 4s", "9h 2h Kd Ah 3c", WIN, 2, 2),
    "aces against a high card": ("Ac 8d", "Qh Jc", "Ah 9s 4c 3h 2s", UNQUALIFIED, 1, 0),
    "five-high straight flush over four kings": ("Ah 2h", "Ks Kh", "3h 4h 5h Kd Kc", WIN, 20, 2),
    "king-high straight flush, ace beside": ("Kh Qh", "Ac Ad", "Jh Th 9h As 2d", WIN, 20, 2),
}

STAKED: dict[str, tuple[int, str, str, str, int, int]] = {
    "aces over queens": (1, "A♥ K♦", "Q♠ Q♣", "A♠ 7♦ 4♣ 9♥ 2♠", 1, 2),
    "three aces": (100, "Ah Ad", "Ks 8d", "As 7h 4c Kh 2d", 100, 200),
    "dealer jack high": (100, "Kh 9d", "Js 8d", "Qs 7c 4h 3d 2s", 100, 0),
    "flush wins": (100, "Ah 9h", "Ks 8d", "Qh 7h 4h Kd 2s", 200, 200),
    "tens lose": (100, "Th 9d", "As 8d", "Tc 7c 4h Ad 2s", -100, -200),
    "quiz: 80": (20, "Ah 9h", "Ks 8d", "Qh 7h 4h Kd 2s", 40, 40),
    "quiz: 25": (25, "9h 8d", "As 2d", "7c 6h 5d Ks Qh", 25, 0),
}


@pytest.mark.parametrize(
    ("player", "dealer", "board", "outcome", "ante", "call"), ROUNDS.values(), ids=ROUNDS
)
def test_how_a_round_ends(
    player: str, dealer: str, board: str, outcome: Outcome, ante: int, call: int
) -> None:
    result = settle(player, dealer, board)
    assert result.outcome is outcome
    assert result.pays == Pays(Fraction(ante), Fraction(call))
    assert result.pays.net == ante + call


@pytest.mark.parametrize(
    ("stake", "player", "dealer", "board", "ante", "call"), STAKED.values(), ids=STAKED
)
def test_stakes_scale_the_amounts(
    stake: int, player: str, dealer: str, board: str, ante: int, call: int
) -> None:
    pays = settle(player, dealer, board).pays
    assert stake * pays.ante == ante
    assert stake * pays.call == call
    assert stake * pays.net == ante + call


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(
    ("player", "board", "category", "field"),
    [
        ("Ah Kh", "Qh Jh Th 4c 4d", Category.ROYAL_FLUSH, 0),
        ("9h 8h", "7h 6h 5h 4c 4d", Category.STRAIGHT_FLUSH, 1),
        ("9h 9c", "9d 9s 5h 4c 4d", Category.QUADS, 2),
        ("9h 9c", "9d 7s 5h 4c 4d", Category.FULL_HOUSE, 3),
        ("Ah 9h", "Qh 7h 5h 4c Jd", Category.FLUSH, 4),
        ("9h 8c", "7h 6d 5h 4c Kd", Category.STRAIGHT, 5),
        ("9h 9c", "9d 7s 5h 4c Kd", Category.TRIPS, 5),
        ("9h 7c", "9d 7s 5h 4c Kd", Category.TWO_PAIR, 5),
        ("9h 6c", "9d 7s 2h 4c Kd", Category.PAIR, 5),
    ],
)
def test_the_ante_is_paid_by_the_final_hand(
    table: str, player: str, board: str, category: Category, field: int
) -> None:
    result = settle(player, "4h 3s", board, Rules.with_ante(table))
    assert result.player.category is category
    assert result.outcome is WIN
    assert result.pays.ante == int(table.split("-")[field])
    assert result.pays.call == 2


@pytest.mark.parametrize("category", Category)
def test_the_crib_of_pays(category: Category) -> None:
    crib = {
        Category.ROYAL_FLUSH: 10_000,
        Category.STRAIGHT_FLUSH: 2_000,
        Category.QUADS: 1_000,
        Category.FULL_HOUSE: 300,
        Category.FLUSH: 200,
    }
    ante = crib.get(category, 100)
    for outcome, amounts in {
        UNQUALIFIED: [ante, 0],
        WIN: [ante, 200],
        TIE: [0, 0],
        LOSE: [-100, -200],
    }.items():
        pays = pays_after_call(Rules(), category, outcome)
        assert pays == Pays(Fraction(amounts[0], 100), Fraction(amounts[1], 100))


def test_a_fraction_is_paid_exactly() -> None:
    rules = Rules.with_ante("100-20-10-3-3/2-1/3")
    flush = settle("Ah 9h", "Ks 8d", "Qh 7h 4h Kd 2s", rules).pays
    assert flush == Pays(Fraction(3, 2), Fraction(2))
    assert flush.net == Fraction(7, 2)
    high_card = settle("Kh 9d", "Js 8d", "Qs 7c 4h 3d 2s", rules).pays
    assert high_card == Pays(Fraction(1, 3), Fraction(0))
    assert high_card.net == Fraction(1, 3)


def test_a_fold_loses_the_ante_alone() -> None:
    assert Pays(Fraction(-1), Fraction(0)) == FOLDED
    assert FOLDED.net == -1


def test_both_hands_are_shown() -> None:
    result = settle("Ah Kd", "Qs Qc", "As 7d 4c 9h 2s")
    assert result.player.name == "pair, aces, K 9 7 kickers"
    assert result.dealer.name == "pair, queens, A 9 7 kickers"


@pytest.mark.parametrize(
    ("player", "dealer", "board", "error"),
    [
        ("7h 7h", "3s Ad", "5s 6s Td 6h As", "7h appear"),
        ("Jc Jd", "3s 3s", "5s 6s Td 6h As", "3s appear"),
        ("Jc Jd", "3s Ad", "5s 6s Td 6s As", "6s appear"),
        ("Jc Jd", "Jd Ad", "5s 6s Td 6h As", "Jd appear"),
        ("Jc Td", "3s Ad", "5s 6s Td 6h As", "Td appear"),
        ("Jc Jd", "3s As", "5s 6s Td 6h As", "As appear"),
        ("4s Ah", "4s Ah", "As 7c Ad 8c 2d", "4s, Ah appear"),
        ([50, 1], [2, "A♥"], "5s 6s Td 6h As", "Ah appear"),
        ("Jc", "3s Ad", "5s 6s Td 6h As", "the player's hole has 2 cards, found 1: Jc"),
        ("Jc Jd 2c", "3s Ad", "5s 6s Td 6h As", "the player's hole has 2 cards, found 3"),
        ("Jc Jd", "", "5s 6s Td 6h As", "the dealer's hole has 2 cards, found 0: none"),
        ("Jc Jd", "3s Ad 2c", "5s 6s Td 6h As", "the dealer's hole has 2 cards, found 3"),
        ("Jc Jd", "3s Ad", "5s 6s Td 6h", "the board has 5 cards, found 4"),
        ("Jc Jd", "3s Ad", "5s 6s Td 6h As 2c", "the board has 5 cards, found 6"),
        ("Jc Jx", "3s Ad", "5s 6s Td 6h As", "'x' is no suit, in card 2"),
        ("Jc Jd", "3s A", "5s 6s Td 6h As", "A has no suit, in card 2"),
        ("Jc Jd", "3s Ad", "5s 6s 1d 6h As", "'1' is no rank, in card 3"),
        ([0, 52], "3s Ad", "5s 6s Td 6h As", "52 is no card id"),
    ],
)
def test_what_cannot_be_dealt_is_refused(
    player: CardsLike, dealer: CardsLike, board: CardsLike, error: str
) -> None:
    with pytest.raises(CardError, match=f"^{re.escape(error)}"):
        settle(player, dealer, board)


def plain_five(five: tuple[int, ...]) -> tuple[int, list[int]]:
    """Category and ranks of five cards, in the order in which they decide."""
    held = Counter(card // 4 for card in five)
    ranks = sorted(held, key=lambda rank: (held[rank], rank), reverse=True)
    suited = len({card % 4 for card in five}) == 1
    if ranks == [12, 3, 2, 1, 0]:
        ranks = [3, 2, 1, 0, -1]
    straight = len(ranks) == 5 and ranks[0] - ranks[4] == 4
    if straight and suited:
        return (9 if ranks[0] == 12 else 8), ranks
    if suited or straight:
        return (5 if suited else 4), ranks
    shapes = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    return shapes.get(tuple(sorted(held.values(), reverse=True)), 0), ranks


def plain_best(cards: list[int]) -> tuple[int, list[int]]:
    return max(plain_five(five) for five in combinations(cards, 5))


@st.composite
def deals(draw: st.DrawFn) -> list[int]:
    deck = draw(st.sampled_from(DECKS))
    return draw(st.lists(st.sampled_from(deck), min_size=9, max_size=9, unique=True))


@settings(deadline=None, max_examples=400)
@given(deals(), st.sampled_from(TABLES))
def test_a_plain_reading_of_the_rules_agrees(cards: list[int], table: str) -> None:
    player, dealer, board = cards[:2], cards[2:4], cards[4:]
    mine, theirs = plain_best(player + board), plain_best(dealer + board)
    six = [Fraction(pay) for pay in table.split("-")]
    ante = {9: six[0], 8: six[1], 7: six[2], 6: six[3], 5: six[4]}.get(mine[0], six[5])
    if theirs < (1, [RANKS.index("4")]):
        outcome, pays = UNQUALIFIED, Pays(ante, Fraction(0))
    elif mine > theirs:
        outcome, pays = WIN, Pays(ante, Fraction(2))
    elif mine == theirs:
        outcome, pays = TIE, Pays(Fraction(0), Fraction(0))
    else:
        outcome, pays = LOSE, Pays(Fraction(-1), Fraction(-2))

    result = settle(player, dealer, board, Rules.with_ante(table))
    assert (result.player.category, result.dealer.category) == (mine[0], theirs[0])
    assert (result.outcome, result.pays) == (outcome, pays)
