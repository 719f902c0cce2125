"""Reviews: what the decisions of a match cost against perfect play, and how lucky it was."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from solver.match.playing import Choice, Match, MatchError, MatchSetup, Played
from solver.numerals import noun, percent
from solver.outcomes import Decision

if TYPE_CHECKING:
    from solver.edge import Progress
    from solver.game import GameOutcomes
    from solver.rules import Rules
    from solver.solve import Engine


@dataclass(frozen=True)
class Priced:
    """A round and what its decision was worth; amounts in the unit of the match.

    Attributes
    ----------
    number : int
        Of the round, from 1.
    played : Played
    best, chosen : Fraction
        Expected value of the better decision and of the one that was made.
    """

    number: int
    played: Played
    best: Fraction
    chosen: Fraction

    @property
    def cost(self) -> Fraction:
        """What the decision gave up; zero or more."""
        return self.best - self.chosen


@dataclass(frozen=True)
class Review:
    """A match looked back on; amounts in its unit, exact.

    The net result is the sum of four: what perfect play brings on average, luck with the cards that
    were seen, luck with those that came after, less the price of the decisions.

    Attributes
    ----------
    setup : MatchSetup
        What was played.
    rounds : tuple of Priced
        Those that count.
    expected : Fraction
        Mean result of perfect play over so many rounds.
    standing : pair of Fraction or float, or None
        Chances that so many rounds of perfect play end below this result, and exactly there; None
        where results are too many to tell (`solver.session`).
    """

    setup: MatchSetup
    rounds: tuple[Priced, ...]
    expected: Fraction
    standing: tuple[Fraction | float, Fraction | float] | None

    @property
    def net(self) -> Fraction:
        """What the player won, or lost if negative."""
        return sum((priced.played.net for priced in self.rounds), Fraction(0))

    @property
    def cost(self) -> Fraction:
        """What the decisions gave up against perfect play; zero or more, lower is better."""
        return sum((priced.cost for priced in self.rounds), Fraction(0))

    @property
    def luck_before(self) -> Fraction:
        """What perfect play was worth with the holes and flops seen, less its mean."""
        return sum((priced.best for priced in self.rounds), Fraction(0)) - self.expected

    @property
    def luck_after(self) -> Fraction:
        """What turn, river and the dealer's cards brought, less what was to be expected."""
        return sum((p.played.net - p.chosen for p in self.rounds), Fraction(0))

    @property
    def mistakes(self) -> tuple[Priced, ...]:
        """The decisions that cost something, the dearest first."""
        return tuple(sorted((p for p in self.rounds if p.cost), key=lambda p: (-p.cost, p.number)))

    def lines(self) -> list[tuple[str, str, str]]:
        """The sum in words: what, amount, meaning."""
        shown = self.setup.shown
        count = len(self.rounds)
        rounds = f"{count} {noun(count, 'round')}"
        return [
            ("Perfect play", shown(self.expected), f"what it brings on average in {rounds}"),
            ("Your cards", shown(self.luck_before), "luck with holes and flops"),
            ("What came after", shown(self.luck_after), "luck with turn, river and dealer"),
            ("Your decisions", shown(-self.cost), "their exact price against perfect play"),
            ("Net result", shown(self.net), "all of it together"),
        ]

    def as_dict(self) -> dict[str, Any]:
        """The sum in words and the sentence, as JSON can hold them."""
        names = ("what", "amount", "meaning")
        return {
            "lines": [dict(zip(names, line, strict=True)) for line in self.lines()],
            "sentence": self.sentence(),
        }

    def sentence(self) -> str:
        """How lucky it was: where the result stands among those of perfect play."""
        if self.standing is None:
            return "Such stakes have too many results to say how many matches end worse."
        chances = (*self.standing, 1 - sum(self.standing))
        worse, same, better = (percent(Fraction(chance), 1) for chance in chances)
        return (
            f"Of all such matches played perfectly, {worse} end worse than this one, {same} the "
            f"same, {better} better."
        )


def priced_rounds(match: Match) -> tuple[Priced, ...]:
    """The rounds of a match that count, each with the exact value of its decision."""
    rounds: list[Priced] = []
    unit = match.setup.ante
    for played in match.played:
        if played.choice is Choice.VOID:
            continue
        advice = match.setup.advise(played.hole, played.flop)
        values = {True: advice.ev_call, False: advice.ev_fold}
        best = advice.ev(Decision.CALL if advice.decision is Decision.CALL else Decision.FOLD)
        rounds.append(
            Priced(len(rounds) + 1, played, best * unit, values[played.choice.calls] * unit)
        )
    return tuple(rounds)


def solved_by(rules: Rules) -> Rules:
    """The rules by which the game is solved for a match: alike for all stakes that decide nothing.

    What lies on the AA Bonus then comes in with `GameOutcomes.total_distribution`.
    """
    return rules if rules.bonus_decides else replace(rules, bonus=Fraction(rules.bonus > 0))


def solve_for(rules: Rules, engine: Engine, progress: Progress | None = None) -> GameOutcomes:
    """The game a match is held against: a second, with a bonus of six cards twenty on one core."""
    from solver.edge import solve_game, solve_with_bonus

    rules = solved_by(rules)
    if rules.bonus:
        return solve_with_bonus(rules, engine, progress=progress).outcomes
    (solution,) = solve_game([rules], engine, progress=progress)
    return solution.outcomes


def review(match: Match, game: GameOutcomes) -> Review:
    """Look back on a match, finished or not.

    Parameters
    ----------
    match : Match
    game : GameOutcomes
        The solved game by the rules of the match, see `solve_for`.

    Raises
    ------
    MatchError
        If no round counts.
    """
    from solver.convolution import SessionError
    from solver.session import play_session

    rounds = priced_rounds(match)
    if not rounds:
        raise MatchError("no round was played that counts: there is nothing to review")
    unit = match.setup.ante
    perfect = game.total_distribution(match.setup.rules.bonus)
    net = sum((priced.played.net for priced in rounds), Fraction(0)) / unit
    standing: tuple[Fraction | float, Fraction | float] | None = None
    with suppress(SessionError):
        session = play_session(perfect, len(rounds))
        same = session.chance(net)
        standing = session.at_most(net) - same, same
    return Review(match.setup, rounds, perfect.mean * len(rounds) * unit, standing)
