"""Stones in the wrong place for the whole board: what they add to is strong, or the side is small.

Each function looks at one kind and returns it, or None. No stones may be in trouble: what a move
adds is the ownership around the move, in its own search against the search of the better move.
"""

from __future__ import annotations

from typing import Final

from board_ext.coords import PASS, opponent
from gtpengine.review.mistakes.mistake import FAR, NEAR, Mistake, mean
from gtpengine.review.searching.model import MistakeKind

STRONG: Final = 0.7
"""Ownership from which stones are strong, whoever moves there next."""

LITTLE: Final = 0.9
"""Points that nobody would play for."""

SCANTY: Final = 4.0
"""Points that a move adds to strong stones around it, where the board has larger moves."""

WEAK: Final = 0.5
"""Ownership up to which a stone is weak."""

WEAKER: Final = 0.15
"""Ownership by which a stone too close to a wall is weaker than a stone that keeps away."""

CROWD: Final = 4
"""Own stones so near to a move that no more are needed, and enemy stones that make a wall."""

WALL: Final = 3
"""Lines between a wall and a stone that is too close to it."""

LEAST: Final = 1.0
"""Points that a wrong direction loses at least: fewer are a matter of taste."""

LARGER: Final = 3.0
"""Points by which the better side of a stone, or another part of the board, is larger."""


def unnecessary_defence(m: Mistake) -> MistakeKind | None:
    """The move protects stones that are safe when the other side moves there first."""
    if not _adds_at_most(m, LITTLE) or m.own_before[m.point] < 0:
        return None
    own = _around(m, m.point, m.color)
    enemies = _around(m, m.point, opponent(m.color))
    if not own or not enemies or not _strong(m, own):
        return None
    nearest = m.nearest(own, m.point)
    if m.distance(nearest, m.point) > 1:
        return None
    return m.kind_about(
        "unnecessary defence",
        "Unnecessary defence: the stones at {stones} are safe without {point}; {best} is larger.",
        [m.point],
        stones=nearest,
    )


def overconcentrated(m: Mistake) -> MistakeKind | None:
    """Early in the game the move stands among own stones that are strong without it, and touches
    none of the other side's."""
    if not m.is_early or not _adds_at_most(m, SCANTY) or m.lost_points < LARGER:
        return None
    own = _around(m, m.point, m.color, m.reach)
    if len(own) < CROWD or mean(m.own_best, own) < STRONG:
        return None
    if _around(m, m.point, opponent(m.color), 1):
        return None
    return m.kind_about(
        "overconcentrated",
        "Overconcentrated: the stones around {point} are strong already; {best} is larger.",
        [m.point, *own],
    )


def too_close_to_thickness(m: Mistake) -> MistakeKind | None:
    """The move is weak near a strong wall; the better one keeps further away from it."""
    early = PASS not in (m.point, m.best) and m.is_early
    if not early or m.stones_turn() or _around(m, m.point, m.color):
        return None
    wall = [
        stone
        for color, chain in m.chains
        if color != m.color and mean(m.own_best, chain) <= -STRONG
        for stone in chain
        if m.distance(stone, m.point) <= WALL
    ]
    stone = m.own_played[m.point]
    if len(wall) < CROWD or stone > min(WEAK, m.own_best[m.best] - WEAKER):
        return None
    if min(m.distance(stone, m.best) for stone in wall) <= _gap(m, wall):
        return None
    if m.distance(m.point, m.best) > 2 * m.reach:
        return None  # another part of the board
    return m.kind_about(
        "too close to thickness",
        "Too close to thickness: {point} is weak near the strong stones at {wall}; {best}"
        " keeps away from them.",
        [m.point, *wall],
        wall=m.nearest(wall, m.point),
    )


def direction(m: Mistake) -> MistakeKind | None:
    """Both moves are about a stone of the other side, across from each other; the better side is
    larger."""
    if PASS in (m.point, m.best) or not m.is_early or m.stones_turn() or _only_best_answers(m):
        return None
    stone = _between(m)
    if stone is None or m.lost_points < LEAST or 1 in (m.line(m.point), m.line(m.best)):
        return None
    theirs, ours = _sides(m)
    gain = sum(m.own_best[p] - m.own_played[p] for p in theirs)
    room = [sum(abs(m.own_before[p]) < STRONG for p in side) for side in (ours, theirs)]
    if gain < LARGER or room[1] <= room[0]:
        return None
    return m.kind_about(
        "direction",
        "Wrong direction: seen from {stone}, the side of {best} is larger than that of {point}.",
        [m.best],
        stone=stone,
    )


def _adds_at_most(m: Mistake, points: float) -> bool:
    """Return whether the better move is elsewhere, and the move adds no more where it stands."""
    if PASS in (m.point, m.best) or m.distance(m.point, m.best) < FAR or m.stones_turn():
        return False
    around = [p for p in range(m.size**2) if m.distance(p, m.point) <= NEAR]
    return sum(m.own_played[p] - m.own_best[p] for p in around) <= points


def _around(m: Mistake, point: int, color: int, lines: int = NEAR) -> list[int]:
    """Return the stones of a colour at most that many lines from a point."""
    return [
        p
        for p in range(m.size**2)
        if m.position.color_at(p) == color and m.distance(p, point) <= lines
    ]


def _strong(m: Mistake, stones: list[int]) -> bool:
    """Return whether own stones are strong even where the better move is played elsewhere."""
    return all(m.own_best[p] >= STRONG for p in stones)


def _gap(m: Mistake, wall: list[int]) -> int:
    return min(m.distance(stone, m.point) for stone in wall)


def _between(m: Mistake) -> int | None:
    """Return the nearest enemy stone between both moves; None without such a stone."""
    found = []
    for stone in range(m.size**2):
        if m.position.color_at(stone) != opponent(m.color):
            continue
        (x, y), (u, v) = _way(stone, m.point, m.size), _way(stone, m.best, m.size)
        near = max(m.distance(stone, m.point), m.distance(stone, m.best))
        if near <= m.reach and x * u + y * v < 0:
            found.append((near, stone))
    return min(found)[1] if found else None


def _only_best_answers(m: Mistake) -> bool:
    """Return whether the better move is near the last one, and the move played is not."""
    _, last = m.position.moves[-1] if m.position.moves else (m.color, PASS)
    return last != PASS and m.distance(m.best, last) <= NEAR < m.distance(m.point, last)


def _sides(m: Mistake) -> tuple[list[int], list[int]]:
    """Return the points nearer to the better move, and those nearer to the move played."""
    gaps = [(m.distance(p, m.best) - m.distance(p, m.point), p) for p in range(m.size**2)]
    return [p for gap, p in gaps if gap < 0], [p for gap, p in gaps if gap > 0]


def _way(start: int, end: int, size: int) -> tuple[int, int]:
    return end // size - start // size, end % size - start % size
