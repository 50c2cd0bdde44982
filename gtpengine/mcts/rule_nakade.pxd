"""Playout rules: the vital point of a small eye space beside the last move (Chaslot et al. 2009),
and that of the space which the last move made by a capture."""

from board_ext.board cimport Board, board_is_legal, neighbours_or
from board_ext.nakade cimport nakade_vital_point
from board_ext.types cimport CELL_EMPTY, CELL_STONE, NO_VERTEX, STRIDE
from gtpengine.mcts.around cimport AROUND
from gtpengine.mcts.candidates cimport Candidates, candidates_add


cdef enum:
    MIN_NAKADE = 3            # points of a space that has a vital point


cdef inline bint _may_be_small_region(const Board* b, int v) noexcept nogil:
    """A quick look before the region is filled: one or two empty neighbours, and stones of one
    colour. The centre of a pyramid or a cross does not pass, but a point beside it does."""
    cdef int n_empty = ((b.cell[v - STRIDE] == CELL_EMPTY) + (b.cell[v - 1] == CELL_EMPTY)
                        + (b.cell[v + 1] == CELL_EMPTY) + (b.cell[v + STRIDE] == CELL_EMPTY))
    cdef int stones = neighbours_or(b, v) & CELL_STONE
    return (n_empty == 1 or n_empty == 2) and stones != CELL_STONE


cdef inline void nakade_moves(const Board* b, int color, Candidates* out) noexcept nogil:
    """Add the vital points of the small empty regions beside the last move."""
    cdef int i, n, vital
    for i in range(8):
        n = b.last_move + AROUND[i]
        if b.cell[n] != CELL_EMPTY or not _may_be_small_region(b, n):
            continue
        vital = nakade_vital_point(b, n)
        if vital != NO_VERTEX and board_is_legal(b, vital, color):
            candidates_add(out, vital)


cdef inline int nakade_after_capture(const Board* b, int color, int captured) noexcept nogil:
    """Return the vital point of the space that the capture of so many stones, the last move, left
    behind; NO_VERTEX when there is none, or ``color`` may not play there."""
    # The captured points are the last ones of the list.
    cdef int vital = nakade_vital_point(b, b.empties[b.n_empty - captured])
    return vital if vital != NO_VERTEX and board_is_legal(b, vital, color) else NO_VERTEX
