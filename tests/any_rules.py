"""Rules of every kind, for what has to hold whatever a table plays."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from solver import Category, Rules
from solver.cards import RANKS
from solver.hands import lowest_pair_value, lowest_value
from solver.rules import HIGHEST_PAY, Unqualified

USUAL = Rules()
QUALIFIERS = sorted(
    {lowest_pair_value(rank) for rank in range(len(RANKS))} | {lowest_value(c) for c in Category}
)
"""Every hand that a dealer can need: 13 pairs, of which the lowest is a category, and 9 more."""

denominators = st.integers(1, 9)
# Much faster than `fractions` of hypothesis, and there are many to draw.
pays = st.builds(Fraction, st.integers(0, 1000), denominators)
ante_tables = st.one_of(st.tuples(*6 * [pays]), st.tuples(*10 * [pays]), st.just(USUAL.ante))
bonus_tables = st.one_of(st.none(), st.tuples(*9 * [pays]), st.just(USUAL.bonus_pays))


@st.composite
def any_rules(draw: Callable[[st.SearchStrategy[Any]], Any]) -> Rules:
    """Rules with any options at all that do not contradict each other."""
    bonus_pays = draw(bonus_tables)
    with_bonus = bonus_pays is not None
    forfeits = draw(st.booleans()) if with_bonus else False
    # What is to lose counts with what it wins, up to a limit.
    most = min(1000, int(HIGHEST_PAY // (1 + max(bonus_pays)))) if forfeits else 1000
    stakes = st.just(USUAL.bonus) | st.builds(Fraction, st.integers(0, most), denominators)
    return Rules(
        ante=draw(ante_tables),
        call=draw(st.just(USUAL.call) | st.builds(Fraction, st.integers(1, 100), denominators)),
        qualifier=draw(st.sampled_from([USUAL.qualifier, *QUALIFIERS])),
        unqualified=draw(st.sampled_from(Unqualified)),
        ante_needs_pair=draw(st.booleans()),
        bonus_pays=bonus_pays,
        bonus_cards=draw(st.sampled_from([5, 6])) if with_bonus else 5,
        fold_forfeits_bonus=forfeits,
        bonus=draw(stakes) if with_bonus else Fraction(0),
        blind_call=draw(st.booleans()),
    )
