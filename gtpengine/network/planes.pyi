import numpy as np
import numpy.typing as npt

from board_ext.position import Position
from gtpengine.prediction.movemodel import MoveModel

PLANES: tuple[str, ...]
NUMBERS: tuple[str, ...]

def planes_at(
    model: MoveModel, position: Position
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float32]]: ...
