"""The 3x3 patterns of the playouts: codes of 16 bits, and a table of matches."""

from libc.string cimport memcpy

from board_ext.board cimport Board
from board_ext.lowlevel.types cimport CELL_COLOR, STRIDE, uint32_t, uint64_t

cdef enum:
    PATTERN3_CODES = 65536
    PATTERN3_WORDS = 1024         # a bit for each code


# Where a point lies: beside the last move, diagonal to it, around the one before it alone.
cdef enum:
    KIND3_BESIDE = 0
    KIND3_DIAGONAL = 1
    KIND3_SECOND = 2


# One bit for each code: is it a pattern? 8 kilobytes, which stay in the cache. Written at import.
cdef uint64_t[PATTERN3_WORDS] PATTERN3


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
