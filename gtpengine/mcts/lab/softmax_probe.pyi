"""Softmax playouts seen from Python: the weights kept move by move, for tests and debugging."""

import numpy as np
import numpy.typing as npt

from board_ext.position import Position
from gtpengine.patterns.playoutfile import PlayoutWeights

class SoftmaxProbe:
    """A board with the weights of a softmax playout, from a position on."""

    def __init__(self, position: Position, weights: PlayoutWeights) -> None: ...
    def play(self, point: int) -> None:
        """Play for the side to move (-1: pass) and update; ValueError when it is not legal."""

    def weights(self, color: int) -> npt.NDArray[np.float64]:
        """The kept weights of all points, by their neighbourhoods alone; 0 for stones, own eyes and
        suicides. A ko is not looked at."""

    def is_exact(self) -> bool:
        """Are the weights and their sums those that are computed from nothing?"""

    def probabilities(self) -> dict[int, float]:
        """Of all moves that a playout may draw here, bad self-ataris always refused."""

    def draws(self, count: int, seed: int) -> dict[int, int]:
        """How often each move comes in so many draws, bad self-ataris always refused."""
