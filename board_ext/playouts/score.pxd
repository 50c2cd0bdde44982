"""Counting the end of a playout, where every empty point is an eye of one point or neutral."""

from board_ext.board cimport Board, neighbours_and
from board_ext.lowlevel.bitsets cimport bits_count
from board_ext.lowlevel.types cimport BLACK, WHITE


cdef inline int playout_area(const Board* b) noexcept nogil:
    """Return Black's stones and eyes minus White's, in points."""
    cdef int i, all_of
    cdef int score = bits_count(b.points[BLACK]) - bits_count(b.points[WHITE])
    for i in range(b.n_empty):
        all_of = neighbours_and(b, b.empties[i])
        score += (all_of & BLACK) - ((all_of & WHITE) >> 1)
    return score
