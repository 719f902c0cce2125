"""Cards: every way to write them is read, everything else is refused by name."""

import re
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import best_five, evaluate, settle, spots
from solver.cards import (
    DECK_SIZE,
    RANKS,
    SUITS,
    CardError,
    CardsLike,
    check_count,
    check_distinct,
    format_card,
    format_cards,
    parse_cards,
    parse_spot,
    to_cards,
    to_spot,
)

BLACK, WHITE = "♣♦♥♠", "♧♢♡♤"
SEPARATORS = ("", " ", ",", ", ", " , ", "\t", "\r\n")


def rank_spellings(rank: int) -> list[str]:
    letter = RANKS[rank]
    return [letter, letter.lower(), *(["10"] if letter == "T" else [])]


def suit_spellings(suit: int) -> list[str]:
    symbols = [s + v for s in (BLACK[suit], WHITE[suit]) for v in ("", "\ufe0f", "\ufe0e")]
    return [SUITS[suit], SUITS[suit].upper(), *symbols]


def spellings(card: int) -> list[str]:
    return [a + b for a, b in product(rank_spellings(card // 4), suit_spellings(card % 4))]


@st.composite
def written_cards(draw: st.DrawFn) -> tuple[str, tuple[int, ...]]:
    cards = tuple(draw(st.lists(st.integers(0, DECK_SIZE - 1), unique=True)))
    separator = st.sampled_from(SEPARATORS)
    text = "".join(draw(st.sampled_from(spellings(c))) + draw(separator) for c in cards)
    return draw(separator) + text, cards


def test_ids_are_four_times_the_rank_plus_the_suit() -> None:
    assert parse_cards("2c 2d 2h 2s 3c Tc Qh As") == (0, 1, 2, 3, 4, 32, 42, 51)


@pytest.mark.parametrize("card", range(DECK_SIZE))
def test_every_spelling_of_a_card_is_that_card(card: int) -> None:
    for text in spellings(card):
        assert parse_cards(text) == (card,), ascii(text)


@settings(deadline=None)
@given(written_cards())
def test_cards_are_read_in_order_however_they_are_written(
    written: tuple[str, tuple[int, ...]],
) -> None:
    text, cards = written
    assert parse_cards(text) == cards
    assert to_cards(text) == cards


@settings(deadline=None)
@given(st.lists(st.integers(0, DECK_SIZE - 1), unique=True))
def test_formatted_cards_read_back(cards: list[int]) -> None:
    text = format_cards(cards)
    assert parse_cards(text) == tuple(cards)
    assert text.split() == [format_card(card) for card in cards]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("10s Jd Qc 6d 5c", "Ts Jd Qc 6d 5c"),
        ("Qh10dKh10s", "Qh Td Kh Ts"),
        ("10♥,10♣", "Th Tc"),
        ("6♠\ufe0f", "6s"),
        ("6♠", "6s"),
        ("6♠\ufe0eK♥\ufe0f2♦", "6s Kh 2d"),
        ("aH AH ah", "Ah Ah Ah"),
        ("Ah Kd,Qs Jd 2c\r\n", "Ah Kd Qs Jd 2c"),
    ],
)
def test_spellings_met_elsewhere(text: str, plain: str) -> None:
    assert format_cards(parse_cards(text)) == plain


@pytest.mark.parametrize("text", ["", "  ", ",", " ,\n, "])
def test_no_text_is_no_cards(text: str) -> None:
    assert parse_cards(text) == ()


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("Ah Kx", "'x' is no suit, in card 2 of 'Ah Kx'"),
        ("Xh", "'X' is no rank, in card 1 of 'Xh'"),
        ("1h", "'1' is no rank, in card 1"),
        ("0h", "'0' is no rank, in card 1"),
        ("11h", "'1' is no rank, in card 1"),
        ("As 100h", "'0' is no suit, in card 2"),
        ("AK", "'K' is no suit, in card 1"),
        ("hA", "'h' is no rank, in card 1"),
        ("Ahh", "'h' is no rank, in card 2"),
        ("Ah;Kd", "';' is no rank, in card 2"),
        ("Ah Kd/Qs", "'/' is no rank, in card 3"),
        ("A", "A has no suit, in card 1"),
        ("Ah k", "K has no suit, in card 2"),
        ("A h", "A has no suit, in card 1"),
        ("Ah, 10, Kd", "T has no suit, in card 2"),
        ("A\ufe0f", "A has no suit, in card 1"),
        ("Ah -1", "'-' is no rank, in card 2"),
    ],
)
def test_the_first_wrong_character_is_named(text: str, error: str) -> None:
    with pytest.raises(CardError, match=re.escape(error)):
        parse_cards(text)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("6\u0441Tc9h", "U+0441 CYRILLIC SMALL LETTER ES is no suit, in card 1"),
        ("6cTc9\u0441", "U+0441 CYRILLIC SMALL LETTER ES is no suit, in card 3"),
        ("Ah \u041ad", "U+041A CYRILLIC CAPITAL LETTER KA is no rank, in card 2"),
        ("\uff12c", "U+FF12 FULLWIDTH DIGIT TWO is no rank, in card 1"),
        ("A\u200dh", "U+200D ZERO WIDTH JOINER is no suit, in card 1"),
        ("\ufeffAh Kd", "U+FEFF ZERO WIDTH NO-BREAK SPACE is no rank, in card 1"),
        ("A\x07", "U+0007 without a name is no suit, in card 1"),
        ("A\U0001f0a1", "U+1F0A1 PLAYING CARD ACE OF SPADES is no suit, in card 1"),
    ],
)
def test_characters_that_deceive_the_eye_are_named_by_code_point(text: str, error: str) -> None:
    with pytest.raises(CardError, match=re.escape(error)):
        parse_cards(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("Xh", "expected 2-9, 10 or T, J, Q, K, A"), ("Ax", "expected c, d, h, s")],
)
def test_errors_say_what_was_expected(text: str, expected: str) -> None:
    with pytest.raises(CardError, match=re.escape(expected)):
        parse_cards(text)


