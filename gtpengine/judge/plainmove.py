"""Moves judged by the board alone: which are useful, and which to play without a search."""

from __future__ import annotations

from typing import Final

from board_ext.coords import BLACK, PASS, WHITE, neighbours, opponent
from board_ext.position import Position

CIRCLES: Final = 2
"""Earlier occurrences of a position from which a long game counts as going in circles."""


def useful_points(position: Position, color: int) -> set[int]:
    """Return legal points that neither fill an own eye nor have a proved owner."""
    useful = {p for p in position.legal_moves(color) if not is_own_eye(position, p, color)}
    for owner in (BLACK, WHITE):
        _, territory = position.unconditional_life(owner)
        useful.difference_update(territory)
    return useful


def plain_move(position: Position, color: int) -> int:
    """Return a playable move without any search, for when searching failed.

    Captures come first, then points with many liberties off the edge; PASS if nothing is useful.
    """
    size = position.size

    def worth(point: int) -> tuple[int, int, int]:
        trial = position.copy()
        captured = trial.play(point, color)
        row, column = divmod(point, size)
        line = min(row, column, size - 1 - row, size - 1 - column)
        liberties = len(trial.liberties_of(point))
        return captured if liberties > 1 else -1, min(line, 2), liberties

    useful = [] if endless(position) else sorted(useful_points(position, color))
    return max(useful, key=worth) if useful else PASS


def is_own_eye(position: Position, point: int, color: int) -> bool:
    """Return whether ``point`` is an eye of ``color`` whose diagonals make it a real one."""
    size = position.size
    if any(position.color_at(n) != color for n in neighbours(point, size)):
        return False
    row, column = divmod(point, size)
    corners = [(row + dr, column + dc) for dr in (-1, 1) for dc in (-1, 1)]
    inside = [r * size + c for r, c in corners if 0 <= r < size and 0 <= c < size]
    enemies = sum(position.color_at(p) == opponent(color) for p in inside)
    return enemies <= (1 if len(inside) == 4 else 0)


def endless(position: Position) -> bool:
    """Return whether a long game goes in circles: this position came up twice before.

    Length alone proves nothing: an opponent who never passes may drag on a won game.
    """
    if position.move_number < 4 * position.size**2 + 50:
        return False
    return position.repetitions() >= CIRCLES
