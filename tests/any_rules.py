"""Rules of every kind, for what has to hold whatever a table plays."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from solver import Category, Rules
from solver.cards import RANKS
from solver.hands import lowest_pair_value, lowest_value
from solver.rules import Unqualified

USUAL = Rules()
QUALIFIERS = sorted(
    {lowest_pair_value(rank) for rank in range(len(RANKS))} | {lowest_value(c) for c in Category}
)
"""Every hand that a dealer can need: 13 pairs, of which the lowest is a category, and 9 more."""

pays = st.fractions(0, 1000, max_denominator=9)
ante_tables = st.one_of(st.tuples(*6 * [pays]), st.tuples(*10 * [pays]), st.just(USUAL.ante))
bonus_tables = st.one_of(st.none(), st.tuples(*9 * [pays]), st.just(USUAL.bonus_pays))


@st.composite
def any_rules(draw: Callable[[st.SearchStrategy[Any]], Any]) -> Rules:
    """Rules with any options at all that do not contradict each other."""
    bonus_pays = draw(bonus_tables)
    with_bonus = bonus_pays is not None
    return Rules(
        ante=draw(ante_tables),
        call=draw(st.just(USUAL.call) | st.fractions(Fraction(1, 9), 100, max_denominator=9)),
        qualifier=draw(st.sampled_from([USUAL.qualifier, *QUALIFIERS])),
        unqualified=draw(st.sampled_from(Unqualified)),
        ante_needs_pair=draw(st.booleans()),
        bonus_pays=bonus_pays,
        bonus_cards=draw(st.sampled_from([5, 6])) if with_bonus else 5,
        fold_forfeits_bonus=draw(st.booleans()) if with_bonus else False,
        bonus=draw(st.just(USUAL.bonus) | pays) if with_bonus else Fraction(0),
        blind_call=draw(st.booleans()),
    )
