"""Cards that are known besides hole and flop: dead ones, the dealer's, the turn, the river."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

from solver.cards import DECK_SIZE, CardError, CardsLike, format_card, format_cards, to_cards


@dataclass(frozen=True)
class KnownCards:
    """Known cards of a spot besides its hole and flop.

    Attributes
    ----------
    dead : tuple of int
        Ids of cards out of the deck, such as those of other players.
    dealer : tuple of int
        Ids of those of the dealer's cards that are known: none, one or both.
    turn, river : int or None
        Card ids, None where not known.

    Examples
    --------
    >>> known = KnownCards.parse(dead="2c 2d", turn="Ah")
    >>> known.check((51, 47), (0, 4, 8))
    Traceback (most recent call last):
    solver.cards.CardError: 2c is known twice: on the flop and among the dead cards
    >>> known.completions
    39732
    """

    dead: tuple[int, ...] = ()
    dealer: tuple[int, ...] = ()
    turn: int | None = None
    river: int | None = None

    @classmethod
    def parse(
        cls,
        dead: CardsLike | None = "",
        dealer: CardsLike | None = "",
        turn: CardsLike | None = "",
        river: CardsLike | None = "",
    ) -> KnownCards:
        """Known cards from text or card ids; empty or None where nothing is known.

        Raises
        ------
        CardError
            For anything that is no card, and more than one turn or river card. What else can be
            wrong depends on hole and flop, see `check`.
        """
        return cls(
            () if dead is None else to_cards(dead),
            () if dealer is None else to_cards(dealer),
            _one_or_none(turn, "the turn"),
            _one_or_none(river, "the river"),
        )

    @property
    def board(self) -> tuple[int, ...]:
        """Ids of turn and river as far as they are known."""
        return tuple(card for card in (self.turn, self.river) if card is not None)

    @property
    def cards(self) -> tuple[int, ...]:
        """Ids of all of them: dead cards, the dealer's, turn, river."""
        return self.dead + self.dealer + self.board

    def as_text(self) -> dict[str, str]:
        """What is known, by place: of dead, dealer, turn and river those with cards, as text."""
        places = {
            "dead": self.dead,
            "dealer": self.dealer,
            "turn": () if self.turn is None else (self.turn,),
            "river": () if self.river is None else (self.river,),
        }
        return {place: format_cards(cards) for place, cards in places.items() if cards}

    @property
    def completions(self) -> int:
        """Ways in which the unknown ones of turn, river and the dealer's cards can fall.

        Of n unseen cards, b go to the board and d to the dealer: (n choose b) * (n - b choose d),
        1,070,190 if nothing is known.
        """
        unseen = DECK_SIZE - 5 - len(self.cards)
        to_board, to_dealer = 2 - len(self.board), 2 - len(self.dealer)
        return comb(unseen, to_board) * comb(unseen - to_board, to_dealer)

    def __bool__(self) -> bool:
        """Whether anything is known."""
        return bool(self.dead or self.dealer or self.board)

    def check(self, hole: tuple[int, ...], flop: tuple[int, ...]) -> None:
        """Refuse what cannot be known of a spot.

        Parameters
        ----------
        hole, flop : card ids, 2 and 3
            Known to be different (`solver.cards.to_spot`).

        Raises
        ------
        CardError
            For ids that are no cards, more than two cards of the dealer's, a card in two places, or
            too few cards left for turn, river and dealer.
        """
        to_cards(self.cards)
        if len(self.dealer) > 2:
            found = f"{len(self.dealer)}: {format_cards(self.dealer)}"
            raise CardError(f"the dealer has at most 2 cards, found {found}")
        places = [
            ("in the hole", hole),
            ("on the flop", flop),
            ("among the dead cards", self.dead),
            ("in the dealer's hand", self.dealer),
            ("as the turn", () if self.turn is None else (self.turn,)),
            ("as the river", () if self.river is None else (self.river,)),
        ]
        seen: dict[int, str] = {}
        for place, cards in places:
            for card in cards:
                if card in seen:
                    both = place if seen[card] == place else f"{seen[card]} and {place}"
                    raise CardError(f"{format_card(card)} is known twice: {both}")
                seen[card] = place
        needed = 4 - len(self.board) - len(self.dealer)
        left = DECK_SIZE - len(seen)
        if left < needed:
            need = f"{needed} more {'card' if needed == 1 else 'cards'}"
            raise CardError(f"turn, river and dealer need {need}, the known ones leave {left}")


NOTHING_KNOWN = KnownCards()
"""Hole and flop are all that is known."""


def _one_or_none(card: CardsLike | None, what: str) -> int | None:
    cards = () if card is None else to_cards(card)
    if not cards:
        return None
    if len(cards) > 1:
        raise CardError(f"{what} is one card, found {len(cards)}: {format_cards(cards)}")
    return cards[0]
