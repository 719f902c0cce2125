"""Match store: the matches that are played over HTTP, in memory, and how many there can be.

A match in a file may be longer (`solver.match.MOST_ROUNDS`). Here all of it lies in the memory that
everybody shares, and every choice is answered with all that was played before it.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

from solver.match import Match

MOST_ROUNDS = 100
"""Rounds of a match that count."""

MOST_DEALS = 200
"""Deals of a match, or of a record to settle, void ones counted."""

MOST_MATCHES = 1000
"""Matches that are kept; of more, those go that were not asked for the longest."""

MOST_DEALS_KEPT = 20_000
"""The same of the deals in all of them: some 70 MB."""

MOST_OF_A_CLIENT = 20
"""Matches of one client that are kept."""


@dataclass
class Kept:
    """A match, whose it is, and what was played as it is answered."""

    client: str
    match: Match
    played: list[dict[str, Any]] = field(default_factory=list)

    @property
    def words(self) -> tuple[str, ...]:
        """What may be chosen now."""
        return () if self.match.number > MOST_DEALS else self.match.words


class Matches:
    """The matches that are kept, by id."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._deals = 0

    def add(self, client: str, match: Match) -> str:
        """Keep a match; the id is nothing that can be guessed."""
        own = [name for name, kept in self._kept.items() if kept.client == client]
        if len(own) >= MOST_OF_A_CLIENT:
            self._drop(own[0])
        name = secrets.token_urlsafe(16)
        self._kept[name] = Kept(client, match)
        self._make_room()
        return name

    def note(self, name: str, played: dict[str, Any]) -> None:
        """Note what was played in a match."""
        self[name].played.append(played)
        self._deals += 1
        self._make_room()

    def _make_room(self) -> None:
        # The last is the one that was just asked for.
        while len(self._kept) > 1 and (
            len(self._kept) > MOST_MATCHES or self._deals > MOST_DEALS_KEPT
        ):
            self._drop(next(iter(self._kept)))

    def _drop(self, name: str) -> None:
        self._deals -= len(self._kept.pop(name).played)

    def __getitem__(self, name: str) -> Kept:
        self._kept.move_to_end(name)
        return self._kept[name]

    def __contains__(self, name: object) -> bool:
        return name in self._kept

    def __len__(self) -> int:
        return len(self._kept)
