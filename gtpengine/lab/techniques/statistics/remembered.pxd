"""A move that was good in another position, and whether it can be played in this one."""

from board_ext.board cimport Board
from board_ext.lowlevel.types cimport CELL_EMPTY, NO_VERTEX
from board_ext.playouts.uniform cimport is_playable
from gtpengine.mcts.moves.refusal cimport Refusal
from gtpengine.mcts.moves.refusing cimport is_refused


cdef inline bint is_playable_here(const Board* b, int v, int color,
                                  const Refusal* refusal) noexcept nogil:
    """Return whether a point is empty, playable and not refused; False for NO_VERTEX."""
    return (v != NO_VERTEX and b.cell[v] == CELL_EMPTY and is_playable(b, v, color)
            and not is_refused(b, v, color, refusal))
