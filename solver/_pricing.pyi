import numpy as np
from numpy.typing import NDArray

def price(
    counts: NDArray[np.int32],
    weights: NDArray[np.uint8],
    payoffs: NDArray[np.int64],
    fold: int,
    ev: NDArray[np.int64],
    totals: NDArray[np.int64],
    spots: NDArray[np.int64],
) -> None: ...
