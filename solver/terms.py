"""Terms: what players say about a hole and a flop, for many spots at once.

Ranks are 2 to 14 here (J 11, Q 12, K 13, A 14), as players count them. A set of ranks is an int of
13 bits, the lowest for twos.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_ALL_RANKS = (1 << 13) - 1
_STRAIGHTS = (1 << 12 | 0b1111, *(0b11111 << low for low in range(9)))
"""The rank sets of the ten straights, from the one that starts with an ace."""


class Kind(Enum):
    """What the values of a term are."""

    YES_NO = "yes or no"
    RANK = "rank"
    NUMBER = "number"


@dataclass(frozen=True)
class Term:
    """One thing to say about a hole and a flop.

    Attributes
    ----------
    name : str
        Lower-case words, joined by spaces.
    meaning : str
    kind : Kind
        Values are 0 and 1 for ``YES_NO``; 2 to 14, or 0 where there is none, for ``RANK``; small
        counts, sums or differences for ``NUMBER``.
    of : callable
        Computes the values, bool or int8, from `Spots`.
    """

    name: str
    meaning: str
    kind: Kind
    of: Callable[[Spots], NDArray[Any]]


def compute(
    cards: NDArray[np.uint8], names: Iterable[str] | None = None
) -> dict[str, NDArray[np.int8]]:
    """Values of terms for many spots.

    Parameters
    ----------
    cards : uint8[n, 5]
        Card ids, known to be different in each row: the hole, then the flop.
    names : iterable of str, optional
        The terms wanted; all if not given.

    Returns
    -------
    dict of str to int8[n]
        In the order of ``names``; what several terms need is computed once.

    Raises
    ------
    ValueError
        For cards of another shape.
    KeyError
        For a name that is no term.
    """
    import numpy as np

    spots = Spots(cards)
    wanted = TERMS if names is None else names
    return {name: spots[name].astype(np.int8, copy=False) for name in wanted}


class _Tables(NamedTuple):
    """What there is to know about each set of ranks; straights as bits, in their order above.

    Attributes
    ----------
    size : int8[8192]
        Number of ranks.
    exactly : int16[6, 8192]
        Straights of which exactly 0 to 5 ranks are there.
    at_least : int16[3, 8192]
        Straights of which at least 0 to 2 ranks are there.
    outs : int8[8192]
        Ranks that complete a straight, none if there is one.
    """

    size: NDArray[np.int8]
    exactly: NDArray[np.int16]
    at_least: NDArray[np.int16]
    outs: NDArray[np.int8]


@cache
def _tables() -> _Tables:
    import numpy as np

    sets = np.arange(_ALL_RANKS + 1, dtype=np.int16)
    size = np.zeros(len(sets), np.int8)
    for rank in range(13):
        size += (sets >> rank & 1).astype(np.int8)
    exactly = np.zeros((6, len(sets)), np.int16)
    at_least = np.zeros((3, len(sets)), np.int16)
    missing = np.zeros(len(sets), np.int16)
    for number, straight in enumerate(_STRAIGHTS):
        there = size[sets & straight]
        for count, straights in enumerate(exactly):
            straights[there == count] |= 1 << number
        for count, straights in enumerate(at_least):
            straights[there >= count] |= 1 << number
        missing[there == 4] |= (straight & ~sets)[there == 4]
    outs = np.where(exactly[5] > 0, 0, size[missing]).astype(np.int8)
    return _Tables(size, exactly, at_least, outs)


class Spots:
    """Many spots taken apart, and the terms computed for them so far; ``spots[name]`` is one more.

    Attributes
    ----------
    high, low : int8[n]
        Ranks of the hole cards.
    top, middle, bottom : int8[n]
        Ranks of the flop cards.
    """

    def __init__(self, cards: NDArray[np.uint8]) -> None:
        import numpy as np

        if cards.ndim != 2 or cards.shape[1] != 5:
            raise ValueError(f"cards: expected shape (n, 5), found {cards.shape}")
        # Card by card, so that every array below is one piece of memory.
        columns = np.ascontiguousarray(cards.T)
        self._suits = columns & 3
        a, b, x, y, z = (columns >> 2).astype(np.int8) + np.int8(2)
        self.high, self.low = np.maximum(a, b), np.minimum(a, b)
        lower, upper = np.minimum(x, y), np.maximum(x, y)
        self.top, rest = np.maximum(upper, z), np.minimum(upper, z)
        self.middle, self.bottom = np.maximum(lower, rest), np.minimum(lower, rest)
        self._ranks = a, b, x, y, z
        self._known: dict[str, NDArray[Any]] = {}

    def __getitem__(self, name: str) -> NDArray[Any]:
        if name not in self._known:
            self._known[name] = TERMS[name].of(self)
        return self._known[name]

    @property
    def hole(self) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """Ranks of the hole cards, the higher first."""
        return self.high, self.low

    @property
    def flop(self) -> tuple[NDArray[np.int8], NDArray[np.int8], NDArray[np.int8]]:
        """Ranks of the flop cards, the highest first."""
        return self.top, self.middle, self.bottom

    @cached_property
    def matches(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Whether the high and the low hole card pair a flop card."""
        high, low = (
            (card == self.top) | (card == self.middle) | (card == self.bottom) for card in self.hole
        )
        return high, low

    @cached_property
    def flop_set(self) -> NDArray[np.int16]:
        """Ranks on the flop."""
        return _rank_set(*self.flop)

    @cached_property
    def seen(self) -> NDArray[np.int16]:
        """Ranks in the hole or on the flop."""
        return self.flop_set | _rank_set(*self.hole)

    def straights(self, there: int, own: int) -> NDArray[np.int8]:
        """Number of straights of which exactly ``there`` ranks are seen, ``own`` not on the flop.

        ``own`` is the least number of ranks that only the hole has.
        """
        tables = _tables()
        only_own = self.seen ^ self.flop_set
        counted = tables.exactly[there][self.seen] & tables.at_least[own][only_own]
        number: NDArray[np.int8] = tables.size[counted]
        return number

    def better_than(self, card: NDArray[np.int8]) -> NDArray[np.int8]:
        """Number of ranks above a card that are not seen."""
        import numpy as np

        above = np.array([_ALL_RANKS >> up << up for up in range(14)], np.int16)
        number: NDArray[np.int8] = _tables().size[above[card - 1] & ~self.seen]
        return number

    @cached_property
    def suits(self) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """Cards of each suit in the hole and on the flop: int8[4, n] each."""
        import numpy as np

        hole, flop = (
            np.array([_count(*(card == suit for card in cards)) for suit in range(4)])
            for cards in (self._suits[:2], self._suits[2:])
        )
        return hole, flop

    @cached_property
    def flop_suited(self) -> NDArray[np.int8]:
        """Most flop cards of one suit."""
        most: NDArray[np.int8] = self.suits[1].max(axis=0)
        return most

    def suited(self, hole: int, flop: int) -> NDArray[np.bool_]:
        """Whether some suit has exactly so many hole cards and flop cards."""
        own, board = self.suits
        found: NDArray[np.bool_] = ((own == hole) & (board == flop)).any(axis=0)
        return found

    def rank_with(self, flop: int) -> NDArray[np.int8]:
        """Rank of the only hole card of a suit with exactly ``flop`` (2 or 3) flop cards, or 0."""
        import numpy as np

        own, board = self.suits
        rank = np.zeros(len(self.high), np.int8)
        for suit in range(4):
            alone = (own[suit] == 1) & (board[suit] == flop)
            for card, suit_of_card in zip(self._ranks[:2], self._suits[:2], strict=True):
                rank += card * (alone & (suit_of_card == suit))
        return rank

    def flush_cards(self) -> NDArray[np.int8]:
        """Most cards of one suit that has a hole card."""
        own, board = self.suits
        most: NDArray[np.int8] = ((own + board) * (own > 0)).max(axis=0)
        return most

    def kicker(self) -> NDArray[np.int8]:
        """Rank of the hole card that pairs no flop card while the other one does, or 0."""
        high, low = self.matches
        rank: NDArray[np.int8] = self.high * (low & ~high) + self.low * (high & ~low)
        return rank

    def pair_rank(self) -> NDArray[np.int8]:
        """Rank of the best pair that has a hole card, or 0."""
        import numpy as np

        high, low = self.matches
        pocket_pair = self.high == self.low
        rank: NDArray[np.int8] = np.maximum(self.high * (high | pocket_pair), self.low * low)
        return rank


