"""The 3x3 patterns of the playouts: eight neighbours as a 16-bit code, and a table of matches."""

from libc.string cimport memcpy

from board_ext.board cimport Board
from board_ext.types cimport CELL_COLOR, STRIDE, uint8_t, uint16_t, uint32_t

cdef enum:
    PATTERN3_CODES = 65536


# Bit BLACK of [code]: a pattern in which Black should play in the middle; bit WHITE likewise.
# Written once, at import.
cdef uint8_t[PATTERN3_CODES] PATTERN3


cdef inline uint32_t _three_cells(const Board* b, int v) noexcept nogil:
    """Return the colours of v - 1, v, v + 1 in six bits."""
    cdef uint32_t cells
    memcpy(&cells, &b.cell[v - 1], 4)
    cells &= 0x030303
    return (cells | cells >> 6 | cells >> 12) & 63


cdef inline int pattern3_code(const Board* b, int v) noexcept nogil:
    """Return the neighbourhood of ``v``: two bits a point (EMPTY, BLACK, WHITE, 3 = border), the
    row below from left to right, then left and right, then the row above."""
    return <int>(_three_cells(b, v - STRIDE)
                 | (b.cell[v - 1] & CELL_COLOR) << 6
                 | (b.cell[v + 1] & CELL_COLOR) << 8
                 | _three_cells(b, v + STRIDE) << 10)
