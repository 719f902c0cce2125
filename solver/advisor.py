"""The advisor: what to do in a spot, what it is worth and what the wrong choice costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from solver import spots
from solver.bonus import expected_bonus
from solver.cards import CardsLike, check_count, format_cards, parse_spot, to_cards, to_spot
from solver.enumeration import COMPLETIONS, count_outcomes
from solver.hands import Category
from solver.known import NOTHING_KNOWN, KnownCards
from solver.outcomes import Decision, SpotOutcomes, scale_of, spot_decisions
from solver.rules import Rules
from solver.settlement import Outcome

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from solver.edge import Solution
    from solver.table import StrategyTable

SOLVE_FROM = 1000
"""From so many different spot classes on, `Advisor.advise_many` without a table solves the game."""


class DisagreementError(RuntimeError):
    """A table and the dealt-out spot differ, which means that one of them is wrong."""


@dataclass(frozen=True)
class Advice:
    """What to do in one spot, and why.

    Attributes
    ----------
    hole, flop : tuple of int
        Card ids, as asked.
    outcomes : SpotOutcomes
        All completions and the rules they were priced by.
    known : KnownCards
        What was known besides hole and flop.
    """

    hole: tuple[int, ...]
    flop: tuple[int, ...]
    outcomes: SpotOutcomes
    known: KnownCards = NOTHING_KNOWN

    @property
    def decision(self) -> Decision:
        """CALL, FOLD, or EITHER where both are worth exactly the same."""
        return self.outcomes.decision

    @property
    def ev_call(self) -> Fraction:
        """Expected value of Call with all that was bet, in antes; higher is better."""
        return self.outcomes.ev_call

    @property
    def ev_fold(self) -> Fraction:
        """Value of Fold with all that was bet, in antes."""
        return self.outcomes.ev_fold

    @property
    def cost_of_error(self) -> Fraction:
        """What the wrong choice gives up, in antes; zero or more."""
        return abs(self.ev_call - self.ev_fold)

    @property
    def completions(self) -> int:
        """Ways in which the unknown cards can fall; 1,070,190 where nothing else is known."""
        return self.outcomes.completions

    def chance(self, outcome: Outcome) -> Fraction:
        """Chance of an outcome after Call."""
        return Fraction(self.outcomes.deals(outcome), self.completions)

    def ev(self, decision: Decision) -> Fraction:
        """Value of FOLD or CALL with all that was bet, in antes; of EITHER, of both."""
        return self.ev_fold if decision is Decision.FOLD else self.ev_call

    def as_dict(self) -> dict[str, object]:
        """Everything, as JSON can hold it; exact values as fractions in text."""
        return {
            "hole": format_cards(self.hole),
            "flop": format_cards(self.flop),
            **self.known.as_text(),
            "rules": self.outcomes.rules.rules_id,
            "decision": self.decision.name,
            **_exact("ev_call", self.ev_call),
            **_exact("ev_fold", self.ev_fold),
            **_exact("cost_of_error", self.cost_of_error),
            **self._bonus(),
            "completions": self.completions,
            "outcomes": {
                o.name.lower(): {
                    "deals": self.outcomes.deals(o),
                    "chance": float(self.chance(o)),
                }
                for o in Outcome
            },
            "by_final_hand": self._by_final_hand(),
        }

    def _bonus(self) -> dict[str, object]:
        rules = self.outcomes.rules
        if rules.bonus_pays is None:
            return {}
        threshold = self.outcomes.calling_bonus
        return {
            "bonus_stake": str(rules.bonus),
            "bonus_result_to_one": str(self.outcomes.bonus_result),
            "fold_forfeits_bonus": rules.fold_forfeits_bonus,
            "call_above_bonus_stake": None if threshold is None else str(threshold),
        }

    def _by_final_hand(self) -> Mapping[str, Mapping[str, int]]:
        return {
            category.label: {o.name.lower(): row[o] for o in Outcome}
            for category, row in zip(Category, self.outcomes.counts, strict=True)
        }


def _exact(name: str, value: Fraction) -> dict[str, object]:
    return {name: float(value), f"{name}_exact": str(value)}


@dataclass(frozen=True)
class TwoHandAdvice:
    """What to do with two hands against one dealer, each knowing the other's cards.

    Attributes
    ----------
    first, second : Advice
    """

    first: Advice
    second: Advice

    @property
    def decisions(self) -> tuple[Decision, Decision]:
        """The better decision for each hand; neither depends on the other hand's."""
        return self.first.decision, self.second.decision

    def ev(self, first: Decision, second: Decision) -> Fraction:
        """Value of both hands together under a choice for each, in antes; higher is better."""
        return self.first.ev(first) + self.second.ev(second)

    @property
    def choices(self) -> dict[tuple[Decision, Decision], Fraction]:
        """The four choices, first hand and second, with the value of both hands together."""
        each = (Decision.CALL, Decision.FOLD)
        return {(a, b): self.ev(a, b) for a in each for b in each}

    def as_dict(self) -> dict[str, object]:
        """Everything, as JSON can hold it; exact values as fractions in text."""
        return {
            "decisions": [decision.name for decision in self.decisions],
            "choices": [
                {"first": a.name, "second": b.name, **_exact("ev", ev)}
                for (a, b), ev in self.choices.items()
            ],
            "first": self.first.as_dict(),
            "second": self.second.as_dict(),
        }


