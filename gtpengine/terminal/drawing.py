"""The board as lines of text: letters where nothing else is known to work, colours where it is."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final, TextIO

from board_ext.coords import BLACK, COLUMNS, EMPTY, WHITE, star_points
from gtpengine.base.text.language import later
from gtpengine.terminal.view import BoardDrawing

LEGEND: Final = later("X Black, O White; small letters: their area, and stones that are dead")

_LETTERS: Final = {BLACK: "X", WHITE: "O", EMPTY: "."}
_WOOD: Final = "\x1b[48;5;179m"
_INK: Final = {BLACK: "\x1b[38;5;16m", WHITE: "\x1b[38;5;231m", EMPTY: "\x1b[38;5;94m"}
_HINT: Final = "\x1b[48;5;114m"
_LAST: Final = "\x1b[48;5;173m"
_RESET: Final = "\x1b[0m"


def has_color(stream: TextIO, environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether a stream shows 256 colours, and whoever reads it wants them.

    NO_COLOR (https://no-color.org) turns colours off.
    """
    term = environment.get("TERM", "")
    return (
        stream.isatty()
        and not environment.get("NO_COLOR")
        and ("256color" in term or bool(environment.get("COLORTERM")))
    )


def has_unicode(stream: TextIO) -> bool:
    """Return whether a stream can carry the drawn board."""
    try:
        "●┼╋•■x".encode(stream.encoding or "ascii")
    except (LookupError, UnicodeError):
        return False
    return True


def grid(point: int, size: int) -> str:
    """Return the line drawing at an empty point."""
    row, column = divmod(point, size)
    vertical = 0 if row == size - 1 else 2 if row == 0 else 1
    horizontal = 0 if column == 0 else 2 if column == size - 1 else 1
    if point in star_points(size):
        return "╋"
    return ("┌┬┐", "├┼┤", "└┴┘")[vertical][horizontal]


def plain_lines(view: BoardDrawing) -> list[str]:
    """Return the board in ASCII; round brackets mark the last move, square ones the hint."""
    size, stars = view.size, star_points(view.size)
    head = "   " + "".join(f" {letter}" for letter in COLUMNS[:size])
    lines = [head]
    for row in range(size - 1, -1, -1):
        cells = [" "]
        for column in range(size):
            point = row * size + column
            color = view.stones[point]
            mark = _LETTERS[color]
            if color == EMPTY and view.owners and view.owners[point]:
                mark = _LETTERS[view.owners[point]].lower()
            elif point in view.dead:
                mark = mark.lower()
            elif color == EMPTY and point in stars:
                mark = "+"
            cells += [mark, " "]
        for marked, left, right in ((view.last, "(", ")"), (view.hint, "[", "]")):
            if marked is not None and marked // size == row:
                column = marked % size
                cells[2 * column], cells[2 * column + 2] = left, right
        lines.append(f" {row + 1:2}{''.join(cells)}{row + 1}")
    return [*lines, head]


def colored_lines(view: BoardDrawing) -> list[str]:
    """Return the board with stones on wood, for a terminal of 256 colours and Unicode."""
    size = view.size
    head = "   " + "".join(f" {letter}" for letter in COLUMNS[:size])
    lines = [head]
    for row in range(size - 1, -1, -1):
        cells = []
        for column in range(size):
            point = row * size + column
            color, sign = view.stones[point], grid(point, size)
            if color:
                sign = "x" if point in view.dead else "●"
            elif view.owners and view.owners[point]:
                color, sign = view.owners[point], "▪"
            back = _HINT if point == view.hint else _LAST if point == view.last else _WOOD
            link = "─" if column < size - 1 else " "
            cells.append(f"{back}{_INK[color]}{sign}{_WOOD}{_INK[EMPTY]}{link}")
        lines.append(f" {row + 1:2}{_WOOD} {''.join(cells)}{_RESET}{row + 1}")
    return [*lines, head]
