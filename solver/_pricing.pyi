import numpy as np
from numpy.typing import NDArray

def price(
    counts: NDArray[np.int32],
    weights: NDArray[np.uint8],
    groups: NDArray[np.uint8],
    payoffs: NDArray[np.int64],
    folds: NDArray[np.int64],
    ev: NDArray[np.int64],
    totals: NDArray[np.int64],
) -> None: ...
def price_all(
    counts: NDArray[np.int32],
    weights: NDArray[np.uint8],
    bounds: NDArray[np.int64],
    children: NDArray[np.int32],
    depth: int,
    totals: NDArray[np.int64],
) -> None: ...