class Advisor:
    """Answers what to do in a spot, exactly.

    A single spot is dealt out in about a millisecond, with or without a table. If there is a table,
    its EV must be the same, which is checked with every answer.

    Parameters
    ----------
    rules : Rules, optional
        Default: those of the table, or the usual ones with Ante table 100-20-10-3-2-1.
    table : StrategyTable, optional
        As `solver.open_table` returns it.

    Raises
    ------
    ValueError
        For a table of other rules than ``rules``.

    Examples
    --------
    >>> advice = Advisor().advise("Ah Kd", "As 7d 4c")
    >>> advice.decision.name, str(advice.ev_call)
    ('CALL', '609437/356730')
    """

    def __init__(self, rules: Rules | None = None, table: StrategyTable | None = None) -> None:
        if rules and table and rules.decisive != table.rules:
            raise ValueError(
                f"table for other rules: expected {rules.decisive.rules_id}, "
                f"found {table.rules.rules_id}"
            )
        self.rules = rules or (table.rules if table else Rules())
        self.table = table
        self._solution: Solution | None = None

    def advise(
        self,
        hole: CardsLike,
        flop: CardsLike | None = None,
        *,
        dead: CardsLike = "",
        dealer: CardsLike = "",
        turn: CardsLike = "",
        river: CardsLike = "",
    ) -> Advice:
        """Advice for one spot.

        Parameters
        ----------
        hole, flop : text or card ids
            Two and three cards; or one text for both, ``AhKd/As7d4c`` or five cards, hole first.
        dead : text or card ids
            Cards known to be out of the deck, such as other players'.
        dealer : text or card ids
            One or both of the dealer's cards, if seen.
        turn, river : text or card ids
            One card each, if seen.

        Raises
        ------
        CardError
            For anything that is not five different cards, or cards that cannot be known besides.
        DisagreementError
            If the table says otherwise.

        Examples
        --------
        >>> advice = Advisor().advise("Ah Kd", "As 7d 4c", dealer="Qs", turn="9h")
        >>> advice.completions, str(advice.ev_call)
        (1980, '43/22')
        """
        if flop is not None:
            hole_ids, flop_ids = to_spot(hole, flop)
        elif isinstance(hole, str):
            hole_ids, flop_ids = parse_spot(hole)
        else:
            raise TypeError("advise: expected a flop, or hole and flop in one text")
        known = KnownCards.parse(dead, dealer, turn, river)
        known.check(hole_ids, flop_ids)
        advice = self._advise(hole_ids, flop_ids, known)
        if self.table and not known:
            stored = self.table.ev_call_of(spots.index_of_ids(hole_ids, flop_ids))
            if stored != advice.outcomes.main_ev_call:
                raise DisagreementError(
                    f"{format_cards(hole_ids)} on {format_cards(flop_ids)}: EV(Call) is "
                    f"{advice.outcomes.main_ev_call} dealt out but {stored} in {self.table.path}"
                )
        return advice

    def _advise(self, hole: tuple[int, ...], flop: tuple[int, ...], known: KnownCards) -> Advice:
        counts = count_outcomes(hole, flop, self.rules.qualifier, known)
        bonus = Fraction(0)
        if self.rules.bonus_pays is not None:
            bonus = expected_bonus(self.rules, hole, flop, known)
        return Advice(hole, flop, SpotOutcomes(counts, self.rules, bonus), known)

    def advise_two(
        self,
        first: CardsLike,
        second: CardsLike,
        flop: CardsLike,
        *,
        dead: CardsLike = "",
        dealer: CardsLike = "",
        turn: CardsLike = "",
        river: CardsLike = "",
    ) -> TwoHandAdvice:
        """Advice for one player's two hands, each of which knows the other's cards.

        Parameters
        ----------
        first, second : text or card ids, two cards each
        flop : text or card ids, three cards
        dead, dealer, turn, river
            As for `advise`.

        Raises
        ------
        CardError
            For anything that is not seven different cards, or cards that cannot be known besides.
        """
        holes = to_cards(first), to_cards(second)
        for hole, which in zip(holes, ("first", "second"), strict=True):
            check_count(hole, 2, f"the {which} hole")
        flop_ids = to_cards(flop)
        advice = []
        for hole, other in (holes, holes[::-1]):
            to_spot(hole, flop_ids)
            known = KnownCards.parse(to_cards(dead) + other, dealer, turn, river)
            known.check(hole, flop_ids)
            advice.append(self._advise(hole, flop_ids, known))
        return TwoHandAdvice(*advice)

    def advise_many(
        self, holes: ArrayLike, flops: ArrayLike
    ) -> tuple[NDArray[np.int8], NDArray[np.int32] | NDArray[np.int64]]:
        """Decisions and EVs of many spots at once.

        With a table this is a look-up, some millions of spots a second. Without one, the different
        spot classes are dealt out, or from `SOLVE_FROM` of them on the whole game is solved, once,
        in this process (a second or so); it is the same numbers either way.

        Parameters
        ----------
        holes : array of int, shape (n, 2)
        flops : array of int, shape (n, 3)
            Card ids, 0 to 51 (``4 * rank + suit``, see `solver.cards`).

        Returns
        -------
        decisions : int8[n]
            0 fold, 1 either, 2 call (`Decision`).
        ev : int32[n] or int64[n]
            Sum of what Ante and Call pay over the 1,070,190 completions times `scale`; divide by
            both to get antes. Higher is better.

        Raises
        ------
        CardError
            For other shapes, or a row that is not five different cards.
        """
        import numpy as np

        classes = spots.index_many(holes, flops)
        if self.table:
            ev = self.table.ev[classes]
        elif self._solution:
            ev = self._solution.ev[classes]
        else:
            different, places = np.unique(classes, return_inverse=True)
            if len(different) >= SOLVE_FROM:
                ev = self._solve().ev[classes]
            else:
                values = [self._ev_sum(spot_class) for spot_class in different.tolist()]
                ev = np.array(values, np.int64)[places]
        cards = np.asarray(holes, np.uint8), np.asarray(flops, np.uint8)
        return spot_decisions(self.rules, ev, *cards), ev

    @property
    def scale(self) -> int:
        """What the EVs of `advise_many` are multiplied by beside the number of completions."""
        return scale_of(self.rules)

    def _ev_sum(self, spot_class: int) -> int:
        counts = count_outcomes(*spots.representative(spot_class), self.rules.qualifier)
        ev = SpotOutcomes(counts, self.rules).main_ev_call
        return int(ev * COMPLETIONS * self.scale)

    def _solve(self) -> Solution:
        from solver.edge import solve_game
        from solver.solve import Engine

        (self._solution,) = solve_game([self.rules], Engine(workers=1))
        return self._solution
