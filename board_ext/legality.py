"""Why a move or a set-up is illegal, and the error that says so."""

from __future__ import annotations

import enum
from collections.abc import Mapping

from board_ext.coords import neighbours


class IllegalReason(enum.Enum):
    """The first reason that applies, in the order of this list; the value is a short text."""

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
    """The lowest point whose chain has no liberty, or None; *stones* maps points to colours."""
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
