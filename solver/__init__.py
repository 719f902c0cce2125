"""The exact solver for Casino Hold'em.

`Advisor` says what to do in a spot, `solve_game` solves every spot class, `write_table` and
`open_table` keep the result, `settle` settles a finished round. Every value is exact.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from solver._version import VERSION

if TYPE_CHECKING:
    from solver.advisor import Advice, Advisor
    from solver.cards import CardError
    from solver.edge import Solution, price_game, solve_game
    from solver.game import GameOutcomes
    from solver.hands import Category, Hand, best_five, evaluate
    from solver.known import KnownCards
    from solver.outcomes import Decision
    from solver.paytables import RulesError
    from solver.rules import Rules
    from solver.settlement import Outcome, settle, settle_fold
    from solver.solve import Engine
    from solver.table import StrategyTable, TableError, open_table, write_table

__version__ = VERSION

_HOMES = {
    "Advice": "advisor",
    "Advisor": "advisor",
    "CardError": "cards",
    "Category": "hands",
    "Decision": "outcomes",
    "Engine": "solve",
    "GameOutcomes": "game",
    "Hand": "hands",
    "KnownCards": "known",
    "Outcome": "settlement",
    "Rules": "rules",
    "RulesError": "paytables",
    "Solution": "edge",
    "StrategyTable": "table",
    "TableError": "table",
    "best_five": "hands",
    "evaluate": "hands",
    "open_table": "table",
    "price_game": "edge",
    "settle": "settlement",
    "settle_fold": "settlement",
    "solve_game": "edge",
    "write_table": "table",
}

__all__ = [
    "Advice",
    "Advisor",
    "CardError",
    "Category",
    "Decision",
    "Engine",
    "GameOutcomes",
    "Hand",
    "KnownCards",
    "Outcome",
    "Rules",
    "RulesError",
    "Solution",
    "StrategyTable",
    "TableError",
    "__version__",
    "best_five",
    "evaluate",
    "open_table",
    "price_game",
    "settle",
    "settle_fold",
    "solve_game",
    "write_table",
]


def __getattr__(name: str) -> Any:
    # Loaded when first used: a single answer should not wait for what only a whole solve needs.
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"solver.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
