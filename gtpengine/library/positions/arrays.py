"""What can be read off a board, as arrays of shape (size, size) with row 0 at the bottom."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from board_ext.coords import BLACK, EMPTY, WHITE
from board_ext.position import Position as CorePosition
from board_ext.tactics.probe import Probe
from gtpengine.library.values.checks import array


def colors_of(stones: npt.ArrayLike) -> npt.NDArray[np.int8]:
    """Return an array of the colours of a board, checked.

    :raises ValueError: when it is not square, or has other values than 0, 1 and 2.
    """
    given = array("stones", stones)
    if given.ndim != 2 or given.shape[0] != given.shape[1]:
        raise ValueError(f"shape {given.shape}: a board has shape (size, size)")
    if not np.isin(given, (EMPTY, BLACK, WHITE)).all():
        raise ValueError("a board has values 0 (EMPTY), 1 (BLACK) and 2 (WHITE) alone")
    return given.astype(np.int8)


def eyes_of(core: CorePosition) -> npt.NDArray[np.int8]:
    """Return whose eye each empty point is, ``EMPTY`` for other points."""
    probe, stones = Probe.of(core), core.stones()
    found = np.zeros_like(stones)
    for point in np.flatnonzero(stones == EMPTY).tolist():
        for color in (BLACK, WHITE):
            if probe.eye_kind(point, color) == "true":
                found.ravel()[point] = color
    return found


def ladders_of(core: CorePosition) -> npt.NDArray[np.bool_]:
    """Return which stones a ladder or a capture takes; ``Position.ladders`` says when."""
    probe, chains = Probe.of(core), core.chains()
    numbers, first = np.unique(chains, return_index=True)
    liberties = core.liberties().ravel()
    lost = [
        number
        for number, point in zip(numbers.tolist(), first.tolist(), strict=True)
        if (liberties[point] == 1 and probe.ladder_escapes(point) is None)
        or (liberties[point] == 2 and probe.ladder_captures(point) is not None)
    ]
    return np.isin(chains, lost)


def unconditional_life_of(core: CorePosition) -> npt.NDArray[np.int8]:
    """Return whose each point is by Benson's algorithm, ``EMPTY`` where that is open."""
    found = np.zeros((core.size, core.size), np.int8)
    for color in (BLACK, WHITE):
        for points in core.unconditional_life(color):
            found.ravel()[points] = color
    return found
