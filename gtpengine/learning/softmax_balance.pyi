"""Simulation balancing: gradients of what softmax playouts win."""

import numpy as np
import numpy.typing as npt

from board_ext.position import Position
from gtpengine.patterns.playoutfile import PlayoutWeights

class PlayoutBalancer:
    """Softmax playouts whose log-gammas, ``state["rows"][:, 0]``, may be changed between calls.

    Slow: each move lists the features of all moves.
    """

    state: dict[str, npt.NDArray[np.float32] | npt.NDArray[np.float64]]

    def __init__(self, weights: PlayoutWeights) -> None: ...
    def gradient(
        self, position: Position, komi: float, target: float, count: int, seed: int
    ) -> tuple[float, npt.NDArray[np.float64]]:
        """How often Black wins from here, and the direction that brings this nearer to *target*.

        From two times *count* playouts: the first half for the value, the other for the gradient
        (Silver and Tesauro 2009, policy gradient simulation balancing), one entry for each row.
        """

    def weights_now(self) -> PlayoutWeights:
        """The gammas as they are, of the patterns that the weights at the start had."""
