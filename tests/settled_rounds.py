"""Settled rounds: cards and what they pay, worked out by hand."""

from __future__ import annotations

from dataclasses import dataclass

from solver import Outcome
from solver.cards import format_cards, to_cards

UNQUALIFIED, WIN, TIE, LOSE = Outcome

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
"""Player, dealer, board, outcome, and what Ante and Call of 1 and 2 pay."""

STAKED: dict[str, tuple[int, int, str, str, str, tuple[int, int, int]]] = {
    "aces over queens": (1, 0, "A♥ K♦", "Q♠ Q♣", "A♠ 7♦ 4♣ 9♥ 2♠", (1, 2, 0)),
    "three aces": (100, 100, "Ah Ad", "Ks 8d", "As 7h 4c Kh 2d", (100, 200, 700)),
    "dealer jack high": (100, 100, "Kh 9d", "Js 8d", "Qs 7c 4h 3d 2s", (100, 0, -100)),
    "flush wins": (100, 100, "Ah 9h", "Ks 8d", "Qh 7h 4h Kd 2s", (200, 200, 2000)),
    "tens lose": (100, 0, "Th 9d", "As 8d", "Tc 7c 4h Ad 2s", (-100, -200, 0)),
    "quiz: 80": (20, 0, "Ah 9h", "Ks 8d", "Qh 7h 4h Kd 2s", (40, 40, 0)),
    "quiz: 25": (25, 0, "9h 8d", "As 2d", "7c 6h 5d Ks Qh", (25, 0, 0)),
    "quiz: 300": (5, 10, "9h 9d", "As 2d", "9c 6h 6d Ks 4h", (15, 10, 300)),
}
"""Ante, AA Bonus, cards, and what Ante, Call and AA Bonus pay."""

WITH_BONUS: dict[str, tuple[str, str, str, tuple[int, int, int]]] = {
    "steel wheel": ("Ah 2h", "Ks Kh", "3h 4h 5h Kd Kc", (20, 2, 50)),
    "dealer not qualified": ("Kc 8d", "3h Tc", "Js 9d 6c 3s 2s", (1, 0, -1)),
    "aces on turn and river": ("7c 2d", "Kc 3h", "Ks 9h 4c As Ad", (-1, -2, -1)),
    "not qualified, a pair of aces": ("Ac 8d", "Qh Jc", "Ah 9s 4c 3h 2s", (1, 0, 7)),
    "a tie, a pair of aces": ("Ac 8d", "Ah 8c", "As Kd 6h Ks 2s", (0, 0, 7)),
    "a loss, a pair of aces": ("Ac 8d", "Kh Kc", "As Kd 6h 5s 2s", (-1, -2, 7)),
    "royal flush on the board": ("2c 2d", "Ac Ad", "Ts Js Qs Ks As", (0, 0, -1)),
    "a pair of kings": ("Kc 8d", "Qh Jc", "Kh 9s 4c 3h 2s", (1, 0, -1)),
    "two pair, twos and threes": ("2c 3d", "Qh Jc", "2h 3s 9c 7h Kd", (1, 0, 7)),
    "both aces on the flop": ("3h 2d", "Kh Jc", "As Ad 9c 7h 6d", (-1, -2, 7)),
    "a royal flush after the flop": ("As Ks", "Qh Qd", "Ac Qs Js Ts 2d", (100, 2, 7)),
}
"""Player, dealer, board, and what Ante, Call and AA Bonus of 1, 2 and 1 pay."""

AA_BONUS: dict[str, tuple[str, str, int]] = {
    "royal flush": ("Ah Kh", "Qh Jh Th", 10_000),
    "straight flush": ("9h 8h", "7h 6h 5h", 5_000),
    "five-high straight flush": ("Ah 2h", "3h 4h 5h", 5_000),
    "quads": ("9h 9c", "9d 9s 5h", 4_000),
    "full house": ("9h 9c", "9d 7s 7h", 3_000),
    "flush": ("Ah 9h", "Qh 7h 5h", 2_000),
    "straight": ("9h 8c", "7h 6d 5h", 700),
    "five-high straight": ("Ah 2c", "3h 4d 5h", 700),
    "three of a kind": ("2h 2c", "2d 7s 5h", 700),
    "two pair": ("3h 2c", "3d 2s 5h", 700),
    "pair of aces": ("Ah 2c", "Ad 4s 3h", 700),
    "pair of kings": ("Kh Qc", "Kd As Jh", -100),
    "ace high": ("Ah Qc", "Kd 9s Jh", -100),
    "four of a flush and of a straight": ("Ah Kh", "Qh Jh 9c", -100),
}
"""Hole, flop and what 100 on the AA Bonus bring."""


@dataclass(frozen=True)
class Example:
    """A called round: stakes, cards as text, and what Ante, Call and AA Bonus bring."""

    ante: int
    bonus: int
    player: str
    dealer: str
    board: str
    pays: tuple[int, int, int]

    @property
    def cards(self) -> tuple[str, str, str, str]:
        """Hole, flop, turn with river, and the dealer's, as ``Ah Kd``."""
        texts = (self.player, self.dealer, self.board)
        player, dealer, board = (format_cards(to_cards(text)) for text in texts)
        return player, board[:8], board[9:], dealer

    @property
    def net(self) -> int:
        """All together."""
        return sum(self.pays)


EXAMPLES = {
    **{
        name: Example(100, 0, player, dealer, board, (100 * ante, 100 * call, 0))
        for name, (player, dealer, board, _, ante, call) in ROUNDS.items()
    },
    **{name: Example(*row) for name, row in STAKED.items()},
    **{
        f"with a bonus: {name}": Example(10, 5, player, dealer, board, (10 * a, 10 * c, 5 * b))
        for name, (player, dealer, board, (a, c, b)) in WITH_BONUS.items()
    },
}
"""The called rounds of all tables."""
