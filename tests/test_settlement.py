"""Settlement: every way a round can end pays exactly what the rules say."""

import re
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from settled_rounds import AA_BONUS, LOSE, ROUNDS, STAKED, TIE, UNQUALIFIED, WIN, WITH_BONUS

from solver import CardError, Category, Outcome, Rules, RulesError, settle, settle_fold
from solver.cards import DECK_SIZE, RANKS, CardsLike
from solver.settlement import FOLDED, Pays, Round, pays_after_call

Stake = Fraction | int

TABLES = ("100-20-10-3-2-1", "20-20-10-3-2-1", "25-25-12-3-2-1", "100-49-17-3-2-1")

# Besides the whole deck: few ranks, for ties and dealers near the qualifier; mostly one suit.
DECKS = (
    tuple(range(DECK_SIZE)),
    tuple(range(4 * RANKS.index("6"))),
    tuple(card for card in range(DECK_SIZE) if card // 4 not in (3, 4, 5, 6, 7)),
    tuple(card for card in range(DECK_SIZE) if card % 4 == 3 or card % 5 == 0),
)


@pytest.mark.parametrize(
    ("player", "dealer", "board", "outcome", "ante", "call"), ROUNDS.values(), ids=ROUNDS
)
def test_how_a_round_ends(
    player: str, dealer: str, board: str, outcome: Outcome, ante: int, call: int
) -> None:
    result = settle(player, dealer, board)
    assert result.outcome is outcome
    assert result.pays == Pays(Fraction(ante), Fraction(call), Fraction(0))
    assert result.net == result.pays.net == ante + call
    assert result.stakes == Pays(Fraction(1), Fraction(2), Fraction(0))
    assert result.returned == 3 + ante + call
    assert result.bonus_hand is None


@pytest.mark.parametrize(
    ("ante", "bonus", "player", "dealer", "board", "expected"), STAKED.values(), ids=STAKED
)
def test_stakes_and_amounts(
    ante: int, bonus: int, player: str, dealer: str, board: str, expected: tuple[int, int, int]
) -> None:
    result = settle(player, dealer, board, ante=ante, bonus=bonus)
    assert result.stakes == Pays(*map(Fraction, (ante, 2 * ante, bonus)))
    assert result.pays == Pays(*map(Fraction, expected))
    assert result.net == sum(expected)
    assert result.returned == 3 * ante + bonus + sum(expected)


def test_results_of_the_worked_examples() -> None:
    nets = [
        settle(player, dealer, board, ante=ante, bonus=bonus).net
        for ante, bonus, player, dealer, board, _ in STAKED.values()
    ]
    assert nets[:5] == [3, 1000, 0, 2400, -300]
    assert settle("A♥ K♦", "Q♠ Q♣", "A♠ 7♦ 4♣ 9♥ 2♠").returned == 6


@pytest.mark.parametrize(
    ("player", "dealer", "board", "expected"), WITH_BONUS.values(), ids=WITH_BONUS
)
@pytest.mark.parametrize(("ante", "bonus"), [(1, 1), (100, 25), (Fraction(1, 2), Fraction(1, 3))])
def test_the_bonus_is_settled_alone(
    ante: Stake, bonus: Stake, player: str, dealer: str, board: str, expected: tuple[int, int, int]
) -> None:
    result = settle(player, dealer, board, ante=ante, bonus=bonus)
    on_ante, on_call, on_bonus = expected
    assert result.pays.ante == on_ante * ante
    assert result.pays.call == on_call * ante
    assert result.pays.bonus == on_bonus * bonus
    assert result.returned == (3 + on_ante + on_call) * ante + (1 + on_bonus) * bonus
    # The same cards without a bonus pay the same on the other bets.
    alone = settle(player, dealer, board, ante=ante)
    assert (alone.pays.ante, alone.pays.call) == (result.pays.ante, result.pays.call)
    assert alone.pays.bonus == 0
    assert alone.bonus_hand is None


@pytest.mark.parametrize(("player", "flop", "amount"), AA_BONUS.values(), ids=AA_BONUS)
def test_the_crib_of_the_bonus(player: str, flop: str, amount: int) -> None:
    folded = settle_fold(player, flop, ante=100, bonus=100)
    assert folded.pays == Pays(Fraction(-100), Fraction(0), Fraction(amount))
    assert folded.stakes == Pays(Fraction(100), Fraction(0), Fraction(100))
    assert folded.net == amount - 100
    assert folded.returned == amount + 100
    called = settle(player, "6c 3s", f"{flop} 8s Ts", ante=100, bonus=100)
    assert called.pays.bonus == amount
    assert called.bonus_hand == folded.bonus_hand


@pytest.mark.parametrize("place", range(9))
def test_each_hand_of_the_bonus_has_a_pay_of_its_own(place: int) -> None:
    rules = Rules().with_options({"bonus-pays": "81-72-63-54-45-36-27-18-9"})
    hands = [hand for name, hand in AA_BONUS.items() if not name.startswith("five-high")]
    player, flop, _ = hands[place]
    assert settle_fold(player, flop, rules, bonus=1).pays.bonus == 81 - 9 * place
    for lost, below, _ in hands[9:]:
        assert settle_fold(lost, below, rules, bonus=1).pays.bonus == -1


def test_what_the_bonus_was_settled_on() -> None:
    result = settle("7h 7c", "Kc 3h", "Ks 9h 7d As 7s", ante=100, bonus=100)
    assert result.bonus_hand is not None
    assert result.bonus_hand.name == "three of a kind, sevens, K 9 kickers"
    assert result.bonus_hand.category is Category.TRIPS
    assert result.player.category is Category.QUADS
    assert result.pays == Pays(Fraction(1000), Fraction(200), Fraction(700))


def test_a_fold_keeps_the_bonus_or_forfeits_it() -> None:
    keeps, forfeits = Rules(), Rules(fold_forfeits_bonus=True)
    kept = settle_fold("3h 2d", "As Ad 9c", keeps, bonus=1)
    assert kept.net == 6
    assert kept.pays == Pays(Fraction(-1), Fraction(0), Fraction(7))
    assert kept.bonus_hand is not None
    assert kept.bonus_hand.name == "pair, aces, 9 3 2 kickers"
    lost = settle_fold("3h 2d", "As Ad 9c", forfeits, bonus=1)
    assert lost.net == -2
    assert lost.returned == 0
    assert lost.pays == Pays(Fraction(-1), Fraction(0), Fraction(-1))
    assert lost.bonus_hand is None
    # A bonus that is not won is lost either way, and only a fold forfeits.
    for rules in (keeps, forfeits):
        assert settle_fold("3h 2d", "As Kd 9c", rules, bonus=2).net == -3
        assert settle("3h 2d", "Kh Jc", "As Ad 9c 7h 6d", rules, bonus=1).net == 4


def test_without_a_bonus_a_fold_loses_the_ante_alone() -> None:
    for rules in (Rules(), Rules(fold_forfeits_bonus=True), Rules(bonus_pays=None)):
        for board in ("As Ad 9c", "As Ad 9c 4h", "As Ad 9c 4h 5h"):
            folded = settle_fold("3h 2d", board, rules, ante=25)
            assert folded.pays == Pays(Fraction(-25), Fraction(0), Fraction(0))
            assert folded.returned == 0
            assert folded.bonus_hand is None


@pytest.mark.parametrize(
    ("player", "board", "five", "six"),
    [
        ("Ac 8d", "Kh 9s 4c As 2d", -1, 7),
        ("Ac 8d", "Kh 9s 4c 2d As", -1, -1),
        ("Ac 8d", "Kh 9s 4c 8s As", -1, -1),
        ("Ac Ad", "Kh 9s 4c Ks 2d", 7, 7),
        ("Ah 8h", "Kh 9h 4c 2h As", -1, 20),
        ("Ah 8h", "Kh 9h 4c As 2h", -1, 7),
        ("9c 9d", "4h 4s 9h 9s 2d", 30, 40),
        ("As Ks", "Qs Js 2d Ts 2c", -1, 100),
        ("As Ks", "Qs Js 9s Ts 2c", 20, 100),
        ("6c 5d", "4h 3s Kc 2s Ac", -1, 7),
        ("2c 2d", "3h 3s 4c 4s Ah", 7, 7),
    ],
)
def test_a_bonus_of_six_cards_counts_hole_flop_and_turn(
    player: str, board: str, five: int, six: int
) -> None:
    usual, rules = Rules(), Rules(bonus_cards=6)
    assert settle(player, "Qh 6h", board, usual, bonus=1).pays.bonus == five
    assert settle(player, "Qh 6h", board, rules, bonus=1).pays.bonus == six
    before_river = board[:-3]
    assert settle_fold(player, before_river, usual, bonus=1).pays.bonus == five
    assert settle_fold(player, before_river, rules, bonus=1).pays.bonus == six
    assert settle_fold(player, board, rules, bonus=1).pays.bonus == six
    forfeited = settle_fold(player, board[:-6], Rules(bonus_cards=6, fold_forfeits_bonus=True))
    assert forfeited.net == -1


def test_a_bonus_of_six_cards_waits_for_the_turn_unless_it_is_lost() -> None:
    rules = Rules(bonus_cards=6)
    with pytest.raises(CardError, match="expected the turn, too"):
        settle_fold("3h 2d", "As Ad 9c", rules, bonus=1)
    assert settle_fold("3h 2d", "As Ad 9c", rules).net == -1
    forfeits = Rules(bonus_cards=6, fold_forfeits_bonus=True)
    assert settle_fold("3h 2d", "As Ad 9c", forfeits, bonus=1).net == -2


def test_the_rules_say_what_lies_on_the_bonus() -> None:
    rules = Rules(bonus=Fraction(1, 2), call=Fraction(3))
    cards = ("Ac 8d", "Qh Jc", "Ah 9s 4c 3h 2s")
    assert settle(*cards, rules).stakes == Pays(Fraction(1), Fraction(3), Fraction(1, 2))
    result = settle(*cards, rules, ante=100)
    assert result.stakes == Pays(Fraction(100), Fraction(300), Fraction(50))
    assert result.pays == Pays(Fraction(100), Fraction(0), Fraction(350))
    assert settle(*cards, rules, ante=100, bonus=10).pays.bonus == 70
    assert settle(*cards, rules, ante=100, bonus=0).bonus_hand is None
    assert settle_fold("Ac 8d", "Ah 9s 4c", rules, ante=100).net == 250
    assert settle_fold("Ac 8d", "Ah 9s 4c", rules, ante=100, bonus=0).net == -100
    assert settle_fold("Ac 8d", "Ah 9s 4c", rules).stakes.call == 0


@pytest.mark.parametrize(
    ("stakes", "error"),
    [
        ({"ante": -1}, "ante: expected an exact number of 0 or more, found -1"),
        ({"ante": 1.0}, "ante: expected an exact number of 0 or more, found 1.0"),
        ({"ante": "100"}, "ante: expected an exact number of 0 or more, found '100'"),
        ({"ante": True}, "ante: expected an exact number of 0 or more, found True"),
        ({"ante": Decimal(1)}, "ante: expected an exact number of 0 or more, found"),
        ({"bonus": -1}, "bonus: expected an exact number of 0 or more, found -1"),
        ({"bonus": Fraction(-1, 9)}, "bonus: expected an exact number of 0 or more, found"),
        ({"bonus": 0.5}, "bonus: expected an exact number of 0 or more, found 0.5"),
        ({"bonus": float("nan")}, "bonus: expected an exact number of 0 or more, found nan"),
        ({"bonus": "1"}, "bonus: expected an exact number of 0 or more, found '1'"),
        ({"bonus": False}, "bonus: expected an exact number of 0 or more, found False"),
    ],
)
def test_what_is_no_stake_is_refused(stakes: dict[str, Any], error: str) -> None:
    with pytest.raises(RulesError, match=f"^{re.escape(error)}"):
        settle("Ac 8d", "Qh Jc", "Ah 9s 4c 3h 2s", **stakes)
    with pytest.raises(RulesError, match=f"^{re.escape(error)}"):
        settle_fold("Ac 8d", "Ah 9s 4c", **stakes)


def test_no_stake_lies_on_a_bonus_that_there_is_not() -> None:
    rules = Rules(bonus_pays=None)
    error = "^there is no AA Bonus under these rules, but a stake on it$"
    with pytest.raises(RulesError, match=error):
        settle("Ac 8d", "Qh Jc", "Ah 9s 4c 3h 2s", rules, bonus=1)
    with pytest.raises(RulesError, match=error):
        settle_fold("Ac 8d", "Ah 9s 4c", rules, bonus=Fraction(1, 100))
    assert settle("Ac 8d", "Qh Jc", "Ah 9s 4c 3h 2s", rules, bonus=0).net == 1
    assert settle_fold("Ac 8d", "Ah 9s 4c", rules, bonus=0).net == -1


@pytest.mark.parametrize(
    ("player", "board", "error"),
    [
        ("7h 7h", "5s 6s Td", "7h appear"),
        ("Jc Jd", "5s 5s Td", "5s appear"),
        ("Jc Td", "5s 6s Td 6h As", "Td appear"),
        ("Jc", "5s 6s Td", "the player's hole has 2 cards, found 1: Jc"),
        ("Jc Jd Jh", "5s 6s Td", "the player's hole has 2 cards, found 3"),
        ("", "5s 6s Td", "the player's hole has 2 cards, found 0: none"),
        ("Jc Jd", "", "the board after a fold: expected 3 to 5 cards, found 0"),
        ("Jc Jd", "5s 6s", "the board after a fold: expected 3 to 5 cards, found 2"),
        ("Jc Jd", "5s 6s Td 6h As 2c", "the board after a fold: expected 3 to 5 cards, found 6"),
        ("Jc Jx", "5s 6s Td", "'x' is no suit, in card 2"),
        ([0, 52], "5s 6s Td", "52 is no card id"),
    ],
)
def test_what_cannot_be_folded_is_refused(player: CardsLike, board: CardsLike, error: str) -> None:
    with pytest.raises(CardError, match=f"^{re.escape(error)}"):
        settle_fold(player, board)


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


ANTE_CRIB = {
    "royal flush": ("Ah Kh", "Qh Jh Th 4c 4d", 10_000),
    "straight flush": ("9h 8h", "7h 6h 5h 4c 4d", 2_000),
    "quads": ("9h 9c", "9d 9s 5h 4c 4d", 1_000),
    "full house": ("9h 9c", "9d 7s 5h 4c 4d", 300),
    "flush": ("Ah 9h", "Qh 7h 5h 4c 4d", 200),
    "straight": ("9h 8c", "7h 6d 5h 4c 4d", 100),
    "three of a kind": ("9h 9c", "9d 7s 5h 4c Kd", 100),
    "two pair": ("9h 7c", "9d 7s 5h 4c Kd", 100),
    "pair": ("9h 6c", "9d 7s 2h 4c Kd", 100),
}
"""Hole and board of a player who is ahead of 4h 3s, and what an Ante of 100 brings."""


@pytest.mark.parametrize(("player", "board", "amount"), ANTE_CRIB.values(), ids=ANTE_CRIB)
def test_the_crib_of_the_ante(player: str, board: str, amount: int) -> None:
    won = settle(player, "4h 3s", board, ante=100)
    assert won.outcome is WIN
    assert won.pays == Pays(Fraction(amount), Fraction(200))
    assert won.net == amount + 200
    assert won.returned == amount + 500


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


def plain_bonus(cards: list[int], pays: list[int]) -> int:
    """What a bonus of 1 brings on five or six cards; pays of royal flush to pair of aces."""
    category, ranks = plain_best(cards)
    if (category, ranks[0]) < (1, RANKS.index("A")):
        return -1
    return pays[9 - category]


stakes = st.builds(Fraction, st.integers(0, 200), st.integers(1, 4))


@settings(deadline=None, max_examples=300)
@given(deals(), st.sampled_from(TABLES), stakes, stakes, st.sampled_from([5, 6]), st.booleans())
def test_a_plain_reading_of_the_rules_agrees(
    cards: list[int], table: str, ante: Fraction, bonus: Fraction, on: int, forfeits: bool
) -> None:
    player, dealer, board = cards[:2], cards[2:4], cards[4:]
    mine, theirs = plain_best(player + board), plain_best(dealer + board)
    six = [Fraction(pay) for pay in table.split("-")]
    by_table = {9: six[0], 8: six[1], 7: six[2], 6: six[3], 5: six[4]}.get(mine[0], six[5])
    if theirs < (1, [RANKS.index("4")]):
        outcome, pays = UNQUALIFIED, (by_table, 0)
    elif mine > theirs:
        outcome, pays = WIN, (by_table, 2)
    elif mine == theirs:
        outcome, pays = TIE, (Fraction(0), 0)
    else:
        outcome, pays = LOSE, (Fraction(-1), -2)
    won = bonus * plain_bonus(player + board[: on - 2], [100, 50, 40, 30, 20, 7, 7, 7, 7])

    rules = Rules(Rules.with_ante(table).ante, bonus_cards=on, fold_forfeits_bonus=forfeits)
    result = settle(player, dealer, board, rules, ante=ante, bonus=bonus)
    assert isinstance(result, Round)
    assert (result.player.category, result.dealer.category) == (mine[0], theirs[0])
    assert result.outcome is outcome
    assert result.pays == Pays(pays[0] * ante, pays[1] * ante, won)
    assert result.net == pays[0] * ante + pays[1] * ante + won
    folded = settle_fold(player, board, rules, ante=ante, bonus=bonus)
    assert folded.net == -ante + (-bonus if forfeits else won)
    assert folded.returned == (0 if forfeits else bonus + won)
