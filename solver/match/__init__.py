"""The match: rounds dealt, decided and settled, kept as records, audited and looked back on."""

from solver.match.playing import (
    MOST_ROUNDS,
    USUAL_ANTE,
    USUAL_ROUNDS,
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
    "USUAL_ANTE",
    "USUAL_ROUNDS",
    "Choice",
    "Deal",
    "Match",
    "MatchError",
    "MatchSetup",
    "Played",
    "settle_deal",
]
