"""The file of values of positions: weights of stones by point and of 3x3 shapes.

A text in the frame of ``sealed.py``. The value of a position for Black is the logistic function of
the sum of the weights of all that it has (Silver, Sutton and Müller, Sample-based learning and
search with permanent and transient memories, 2008). ``size`` is the board that they are for. The
other lines have a weight each: a vertex, for a stone of Black there, and its eight symmetries; or
the neighbourhood of any point, empty or not, as in ``local3.py`` with X for Black, for its eight
symmetries. With colours exchanged the weight is the opposite. What is not named has none.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from board_ext.coords import MAX_SIZE, MIN_SIZE, PASS, point_to_vertex, vertex_to_point
from gtpengine.lab.weights.sealed import TextFormat

from .local3 import class_table, pattern_code, pattern_text, swapped_codes

LARGEST_WEIGHT: Final = 100.0
"""The largest weight accepted; learned ones are below one."""
_FORMAT: Final = TextFormat(
    "gtpengine values",
    (1,),
    "values of positions",
    "give a file of gtpengine patterns values",
)


@dataclass(frozen=True, slots=True)
class ValueWeights:
    """Weights for a board size: by the first of the points that are alike (`point_classes`), and by
    the first of the codes that are (`shape_classes`)."""

    size: int
    stones: Mapping[int, float]
    shapes: Mapping[int, float]

    def to_text(self, note: str) -> str:
        """Return the text of the file; ``note`` says where the weights come from."""
        lines = [f"size {self.size}"]
        for point, value in sorted(self.stones.items()):
            lines.append(f"{point_to_vertex(point, self.size)} {value:.4g}")
        lines += [
            f"{pattern_text(code)} {value:.4g}" for code, value in sorted(self.shapes.items())
        ]
        return _FORMAT.seal(note, lines)

    def tables(self) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Return what a stone of Black adds by its point, shape (points,), and a neighbourhood by
        its code, shape (65536,)."""
        stones = np.zeros(self.size**2, np.float32)
        stones[list(self.stones)] = list(self.stones.values())
        shapes = np.zeros(1 << 16, np.float32)
        shapes[list(self.shapes)] = list(self.shapes.values())
        classes, signs = shape_classes()
        return stones[point_classes(self.size)], signs * shapes[classes]


def point_classes(size: int) -> npt.NDArray[np.int16]:
    """Return for each point the first of its eight symmetries, int16, shape (points,)."""
    board = np.arange(size * size, dtype=np.int16).reshape(size, size)
    turned = [np.rot90(side, turns) for side in (board, board.T) for turns in range(4)]
    first: npt.NDArray[np.int16] = np.min(turned, axis=0).reshape(-1)
    return first


def shape_classes() -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.int8]]:
    """Return for each code the first of the codes that are alike, uint16, and whether its weight
    is the same (1), the opposite (-1), or none because it is both (0), int8; shapes (65536,)."""
    same = class_table()
    opposite = same[swapped_codes()]
    return np.minimum(same, opposite), np.sign(
        opposite.astype(np.int32) - same.astype(np.int32)
    ).astype(np.int8)


def from_bytes(data: bytes, name: str) -> ValueWeights:
    """Read the weights in the bytes of a file ``name``.

    :raises SealedError: when there are none.
    """
    size = 0
    stones: dict[int, float] = {}
    shapes: dict[int, float] = {}
    classes, signs = shape_classes()
    for number, key, value in _FORMAT.open(data, name):
        try:
            if key == "size":
                size = _size(value)
            elif len(key) < len("A1B2C3D4"):
                if not size:
                    raise ValueError("the size comes first")
                stones[_first_point(key, size)] = _weight(value)
            else:
                code = pattern_code(key)
                if signs[code] != 1:
                    raise ValueError("another line has this shape with colours exchanged")
                shapes[int(classes[code])] = _weight(value)
        except ValueError as error:
            _FORMAT.refuse_line(name, number, key, value, error)
    if not size:
        _FORMAT.refuse(f"{name} lacks the size")
    return ValueWeights(size, stones, shapes)


def load(path: Path) -> ValueWeights:
    """Return the weights of a file.

    :raises SealedError: when it cannot be read or used.
    """
    return from_bytes(_FORMAT.read(path), str(path))


def _size(text: str) -> int:
    if not (text.isdecimal() and MIN_SIZE <= int(text) <= MAX_SIZE):
        raise ValueError(f"a size is {MIN_SIZE} to {MAX_SIZE}")
    return int(text)


def _first_point(vertex: str, size: int) -> int:
    point = vertex_to_point(vertex, size)
    if point == PASS or point_classes(size)[point] != point:
        raise ValueError("this is no first point of its symmetries")
    return point


def _weight(text: str) -> float:
    value = float(text)
    if not (math.isfinite(value) and abs(value) <= LARGEST_WEIGHT):
        raise ValueError(f"a weight is {-LARGEST_WEIGHT:g} to {LARGEST_WEIGHT:g}")
    return value
