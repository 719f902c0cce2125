"""Decisions: Call or Fold in spots where people err."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import ClassVar

from solver import wording
from solver.advisor import Advice, Advisor
from solver.cards import CardsLike
from solver.numerals import amount
from solver.outcomes import Decision
from solver.shuffles import shuffled
from solver.strategy import MEMORABLE, Strategy, find_strategy
from solver.trainer.drawing import chosen, narrowed
from solver.trainer.question import Difficulty, Field, Place, Question, Shown, Verdict

SPOTS = 20
"""Spots that are drawn, for one of them to be asked about."""

RULES_OF_THUMB = (
    "always-call",
    "any-pair",
    "pair-ace-king",
    "own-pair-or-draw",
    "cardsflip",
    "fold-the-worst",
)
"""Strategies that people play by; where many of them err, so do people."""

BIG_DIFFERENCE = Fraction(1, 2)
"""Antes between Call and Fold from which on a question is easy."""

_SHARES = {Decision.CALL: 1, Decision.FOLD: 1, Decision.EITHER: 1}


@dataclass(frozen=True)
class DecisionQuestion(Question):
    """Call or Fold in the spot that is shown.

    Attributes
    ----------
    advice : Advice
        About the spot that is shown, by the rules of the place.
    """

    advice: Advice
    kind: ClassVar[str] = "decisions"

    @property
    def asks(self) -> str:
        """The question in one sentence."""
        return "Call or fold?"

    @property
    def shown(self) -> tuple[Shown, ...]:
        """Hole and flop, and what lies on the AA Bonus."""
        cards = (Shown("Your hole", self.advice.hole), Shown("Flop", self.advice.flop))
        if not self.rules.bonus:
            return cards
        after = "forfeits" if self.rules.fold_forfeits_bonus else "keeps"
        words = f"{amount(self.rules.bonus, sign=False)} to an Ante of 1; a fold {after} it"
        return (*cards, Shown("AA Bonus", text=words))

    @property
    def fields(self) -> tuple[Field, ...]:
        """The decision."""
        return (Field("decision", "Call or fold", ("call", "fold")),)

    def _verdict(self, answers: Mapping[str, str]) -> Verdict:
        advice = self.advice
        taken = Decision[answers["decision"].upper()]
        best = advice.decision
        right = best in (taken, Decision.EITHER)
        expected = "call" if best is not Decision.FOLD else "fold"
        return Verdict(
            right,
            {"decision": expected},
            tuple(self._reason()),
            Fraction(0) if right else advice.cost_of_error,
        )

    def _reason(self) -> list[str]:
        advice = self.advice
        call, fold = wording.antes(advice.ev_call), wording.antes(advice.ev_fold)
        sentences = [
            f"Call is worth {call}, Fold {fold}",
            wording.cost(advice),
            wording.bonus_share(advice),
            f"After Call: {wording.chances(advice)}",
            wording.why_sentence(wording.why(advice, find(MEMORABLE))),
        ]
        return [f"{sentence.removesuffix('.')}." for sentence in sentences if sentence]


@dataclass(frozen=True)
class Spot:
    """A spot that may be asked about.

    Attributes
    ----------
    advice : Advice
    erring : int
        Rules of thumb that are wrong in it.
    """

    advice: Advice
    erring: int

    def weight(self, difficulty: Difficulty) -> int:
        """How likely it is to be asked about, against others with the same decision."""
        cost = self.advice.cost_of_error
        if difficulty is Difficulty.EASY:
            return int(cost >= BIG_DIFFERENCE)
        weight = (1 + self.erring) ** 2
        if difficulty is Difficulty.HARD:
            # Twice as much at no difference as at one of a twentieth of an Ante.
            weight *= int(1000 / (1 + 20 * cost))
        return weight


def drawn(place: Place) -> DecisionQuestion:
    """The question of a place: Call and Fold are right as often, then spots go by weight."""
    source = place.source(DecisionQuestion.kind)
    spots = weighed(place, [shuffled(source)[:5] for _ in range(SPOTS)])
    fit = [spot for spot in spots if spot.weight(place.difficulty)] or spots
    same = narrowed(source, fit, lambda spot: spot.advice.decision, _SHARES)
    spot = chosen(source, same, [spot.weight(place.difficulty) for spot in same])
    return DecisionQuestion(place, spot.advice)


def about(place: Place, hole: CardsLike, flop: CardsLike) -> DecisionQuestion:
    """The question about a spot.

    Raises
    ------
    CardError
        For anything that is not five different cards, two and three.
    """
    return DecisionQuestion(place, Advisor(place.rules).advise(hole, flop))


def weighed(place: Place, cards: Sequence[tuple[int, ...]]) -> list[Spot]:
    """Spots (hole, then flop) with how many rules of thumb are wrong in each."""
    import numpy as np

    from solver.terms import compute

    advisor = Advisor(place.rules)
    advice = [advisor.advise(five[:2], five[2:]) for five in cards]
    strategies = [find(name) for name in RULES_OF_THUMB]
    values = compute(np.array(cards, np.uint8), {term for s in strategies for term in s.terms})
    covering = [strategy.covering(values, len(cards)) for strategy in strategies]
    return [
        Spot(
            spot,
            sum(
                spot.decision not in (strategy.rules[numbers[n]].decision, Decision.EITHER)
                for strategy, numbers in zip(strategies, covering, strict=True)
            ),
        )
        for n, spot in enumerate(advice)
    ]


@cache
def find(name: str) -> Strategy:
    """A strategy that comes with the package, read once."""
    return find_strategy(name)
