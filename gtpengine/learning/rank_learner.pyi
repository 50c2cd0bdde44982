"""Learner of the effects of rank on a move model."""

import numpy as np
import numpy.typing as npt

from gtpengine.prediction.movemodel import MoveModel

class RankLearner:
    base: MoveModel
    shapes: MoveModel
    rows: npt.NDArray[np.float32]
    scale: npt.NDArray[np.float64]
    terms: int

    def __init__(
        self, base: MoveModel, shapes: MoveModel, terms: int, calm: float = 30.0
    ) -> None: ...
    def learn_game(
        self,
        points: npt.NDArray[np.int16],
        size: int,
        bases: npt.NDArray[np.float64],
        seed: int,
        share: float,
        rate: float,
        colors: int = 3,
        scale_rate: float = 0.0,
    ) -> tuple[int, float]: ...
    def judge_game(
        self,
        points: npt.NDArray[np.int16],
        size: int,
        bases: npt.NDArray[np.float64],
        colors: int = 3,
    ) -> npt.NDArray[np.float64]: ...
