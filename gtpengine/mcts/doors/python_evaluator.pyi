from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from board_ext.position import Position
from gtpengine.mcts.doors.evaluator import EvaluatorDoor

class PythonEvaluator(EvaluatorDoor):
    def __init__(
        self, function: Callable[[Position], tuple[npt.NDArray[np.float32], float, float]]
    ) -> None: ...
    def begin(self, root: Position) -> None: ...
