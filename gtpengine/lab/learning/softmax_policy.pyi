"""Softmax playouts that begin with the weights of a file and whose log-gammas may be changed."""

import numpy as np
import numpy.typing as npt

from gtpengine.lab.weights.playoutfile import PlayoutWeights

class SoftmaxPolicy:
    state: dict[str, npt.NDArray[np.float32] | npt.NDArray[np.float64]]

    def __init__(self, weights: PlayoutWeights) -> None: ...
    def weights_now(self) -> PlayoutWeights: ...
