"""Learns the gammas of softmax playouts from games."""

import numpy as np
import numpy.typing as npt

from gtpengine.patterns.playoutfile import PlayoutWeights

PATTERN_ROW: int
"""The first row of a pattern."""

class PlayoutLearner:
    """Minorization-maximization (Coulom 2007) of the gammas of a softmax playout.

    A choice is one between the moves that a playout draws from: legal ones that fill no own eye and
    are no bad self-atari. Moves of players that are none of these teach nothing. Rows: the names of
    ``playoutfile.FACTORS``, then a row for each class of 3x3 patterns.
    """

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
    ) -> tuple[int, float]:
        """Count a random ``share`` of a game's moves by the ``colors`` (a mask); ``rate`` 0.

        Returns the number of moves and the sum of their -log(probability).
        """

    def mm_update(self, first: int, last: int, damping: float = 1.0, prior: float = 1.0) -> float:
        """Multiply gammas of rows ``first`` to ``last`` - 1 by (wins / expected wins)**damping."""

    def mm_forget(self) -> None:
        """Begin a new batch."""

    def weights(self, least_seen: int) -> PlayoutWeights:
        """The gammas as they are; patterns that were among the moves of fewer choices, counted
        since the learner was made, are left out. The mean log-gamma of the patterns played in the
        last batch is 0."""
