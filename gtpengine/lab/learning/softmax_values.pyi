"""The expected value of the moves that a softmax playout draws, and its gradient."""

import numpy as np
import numpy.typing as npt

from board_ext.position import Position
from gtpengine.lab.learning.softmax_policy import SoftmaxPolicy

class ValuePolicy(SoftmaxPolicy):
    def gradient(
        self,
        position: Position,
        points: npt.NDArray[np.int16],
        values: npt.NDArray[np.float64],
    ) -> tuple[float, npt.NDArray[np.float64]]: ...
