"""Circular shapes around a point, hashed size by size.

The distance of Coulom 2007, ``|dx| + |dy| + max(|dx|, |dy|)``, orders the points around a move in
rings 2, 3, ... MAX_RING. A shape of size d is the content of the rings up to d: own stones, enemy
stones and points off the board, seen from the side to move.

Eight hashes grow side by side, one for each symmetry: each XORs the keys of the points' symmetric
images. The smallest of the eight is the same for all symmetric and colour-swapped forms of a shape.
"""

from libc.string cimport memset

from board_ext.board cimport Board
from board_ext.lowlevel.types cimport STRIDE, uint8_t, uint64_t

# Compilers do not see on their own that two keys fit into one register.
cdef extern from * nogil:
    """
    typedef uint64_t gtpe_two_keys __attribute__((vector_size(16), aligned(8), may_alias));

    static inline void gtpe_xor_keys(uint64_t *hashes, const uint64_t *keys) {
        for (int i = 0; i < 4; i++) {
            ((gtpe_two_keys *)hashes)[i] ^= ((const gtpe_two_keys *)keys)[i];
        }
    }
    """
    void xor_keys "gtpe_xor_keys"(uint64_t* hashes, const uint64_t* keys)

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


cdef inline void hashes_clear(uint64_t* hashes) noexcept nogil:
    """Begin with an empty shape."""
    memset(hashes, 0, 8 * sizeof(uint64_t))


cdef inline void hashes_grow(uint64_t* hashes, const View* view, int place,
                             int ring) noexcept nogil:
    """Add the points of a ring around ``place``."""
    cdef int i
    for i in range(RING_END[ring - 1], RING_END[ring]):
        xor_keys(hashes, &RING_KEYS[i][view.cell[place + RING_OFFSET[i]]][0])


cdef inline uint64_t shape_key(uint64_t smallest, int family, int size) noexcept nogil:
    """Return the key of a shape from the smallest of its hashes."""
    return ((smallest ^ (<uint64_t>(family * 64 + size) * <uint64_t>0xD6E8FEB86659FD93))
            * <uint64_t>0x9E3779B97F4A7C15)


cdef inline uint64_t _smaller(uint64_t a, uint64_t b) noexcept nogil:
    return a if a < b else b


cdef inline uint64_t smallest_of(const uint64_t* hashes) noexcept nogil:
    """Return the smallest of eight hashes."""
    # In pairs, because comparisons that do not wait for each other run side by side.
    return _smaller(_smaller(_smaller(hashes[0], hashes[1]), _smaller(hashes[2], hashes[3])),
                    _smaller(_smaller(hashes[4], hashes[5]), _smaller(hashes[6], hashes[7])))


cdef inline uint64_t smallest_marked(const uint64_t* hashes, const uint64_t* mark) noexcept nogil:
    """Return the smallest of eight hashes with the last move marked in each symmetry."""
    cdef uint64_t[8] marked
    cdef int s
    for s in range(8):
        marked[s] = hashes[s] ^ mark[s]
    return smallest_of(marked)


cdef inline uint64_t local_key(const uint8_t* codes, int v) noexcept nogil:
    """Return the key of the 3x3 neighbourhood of ``v``, from the codes of its vertices (0 to 7)."""
    cdef uint64_t[8] hashes
    cdef int i
    hashes_clear(hashes)
    for i in range(8):
        xor_keys(hashes, &LOCAL_KEYS[i][codes[v + LOCAL_OFFSET[i]]][0])
    return shape_key(smallest_of(hashes), FAMILY_LOCAL, 3)
