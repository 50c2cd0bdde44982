"""Positions as readable text.

A diagram has one line for each row of the board, the top row first:

    3 . X .
    2 X O b
    1 . X .
      A B C

``X`` is a black stone, ``O`` a white one, ``.`` and ``+`` are empty points. Blanks between the
points, row numbers on either side and a line of column letters are ignored. Any other lower-case
letter is an empty point with that mark: tests name the points they talk about by marks. The letters
o and x are no marks, because they are too easily taken for stones.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from board_ext.coords import BLACK, COLUMNS, EMPTY, MAX_SIZE, MIN_SIZE, WHITE

_SYMBOLS: Final = {EMPTY: ".", BLACK: "X", WHITE: "O"}
_EMPTY: Final = frozenset(".+")
_MARKS: Final = frozenset("abcdefghijklmnpqrstuvwyz")
# An optional number, the points, the same or another number; blanks anywhere around.
_ROW: Final = re.compile(r"\s*(\d{0,2})\s*([^\d\s](?:[^\d]*[^\d\s])?)\s*(\d{0,2})\s*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Diagram:
    """The content of a text diagram: points of stones in rising order, and marked empty points."""

    size: int
    black: tuple[int, ...]
    white: tuple[int, ...]
    marks: Mapping[str, tuple[int, ...]]


def parse_diagram(text: str) -> Diagram:
    """Read a diagram; empty lines are skipped.

    Not checked here: that every chain has a liberty (``Position.set_up`` does that).

    :raises ValueError: when the rows do not form a square of 2 to 19 points, a row number does not
        fit its row, or a character has no meaning above; the message names the line.
    """
    rows = [found for line in text.splitlines() if (found := _row_of_line(line)) is not None]
    size = len(rows)
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise ValueError(f"a diagram has {MIN_SIZE} to {MAX_SIZE} rows, this one has {size}")
    stones: dict[str, list[int]] = {"X": [], "O": []}
    marks: dict[str, list[int]] = {}
    for row, (points, numbers) in enumerate(reversed(rows)):
        where = f"row {row + 1} of the diagram ({points})"
        if len(points) != size:
            raise ValueError(f"{where} has {len(points)} points, but there are {size} rows")
        if any(number != row + 1 for number in numbers):
            raise ValueError(f"{where} is numbered {numbers[0]}")
        for column, symbol in enumerate(points):
            point = row * size + column
            if symbol in stones:
                stones[symbol].append(point)
            elif symbol in _MARKS:
                marks.setdefault(symbol, []).append(point)
            elif symbol not in _EMPTY:
                raise ValueError(f"{where} has {symbol!r}: use X, O, '.' or '+'")
    return Diagram(
        size,
        tuple(stones["X"]),
        tuple(stones["O"]),
        {mark: tuple(points) for mark, points in marks.items()},
    )


def format_diagram(size: int, colors: Sequence[int], coordinates: bool = True) -> str:
    """Return the diagram of a board.

    ``colors`` holds ``EMPTY``, ``BLACK`` or ``WHITE`` for each point from A1 on. Lines are
    separated by newlines, without one at the end. With ``coordinates``, row numbers stand on the
    left and column letters below.
    """
    lines = []
    for row in reversed(range(size)):
        points = " ".join(_SYMBOLS[color] for color in colors[row * size : (row + 1) * size])
        lines.append(f"{row + 1:2} {points}" if coordinates else points)
    if coordinates:
        lines.append("   " + " ".join(COLUMNS[:size]))
    return "\n".join(lines)


def _row_of_line(line: str) -> tuple[str, list[int]] | None:
    """Return the points of a line without blanks and its row numbers; None when it is no row.

    :raises ValueError: when the line is neither a row, nor empty, nor column letters.
    """
    match = _ROW.fullmatch(line)
    if match is None:
        if not line.strip():
            return None
        raise ValueError(f"not a row of a diagram: {line.strip()!r}")
    left, middle, right = match.groups()
    points = "".join(middle.split())
    if len(points) > 1 and points == COLUMNS[: len(points)] and not left and not right:
        return None
    return points, [int(number) for number in (left, right) if number]