def _rank_set(*cards: NDArray[np.int8]) -> NDArray[np.int16]:
    import numpy as np

    ranks = np.zeros(len(cards[0]), np.int16)
    for card in cards:
        ranks |= 1 << (card.astype(np.int16) - 2)
    return ranks


def _count(*conditions: NDArray[np.bool_]) -> NDArray[np.int8]:
    """Number of conditions that hold, for each spot."""
    import numpy as np

    count = np.zeros(len(conditions[0]), np.int8)
    for condition in conditions:
        count += condition
    return count


def _yes(name: str, meaning: str, of: Callable[[Spots], NDArray[np.bool_]]) -> Term:
    return Term(name, meaning, Kind.YES_NO, of)


def _rank(name: str, meaning: str, of: Callable[[Spots], NDArray[np.int8]]) -> Term:
    return Term(name, meaning, Kind.RANK, of)


def _number(name: str, meaning: str, of: Callable[[Spots], NDArray[np.int8]]) -> Term:
    return Term(name, meaning, Kind.NUMBER, of)


_YOUR_CARDS = (
    _rank("high card", "your higher hole card", lambda s: s.high),
    _rank("low card", "your lower hole card", lambda s: s.low),
    _number(
        "hole sum",
        "your hole cards added up: J 11, Q 12, K 13, A 14",
        lambda s: s.high + s.low,
    ),
    _number(
        "hole score",
        "twice your high card and once your low card, added up",
        lambda s: s.high + s.high + s.low,
    ),
    _number(
        "hole gap",
        "your high card less your low card: 0 for a pair, 1 for neighbours (an ace is high)",
        lambda s: s.high - s.low,
    ),
    _yes("suited hole", "your hole cards are of one suit", lambda s: s._suits[0] == s._suits[1]),
    _yes("ace high", "your high card is an ace", lambda s: s.high == 14),
    _yes("king high", "your high card is a king", lambda s: s.high == 13),
    _yes("queen high", "your high card is a queen", lambda s: s.high == 12),
    _yes("jack high", "your high card is a jack", lambda s: s.high == 11),
    _yes("ten high", "your high card is a ten", lambda s: s.high == 10),
    _rank(
        "kicker",
        "the hole card that does not pair the flop when exactly the other one does",
        Spots.kicker,
    ),
)

