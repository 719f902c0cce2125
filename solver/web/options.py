"""Options: the ten options of the rules as the page shows them and the API describes them."""

from __future__ import annotations

from dataclasses import dataclass

from solver.rules import Unqualified

_YES_NO = ("yes", "no")


@dataclass(frozen=True)
class Option:
    """An option of the rules: one of some words, or text.

    Attributes
    ----------
    name : str
        Of the field, on the page and in a request.
    label : str
        What it is.
    hint : str
        What to type, or what the words mean.
    choices : tuple of str
        The words; none where it is text.
    """

    name: str
    label: str
    hint: str = ""
    choices: tuple[str, ...] = ()

    @property
    def rule(self) -> str:
        """What `Rules.with_options` calls it."""
        # The Ante is also what is bet.
        return "ante" if self.name == "ante_pays" else self.name

    @property
    def description(self) -> str:
        """All of it in a sentence or two."""
        words = [": ".join(filter(None, (self.label, " or ".join(self.choices)))) + ".", self.hint]
        return " ".join(filter(None, words))


OPTIONS = (
    Option(
        "ante_pays",
        "Ante table",
        "Royal flush, straight flush, quads, full house, flush, straight or less, to one.",
    ),
    Option(
        "bonus_pays",
        "AA Bonus table",
        "Royal flush down to a pair of aces, to one; or none.",
    ),
    Option("fold_forfeits_bonus", "A fold forfeits the AA Bonus", choices=_YES_NO),
    Option("bonus", "AA Bonus stake", "In antes."),
    Option("call", "Call", "In antes."),
    Option("qualifier", "Dealer qualifies with", "Such as pair of fours, two pair, none."),
    Option(
        "unqualified",
        "Ante if the dealer does not qualify",
        "Paid by the table, 1 to 1 (even), or returned.",
        tuple(Unqualified),
    ),
    Option("ante_needs_pair", "Ante pays only on a pair or better", choices=_YES_NO),
    Option("bonus_cards", "AA Bonus cards", "Hole and flop, or the turn, too.", ("5", "6")),
    Option("blind_call", "Call before any card is seen", choices=_YES_NO),
)
"""The options, those first that differ most often."""
