"""The learner of the gammas of softmax playouts, from games."""

import numpy as np
import numpy.typing as npt

from gtpengine.patterns.playoutfile import PlayoutWeights

PATTERN_ROW: int

class PlayoutLearner:
    state: dict[str, npt.NDArray[np.float32] | npt.NDArray[np.float64]]

    def __init__(self) -> None: ...
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
    def weights(self, least_seen: int) -> PlayoutWeights: ...
