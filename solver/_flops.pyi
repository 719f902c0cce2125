import numpy as np
from numpy.typing import NDArray

def sum_flops(
    flops: NDArray[np.uint8],
    first: NDArray[np.int32],
    holes: NDArray[np.uint8],
    rank_outcomes: memoryview,
    rank_categories: memoryview,
    flush_outcomes: memoryview,
    flush_categories: memoryview,
    counts: NDArray[np.int32],
) -> None: ...
