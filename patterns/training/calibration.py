"""The calibration of a model that is too sure of itself, or not sure enough.

All weights are multiplied by one number, that which makes the moves of other games likeliest. The
order of the moves of a position stays. This form is ours; what Ontanon 2016 simplifies, the surveys
do not say.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from gtpengine.game.records import RecordedGame, spread
from gtpengine.prediction.movemodel import MoveModel

from .evaluation import judge

KEPT: Final = 10
"""One game of ten is kept from the counts, for the calibration."""
MOST_GAMES: Final = 200
"""The most games that the calibration looks at."""
BOUNDS: Final = (0.01, 10.0)
"""Bounds of the number."""
STEPS: Final = 24


def is_kept(number: int, games: int) -> bool:
    """Return whether a game is kept for the calibration; of few games none is."""
    return games >= KEPT and number % KEPT == KEPT - 1


def calibrated(model: MoveModel, games: Sequence[RecordedGame]) -> npt.NDArray[np.float32]:
    """Return the rows of a linear model, calibrated by the games that are kept for calibration.

    With few games all of them calibrate. The mean log-probability is concave in the number, so a
    golden section of its bounds finds the greatest.
    """
    kept = [game for i, game in enumerate(games) if is_kept(i, len(games))] or list(games)
    kept = spread(kept, MOST_GAMES)

    def scaled(scale: float) -> npt.NDArray[np.float32]:
        return (model.rows * scale).astype(np.float32)

    def likelihood(scale: float) -> float:
        tried = MoveModel(
            scaled(scale), model.keys, model.max_ring, True, model.ownership, model.common_fate
        )
        return float(judge(tried, kept)[:, 4].mean())

    part = (5.0**0.5 - 1.0) / 2.0
    low, high = BOUNDS
    left, right = high - part * (high - low), low + part * (high - low)
    at_left, at_right = likelihood(left), likelihood(right)
    for _ in range(STEPS):
        if at_left > at_right:
            high, right, at_right = right, left, at_left
            left = high - part * (high - low)
            at_left = likelihood(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + part * (high - low)
            at_right = likelihood(right)
    return scaled((low + high) / 2.0)
