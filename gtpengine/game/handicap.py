"""Handicap stones: how many a game has, and where they go (the fixed placements of the GTP
specification, and free ones)."""

from __future__ import annotations

import itertools
from typing import Final

from board_ext.coords import BLACK, PASS, WHITE, check_size
from board_ext.position import Position

MOST_HANDICAP: Final = 9
"""The most stones that the GTP specification has a fixed placement for."""
HANDICAP_KOMI: Final = 0.5
"""The usual komi of a handicap game: White takes what would be a draw."""


def max_fixed_handicap(size: int) -> int:
    """Return the most stones ``fixed_handicap`` places on this board; 0 if it places none."""
    check_size(size)
    if size < 7:
        return 0
    return MOST_HANDICAP if size % 2 and size >= 9 else 4


def fixed_handicap(size: int, stones: int) -> list[int]:
    """Return the points of a fixed handicap of 2 to 9 stones, top row first.

    Corner stones lie on the third line of boards below 13x13, on the fourth of larger ones.

    :raises ValueError: when the specification has no such placement.
    """
    most = max_fixed_handicap(size)
    if not 2 <= stones <= most:
        raise ValueError(f"no fixed handicap of {stones} stones on a {size}x{size} board")
    low = 3 if size >= 13 else 2
    high, middle = size - 1 - low, size // 2
    # (column, row): the points that each further stone adds, in the order of the specification.
    corners = [(low, low), (high, high), (low, high), (high, low)]
    left_right = [(low, middle), (high, middle)]
    bottom_top = [(middle, low), (middle, high)]
    places = corners[: min(stones, 4)]
    if stones >= 6:
        places += left_right
    if stones >= 8:
        places += bottom_top
    if stones in (5, 7, 9):
        places.append((middle, middle))
    places.sort(key=lambda place: (-place[1], place[0]))
    return [row * size + column for column, row in places]


def free_handicap(size: int, stones: int) -> list[int]:
    """Choose points for ``stones`` handicap stones; never fewer than asked for.

    The fixed placement comes first; further points lie far from all others, on the third line or
    above while there are any.

    :raises ValueError: unless 2 <= stones < number of points.
    """
    points = check_size(size) ** 2
    if not 2 <= stones < points:
        raise ValueError(f"a handicap on this board has 2 to {points - 1} stones, not {stones}")
    most = max_fixed_handicap(size)
    chosen = fixed_handicap(size, min(stones, most)) if most else []
    best_line = min(2, (size - 1) // 2)

    def line(point: int) -> int:
        row, column = divmod(point, size)
        return min(row, column, size - 1 - row, size - 1 - column, best_line)

    def room(point: int) -> int:
        """Return the squared distance to the nearest stone; minus that to the centre if none."""
        row, column = divmod(point, size)
        if not chosen:
            return -abs(2 * row - size + 1) - abs(2 * column - size + 1)
        return min((row - r) ** 2 + (column - c) ** 2 for r, c in map(place, chosen))

    def place(point: int) -> tuple[int, int]:
        return divmod(point, size)

    while len(chosen) < stones:
        free = set(range(points)).difference(chosen)
        chosen.append(max(free, key=lambda point: (line(point), room(point), -point)))
    return chosen


def handicap_stones(position: Position) -> int:
    """Return the number of handicap stones: those set up, or those Black played at the beginning.

    Some GUIs send handicap stones as moves. So Black's opening moves in a row count, less White's
    moves in a row that follow them beyond a first answer: B B B W is 3 stones, while B B W W, an
    opening as match tools send it, is no handicap.
    """
    if position.handicap:
        return position.handicap
    runs = itertools.groupby(position.moves, lambda move: (move[0], move[1] == PASS))
    counts = [(run, len(list(moves))) for run, moves in itertools.islice(runs, 2)]
    if not counts or counts[0][0] != (BLACK, False):
        return 0
    stones = counts[0][1]
    if len(counts) == 2 and counts[1][0] == (WHITE, False):
        stones -= counts[1][1] - 1
    return stones if stones >= 2 else 0
