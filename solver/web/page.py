"""The page: one HTML document from its template; all that changes on it comes from the JSON API."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from solver.cards import RANKS, SUITS
from solver.hands import RANK_NAMES
from solver.pages import rendered
from solver.rules import Unqualified

_STATIC = Path(__file__).with_name("static")
_SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
_SYMBOLS = "♣♦♥♠"
# Asks for the plain sign where a device would draw a coloured picture.
_AS_TEXT = "\ufe0e"
_YES_NO = ("yes", "no")


@dataclass(frozen=True)
class Face:
    """One card of the deck as the page shows it."""

    card: str
    rank: str
    symbol: str
    suit: str
    name: str


@dataclass(frozen=True)
class Place:
    """Where chosen cards lie; ``size`` is the most there can be, 0 where there is no limit."""

    name: str
    label: str
    size: int
    example: str
    hint: str = ""


@dataclass(frozen=True)
class Option:
    """An option of the rules: one of ``choices``, or text where there are none."""

    name: str
    label: str
    hint: str = ""
    choices: tuple[str, ...] = ()


SPOT_PLACES = (
    Place("hole", "Hole", 2, "Ah Kd"),
    Place("flop", "Flop", 3, "As 7d 4c"),
)
KNOWN_PLACES = (
    Place("dead", "Dead cards", 0, "Qs Qc", "Out of the deck: another player's, or exposed."),
    Place("dealer", "Dealer's cards", 2, "9h", "One or both, if you have seen them."),
    Place("turn", "Turn", 1, "9h"),
    Place("river", "River", 1, "2s"),
)
OPTIONS = (
    Option(
        "ante_pays",
        "Ante table",
        "Royal flush, straight flush, quads, full house, flush, straight or less, to one.",
    ),
    Option("bonus_pays", "AA Bonus table", "Royal flush down to a pair of aces, to one; or none."),
    Option("fold_forfeits_bonus", "A fold forfeits the AA Bonus", choices=_YES_NO),
    Option("bonus", "AA Bonus stake", "In antes."),
    Option("call", "Call", "In antes."),
    Option("qualifier", "Dealer qualifies with", "Such as pair of fours, two pair, none."),
    Option(
        "unqualified",
        "Ante if the dealer does not qualify",
        "Paid by the table, 1 to 1 (even), or returned.",
        tuple(Unqualified),
    ),
    Option("ante_needs_pair", "Ante pays only on a pair or better", choices=_YES_NO),
    Option("bonus_cards", "AA Bonus cards", "Hole and flop, or the turn, too.", ("5", "6")),
    Option("blind_call", "Call before any card is seen", choices=_YES_NO),
)


def _face(rank: int, suit: int) -> Face:
    return Face(
        card=RANKS[rank] + SUITS[suit],
        rank="10" if RANKS[rank] == "T" else RANKS[rank],
        symbol=_SYMBOLS[suit] + _AS_TEXT,
        suit=_SUIT_NAMES[suit],
        name=f"{RANK_NAMES[rank]} of {_SUIT_NAMES[suit]}",
    )


def deck() -> tuple[tuple[Face, ...], ...]:
    """The 52 cards, a row a suit, spades first, aces first."""
    return tuple(
        tuple(_face(rank, suit) for rank in reversed(range(len(RANKS))))
        for suit in reversed(range(len(SUITS)))
    )


@cache
def page_html() -> str:
    """The whole page, the same for everybody."""
    return rendered(
        "page.html.jinja",
        deck=deck(),
        spot_places=SPOT_PLACES,
        known_places=KNOWN_PLACES,
        options=OPTIONS,
        modules=sorted(path.name for path in _STATIC.glob("*.js")),
    )
