"""Playout rule: begin a ladder that captures the last move's chain."""

from board_ext.board cimport Board, board_liberties
from board_ext.ladder cimport ladder_captures
from board_ext.types cimport NO_VERTEX


cdef inline int ladder_move(const Board* b) noexcept nogil:
    """Return the atari that begins a ladder which captures the chain of the last move, or NO_VERTEX
    where that has not two liberties or gets away."""
    cdef int move
    if board_liberties(b, b.last_move) == 2 and ladder_captures(b, b.last_move, &move):
        return move
    return NO_VERTEX
