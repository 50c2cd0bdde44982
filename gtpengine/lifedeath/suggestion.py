"""A first move that a search of the whole board suggests, where no move is proved to work.

A search looks for moves that win the game, not for those that save a group. So a problem on an
otherwise empty board gets a frame (`frame.py`), and the komi makes up for the lead that short
searches see: then who solves the problem wins the game. The search is that by playouts, which sees
more of a fight than the network does. A suggestion proves nothing: a person is told so wherever the
suggestion is shown.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from typing import Final

from board_ext.coords import BLACK, WHITE, vertex_to_point
from board_ext.position import Position
from gtpengine.library.positions.position import Position as Searched
from gtpengine.library.searches.report import Report
from gtpengine.library.searches.search import Search
from gtpengine.lifedeath.frame import frame

THREADS: Final = 2
"""Of the search, as many as the readers."""

MEMORY: Final = 64
"""Megabytes of the tree."""

BALANCINGS: Final = 2
"""Short searches that set the komi."""

FEW_SIMULATIONS: Final = 200
"""Of a short search."""

MOST_SIMULATIONS: Final = 60_000
"""More name no other move, as a rule."""

LOOK: Final = 0.05
"""Seconds between two looks at whether the search is cancelled."""


class Suggester:
    """Searches positions, one at a time; ``close`` gives its memory back.

    Once ``cancelled`` says yes a search ends.
    """

    def __init__(self, cancelled: Callable[[], bool]) -> None:
        self._cancelled = cancelled
        self._search = Search({"network": "none"}, threads=THREADS, memory=MEMORY)

    def close(self) -> None:
        """Give the memory back."""
        self._search.close()

    def liked(self, position: Position, moves: Collection[int], seconds: float) -> list[int]:
        """Search some moves of a position, for ``seconds`` at most.

        :return: those that are searched, the move that the search likes best first.
        :raises ValueError: when no move can be played.
        """
        end = time.monotonic() + seconds
        board = framed(position)
        for _ in range(BALANCINGS):
            found = self._searched(board, moves, FEW_SIMULATIONS, end)
            board.komi = balanced(board.komi + found.black_score_lead, board.size)
        found = self._searched(board, moves, MOST_SIMULATIONS, end)
        return [vertex_to_point(one.move, board.size) for one in found.moves if one.move != "pass"]

    def _searched(
        self, board: Position, moves: Collection[int], simulations: int, end: float
    ) -> Report:
        """Search some moves anew."""
        self._search.begin_anew(1)
        return self._search.run(
            Searched.from_core(board.copy()),
            simulations=simulations,
            seconds=max(0.0, end - time.monotonic()),
            only=moves,
            callback=lambda _: self._cancelled(),
            every=LOOK,
        )


def balanced(lead: float, size: int) -> float:
    """Return the komi, in half points, that makes up for a lead of Black without komi."""
    return max(-size * size, min(size * size, round(2 * lead) / 2))


def framed(position: Position) -> Position:
    """Return a copy of a position with a frame, and with its own komi where a frame has no room."""
    size = position.size
    stones = {
        color: {point for point in range(size * size) if position.color_at(point) == color}
        for color in (BLACK, WHITE)
    }
    more = frame(size, stones[BLACK], stones[WHITE])
    if more is None:
        return position.copy()
    found = Position(size, position.rules, komi=0)
    found.set_up(stones[BLACK] | more[BLACK], stones[WHITE] | more[WHITE], position.to_play)
    return found
