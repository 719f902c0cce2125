"""Fields: the texts of a request to rules and cards, every error at the field to blame."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from solver.cards import CardError, format_cards, parse_cards
from solver.known import NOTHING_KNOWN, KnownCards
from solver.paytables import nearest
from solver.presets import PRESETS, USUAL, problems_of
from solver.rules import Rules
from solver.web.options import OPTIONS

PLACES = {"hole": 2, "flop": 3, "dead": None, "dealer": 2, "turn": 1, "river": 1}
"""Fields that are cards, and how many they have at most."""

_NAMES = {option.name: option.rule for option in OPTIONS}
_RULES_KEPT = 512


class Problem(NamedTuple):
    """A field and what is wrong with it; no name where none is to blame."""

    field: str
    reason: str


class FieldsError(ValueError):
    """Fields that cannot be used, each with the reason.

    Attributes
    ----------
    problems : tuple of Problem
    status : int
        The status of the answer over HTTP.
    retry_after : int or None
        Seconds after which the same may be asked again.
    """

    def __init__(
        self, problems: Iterable[Problem], status: int = 422, retry_after: int | None = None
    ) -> None:
        self.problems = tuple(problems)
        self.status = status
        self.retry_after = retry_after
        super().__init__("; ".join(": ".join(filter(None, problem)) for problem in self.problems))


def refusal(name: str, reason: object, status: int = 422) -> FieldsError:
    """The error of one field."""
    return FieldsError([Problem(name, str(reason))], status)


def rules_of(fields: Mapping[str, str]) -> Rules:
    """The rules that fields say: ``rules`` names a preset, the others are `OPTIONS`.

    Empty fields and those that are no rules are passed over.

    Raises
    ------
    FieldsError
        Naming every field that is wrong on its own, or else one that contradicts the others.
    """
    given = tuple((o.name, text) for o in OPTIONS if (text := fields.get(o.name, "").strip()))
    answer = _rules(fields.get("rules", "").strip() or USUAL, given)
    if isinstance(answer, Rules):
        return answer
    raise FieldsError(answer)


@lru_cache(maxsize=_RULES_KEPT)
def _rules(preset: str, given: tuple[tuple[str, str], ...]) -> Rules | tuple[Problem, ...]:
    problems = []
    if preset not in PRESETS:
        problems.append(Problem("rules", f"{preset!r} is no preset{nearest(preset, PRESETS)}"))
    base = PRESETS.get(preset, PRESETS[USUAL]).rules
    options: dict[str, object] = {_NAMES[name]: text for name, text in given}
    wrong = problems_of(base, options)
    problems += [Problem(name, wrong[_NAMES[name]]) for name, _ in given if _NAMES[name] in wrong]
    return tuple(problems) or base.with_options(options)


@dataclass
class Places:
    """The cards of a spot as far as they are given, and what is wrong with them.

    Attributes
    ----------
    cards : dict of card ids by place
        For each of `PLACES`; None where a text is no cards.
    problems : list of Problem
    """

    cards: dict[str, tuple[int, ...] | None] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    @property
    def hole(self) -> tuple[int, ...]:
        """The hole, as far as there is one."""
        return self.cards["hole"] or ()

    @property
    def flop(self) -> tuple[int, ...]:
        """The flop, as far as there is one."""
        return self.cards["flop"] or ()

    @property
    def missing(self) -> tuple[Problem, ...]:
        """What hole and flop lack to be a spot."""
        return tuple(
            Problem(place, f"the {place} has {PLACES[place]} cards, found {len(cards)}")
            for place in ("hole", "flop")
            if (cards := self.cards[place]) is not None and len(cards) < (PLACES[place] or 0)
        )

    def known(self) -> KnownCards:
        """What is known besides hole and flop; only where there are no problems."""
        given = {name: cards for name, cards in list(self.cards.items())[2:] if cards}
        return KnownCards.parse(**given) if given else NOTHING_KNOWN


def places_of(fields: Mapping[str, str]) -> Places:
    """The cards that fields say; a card in two places is wrong in the later one."""
    places = Places()
    for place, most in PLACES.items():
        try:
            cards = places.cards[place] = parse_cards(fields.get(place, ""))
        except CardError as error:
            places.cards[place] = None
            places.problems.append(Problem(place, str(error)))
            continue
        if most is not None and len(cards) > most:
            found = f"found {len(cards)}: {format_cards(cards)}"
            reason = f"the {place} has at most {most} card{'s' if most > 1 else ''}, {found}"
            places.problems.append(Problem(place, reason))
    _check_together(places)
    return places


def _check_together(places: Places) -> None:
    """Find the first place whose cards do not go with those before."""
    wrong = {problem.field for problem in places.problems}
    so_far = Places(dict.fromkeys(PLACES, ()))
    for place, cards in places.cards.items():
        if not cards or place in wrong:
            continue
        so_far.cards[place] = cards
        try:
            so_far.known().check(so_far.hole, so_far.flop)
        except CardError as error:
            places.problems.append(Problem(place, str(error)))
            return
