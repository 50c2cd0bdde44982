"""The 3x3 patterns of the playouts: codes of 16 bits, a table of matches, a table of weights."""

from libc.string cimport memcpy

from board_ext.board cimport Board
from board_ext.types cimport BLACK, CELL_COLOR, STRIDE, uint16_t, uint32_t, uint64_t
from gtpengine.mcts.params.cparams cimport CParams

cdef enum:
    PATTERN3_CODES = 65536
    PATTERN3_WORDS = 1024         # a bit for each code
    WEIGHT3_ONE = 1024            # a weight of 1: as likely as playing elsewhere
    KIND3_ONE = 64


# Where a point lies: beside the last move, diagonal to it, around the one before it alone.
cdef enum:
    KIND3_BESIDE = 0
    KIND3_DIAGONAL = 1
    KIND3_SECOND = 2


# One bit for each code: is it a pattern? 8 kilobytes, which stay in the cache. Written at import.
cdef uint64_t[PATTERN3_WORDS] PATTERN3
# Learned weight of [code] for Black, in 1 / WEIGHT3_ONE; 0 for codes that are no position. This and
# the next are written once, when `learned_patterns` is called first.
cdef uint16_t[PATTERN3_CODES] WEIGHT3
# Factors of the kinds, in 1 / KIND3_ONE.
cdef uint16_t[3] WEIGHT3_KIND


cdef inline uint32_t _three_cells(const Board* b, int v) noexcept nogil:
    """Return the colours of v - 1, v, v + 1 in six bits."""
    cdef uint32_t cells
    memcpy(&cells, &b.cell[v - 1], 4)
    cells &= 0x030303
    return (cells | cells >> 6 | cells >> 12) & 63


cdef inline int pattern3_code(const Board* b, int v) noexcept nogil:
    """Return the neighbourhood of ``v`` as a code.

    Two bits a point (EMPTY, BLACK, WHITE, 3 = border): the row below from left to right, then left
    and right, then the row above.
    """
    return <int>(_three_cells(b, v - STRIDE)
                 | (b.cell[v - 1] & CELL_COLOR) << 6
                 | (b.cell[v + 1] & CELL_COLOR) << 8
                 | _three_cells(b, v + STRIDE) << 10)


cdef inline bint is_pattern3(const Board* b, int v) noexcept nogil:
    """Return whether the empty ``v`` is in the middle of one of the patterns."""
    cdef int code = pattern3_code(b, v)
    return PATTERN3[code >> 6] >> (code & 63) & 1


cdef inline int pattern3_swapped(int code) noexcept nogil:
    """Return the code with the colours exchanged."""
    return (code & 0x5555) << 1 | (code & 0xAAAA) >> 1


cdef inline int pattern3_weight(const Board* b, int v, int color) noexcept nogil:
    """Return the learned weight of the empty ``v`` for ``color``, in 1 / WEIGHT3_ONE."""
    cdef int code = pattern3_code(b, v)
    return WEIGHT3[code if color == BLACK else pattern3_swapped(code)]


cdef bint learned_patterns() except -1
cdef CParams playout_params(object params) except *
