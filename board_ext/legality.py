"""The reasons why a move is illegal, and the error that names one."""

from __future__ import annotations

import enum
from collections.abc import Mapping

from board_ext.coords import neighbours


class IllegalReason(enum.Enum):
    """Why a move is illegal: the first reason that applies, in this order. The value is a short
    text."""

    OFF_BOARD = "off the board"
    OCCUPIED = "occupied"
    KO = "ko"
    SUICIDE = "suicide"
    SUPERKO = "superko"


class IllegalMoveError(ValueError):
    """A move that the rules forbid.

    ``move`` names it (``"black D4"``), ``reason`` is an ``IllegalReason``.
    """

    def __init__(self, move: str, reason: IllegalReason) -> None:
        super().__init__(move, reason)
        self.move = move
        self.reason = reason

    def __str__(self) -> str:
        return f"illegal move {self.move}: {self.reason.value}"


def chain_without_liberty(size: int, stones: Mapping[int, int]) -> int | None:
    """Return the lowest point whose chain has no liberty, or None.

    ``stones`` maps points to colours.
    """
    settled: set[int] = set()
    for start in sorted(stones):
        if start in settled:
            continue
        chain, open_points, alive = {start}, [start], False
        while open_points:
            for point in neighbours(open_points.pop(), size):
                color = stones.get(point)
                if color is None:
                    alive = True
                elif color == stones[start] and point not in chain:
                    chain.add(point)
                    open_points.append(point)
        if not alive:
            return start
        settled |= chain
    return None
