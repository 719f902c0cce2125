"""The match: rounds dealt, decided and settled, kept as records, audited and looked back on."""

from solver.match.playing import (
    MOST_ROUNDS,
    SEE,
    USUAL_ANTE,
    USUAL_ROUNDS,
    VOID_WORDS,
    Choice,
    Deal,
    Match,
    MatchError,
    MatchSetup,
    Played,
    settle_deal,
)

__all__ = [
    "MOST_ROUNDS",
    "SEE",
    "USUAL_ANTE",
    "USUAL_ROUNDS",
    "VOID_WORDS",
    "Choice",
    "Deal",
    "Match",
    "MatchError",
    "MatchSetup",
    "Played",
    "settle_deal",
]
