"""Simulation balancing: gradients of the win rate of softmax playouts."""

import numpy as np
import numpy.typing as npt

from board_ext.position import Position
from gtpengine.patterns.playoutfile import PlayoutWeights

class PlayoutBalancer:
    state: dict[str, npt.NDArray[np.float32] | npt.NDArray[np.float64]]

    def __init__(self, weights: PlayoutWeights) -> None: ...
    def gradient(
        self, position: Position, komi: float, target: float, count: int, seed: int
    ) -> tuple[float, npt.NDArray[np.float64]]: ...
    def weights_now(self) -> PlayoutWeights: ...
