"""A model of the moves of strong players."""

import numpy as np
import numpy.typing as npt

from board_ext.position import Position
from gtpengine.prediction.keptshapes import ShapeMemory

OWNERSHIP: tuple[str, int, str]
MOST_OWNERSHIP: int

class OtherShapes: ...

class MoveModel:
    rows: npt.NDArray[np.float32]
    keys: npt.NDArray[np.uint64]
    max_ring: int
    ownership: int
    common_fate: bool

    def __init__(
        self,
        rows: npt.NDArray[np.float32],
        keys: npt.NDArray[np.uint64],
        max_ring: int,
        summed: bool = True,
        ownership: int = 0,
        common_fate: bool = False,
    ) -> None: ...
    def probabilities(
        self, position: Position, memory: ShapeMemory | None = None
    ) -> npt.NDArray[np.float32]: ...
    def active(self, position: Position, point: int) -> list[int]: ...
