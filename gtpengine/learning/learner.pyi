"""Learners of the move model, one choice at a time."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from gtpengine.prediction.movemodel import MoveModel

class ChoiceLearner:
    state: dict[str, npt.NDArray[np.float32] | npt.NDArray[np.float64]]

    def learn_choice(
        self, moves: Sequence[Sequence[int]], played: int, rate: float = 0.0
    ) -> float: ...
    def learn_game(
        self,
        points: npt.NDArray[np.int16],
        size: int,
        seed: int,
        share: float,
        rate: float,
        colors: int = 3,
    ) -> tuple[int, float]: ...
    def mm_update(
        self, first: int, last: int, damping: float = 1.0, prior: float = 1.0
    ) -> float: ...
    def mm_forget(self) -> None: ...

class Learner(ChoiceLearner):
    model: MoveModel

    def __init__(
        self, model: MoveModel, factors: bool = True, seed: int = 1, spread: float = 0.05
    ) -> None: ...

def judge_game(
    model: MoveModel, points: npt.NDArray[np.int16], size: int, colors: int = 3
) -> npt.NDArray[np.float64]: ...
