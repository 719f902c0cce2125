"""The terms of strategies for every spot class, kept beside the tables."""

from __future__ import annotations

import contextlib
import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from solver import spots, terms
from solver.store import StoreError, open_store, write_store

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FORMAT = 1
"""Version of the files' layout."""

TERMS_FILE = "terms.npy"

_FLOPS_AT_ONCE = 195
"""Flop classes whose terms are computed together, for their memory's sake."""


def terms_path(out: Path) -> Path:
    """Where the terms are, below the directory ``out`` for tables."""
    return out / "terms"


def load_terms(out: Path | None = None) -> NDArray[np.int8]:
    """Values of all terms for all spot classes, read if they are kept, else computed.

    Parameters
    ----------
    out : Path, optional
        A directory for tables, made if need be. What is kept there is used if it is whole and for
        the terms as they are now; else it is computed and kept there, if it can be.

    Returns
    -------
    int8[terms, 1286792], read-only
        A row for each term, in the order of `solver.terms.TERMS`.
    """
    if out is None:
        return _compute()
    path, identity = terms_path(out), _identity()
    with contextlib.suppress(StoreError):
        shape = len(terms.TERMS), spots.SPOT_CLASSES
        values, _ = open_store(path, TERMS_FILE, shape, identity)
        return values
    values = _compute()
    with contextlib.suppress(StoreError):
        write_store(path, TERMS_FILE, values, identity)
    return values


def _identity() -> dict[str, object]:
    """What the manifest of terms as they are now says."""
    return {
        "format": FORMAT,
        "index_scheme": spots.INDEX_SCHEME,
        "terms": list(terms.TERMS),
        "source_sha256": hashlib.sha256(Path(terms.__file__).read_bytes()).hexdigest(),
        "dtype": "|i1",
    }


def _compute() -> NDArray[np.int8]:
    import numpy as np

    values = np.empty((len(terms.TERMS), spots.SPOT_CLASSES), np.int8)
    for first in range(0, spots.FLOP_CLASSES, _FLOPS_AT_ONCE):
        flops = range(first, min(first + _FLOPS_AT_ONCE, spots.FLOP_CLASSES))
        own = slice(spots.first_index(flops.start), spots.first_index(flops.stop))
        computed = terms.compute(spots.cards_on(flops))
        for row, name in zip(values, terms.TERMS, strict=True):
            row[own] = computed[name]
    # As those that are read.
    values.flags.writeable = False
    return values