_FLOP = (
    _rank("top flop card", "the highest flop card", lambda s: s.top),
    _rank("middle flop card", "the second-highest flop card", lambda s: s.middle),
    _rank("low flop card", "the lowest flop card", lambda s: s.bottom),
    _number(
        "flop sum",
        "the three flop cards added up: J 11, Q 12, K 13, A 14",
        lambda s: s.top + s.middle + s.bottom,
    ),
    _yes(
        "paired flop",
        "the flop is a pair and another card, or three of a kind",
        lambda s: (s.top == s.middle) | (s.middle == s.bottom),
    ),
    _yes("flop trips", "the flop is three of a kind", lambda s: s.top == s.bottom),
    _yes(
        "low flop pair",
        "a pair of twos or threes on the flop, with which the dealer does not qualify",
        lambda s: s["paired flop"] & ~s["flop trips"] & (s.middle <= 3),
    ),
    _yes(
        "qualifying flop",
        "a pair of fours or better, or three of a kind, on the flop: the dealer qualifies already",
        lambda s: s["paired flop"] & ~s["low flop pair"],
    ),
    _yes("one-suit flop", "the flop is of one suit", lambda s: s.flop_suited == 3),
    _yes("two-suit flop", "the flop is of two suits", lambda s: s.flop_suited == 2),
    _yes("rainbow flop", "the flop is of three suits", lambda s: s.flop_suited == 1),
    _number(
        "flop span",
        "the highest flop card less the lowest (an ace is high)",
        lambda s: s.top - s.bottom,
    ),
    _yes(
        "straight flop",
        "the flop is three different ranks of one straight (an ace is low, too)",
        lambda s: _tables().exactly[3][s.flop_set] > 0,
    ),
    _number(
        "small flop cards",
        "twos and threes on the flop",
        lambda s: _count(*(card <= 3 for card in s.flop)),
    ),
    _number(
        "high flop cards",
        "tens and higher on the flop",
        lambda s: _count(*(card >= 10 for card in s.flop)),
    ),
    _number(
        "flop kings up",
        "kings and aces on the flop",
        lambda s: _count(*(card >= 13 for card in s.flop)),
    ),
)