@pytest.mark.parametrize(
    "read",
    [to_cards, evaluate, best_five, lambda text: to_spot(text, "Qs Jd 2c"), parse_spot],
)
def test_a_wrong_card_is_never_dropped(read: Callable[[str], object]) -> None:
    with pytest.raises(CardError, match=re.escape("'x' is no suit, in card 2 of 'Ah Kx'")):
        read("Ah Kx")


@pytest.mark.parametrize("ace", ["aH", "AH", "ah", "A♥", "a♡", "A♥\ufe0f"])
@pytest.mark.parametrize(
    "answer",
    [
        lambda ace: parse_spot(f"{ace}Kd/Qs Jd 2c"),
        lambda ace: parse_spot(f"{ace} Kd Qs Jd 2c"),
        lambda ace: to_spot([ace, "Kd"], "Qs,Jd,2c"),
        lambda ace: evaluate(f"{ace} Kd Qs Jd 2c"),
        lambda ace: best_five([ace, "Kd", "Qs", "Jd", "2c"]),
        lambda ace: spots.index(f"{ace} Kd", "Qs Jd 2c"),
        lambda ace: settle("3c 4c", "3d 4d", f"Kd Qs Jd 2c {ace}"),
    ],
)
def test_spellings_are_alike_at_every_door(answer: Callable[[str], object], ace: str) -> None:
    assert answer(ace) == answer("Ah")


def test_ids_and_texts_mix() -> None:
    mixture: list[Any] = ["Ah", 3, "10♠", np.uint8(51), np.int64(0)]
    assert to_cards(mixture) == (50, 3, 35, 51, 0)
    assert to_cards(card for card in (7, 8)) == (7, 8)
    assert to_cards(np.arange(5)) == (0, 1, 2, 3, 4)
    assert all(type(card) is int for card in to_cards(np.arange(5)))


