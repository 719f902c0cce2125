from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

_Bytes: TypeAlias = bytes | memoryview | NDArray[np.uint8]

def deal_flop(
    holes: memoryview | NDArray[np.uint8],
    flop: _Bytes,
    qualifier: int,
    counts: memoryview | NDArray[np.int32],
) -> None: ...
def deal_known(
    hole: _Bytes,
    flop: _Bytes,
    dead: _Bytes,
    dealer: _Bytes,
    board: _Bytes,
    qualifier: int,
    counts: memoryview | NDArray[np.int32],
) -> None: ...