_MADE = (
    _yes("pocket pair", "your hole cards are a pair", lambda s: s.high == s.low),
    _yes(
        "pair with the flop",
        "a hole card of yours pairs a flop card",
        lambda s: s.matches[0] | s.matches[1],
    ),
    _yes(
        "top pair",
        "a hole card of yours pairs the highest flop card",
        lambda s: (s.high == s.top) | (s.low == s.top),
    ),
    _yes(
        "middle pair",
        "a hole card of yours pairs the middle card of a flop of three different ranks",
        lambda s: ((s.high == s.middle) | (s.low == s.middle)) & ~s["paired flop"],
    ),
    _yes(
        "bottom pair",
        "a hole card of yours pairs the lowest flop card, which is not the highest as well",
        lambda s: ((s.high == s.bottom) | (s.low == s.bottom)) & ~s["flop trips"],
    ),
    _yes(
        "overpair",
        "your hole cards are a pair higher than the whole flop",
        lambda s: s["pocket pair"] & (s.high > s.top),
    ),
    _rank(
        "pair rank",
        "rank of your best pair, in the hole or with a flop card",
        Spots.pair_rank,
    ),
    _yes(
        "own pair",
        "a made hand that is yours: a pocket pair, a pair with the flop, a straight or a flush",
        lambda s: s["pocket pair"] | s["pair with the flop"] | s["straight"] | s["flush"],
    ),
    _yes(
        "any pair",
        "own pair, or the flop is paired",
        lambda s: s["own pair"] | s["paired flop"],
    ),
    _yes(
        "own two pair",
        "own pair in a hand of two pair or better (the other pair may be the flop's)",
        lambda s: (
            s["straight"]
            | s["flush"]
            | (s["pair with the flop"] & (s["pocket pair"] | s["paired flop"]))
            | (s["pocket pair"] & s["paired flop"])
            | (s.matches[0] & s.matches[1])
        ),
    ),
    _yes("straight", "you have a straight", lambda s: _tables().exactly[5][s.seen] > 0),
    _yes("flush", "you have a flush", lambda s: s.suited(2, 3)),
)

_AGAINST_THE_FLOP = (
    _number(
        "overcards",
        "hole cards higher than the whole flop",
        lambda s: _count(*(card > s.top for card in s.hole)),
    ),
    _number(
        "cards over middle",
        "hole cards higher than the middle flop card",
        lambda s: _count(*(card > s.middle for card in s.hole)),
    ),
    _number(
        "cards over low",
        "hole cards higher than the lowest flop card",
        lambda s: _count(*(card > s.bottom for card in s.hole)),
    ),
    _number(
        "better ranks",
        "ranks higher than your high card that are neither in your hand nor on the flop",
        lambda s: s.better_than(s.high),
    ),
    _number(
        "better ranks than low",
        "ranks higher than your low card that are neither in your hand nor on the flop",
        lambda s: s.better_than(s.low),
    ),
    _number(
        "beating ranks",
        "better ranks added to better ranks than low",
        lambda s: s["better ranks"] + s["better ranks than low"],
    ),
)

