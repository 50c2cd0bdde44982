"""What goes wrong in a game with a person, each as one sentence for them."""

from __future__ import annotations

from typing import Final

from board_ext.coords import BLACK, PASS, point_to_vertex
from board_ext.legality import IllegalReason
from board_ext.position import Position
from gtpengine.base.text.language import Text, later


class PlayError(Exception):
    """Something that cannot be done now; ``str(error)`` is a whole sentence for the person.

    The game is as it was before.
    """


class IllegalError(PlayError):
    """A move that the rules forbid; ``reason`` names the rule."""

    def __init__(self, text: Text, reason: IllegalReason) -> None:
        super().__init__(text)
        self.reason = reason


_WHY: Final = {
    IllegalReason.OFF_BOARD: later("{point} is not on the board."),
    IllegalReason.OCCUPIED: later("There is a stone on {point} already."),
    IllegalReason.KO: later("{point} takes back the ko: play elsewhere first, then come back."),
    IllegalReason.SUICIDE: later("{point} is suicide: the stone would have no liberty."),
    IllegalReason.SUPERKO: later("{point} brings back an earlier position, which superko forbids."),
}


def check_legal(position: Position, point: int, color: int) -> None:
    """Check a move of a colour.

    :raises IllegalError: when the rules forbid it.
    :raises PlayError: for a pass that would lose a game, while there are moves.
    """
    if point == PASS:
        if position.rules.capture and position.legal_moves(color):
            raise PlayError(later("Who passes loses this game: place a stone, or resign."))
        return
    reason = position.illegal_reason(point, color)
    if reason is not None:
        on_board = 0 <= point < position.size**2
        name = point_to_vertex(point, position.size) if on_board else later("That point")
        raise IllegalError(Text(_WHY[reason].message, {"point": name}), reason)


def side(color: int) -> Text:
    """Return Black or White, in words."""
    return later("Black") if color == BLACK else later("White")


def letter_of(color: int) -> str:
    """Return ``"B"`` or ``"W"``, as results begin."""
    return "B" if color == BLACK else "W"
