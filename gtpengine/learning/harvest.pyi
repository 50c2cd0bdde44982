"""Counting of the shapes around the moves of games."""

import numpy as np
import numpy.typing as npt

class Harvest:
    """Counts shapes; a shape is counted once the next smaller one was seen ``gate`` times.

    The gate keeps memory small: most large shapes are seen once. Counts of large shapes are
    therefore low by up to ``gate`` for each size below.
    """

    moves: int
    """Points played whose shapes were counted."""

    def __init__(self, max_ring: int = 12, gate: int = 4) -> None: ...
    def count_game(self, points: npt.NDArray[np.int16], size: int, colors: int = 3) -> None:
        """Count the shapes around the moves of ``colors`` (1 Black's, 2 White's, 3 both).

        The moves are Black's first and alternate, -1 for a pass.

        Ends at an illegal move. MemoryError when there is no memory for more shapes.
        """

    def __len__(self) -> int:
        """The number of shapes seen."""

    def frequent(self, support: int) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.int32]]:
        """The keys counted ``support`` times or more, in rising order, and for each the index of
        the next smaller shape inside it, -1 where there is none."""