_DRAWS = (
    _yes(
        "flush draw",
        "exactly four cards of one suit, one or two of them yours",
        lambda s: s["flush cards"] == 4,
    ),
    _yes(
        "two-card flush draw",
        "exactly four cards of one suit, two of them yours",
        lambda s: s.suited(2, 2),
    ),
    _rank(
        "flush draw rank",
        "on a one-suit flop: your card of that suit, if you have just one",
        lambda s: s.rank_with(3),
    ),
    _yes(
        "backdoor flush",
        "exactly three cards of one suit, two of them yours",
        lambda s: s.suited(2, 1),
    ),
    _rank(
        "backdoor flush rank",
        "on a two-suit flop: your card of the suit that has two, if you have just one",
        lambda s: s.rank_with(2),
    ),
    _yes(
        "three to a flush",
        "exactly three cards of one suit, one or two of them yours",
        lambda s: s["flush cards"] == 3,
    ),
    _number(
        "flush cards",
        "the most cards you have of one suit, one of them at least your own",
        Spots.flush_cards,
    ),
    _number(
        "straight outs",
        "ranks that would make your straight: 1 for a gutshot, 2 if open-ended or a double "
        "gutshot, 0 if it is made",
        lambda s: _tables().outs[s.seen],
    ),
    _yes(
        "open-ended",
        "two ranks would make your straight (a double gutshot, too)",
        lambda s: s["straight outs"] == 2,
    ),
    _yes("gutshot", "just one rank would make your straight", lambda s: s["straight outs"] == 1),
    _yes(
        "two-card gutshot",
        "a gutshot with both hole cards in the straight, neither of a rank on the flop",
        lambda s: s["gutshot"] & s["two-card straight draw"],
    ),
    _yes(
        "two-card straight draw",
        "four cards of a straight with both hole cards in it, neither of a rank on the flop; not "
        "if a straight is made",
        lambda s: ~s["straight"] & (s.straights(4, own=2) > 0),
    ),
    _number(
        "backdoor straight",
        "straights of which you have exactly three ranks, one of them at least not on the flop",
        lambda s: s.straights(3, own=1),
    ),
    _number(
        "two-card backdoor straight",
        "straights of which you have exactly three ranks, two of them not on the flop",
        lambda s: s.straights(3, own=2),
    ),
    _yes("draw", "flush draw or open-ended", lambda s: s["flush draw"] | s["open-ended"]),
    _yes(
        "any draw",
        "flush draw, open-ended or gutshot",
        lambda s: s["draw"] | s["gutshot"],
    ),
    _yes("pair-or-draw", "own pair or draw", lambda s: s["own pair"] | s["draw"]),
    _yes("pair-or-any-draw", "own pair or any draw", lambda s: s["own pair"] | s["any draw"]),
    _number(
        "two-card backdoors",
        "1 for a backdoor flush and 1 for any two-card backdoor straight, added up",
        lambda s: _count(s["backdoor flush"], s["two-card backdoor straight"] > 0),
    ),
    _yes(
        "gutshot-or-backdoor-flush",
        "gutshot or backdoor flush",
        lambda s: s["gutshot"] | s["backdoor flush"],
    ),
)

TERMS: dict[str, Term] = {
    term.name: term for term in (*_YOUR_CARDS, *_FLOP, *_MADE, *_AGAINST_THE_FLOP, *_DRAWS)
}
"""All terms by name: your cards, the flop, made hands, your cards against the flop, draws."""
