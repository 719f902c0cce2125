"""The page: one HTML document from its template; all that changes on it comes from the JSON API."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from solver.cards import RANKS, SUIT_NAMES, SUIT_SYMBOLS, SUITS
from solver.hands import RANK_NAMES
from solver.match import USUAL_ANTE, USUAL_ROUNDS
from solver.numerals import amount
from solver.pages import rendered
from solver.presets import USUAL
from solver.web.options import OPTIONS

_STATIC = Path(__file__).with_name("static")
# Asks for the plain sign where a device would draw a coloured picture.
_AS_TEXT = "\ufe0e"


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


def _face(rank: int, suit: int) -> Face:
    return Face(
        card=RANKS[rank] + SUITS[suit],
        rank="10" if RANKS[rank] == "T" else RANKS[rank],
        symbol=SUIT_SYMBOLS[suit] + _AS_TEXT,
        suit=SUIT_NAMES[suit],
        name=f"{RANK_NAMES[rank]} of {SUIT_NAMES[suit]}",
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
        usual=USUAL,
        rounds=USUAL_ROUNDS,
        ante=amount(USUAL_ANTE, sign=False),
        modules=sorted(path.name for path in _STATIC.glob("*.js")),
    )
