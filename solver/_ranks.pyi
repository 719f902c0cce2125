from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

_Bytes: TypeAlias = bytes | bytearray | memoryview | NDArray[np.uint8]

CATEGORY_STARTS: tuple[int, ...]

def evaluate(cards: _Bytes) -> int: ...
def evaluate_many(hands: NDArray[np.uint8], values: NDArray[np.int16]) -> None: ...
def histogram(count: int, hands: memoryview | NDArray[np.int64]) -> None: ...
