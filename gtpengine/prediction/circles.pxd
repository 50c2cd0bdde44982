"""Circular shapes around a point, hashed size by size.

The distance of Coulom 2007, ``|dx| + |dy| + max(|dx|, |dy|)``, orders the points around a move in
rings 2, 3, ... MAX_RING. A shape of size d is the content of the rings up to d: own stones, enemy
stones and points off the board, seen from the side to move.

Eight hashes grow side by side, one for each symmetry: each XORs the keys of the points' symmetric
images. The smallest of the eight is the same for all symmetric and colour-swapped forms of a shape.
shapekeys.pxd computes them from the tables here.
"""

from board_ext.board cimport Board
from board_ext.lowlevel.types cimport STRIDE, uint8_t, uint64_t

cdef enum:
    MIN_RING = 3              # the 3x3 neighbourhood is the smallest shape
    MAX_RING = 14
    RADIUS = 7                # of the largest ring
    VIEW_STRIDE = 34
    VIEW_CELLS = 1156         # VIEW_STRIDE * VIEW_STRIDE
    N_RING_POINTS = 140
    # Codes of View.cell.
    VIEW_EMPTY = 0
    VIEW_OWN = 1
    VIEW_ENEMY = 2
    VIEW_BORDER = 3
    # Families of shapes; a key depends on the family and the size.
    FAMILY_SHAPE = 0          # stones alone
    FAMILY_REPLY = 1          # stones and where among them the last move is
    FAMILY_LOCAL = 2          # 3x3 with the liberties of its stones


cdef struct View:
    uint8_t[VIEW_CELLS] cell  # the board with a wide border


# Written once, at import.
cdef int[MAX_RING + 1] RING_END              # points on the rings up to this one
cdef int[N_RING_POINTS] RING_OFFSET          # their offsets in a View
cdef int[2 * RADIUS + 1][2 * RADIUS + 1] RING_PLACE    # [dy + RADIUS][dx + RADIUS], or -1
cdef uint64_t[N_RING_POINTS][4][8] RING_KEYS  # [point][code][symmetry]
cdef uint64_t[N_RING_POINTS][8] MARK_KEYS    # the last move at that point
cdef uint64_t[8][8][8] LOCAL_KEYS            # [neighbour][code][symmetry]
cdef int[8] LOCAL_OFFSET                     # the neighbours, as offsets of vertices

cdef void view_fill(View* view, const Board* b, int color) noexcept nogil


cdef inline int view_place(int v) noexcept nogil:
    """Return the index in a View of a vertex."""
    return (v // STRIDE - 1 + RADIUS) * VIEW_STRIDE + v % STRIDE - 1 + RADIUS


cdef inline int ring_distance(int dx, int dy) noexcept nogil:
    """Return the ring of an offset; 0 for the centre, 2 for a neighbour."""
    dx = -dx if dx < 0 else dx
    dy = -dy if dy < 0 else dy
    return dx + dy + (dx if dx > dy else dy)
