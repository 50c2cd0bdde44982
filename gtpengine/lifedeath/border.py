"""The border of a region: points around on which the attacker alone plays.

Empty points around a region count as stones of the attacker, who has not played them. So a stone of
the defender beside such a point has a liberty less than on the board, and a group may be proved to
die that lives. On a border the attacker has to play such a stone before it counts.
"""

from __future__ import annotations

from collections.abc import Collection

from board_ext.coords import EMPTY, neighbours
from board_ext.position import Position


def with_border(
    position: Position, attacker: int, region: Collection[int], exits: Collection[int]
) -> tuple[set[int], set[int]]:
    """Return the region and its border: the empty points beside it that are no exits.

    A stone of the attacker on a border is never captured: a liberty lies behind, where nobody
    plays. Points without such a liberty belong to the region.
    """
    size = position.size
    inside = {*region}
    while True:
        beside = {q for point in inside for q in neighbours(point, size)} - inside - {*exits}
        free = {point for point in beside if position.color_at(point) == EMPTY}
        played = inside | free | {*exits}
        border = {
            point
            for point in free
            if any(_stands(position, attacker, played, q) for q in neighbours(point, size))
        }
        todo = [*border]
        while todo:
            more = {*neighbours(todo.pop(), size)} & free - border
            border |= more
            todo += more
        if border == free:
            return inside, border
        inside |= free - border


def _stands(position: Position, attacker: int, played: set[int], point: int) -> bool:
    """Return whether a point is a liberty where nobody plays, or a stone of the attacker that has
    one."""
    if point in played:
        return False
    if position.color_at(point) == EMPTY:
        return True
    return position.color_at(point) == attacker and not played.issuperset(
        position.liberties_of(point)
    )
