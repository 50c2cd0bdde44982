"""The new moves of a game, put into the record that the game continues; all else there stays."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from board_ext.coords import BLACK
from gtpengine.base.text.language import later
from gtpengine.game.sgf import board_size
from gtpengine.play.trouble import PlayError
from gtpengine.sgf.error import SgfError
from gtpengine.sgf.parse import trees
from gtpengine.sgf.points import move_points, name_of
from gtpengine.sgf.tree import SgfNode, write

Moves = Sequence[tuple[int, int]]


def has_new(begun: Moves, moves: Moves) -> bool:
    """Return whether there are moves that do not stand in a record whose last ones are ``begun``.

    Both count from the same position.
    """
    return list(moves) != list(begun[: len(moves)])


def joined(data: bytes, begun: Moves, moves: Moves) -> bytes:
    """Return the record ``data`` with ``moves`` in it.

    They stand where they leave its main line, as a variation, or continue it at its end. Other
    games in the file stay, too.

    :param begun: the last moves of the main line, from the position on that ``moves`` begin at.
    :raises PlayError: when there are no new moves, or no place for them.
    """
    if not has_new(begun, moves):
        raise PlayError(later("There are no new moves to add to the record."))
    try:
        games = [tree.root for tree in trees(data)]
        size = board_size(games[0])
        line = list(games[0].main_line())
        befores = [
            before
            for before, node in zip([None, *line], line, strict=False)
            for _ in move_points(node, size)
        ]
    except SgfError as error:
        raise PlayError(later("Nothing can be added to this file: {error}.", error=error)) from None
    common = 0
    while common < min(len(begun), len(moves)) and begun[common] == moves[common]:
        common += 1
    left = len(begun) - common
    node = befores[-left] if left else line[-1]
    if node is None:
        raise PlayError(
            later("The record begins with a move, so nothing can be added beside that.")
        )
    for color, point in moves[common:]:
        node = _child(node, color, point, size)
    return write(games)


def _child(node: SgfNode, color: int, point: int, size: int) -> SgfNode:
    """Return the child of a node that has a move; a new child where no child has the move."""
    letter = "b" if color == BLACK else "w"
    for child in node.children:
        with contextlib.suppress(SgfError):
            if move_points(child, size) == [(letter, point)]:
                return child
    return node.add_child({letter.upper(): [name_of(point, size)]})
