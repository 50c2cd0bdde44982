import numpy as np
import numpy.typing as npt

from gtpengine.prediction.movemodel import MoveModel

BINARY: int
NO_MOVE: int

def fill_samples(
    model: MoveModel,
    points: npt.NDArray[np.int16],
    starts: npt.NDArray[np.int64],
    komi: npt.NDArray[np.float32],
    picks: npt.NDArray[np.int32],
    size: int,
    bits: npt.NDArray[np.uint8],
    expected: npt.NDArray[np.uint8],
    numbers: npt.NDArray[np.float32],
    moves: npt.NDArray[np.int16],
    sides: npt.NDArray[np.int8],
) -> int: ...
