"""The match: rounds dealt, decided and settled one after the other, and their running total."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction

from solver.advisor import Advice, Advisor
from solver.cards import check_count, short
from solver.numerals import decimal
from solver.rules import Rules
from solver.settlement import FoldedRound, fold_needs_turn, settle, settle_fold
from solver.shuffles import shuffled, source_of

MOST_ROUNDS = 1000
HIGHEST_STAKE = 10**9
FINEST_STAKE = 10**6
"""The greatest denominator of a stake."""

_LONGEST_SEED = 100
_DIGITS, _MOST_DIGITS = 2, 9

SEE = "see the cards"
"""What to say instead of a blind Call."""

VOID_WORDS = "stakes back; the round is played again"
"""What a void deal means."""
USUAL_ANTE, USUAL_ROUNDS = Fraction(100), 20


class MatchError(ValueError):
    """A match that cannot be played, or a choice that is not open."""


class Choice(StrEnum):
    """What becomes of a deal."""

    CALL = "call"
    FOLD = "fold"
    BLIND_CALL = "blind call"
    VOID = "void"

    @property
    def calls(self) -> bool:
        """Whether the Call is bet."""
        return self in (Choice.CALL, Choice.BLIND_CALL)


@dataclass(frozen=True)
class Deal:
    """The nine cards of a round, as card ids.

    Attributes
    ----------
    hole, dealer : two cards each
    flop : three cards
    turn, river : int
    """

    hole: tuple[int, ...]
    dealer: tuple[int, ...]
    flop: tuple[int, ...]
    turn: int
    river: int

    @classmethod
    def from_deck(cls, deck: Sequence[int]) -> Deal:
        """The nine cards on top of a deck: the player's, the dealer's, flop, turn and river."""
        cards = tuple(deck)
        return cls(cards[0:2], cards[2:4], cards[4:7], cards[7], cards[8])


@dataclass(frozen=True)
class MatchSetup:
    """What a match is played by.

    Attributes
    ----------
    rules : Rules
        With what lies on the AA Bonus, in antes.
    ante : Fraction
        What lies on the Ante in every round, in any unit, more than 0.
    rounds : int
        Rounds that count, 1 to `MOST_ROUNDS`.
    seed : str or None
        What the shuffles are made from; None for the machine's randomness.

    Raises
    ------
    MatchError
        For a stake, a number of rounds or a seed that is none.
    """

    rules: Rules = field(default_factory=Rules)
    ante: Fraction = USUAL_ANTE
    rounds: int = USUAL_ROUNDS
    seed: str | None = None

    def __post_init__(self) -> None:
        _check_stake("Ante", self.ante)
        if self.bonus:
            _check_stake("AA Bonus", self.bonus)
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise MatchError(f"rounds: expected 1 to {MOST_ROUNDS:,}, found {short(self.rounds)}")
        if self.seed is not None and not (
            0 < len(self.seed) <= _LONGEST_SEED
            and self.seed.isprintable()
            and self.seed == self.seed.strip()
        ):
            raise MatchError(
                f"seed: expected 1 to {_LONGEST_SEED} printable characters, no spaces around them"
            )

    @classmethod
    def with_bonus(
        cls,
        rules: Rules,
        ante: Fraction,
        bonus: Fraction | None,
        rounds: int = USUAL_ROUNDS,
        seed: str | None = None,
    ) -> MatchSetup:
        """The same with the AA Bonus in the unit of the Ante; None for what the rules say.

        Raises
        ------
        MatchError
            As for any other.
        RulesError
            For a bonus where there is none.
        """
        _check_stake("Ante", ante)
        if bonus:
            _check_stake("AA Bonus", bonus)
        if bonus is not None:
            if (bonus / ante).denominator > FINEST_STAKE:
                raise MatchError(
                    f"AA Bonus: expected a simpler part of the Ante, found {bonus} to {ante}"
                )
            rules = replace(rules, bonus=bonus / ante)
        return cls(rules, ante, rounds, seed)

    @property
    def bonus(self) -> Fraction:
        """What lies on the AA Bonus in every round, in the unit of the Ante."""
        return self.rules.bonus * self.ante

    def deal(self, number: int) -> Deal:
        """Deal ``number`` (from 1, void ones counted) of a deck shuffled for it."""
        return Deal.from_deck(shuffled(source_of(self.seed, "deal", number)))

    def shown(self, value: Fraction, *, sign: bool = True) -> str:
        """An expected amount in the unit of the match, to a hundredth of the Ante or finer."""
        digits = _DIGITS
        while digits < _MOST_DIGITS and self.ante * 10 ** (digits - _DIGITS) < 1:
            digits += 1
        return decimal(value, digits, sign=sign)

    def hint(self, advice: Advice) -> str:
        """What Call and Fold are worth in a spot of this match, in its unit."""
        call, fold = (self.shown(ev * self.ante) for ev in (advice.ev_call, advice.ev_fold))
        return f"Call {call}, Fold {fold} on average"

    def advise(self, hole: tuple[int, ...], flop: tuple[int, ...]) -> Advice:
        """What to do in a spot of this match; values in antes."""
        return Advisor(self.rules).advise(hole, flop)


def _check_stake(what: str, stake: Fraction) -> None:
    if not 0 < stake <= HIGHEST_STAKE:
        raise MatchError(f"{what}: expected more than 0, up to {HIGHEST_STAKE:,}, found {stake}")
    if stake.denominator > FINEST_STAKE:
        raise MatchError(
            f"{what}: expected a number with a denominator up to {FINEST_STAKE:,}, found {stake}"
        )


@dataclass(frozen=True)
class Played:
    """A deal that was decided: the cards that were seen, and what became of them.

    Attributes
    ----------
    hole, flop : tuple of int
        Card ids; of a void deal any, perhaps none.
    choice : Choice
    turn, river : int or None
        None where they were not dealt.
    dealer : tuple of int
        The dealer's cards; empty where they were not shown.
    settled : FoldedRound, Round or None
        None for a void deal.
    """

    hole: tuple[int, ...]
    flop: tuple[int, ...]
    choice: Choice
    turn: int | None = None
    river: int | None = None
    dealer: tuple[int, ...] = ()
    settled: FoldedRound | None = None

    @property
    def net(self) -> Fraction:
        """What the player wins, or loses if negative; 0 if void."""
        return Fraction(0) if self.settled is None else self.settled.net


def settle_deal(
    setup: MatchSetup,
    choice: Choice,
    hole: tuple[int, ...],
    flop: tuple[int, ...],
    turn: int | None = None,
    river: int | None = None,
    dealer: tuple[int, ...] = (),
) -> Played:
    """A deal as it is settled by the rules and stakes of a match.

    Raises
    ------
    CardError
        For cards of which no such round can be made.
    """
    settled: FoldedRound | None = None
    later = tuple(card for card in (turn, river) if card is not None)
    if choice is not Choice.VOID:
        check_count(flop, 3, "the flop")
    if choice is Choice.FOLD and dealer:
        check_count(dealer, 2, "the dealer's hole")
    if choice.calls:
        settled = settle(hole, dealer, flop + later, setup.rules, ante=setup.ante)
    elif choice is Choice.FOLD:
        settled = settle_fold(hole, flop + later, setup.rules, ante=setup.ante)
    return Played(hole, flop, choice, turn, river, dealer, settled)


class Match:
    """A match being played.

    Parameters
    ----------
    setup : MatchSetup
    played : sequence of Played
        What was played before, if it goes on.
    dealt : function, optional
        Deals by number, from 1; by default those of the setup.

    Examples
    --------
    >>> match = Match(MatchSetup(seed="7", rounds=1))
    >>> played = match.choose(Choice.FOLD)
    >>> str(match.total), match.over
    ('-100', True)
    """

    def __init__(
        self,
        setup: MatchSetup,
        played: Sequence[Played] = (),
        dealt: Callable[[int], Deal] | None = None,
    ) -> None:
        self.setup = setup
        self.played = list(played)
        self._dealt = dealt or setup.deal
        self._next()

    def _next(self) -> None:
        self.seen = not self.setup.rules.blind_call
        self._deal: Deal | None = None

    @property
    def counted(self) -> int:
        """Rounds played that count."""
        return sum(played.choice is not Choice.VOID for played in self.played)

    @property
    def over(self) -> bool:
        """Whether all rounds have been played."""
        return self.counted >= self.setup.rounds

    @property
    def total(self) -> Fraction:
        """What the player has won so far, or lost if negative."""
        return sum((played.net for played in self.played), Fraction(0))

    @property
    def number(self) -> int:
        """Number of the deal on the table, from 1, void ones counted."""
        return len(self.played) + 1

    @property
    def deal(self) -> Deal:
        """The deal on the table, with the cards that nobody has seen yet.

        Raises
        ------
        MatchError
            If the match is over.
        """
        if self.over:
            raise MatchError("the match is over")
        if self._deal is None:
            self._deal = self._dealt(self.number)
        return self._deal

    @property
    def hole(self) -> tuple[int, ...]:
        """The player's cards, as soon as they may be seen."""
        return () if self.over or not self.seen else self.deal.hole

    @property
    def flop(self) -> tuple[int, ...]:
        """The flop, as soon as it may be seen."""
        return () if self.over or not self.seen else self.deal.flop

    @property
    def offers(self) -> tuple[Choice, ...]:
        """What may be chosen now; before the cards are seen (`see`) only a blind Call, or void."""
        if self.over:
            return ()
        if self.seen:
            return Choice.CALL, Choice.FOLD, Choice.VOID
        return Choice.BLIND_CALL, Choice.VOID

    @property
    def words(self) -> tuple[str, ...]:
        """The same in words, with `SEE` where the cards have not been seen."""
        words = [str(choice) for choice in self.offers]
        if words and not self.seen:
            words.insert(1, SEE)
        return tuple(words)

    def see(self) -> None:
        """Look at hole and flop instead of a blind Call."""
        self.seen = True

    def choose(self, choice: Choice) -> Played:
        """Decide the deal on the table: it is settled and added to what was played.

        Raises
        ------
        MatchError
            For a choice that is not open.
        """
        if choice not in self.offers:
            found = ", ".join(self.offers) if self.offers else "nothing, the match is over"
            raise MatchError(f"{choice}: may be chosen now: {found}")
        deal = self.deal
        if choice.calls:
            played = settle_deal(
                self.setup, choice, deal.hole, deal.flop, deal.turn, deal.river, deal.dealer
            )
        else:
            folded = choice is Choice.FOLD
            turn = deal.turn if folded and fold_needs_turn(self.setup.rules) else None
            played = settle_deal(self.setup, choice, self.hole, self.flop, turn)
        self.played.append(played)
        self._next()
        return played
