"""Shuffles: whole decks, from the machine's randomness or reproducibly from a seed."""

from __future__ import annotations

import random
import secrets

from solver.cards import DECK_SIZE


def source_of(seed: str | None, *parts: object) -> random.Random:
    """Where chance comes from.

    Parameters
    ----------
    seed : str or None
        None for the operating system's randomness (`secrets`); any text for numbers that are the
        same each time.
    parts : object
        What else the numbers depend on, such as the number of the deal; without a seed, nothing.

    Examples
    --------
    >>> source_of("7", 1).random() == source_of("7", 1).random() != source_of("7", 2).random()
    True
    """
    if seed is None:
        return secrets.SystemRandom()
    return random.Random("/".join(map(str, (seed, *parts))))


def shuffled(source: random.Random) -> tuple[int, ...]:
    """The 52 card ids in an order of which each is as likely as any other."""
    # Of a seeded source, Python promises the same `random()` in every version, of `shuffle` not.
    return tuple(sorted(range(DECK_SIZE), key=lambda _: source.random()))
