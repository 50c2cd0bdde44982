"""A simulation is played again, to see the board as it was before each move."""

from board_ext.board cimport Board
from board_ext.lowlevel.types cimport PASS_VERTEX
from board_ext.playing cimport board_pass, board_play
from gtpengine.mcts.doors.search_state cimport Descent, side_at


cdef inline int replay_move(Board* b, const Descent* d, int time) noexcept nogil:
    """Play move number ``time`` of the simulation; return how many stones it takes.

    The board must be as it was before that move.
    """
    cdef int v = d.record.vertices[time], side = side_at(d.search, time)
    if v == PASS_VERTEX:
        board_pass(b, side)
        return 0
    return board_play(b, v, side)
