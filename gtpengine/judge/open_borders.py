"""Gaps in the border of a territory: who enters dies, but the count needs the border closed.

When a game ends, an empty area belongs to a colour only if that colour alone is around it. The
search does not see a gap, because in its playouts whoever enters dies. So gaps are closed before a
pass.

Not done: borders that take two moves to close.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from board_ext.coords import BLACK, EMPTY, neighbours
from board_ext.position import Position
from board_ext.rules import Scoring
from gtpengine.judge import life

SETTLED: Final = 0.7
"""Ownership (0 nobody's, 1 sure) of the points that a border may enclose."""

LEAST_GAIN: Final = {Scoring.AREA: 2.0, Scoring.TERRITORY: 1.0}
"""Points that closing must gain in the count. Less is a neutral point: under area scoring the stone
itself counts, under territory scoring nothing does."""


def closing_move(
    position: Position,
    color: int,
    ownership: Sequence[float],
    acceptable: Callable[[int], bool] = lambda _: True,
) -> int | None:
    """Return the move of ``color`` that gains most when the game is counted right after it.

    ``ownership`` has a value for each point, from A1 on. Return None when no acceptable move gains
    ``LEAST_GAIN`` points, as when all borders are closed.
    """
    sign = 1.0 if color == BLACK else -1.0
    least = LEAST_GAIN[position.rules.scoring]
    found = life.judge(position, ownership)
    dead = set(found.points(life.Status.DEAD))
    before = sign * life.score(position, found)
    best, most = None, 0.0
    for region in life.regions(position, dead):
        mine = [p for p in region.points if sign * ownership[p] > SETTLED]
        if len(region.colors) < 2 or len(mine) < 2:
            continue
        for point in _at_the_edge(position, mine):
            if not position.is_legal(point, color) or not acceptable(point):
                continue
            trial = position.copy()
            trial.play(point, color)
            if len(trial.liberties_of(point)) < 2:
                continue
            gain = sign * life.score(trial, life.judge(trial, ownership)) - before
            if gain >= least and gain > most:
                best, most = point, gain
    return best


def _at_the_edge(position: Position, area: Sequence[int]) -> Iterator[int]:
    """Yield the empty points of an area that border on other points: moves that could close it."""
    size, inside = position.size, set(area)
    for point in area:
        if position.color_at(point) == EMPTY and not inside.issuperset(neighbours(point, size)):
            yield point
