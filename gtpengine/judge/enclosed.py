"""Attacks on a small territory, read out: what does the opponent gain by the first move there?

The territory is an area with stones of one colour around it, its walls. With the other small areas
beside the same walls it is played out (``board_ext.solvers.localgame``). Liberties of a wall
elsewhere do not count, but a wall with two liberties in a large area is never captured. An attack
fails where the attacker, who moves first, captures no wall, and where the defender captures each
stone of the attacker afterwards.

Not done: walls that the attacker captures from outside; kos with threats from elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from board_ext.coords import EMPTY, neighbours, opponent
from board_ext.position import Position
from board_ext.solvers.localgame import LocalGame, TooLargeError
from gtpengine.judge import life

MOST_POINTS: Final = 12
"""Most points of the areas that are played out."""

MOST_STATES: Final = 1_000_000
"""Most positions to look at: half a second or so."""


def is_refuted(position: Position, color: int, attack: int, ownership: Sequence[float]) -> bool:
    """Return whether the opponent's move at ``attack`` gains nothing in a territory of ``color``.

    ``ownership`` has a value for each point, from A1 on. In doubt the move gains something.
    """
    if position.rules.suicide:
        return False
    dead = set(life.judge(position, ownership).points(life.Status.DEAD))
    areas = [area for area in life.regions(position, dead) if area.colors == {color}]
    found = next((area for area in areas if attack in area.points), None)
    if found is None or len(found.points) > MOST_POINTS:
        return False
    points, walls, safe = set(found.points), set(found.around), set[tuple[int, ...]]()
    for area in sorted(areas, key=lambda area: len(area.points)):
        if area.around & walls and len(points | area.points) <= MOST_POINTS:
            points |= area.points
            walls |= area.around
        elif len(area.points) > MOST_POINTS:
            safe |= {wall for wall in area.around if _is_open(position, wall, area.points)}
    enemy = opponent(color)
    stones = {point: position.color_at(point) for point in points} | {attack: enemy}
    intruders = {point for point, stone in stones.items() if stone == enemy}
    if len(intruders) < sum(stone != EMPTY for stone in stones.values()):
        return False  # a wall is dead, too
    bounds = [(color, wall, wall not in safe) for wall in walls]

    def game(attackers: set[int]) -> LocalGame:
        standing = dict.fromkeys(attackers, enemy)
        return LocalGame(position.size, points, standing, bounds, MOST_STATES)

    try:
        before, after = game(intruders - {attack}), game(intruders)
        return (
            before.stands()
            and after.stands()
            and not before.captures(enemy)
            and all(after.captures(color, after.mask([point])) for point in intruders)
        )
    except TooLargeError:
        return False


def _is_open(position: Position, wall: Sequence[int], area: Collection[int]) -> bool:
    """Return whether a wall has two liberties in an area, where dead stones may fill the rest."""
    beside = {beside for point in wall for beside in neighbours(point, position.size)}
    return sum(position.color_at(point) == EMPTY for point in beside.intersection(area)) > 1
