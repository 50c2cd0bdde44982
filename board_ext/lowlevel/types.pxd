"""Scalar names and constants of the kernel.

A *vertex* is a point of the kernel's board: ``(row + 1) * STRIDE + (column + 1)`` with row and
column counted from 0 at A1. The stride is the same for every board size, so the offsets of
neighbours are constants; column 0 of a row doubles as the right-hand border of the row below it.
"""

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    MIN_SIZE = 2
    MAX_SIZE = 19
    MAX_POINTS = 361
    STRIDE = 20
    N_VERTICES = 420          # STRIDE * (MAX_SIZE + 2)
    WORDS = 7                 # 64-bit words of a bitboard over all vertices
    # Vertex 0 is a corner of the border, so it can mean "none" and "pass".
    NO_VERTEX = 0
    PASS_VERTEX = 0

cdef enum:
    EMPTY = 0
    BLACK = 1
    WHITE = 2

cdef enum:
    # Bits of Board.cell. The two low bits are a colour mask in which the border is both colours,
    # so the AND of four neighbours says at once "all mine or border" and "all occupied".
    CELL_COLOR = 3
    CELL_OCCUPIED = 4         # a stone or the border
    CELL_BLACK_STONE = 8      # == CELL_OCCUPIED << BLACK
    CELL_WHITE_STONE = 16     # == CELL_OCCUPIED << WHITE
    CELL_STONE = 24
    CELL_BORDER_BIT = 32
    CELL_EMPTY = 0
    CELL_BLACK = 13
    CELL_WHITE = 22
    CELL_BORDER = 39


cdef inline int opponent(int color) noexcept nogil:
    """Return the other colour of BLACK or WHITE."""
    return 3 - color


cdef inline int vertex_of(int row, int column) noexcept nogil:
    """Return the vertex of a row and a column, both counted from 0 at A1."""
    return (row + 1) * STRIDE + column + 1


cdef inline int vertex_row(int v) noexcept nogil:
    """Return the row of a vertex, 0 at the bottom."""
    return v // STRIDE - 1


cdef inline int vertex_column(int v) noexcept nogil:
    """Return the column of a vertex, 0 on the left."""
    return v % STRIDE - 1


cdef inline int vertex_to_point(int v, int size) noexcept nogil:
    """Return the index ``row * size + column`` that Python code uses."""
    return (v // STRIDE - 1) * size + v % STRIDE - 1


cdef inline int point_to_vertex(int point, int size) noexcept nogil:
    """Return the vertex of the index that Python code uses."""
    return (point // size + 1) * STRIDE + point % size + 1
