"""Playout rule: a 3x3 pattern beside the last two moves (Gelly, Wang, Munos and Teytaud 2006)."""

from board_ext.board cimport Board
from board_ext.types cimport CELL_EMPTY
from gtpengine.mcts.around cimport AROUND
from gtpengine.mcts.candidates cimport Candidates, candidates_add
from gtpengine.mcts.patterns3 cimport PATTERN3, pattern3_code
from gtpengine.mcts.uniform cimport is_playable


cdef inline void pattern_moves(const Board* b, int around, int color,
                               Candidates* out) noexcept nogil:
    """Add the legal matches of a 3x3 pattern among the eight points around a vertex."""
    cdef int i, v
    for i in range(8):
        v = around + AROUND[i]
        if b.cell[v] != CELL_EMPTY:
            continue
        if PATTERN3[pattern3_code(b, v)] & color and is_playable(b, v, color):
            candidates_add(out, v)
