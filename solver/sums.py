"""Sums of many integers by group, exact whatever their size."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def group_sums(
    groups: NDArray[np.integer],
    count: int,
    values: NDArray[np.integer],
    weights: NDArray[np.integer] | None = None,
) -> list[int]:
    """Add up values, times weights, by group.

    Parameters
    ----------
    groups : int[n], 0 to ``count`` - 1
    count : int
    values : int[n], of up to 64 bits
    weights : int[n], optional
        Up to 24 each, as numbers of spots are.
    """
    import numpy as np

    wide = values.astype(np.int64)
    times = np.int64(1) if weights is None else weights.astype(np.int64)
    # Halves of 32 bits, whose sums cannot overflow.
    high, low = np.zeros(count, np.int64), np.zeros(count, np.int64)
    np.add.at(high, groups, (wide >> 32) * times)
    np.add.at(low, groups, (wide & 0xFFFFFFFF) * times)
    return [(int(h) << 32) + int(n) for h, n in zip(high, low, strict=True)]
