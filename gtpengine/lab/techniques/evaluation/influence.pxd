"""A count of a board that is not played out: an empty point is the nearer side's.

Both sides grow from their stones, a step at a time, over empty points; where they meet in the same
step a point is nobody's. Every stone is thought to be alive.
"""

from libc.math cimport exp
from libc.string cimport memcpy

from board_ext.board cimport Board
from board_ext.lowlevel.bitsets cimport bits_count, bits_dilate
from board_ext.lowlevel.types cimport BLACK, EMPTY, WHITE, WORDS, uint64_t


cdef inline int influence_lead(const Board* b) noexcept nogil:
    """Return Black's points minus White's, without komi."""
    cdef uint64_t[WORDS] black
    cdef uint64_t[WORDS] white
    cdef uint64_t[WORDS] free
    cdef uint64_t[WORDS] near_black
    cdef uint64_t[WORDS] near_white
    cdef uint64_t grown = 1, both
    cdef int i
    memcpy(black, b.points[BLACK], sizeof(black))
    memcpy(white, b.points[WHITE], sizeof(white))
    memcpy(free, b.points[EMPTY], sizeof(free))
    while grown:
        bits_dilate(near_black, black)
        bits_dilate(near_white, white)
        grown = 0
        for i in range(WORDS):
            near_black[i] &= free[i]
            near_white[i] &= free[i]
            grown |= near_black[i] | near_white[i]
            free[i] &= ~(near_black[i] | near_white[i])
            both = near_black[i] & near_white[i]
            black[i] |= near_black[i] & ~both
            white[i] |= near_white[i] & ~both
    return bits_count(black) - bits_count(white)


cdef inline double influence_value(double lead, double scale) noexcept nogil:
    """Return the value in [0, 1] of a lead in points; ``scale`` points are worth 0.73."""
    return 1.0 / (1.0 + exp(-lead / scale))
