"""The learner of values of positions, by temporal differences from games."""

import numpy as np
import numpy.typing as npt

from board_ext.position import Position
from gtpengine.lab.weights.valuefile import ValueWeights

class ValueLearner:
    size: int

    def __init__(self, size: int) -> None: ...
    def value(self, position: Position) -> float: ...
    def learn_game(
        self, points: npt.NDArray[np.int16], winner: int, rate: float, decay: float
    ) -> tuple[int, float]: ...
    def weights(self) -> ValueWeights: ...
