"""Groups that are not shut in: what is read are the points within a few moves of them.

Where the region of every group is too large to be read, a group may still live in a small part of
its region, although all points around count as stones of the attacker. That it dies there says
little, since it may run away.
"""

from __future__ import annotations

import contextlib
from typing import Final

from board_ext.coords import EMPTY, neighbours, opponent
from board_ext.position import Position
from gtpengine.lifedeath.question import FEW, USUAL, NoProblemError, Question, question_of

MOVES: Final = 2
"""How far from the group points belong to its region."""

MOST_EMPTY: Final = 26
"""Empty points of a region that is worth reading."""


def nearby_groups(position: Position) -> list[dict[int, Question]]:
    """Return what may be asked about the groups of the side to move, the largest first: the
    questions about a group by the liberties of chains of the wall that may be captured."""
    seen: set[int] = set()
    groups: list[dict[int, Question]] = []
    for stone in range(position.size**2):
        if position.color_at(stone) != position.to_play or stone in seen:
            continue
        target = _group(position, stone)
        seen |= target
        found: dict[int, Question] = {}
        for few in (USUAL, FEW[0]):
            region = _region(position, target, few)
            empty = sum(position.color_at(point) == EMPTY for point in region)
            if empty <= MOST_EMPTY:
                with contextlib.suppress(NoProblemError):  # too many stones
                    found[few] = question_of(position, position.to_play, target, region, ())
        if found:
            groups.append(found)
    return sorted(groups, key=lambda group: -len(next(iter(group.values())).target))


def _beside(position: Position, points: set[int], color: int) -> set[int]:
    """Return the points of a colour, or empty, that lie beside others."""
    around = {beside for point in points for beside in neighbours(point, position.size)}
    return {point for point in around if position.color_at(point) == color}


def _group(position: Position, stone: int) -> set[int]:
    """Return the stones of a chain and of those that share liberties with it, and so on."""
    color = position.color_at(stone)
    group: set[int] = set()
    more = {stone}
    while more:
        group |= {point for one in more for point in position.chain_at(one)}
        more = _beside(position, _beside(position, group, EMPTY), color) - group
    return group


def _region(position: Position, target: set[int], few: int) -> set[int]:
    """Return the points within a few moves of a group, with chains beside these that have ``few``
    liberties, and their liberties."""
    region, reached = set(target), set(target)
    for _ in range(MOVES):
        reached = _beside(position, reached, EMPTY)
        region |= reached
    for point in _beside(position, region, opponent(position.to_play)):
        liberties = position.liberties_of(point)
        if len(liberties) <= few:
            region.update(position.chain_at(point), liberties)
    return region
