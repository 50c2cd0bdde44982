"""The eight symmetries of the board, for arrays; ``Position.turned`` has them for positions.

A symmetry is a number from 0 to 7: bit 0 turns columns round, bit 1 rows, and bit 2 then swaps rows
and columns. 0 leaves all as it is.
"""

from __future__ import annotations

from typing import Any, Final, SupportsIndex

import numpy as np
import numpy.typing as npt

from gtpengine.library.values import checks

SYMMETRIES: Final = 8
"""How many symmetries a board has, which are the numbers from 0 on."""


def symmetry_of(symmetry: SupportsIndex) -> int:
    """Return a symmetry as a number.

    :raises ValueError: when it is not one of 0 to 7.
    """
    return checks.whole("symmetry", symmetry, 0, SYMMETRIES - 1)


def turned_point(point: int, size: int, symmetry: int) -> int:
    """Return where a symmetry takes a point; a pass stays a pass."""
    if point < 0:
        return point
    row, column = divmod(point, size)
    if symmetry & 2:
        row = size - 1 - row
    if symmetry & 1:
        column = size - 1 - column
    if symmetry & 4:
        row, column = column, row
    return row * size + column


def turn(array: npt.ArrayLike, symmetry: SupportsIndex, *, back: bool = False) -> npt.NDArray[Any]:
    """Return an array of the points of a board, or of moves, as a symmetry turns it.

    A point goes where ``turn(numpy.arange(size * size + 1), symmetry, back=True)`` has it.

    :param array: of shape (..., size, size), such as planes or ownership; or of shape
        (size * size + 1,), such as a policy, whose last value is the pass's and stays.
    :param symmetry: a number from 0 to 7 (``gtpengine.SYMMETRIES`` is 8).
    :param back: whether to undo the symmetry: ``turn(turn(a, s), s, back=True)`` equals ``a``.
    :raises ValueError: when the array has another shape, or there is no such symmetry.
    """
    number = symmetry_of(symmetry)
    given = checks.array("array", array)
    if given.ndim == 1:
        size = round((len(given) - 1) ** 0.5) if len(given) else 0
        if not size or size * size + 1 != len(given):
            raise ValueError(f"shape {given.shape}: give (..., size, size) or (size * size + 1,)")
        board = turn(given[:-1].reshape(size, size), number, back=back)
        return np.concatenate((board.ravel(), given[-1:]))
    if given.ndim < 2 or given.shape[-1] != given.shape[-2]:
        raise ValueError(f"shape {given.shape}: give (..., size, size) or (size * size + 1,)")
    if back and number & 4:
        given = given.swapaxes(-1, -2)
    if number & 2:
        given = given[..., ::-1, :]
    if number & 1:
        given = given[..., ::-1]
    if not back and number & 4:
        given = given.swapaxes(-1, -2)
    return given.copy()
