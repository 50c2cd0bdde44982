"""The points around a vertex: its four neighbours, and all eight, as offsets and as a set.

The stride of the board never changes, so offsets are constants.
"""

from board_ext.lowlevel.bits cimport lowest_bit64, window_high, window_low
from board_ext.board cimport Board
from board_ext.lowlevel.types cimport EMPTY, STRIDE, uint64_t

cdef extern from *:
    """
    #ifndef GTPENGINE_NEIGHBOURS
    #define GTPENGINE_NEIGHBOURS
    /* STRIDE is 20. The neighbours come first. */
    __attribute__((unused))
    static const int gtpengine_around[8] = {-20, -1, 1, 20, -21, -19, 19, 21};
    /* A window of bits (board_ext/lowlevel/bits.pxd) that begins at v - STRIDE - 1. */
    #define GTPENGINE_RING (7ULL | 5ULL << 20 | 7ULL << 40)
    #endif
    """
    const int[4] NEIGHBOURS "gtpengine_around"
    const int[8] AROUND "gtpengine_around"
    const uint64_t RING "GTPENGINE_RING"


cdef inline bint is_around(int v, int center) noexcept nogil:
    """Return whether ``v`` is the centre or one of the eight points around it."""
    cdef int step = abs(v - center)
    return (step <= 1) | ((step >= STRIDE - 1) & (step <= STRIDE + 1))


cdef inline bint is_beside(int v, int center) noexcept nogil:
    """Return whether ``v`` is one of the four neighbours of the centre."""
    cdef int step = abs(v - center)
    return (step == 1) | (step == STRIDE)


cdef inline int empties_around(const Board* b, Py_ssize_t center, int* out) noexcept nogil:
    """Write the empty points among the eight around ``center`` to ``out``; return how many there
    are."""
    cdef Py_ssize_t begin = center - STRIDE - 1, word = begin >> 6
    cdef uint64_t low = window_low(RING, begin) & b.points[EMPTY][word]
    cdef uint64_t high = window_high(RING, begin) & b.points[EMPTY][word + 1]
    cdef int n = 0
    while low:
        out[n] = <int>(word << 6) + lowest_bit64(low)
        n += 1
        low &= low - 1
    while high:
        out[n] = <int>(word + 1 << 6) + lowest_bit64(high)
        n += 1
        high &= high - 1
    return n
