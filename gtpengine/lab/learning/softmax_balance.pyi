"""Simulation balancing: gradients of the win rate of softmax playouts."""

import numpy as np
import numpy.typing as npt

from board_ext.position import Position
from gtpengine.lab.learning.softmax_policy import SoftmaxPolicy

class PlayoutBalancer(SoftmaxPolicy):
    def gradient(
        self, position: Position, komi: float, target: float, count: int, seed: int
    ) -> tuple[float, npt.NDArray[np.float64]]: ...
