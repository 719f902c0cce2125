"""Spot classes: spots (hole and flop) up to relabelling suits, by index."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver import _suits
from solver.cards import CardError, CardsLike, to_spot

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

INDEX_SCHEME: int = _suits.INDEX_SCHEME
"""Version of the numbering below; a stored table names the one it uses."""

SPOT_CLASSES: int = _suits.SPOT_CLASSES
"""1,286,792 classes, for 25,989,600 spots."""

FLOP_CLASSES: int = _suits.FLOP_CLASSES
"""1,755 classes, for 22,100 flops."""

SPOTS = 25_989_600
"""(52 choose 2) * (50 choose 3)."""


def index(hole: CardsLike, flop: CardsLike) -> int:
    """Index (0 to 1,286,791) of the class of a spot.

    Raises
    ------
    CardError
        For anything that is not five different cards, two and three.

    Examples
    --------
    >>> index("Ah Kd", "As 7d 4c") == index("As Kc", "Ah 7c 4d")
    True
    """
    return index_of_ids(*to_spot(hole, flop))


def index_of_ids(hole: tuple[int, ...], flop: tuple[int, ...]) -> int:
    """Index of the class of a spot whose five card ids are known to be different."""
    return int(_suits.index(*hole, *flop))


def index_many(holes: ArrayLike, flops: ArrayLike) -> NDArray[np.int32]:
    """Indices of the classes of many spots.

    Parameters
    ----------
    holes : array of int, shape (n, 2)
    flops : array of int, shape (n, 3)
        Card ids, 0 to 51.

    Returns
    -------
    int32[n]

    Raises
    ------
    CardError
        For shapes other than these, or a row that is not five different cards, naming the first.
    """
    import numpy as np

    hole_ids, flop_ids = _card_array(holes, 2, "holes"), _card_array(flops, 3, "flops")
    if len(hole_ids) != len(flop_ids):
        raise CardError(f"{len(hole_ids)} holes and {len(flop_ids)} flops: expected as many")
    indices = np.empty(len(hole_ids), np.int32)
    bad = _suits.index_many(hole_ids, flop_ids, indices)
    if bad >= 0:
        row = [*hole_ids[bad].tolist(), *flop_ids[bad].tolist()]
        raise CardError(f"row {bad} is not five different card ids (0 to 51): {row}")
    return indices


def _card_array(cards: ArrayLike, width: int, what: str) -> NDArray[np.uint8]:
    import numpy as np

    array = np.asarray(cards)
    if array.ndim != 2 or array.shape[1] != width or not np.issubdtype(array.dtype, np.integer):
        raise CardError(
            f"{what}: expected integers of shape (n, {width}), found {array.dtype} {array.shape}"
        )
    if array.dtype != np.uint8:
        # Anything outside a card id becomes 255, which is refused below with its row.
        array = np.where((array >= 0) & (array < 52), array, 255).astype(np.uint8)
    return np.ascontiguousarray(array)


def representative(spot_class: int) -> tuple[tuple[int, int], tuple[int, int, int]]:
    """Hole and flop (card ids) that stand for a class.

    Raises
    ------
    IndexError
        For an index outside 0 to 1,286,791.
    """
    hole, _ = _hole_and_weight(spot_class)
    return hole, flop_of(flop_class_of(spot_class))


def weight(spot_class: int) -> int:
    """Number of spots in a class: 4, 12 or 24.

    Raises
    ------
    IndexError
        For an index outside 0 to 1,286,791.
    """
    return _hole_and_weight(spot_class)[1]


def _hole_and_weight(spot_class: int) -> tuple[tuple[int, int], int]:
    if not 0 <= spot_class < SPOT_CLASSES:
        raise IndexError(f"spot class {spot_class}: expected 0 to {SPOT_CLASSES - 1:,}")
    hole, weights = bytearray(2), bytearray(1)
    _suits.fill_holes(spot_class, memoryview(hole).cast("B", (1, 2)), weights)
    return (hole[0], hole[1]), weights[0]


def flop_class_of(spot_class: int) -> int:
    """Flop class (0 to 1,754) that a spot class belongs to."""
    low, high = 0, FLOP_CLASSES
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _suits.first_index(middle) <= spot_class else (low, middle)
    return low


def flop_of(flop_class: int) -> tuple[int, int, int]:
    """Card ids of the flop that stands for a flop class (0 to 1,754)."""
    a, b, c = _suits.flop_cards(flop_class)
    return a, b, c


def flop_weight(flop_class: int) -> int:
    """Number of flops in a flop class: 4, 12 or 24."""
    return int(_suits.flop_weight(flop_class))


def first_index(flop_class: int) -> int:
    """Index of the first spot class of a flop class; the end of all for flop class 1,755."""
    return int(_suits.first_index(flop_class))


def holes_on(flops: range) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The spot classes of consecutive flop classes: representatives' holes and numbers of spots.

    Returns
    -------
    holes : uint8[n, 2], card ids
    weights : uint8[n], spots in each class
    """
    import numpy as np

    first = first_index(flops.start)
    count = first_index(flops.stop) - first
    holes, weights = np.empty((count, 2), np.uint8), np.empty(count, np.uint8)
    _suits.fill_holes(first, holes, weights)
    return holes, weights


def cards_on(flops: range) -> NDArray[np.uint8]:
    """The spot classes of consecutive flop classes: hole and flop of each representative.

    Returns
    -------
    uint8[n, 5], card ids
    """
    import numpy as np

    holes, _ = holes_on(flops)
    cards = np.empty((len(holes), 5), np.uint8)
    cards[:, :2] = holes
    sizes = [first_index(flop + 1) - first_index(flop) for flop in flops]
    cards[:, 2:] = np.repeat(np.array([flop_of(flop) for flop in flops], np.uint8), sizes, axis=0)
    return cards
