import numpy as np
from numpy.typing import NDArray

def sum_turns(
    flop: bytes,
    holes: NDArray[np.uint8],
    weights: NDArray[np.uint8],
    groups: NDArray[np.uint8],
    decisions: NDArray[np.int8],
    rank_outcomes: memoryview,
    rank_categories: memoryview,
    flush_outcomes: memoryview,
    flush_categories: memoryview,
    totals: NDArray[np.int64],
) -> None: ...
