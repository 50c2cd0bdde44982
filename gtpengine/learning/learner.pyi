"""Learners of the move model, one choice at a time."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from gtpengine.prediction.movemodel import MoveModel

class Learner:
    """Changes the rows of ``model`` (which must not be summed) to make played moves likelier.

    Two ways: gradient ascent of the log-likelihood with AdaGrad steps (Duchi et al. 2011), a step
    after each choice; or minorization-maximization (Hunter 2004, Coulom 2007) over a batch, for
    models without ``factors``. Factors start at random within ``spread``, drawn from ``seed``.
    ``state`` has the arrays that a checkpoint must keep.
    """

    model: MoveModel
    state: dict[str, npt.NDArray[np.float32] | npt.NDArray[np.float64]]

    def __init__(
        self, model: MoveModel, factors: bool = True, seed: int = 1, spread: float = 0.05
    ) -> None: ...
    def learn_choice(self, moves: Sequence[Sequence[int]], played: int, rate: float = 0.0) -> float:
        """Learn from one choice between moves given by their rows; its probability before.

        A ``rate`` above 0 takes a step; 0 counts for `mm_update`.
        """

    def learn_game(
        self,
        points: npt.NDArray[np.int16],
        size: int,
        seed: int,
        share: float,
        rate: float,
        colors: int = 3,
    ) -> tuple[int, float]:
        """Learn from a random ``share`` of a game's moves by the ``colors`` (a mask).

        Returns the number of moves learned from and the sum of their -log(probability), each
        before it was learned.
        """

    def mm_update(self, first: int, last: int, damping: float = 1.0, prior: float = 1.0) -> float:
        """Multiply gammas of rows ``first`` to ``last`` - 1 by (wins / expected wins)**damping.

        With damping 1 and rows of which no move has two, the likelihood of the batch rises at
        each update. ``prior``: virtual wins and losses against gamma 1. Returns the largest
        change of a log-gamma.
        """

    def mm_forget(self) -> None:
        """Begin a new batch."""

def judge_game(
    model: MoveModel, points: npt.NDArray[np.int16], size: int, colors: int = 3
) -> npt.NDArray[np.float64]:
    """How the model ranks the moves of a game.

    Rows of (move number, moves with a higher score, moves with the same score and itself, legal
    moves with the pass, log-probability).
    """
