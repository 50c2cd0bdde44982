"""A model of the moves of strong players."""

import numpy as np
import numpy.typing as npt

from board_ext.position import Position

OWNERSHIP: tuple[str, int, str]
MOST_OWNERSHIP: int

class MoveModel:
    """Rows of weights for features and shapes; immutable once made.

    ``rows``: float32 of shape (features + shapes, 8). ``keys``: uint64, one for each shape, in the
    order of the rows. ``max_ring``: the size of the largest shapes. ``summed``: whether the rows
    of shapes include those of the smaller shapes inside. ``ownership``: random games for each
    position (0 to MOST_OWNERSHIP); with any, a row for each of its classes follows those of the
    shapes. ValueError when these do not fit.
    """

    rows: npt.NDArray[np.float32]
    keys: npt.NDArray[np.uint64]
    max_ring: int
    ownership: int

    def __init__(
        self,
        rows: npt.NDArray[np.float32],
        keys: npt.NDArray[np.uint64],
        max_ring: int,
        summed: bool = True,
        ownership: int = 0,
    ) -> None: ...
    def probabilities(self, position: Position) -> npt.NDArray[np.float32]:
        """Probabilities of all points and, last, of the pass; 0 for illegal moves. No superko."""

    def active(self, position: Position, point: int) -> list[int]:
        """The rows that make the score of a legal move (-1: the pass)."""
