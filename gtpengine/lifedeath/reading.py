"""Reading a problem: the position of an SGF file, and a region in words."""

from __future__ import annotations

from collections.abc import Callable

from board_ext.coords import vertex_to_point
from board_ext.position import Position
from board_ext.rules import CHINESE
from gtpengine.base.text.language import Text
from gtpengine.game.replay import replayed
from gtpengine.game.sgf import ToPlay, initial_player, read_game
from gtpengine.lifedeath.question import NoProblemError


def problem_position(
    sgf: bytes, color: int | None = None, note: Callable[[Text], None] = lambda _: None
) -> Position:
    """Return the position before the first move of a file; the moves are its solution.

    The side to move is ``color``, else whom the file names or lets play first. A file without
    set-up stones is a game: its last position counts. ``note`` is told what of the file was left
    out or assumed, such as further games.

    :raises SgfError: when the file cannot be read or replayed.
    """
    record = read_game(sgf)
    for one in record.notes:
        note(one)
    position = replayed(record, CHINESE, CHINESE.komi, 1)
    if not any(position.color_at(point) for point in range(position.size**2)):
        position = replayed(record, CHINESE, CHINESE.komi)
    elif not any(isinstance(step, ToPlay) for step in record.before(1)):
        position.to_play = initial_player(record)
    if color is not None:
        position.to_play = color
    return position


def region_points(text: str, size: int) -> list[int]:
    """Return the points of words such as ``A1:F5`` (two corners) and ``G2``.

    :raises NoProblemError: when a word is no point of the board, or there are signs but no word.
    """
    if text and not text.replace(",", " ").split():
        raise _not_points(text)
    points: set[int] = set()
    for word in text.replace(",", " ").split():
        try:
            corners = [vertex_to_point(vertex, size) for vertex in word.split(":")]
        except ValueError:
            corners = []
        if len(corners) not in (1, 2) or min(corners) < 0:
            raise _not_points(word)
        rows = sorted(corner // size for corner in corners)
        columns = sorted(corner % size for corner in corners)
        points.update(
            row * size + column
            for row in range(rows[0], rows[-1] + 1)
            for column in range(columns[0], columns[-1] + 1)
        )
    return sorted(points)


def _not_points(word: str) -> NoProblemError:
    return NoProblemError(f"region {word!r}: give points such as G2, or corners as A1:F5")