@pytest.mark.parametrize("number", [-1, 52, 255, 10**30])
def test_ids_outside_the_deck_are_refused(number: int) -> None:
    with pytest.raises(CardError, match=rf"^{number} is no card id: expected 0 to 51$"):
        to_cards([0, number])


@pytest.mark.parametrize("thing", [3.0, None, ("A", "h"), b"Ah", 1j])
def test_things_that_are_no_cards_are_refused(thing: object) -> None:
    things: list[object] = [0, thing]
    with pytest.raises(CardError, match=re.escape(f"{thing!r} is no card")):
        to_cards(things)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Jc Jc", "Jc"),
        ("jc 2h J♣", "Jc"),
        ("Kd Kd Kd Kd", "Kd"),
        ("4s Ah As 7c Ad 4s Ah As 8c Ad", "4s, Ah, As, Ad"),
        ("2c 3c 3c 2c", "2c, 3c"),
    ],
)
def test_every_repeated_card_is_named_once(text: str, names: str) -> None:
    with pytest.raises(CardError, match=rf"^{names} appear"):
        check_distinct(parse_cards(text))


def test_the_whole_deck_repeats_nothing() -> None:
    check_distinct(range(DECK_SIZE))


@pytest.mark.parametrize(
    ("hole", "flop", "name"),
    [
        ("JcJc", "Qs Jd 2c", "Jc"),
        ("As 8s", "Kd 8s 3s", "8s"),
        ("Ah Kd", "Qs Qs 2c", "Qs"),
        ([50, "Ah"], "Qs Jd 2c", "Ah"),
    ],
)
def test_a_spot_is_five_different_cards(hole: CardsLike, flop: CardsLike, name: str) -> None:
    with pytest.raises(CardError, match=rf"^{name} appear"):
        to_spot(hole, flop)
    with pytest.raises(CardError, match=rf"^{name} appear"):
        parse_spot(format_cards(to_cards(hole) + to_cards(flop)))


def test_settling_names_the_repeated_card() -> None:
    with pytest.raises(CardError, match=r"^7h appear"):
        settle("7h 7h", "3s Ad", "5s 6s Td 6h As")


@pytest.mark.parametrize(
    ("hole", "flop", "error"),
    [
        ("Ah", "Qs Jd 2c", "the hole has 2 cards, found 1: Ah"),
        ("Ah Kd 3c", "Qs Jd 2c", "the hole has 2 cards, found 3: Ah Kd 3c"),
        ("", "Qs Jd 2c", "the hole has 2 cards, found 0: none"),
        ("Ah Kd", "Qs Jd", "the flop has 3 cards, found 2: Qs Jd"),
        ("Ah Kd", "Qs Jd 2c 3c", "the flop has 3 cards, found 4: Qs Jd 2c 3c"),
    ],
)
def test_a_spot_has_two_and_three_cards(hole: str, flop: str, error: str) -> None:
    with pytest.raises(CardError, match=rf"^{re.escape(error)}$"):
        to_spot(hole, flop)
    with pytest.raises(CardError, match=rf"^{re.escape(error)}$"):
        parse_spot(f"{hole}/{flop}")


@pytest.mark.parametrize("text", ["Ah Kd As 7d", "Ah Kd As 7d 4c 9h", ""])
def test_a_spot_without_a_slash_has_five_cards(text: str) -> None:
    with pytest.raises(CardError, match=rf"has 5 cards, found {len(text.split())}:"):
        parse_spot(text)


@pytest.mark.parametrize("text", ["AhKd/As7d4c", " Ah,Kd / A♠ 7♦ 4♣ ", "Ah Kd As 7d 4c"])
def test_the_hole_comes_first(text: str) -> None:
    assert parse_spot(text) == to_spot("Ah Kd", "As 7d 4c") == ((50, 45), (51, 21, 8))


def test_a_second_slash_is_no_card() -> None:
    with pytest.raises(CardError, match="'/' is no rank"):
        parse_spot("AhKd/As7d/4c")


def test_check_count_passes_what_is_right() -> None:
    check_count((0, 1), 2, "the hole")
