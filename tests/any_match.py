"""Matches of every kind, for what has to hold whatever is played."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from any_rules import any_rules
from hypothesis import strategies as st

from solver import Rules
from solver.match import Choice, Match, MatchSetup

stakes = st.sampled_from([Fraction(100), Fraction(1), Fraction(5, 2)]) | st.builds(
    Fraction, st.integers(1, 1000), st.integers(1, 12)
)
seeds = st.text(
    st.characters(codec="utf-8", categories=["L", "N", "P", "S"]), min_size=1, max_size=12
)


@st.composite
def any_setup(draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None = None) -> MatchSetup:
    """Any rules, stakes and number of rounds; always with a seed, to be the same again."""
    return MatchSetup(
        draw(any_rules() if rules is None else rules),
        draw(stakes),
        draw(st.integers(1, 6)),
        draw(seeds),
    )


def play(setup: MatchSetup, choices: Iterable[Choice | None]) -> Match:
    """A match as far as the choices go; None, and what is not open, is a look at the cards."""
    match = Match(setup)
    for choice in choices:
        if match.over:
            break
        if choice in match.offers:
            assert choice is not None
            match.choose(choice)
        else:
            match.see()
    return match


@st.composite
def any_match(draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None = None) -> Match:
    """A match of any kind, over or not."""
    choices = draw(st.lists(st.sampled_from([None, *Choice]), min_size=4, max_size=16))
    return play(draw(any_setup(rules)), choices)
