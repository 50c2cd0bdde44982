"""Keys of positions and corners that are the same in all symmetries and for both colours.

Colours are seen from the side to move: own and enemy stones. Which colour that is matters for komi
only, and is noted beside the key (``bookfile``). A key is the smallest of the Zobrist hashes of all
symmetric images. The hashes use their own random numbers, so that books outlive changes of the
engine's. A *frame* maps the points of that smallest image to points of the board. A key has the ko
point, but not prisoners and repetition.

Symmetry ``s`` of a board maps (row, column) to itself, with rows mirrored if ``s & 1``, columns
mirrored if ``s & 2``, and then both exchanged if ``s & 4``. A corner has two symmetries: as it is,
and mirrored at its diagonal; its points count from the corner, ``row * region + column``.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from board_ext.coords import BLACK, WHITE
from board_ext.position import Position

Points = npt.NDArray[np.int16]
Hashes = npt.NDArray[np.uint64]

ELSEWHERE: Final = 0xFFFF
"""A move outside of the corner."""
TENUKI: Final = "tenuki"
"""The text of a move outside of the corner."""

CORNERS: Final = 4

_OWN, _ENEMY, _KO, _CORNER_OWN, _CORNER_ENEMY = range(5)
_ROW: Final = 32


def _splitmix64(numbers: Hashes) -> Hashes:
    """Return the outputs number n of the generator SplitMix64 (Steele, Lea and Flood 2014)."""
    z = (numbers + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def _numbers(what: int, size: int) -> Hashes:
    """Return the random number of each point of a board or corner, by row * size + column."""
    rows, columns = np.divmod(np.arange(size * size), size)
    return _splitmix64((what * _ROW * _ROW + rows * _ROW + columns).astype(np.uint64))


@functools.cache
def images(size: int) -> Points:
    """Return where symmetry ``s`` takes point ``p``: shape (8, size * size)."""
    rows, columns = np.divmod(np.arange(size * size), size)
    found = np.empty((8, size * size), np.int16)
    for s in range(8):
        row = size - 1 - rows if s & 1 else rows
        column = size - 1 - columns if s & 2 else columns
        if s & 4:
            row, column = column, row
        found[s] = row * size + column
    return found


@functools.cache
def origins(size: int) -> Points:
    """Return the inverse of :func:`images`: the point that symmetry ``s`` takes to ``p``."""
    return np.argsort(images(size), axis=1).astype(np.int16)


@functools.cache
def board_numbers(size: int) -> Hashes:
    """Return hash numbers, shape (3 * size * size, 8): those of a point in the 8 images of the
    board.

    Row ``what * size * size + p``: ``what`` is 0 for an own stone, 1 an enemy stone, 2 the ko
    point.
    """
    rows = [_numbers(what, size)[images(size)].T for what in (_OWN, _ENEMY, _KO)]
    return np.ascontiguousarray(np.concatenate(rows))


@functools.cache
def corner_numbers(region: int) -> Hashes:
    """Return the same for the 2 images of a corner, of own and enemy stones."""
    grid = np.arange(region * region).reshape(region, region)
    both = np.stack([grid.reshape(-1), grid.T.reshape(-1)])
    rows = [_numbers(what, region)[both].T for what in (_CORNER_OWN, _CORNER_ENEMY)]
    return np.ascontiguousarray(np.concatenate(rows))


@functools.cache
def corner_points(size: int, region: int) -> Points:
    """Return the board's point of each point of a corner's image: shape (4, 2, region * region).

    The corners are at A1, of the last column, of the last row, and of both.
    """
    rows, columns = np.divmod(np.arange(region * region), region)
    found = np.empty((CORNERS, 2, region * region), np.int16)
    for corner in range(CORNERS):
        for swapped in range(2):
            row, column = (columns, rows) if swapped else (rows, columns)
            row = size - 1 - row if corner & 2 else row
            column = size - 1 - column if corner & 1 else column
            found[corner, swapped] = row * size + column
    return found


def corner_of(point: int, size: int, region: int) -> int | None:
    """Return the corner whose region holds a point; None in the middle and where regions meet."""
    row, column = divmod(point, size)
    low_row, high_row = row < region, row >= size - region
    low_column, high_column = column < region, column >= size - region
    if low_row == high_row or low_column == high_column:
        return None
    return 2 * high_row + high_column


@dataclass(frozen=True, slots=True)
class Frame:
    """A key, and for each image with that key the board's points by the image's."""

    key: int
    maps: tuple[Points, ...]

    def to_board(self, point: int, image: int = 0) -> int:
        """Return the board's point of a point of the image; ``image`` chooses among equal ones."""
        return int(self.maps[image % len(self.maps)][point])

    def to_key(self, point: int) -> int:
        """Return the point of the image that stands for a point of the board and its symmetric
        ones.

        :raises ValueError: when the frame does not have the point.
        """
        found = [index for m in self.maps for index in np.flatnonzero(m == point)]
        if not found:
            raise ValueError(f"point {point} is not in this corner")
        return int(min(found))


def image_hashes(stones: npt.NDArray[np.int8], color: int, numbers: Hashes) -> Hashes:
    """Return the hash of each image of some stones; ``numbers`` are of the board or corner."""
    own = (stones == color).nonzero()[0]
    enemy = (stones == 3 - color).nonzero()[0]
    enemy += len(stones)
    rows = np.concatenate((own, enemy))
    hashes: Hashes = np.bitwise_xor.reduce(numbers[rows], axis=0)
    return hashes


def _frame(hashes: Hashes, maps: Points) -> Frame:
    values = hashes.tolist()
    key = min(values)
    return Frame(key, tuple(maps[s] for s, value in enumerate(values) if value == key))


def board_frame(position: Position, color: int) -> Frame:
    """Return the frame of the whole board with ``color`` to move."""
    size = position.size
    stones = position.stones().reshape(-1)
    hashes = image_hashes(stones, color, board_numbers(size))
    ko = position.ko_point
    if ko is not None:
        hashes = hashes ^ board_numbers(size)[2 * size * size + ko]
    return _frame(hashes, origins(size))


def corner_frame(position: Position, color: int, corner: int, region: int) -> Frame:
    """Return the frame of the stones in a corner with ``color`` to move."""
    maps = corner_points(position.size, region)[corner]
    stones = position.stones().reshape(-1)[maps[0]]
    return _frame(image_hashes(stones, color, corner_numbers(region)), maps)


def mover_bit(color: int) -> int:
    """Return BLACK or WHITE as a bit of a set of colours."""
    return {BLACK: 1, WHITE: 2}[color]
