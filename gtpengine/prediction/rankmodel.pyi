"""The move model by rank: what players of a rank play, not only strong ones."""

import numpy as np
import numpy.typing as npt

from board_ext.position import Position
from gtpengine.prediction.movemodel import MoveModel

class RankModel:
    base: MoveModel
    effects: MoveModel
    knots: npt.NDArray[np.float64]
    scales: npt.NDArray[np.float64]

    def __init__(
        self,
        base: MoveModel,
        effects: MoveModel,
        knots: npt.ArrayLike,
        scales: npt.ArrayLike,
    ) -> None: ...
    def weights(self, rank: float) -> npt.NDArray[np.float64]: ...
    def scores(
        self, position: Position
    ) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.float64], npt.NDArray[np.float64]]: ...
    def log_probabilities(
        self, position: Position, ranks: npt.ArrayLike
    ) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.float64]]: ...
    def probabilities(self, position: Position, rank: float) -> list[tuple[int, float]]: ...
