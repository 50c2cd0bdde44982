"""The stones of the last boards as planes, as a learner sees them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from board_ext.coords import BLACK, WHITE


def stone_planes(
    boards: Sequence[npt.NDArray[np.int8]], color: int, history: int
) -> npt.NDArray[np.bool_]:
    """Return planes of shape (2 * history + 1, size, size), row 0 at the bottom.

    Plane 2 * n has the stones of a colour n moves ago, plane 2 * n + 1 the opponent's. The last
    plane is ones for Black and zeros for White.

    :param boards: of shape (size, size) each, the newest last; ``history`` of them at most.
    """
    other = WHITE if color == BLACK else BLACK
    planes: npt.NDArray[Any] = np.zeros((2 * history + 1, *boards[-1].shape), np.bool_)
    for age, stones in enumerate(reversed(boards)):
        planes[2 * age] = stones == color
        planes[2 * age + 1] = stones == other
    planes[-1] = color == BLACK
    return planes
