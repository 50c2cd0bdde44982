"""The choices of players among the points around the last two moves, for 3x3 weights."""

import numpy as np
import numpy.typing as npt

def local_choices(
    size: int, points: npt.NDArray[np.int16], colors: int
) -> tuple[
    npt.NDArray[np.uint16], npt.NDArray[np.int8], npt.NDArray[np.int32], npt.NDArray[np.int8]
]: ...
