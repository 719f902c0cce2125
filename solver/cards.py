"""Cards: text to card ids and back, the only place where text becomes a card.

A card id is an int, ``4 * rank + suit``: ranks 0 (two) to 12 (ace), suits 0 to 3 in the order
clubs, diamonds, hearts, spades.
"""

from __future__ import annotations

import operator
import reprlib
import unicodedata
from collections.abc import Iterable, Sequence
from typing import TypeAlias

CardsLike: TypeAlias = str | Iterable[int | str]
"""Cards as text (``"Ah Kd"``), or as a sequence of card ids or of texts of one card each."""

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SUIT_SYMBOLS = "♣♦♥♠"
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
DECK_SIZE = 52

_RANK_OF = {c: i for i, c in enumerate(RANKS)} | {c.lower(): i for i, c in enumerate(RANKS)}
_SUIT_OF = {c: i for i, c in enumerate(SUITS)} | {c.upper(): i for i, c in enumerate(SUITS)}
_SUIT_OF |= {c: i for symbols in (SUIT_SYMBOLS, "♧♢♡♤") for i, c in enumerate(symbols)}
_VARIATION_SELECTORS = "\ufe0e\ufe0f"
_EXPECTED_RANK = "2-9, 10 or T, J, Q, K, A"
_EXPECTED_SUIT = "c, d, h, s or a symbol"


class CardError(ValueError):
    """A card that is not one, a repeated card, or the wrong number of cards."""


def short(found: object) -> str:
    """What was found, as an error shows it: not at any length."""
    brief = reprlib.Repr()
    brief.maxstring = 80
    return brief.repr(found)


def _describe(char: str) -> str:
    """A character as an error shows it: by code point and name where the eye may be misled."""
    if char.isascii() and char.isprintable():
        return repr(char)
    return f"U+{ord(char):04X} {unicodedata.name(char, 'without a name')}"


def parse_cards(text: str) -> tuple[int, ...]:
    """Card ids of a text such as ``Ah Kd``, ``10♥, k♦`` or ``AhKd``, in the order given.

    Ranks are 2-9, 10 or T, J, Q, K, A; suits are c, d, h, s or ♣ ♦ ♥ ♠; case does not matter, and
    spaces and commas may stand between cards. Repeated cards are left for `check_distinct`.

    Raises
    ------
    CardError
        At the first thing that is not a card, naming it and what was expected.

    Examples
    --------
    >>> parse_cards("Ah, 10♠")
    (50, 35)
    >>> parse_cards("Ah Kx")
    Traceback (most recent call last):
    solver.cards.CardError: 'x' is no suit, in card 2 of 'Ah Kx': expected c, d, h, s or a symbol
    """
    plain = text.translate({ord(c): None for c in _VARIATION_SELECTORS})
    cards: list[int] = []
    at = 0

    def error(what: str, expected: str) -> CardError:
        return CardError(f"{what}, in card {len(cards) + 1} of {short(text)}: expected {expected}")

    while at < len(plain):
        char = plain[at]
        if char.isspace() or char == ",":
            at += 1
            continue
        if plain.startswith("10", at):
            rank, at = _RANK_OF["T"], at + 2
        elif char in _RANK_OF:
            rank, at = _RANK_OF[char], at + 1
        else:
            raise error(f"{_describe(char)} is no rank", _EXPECTED_RANK)
        if at == len(plain) or plain[at].isspace() or plain[at] == ",":
            raise error(f"{RANKS[rank]} has no suit", _EXPECTED_SUIT)
        if plain[at] not in _SUIT_OF:
            raise error(f"{_describe(plain[at])} is no suit", _EXPECTED_SUIT)
        cards.append(4 * rank + _SUIT_OF[plain[at]])
        at += 1
    return tuple(cards)


def to_cards(cards: CardsLike) -> tuple[int, ...]:
    """Card ids of anything card-like, each known to be a card; see `CardsLike`.

    Raises
    ------
    CardError
        For text that is no card, or an id outside 0 to 51.
    """
    if isinstance(cards, str):
        return parse_cards(cards)
    if not isinstance(cards, Iterable):
        raise CardError(f"{short(cards)} is no cards: expected text or a sequence of cards")
    ids: list[int] = []
    for card in cards:
        if isinstance(card, str):
            ids.extend(parse_cards(card))
            continue
        try:
            number = operator.index(card)
        except TypeError:
            raise CardError(f"{short(card)} is no card: expected text or a card id") from None
        if not 0 <= number < DECK_SIZE:
            raise CardError(f"{number} is no card id: expected 0 to {DECK_SIZE - 1}")
        ids.append(number)
    return tuple(ids)


def check_distinct(cards: Sequence[int]) -> None:
    """Refuse cards of which one comes twice.

    Raises
    ------
    CardError
        Naming every card that is repeated.
    """
    repeated = sorted({card for card in cards if cards.count(card) > 1}, key=cards.index)
    if repeated:
        names = ", ".join(format_card(card) for card in repeated)
        verb = "appears" if len(repeated) == 1 else "appear"
        raise CardError(f"{names} {verb} more than once: every card is dealt from one deck")


def check_count(cards: Sequence[int], count: int, what: str) -> None:
    """Refuse a number of cards other than ``count``.

    Raises
    ------
    CardError
        Saying how many ``what`` has and how many were found.
    """
    if len(cards) != count:
        found = format_cards(cards) if cards else "none"
        raise CardError(f"{what} has {count} cards, found {len(cards)}: {found}")


def to_spot(hole: CardsLike, flop: CardsLike) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Card ids of a hole (2 cards) and a flop (3), all known to be different.

    Raises
    ------
    CardError
        For anything that is not five different cards, two and three.
    """
    hole_ids, flop_ids = to_cards(hole), to_cards(flop)
    check_count(hole_ids, 2, "the hole")
    check_count(flop_ids, 3, "the flop")
    check_distinct(hole_ids + flop_ids)
    return hole_ids, flop_ids


def parse_spot(text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Hole and flop of one text: ``AhKd/As7d4c``, or five cards with the hole first.

    Raises
    ------
    CardError
        For anything that is not five different cards, two and three.
    """
    hole, slash, flop = text.partition("/")
    if slash:
        return to_spot(hole, flop)
    cards = parse_cards(text)
    check_count(cards, 5, "a spot (hole, then flop)")
    return to_spot(cards[:2], cards[2:])


def format_card(card: int) -> str:
    """A card id as text, such as ``Ah``."""
    return RANKS[card // 4] + SUITS[card % 4]


def format_cards(cards: Iterable[int]) -> str:
    """Card ids as text, such as ``Ah Kd``."""
    return " ".join(format_card(card) for card in cards)
