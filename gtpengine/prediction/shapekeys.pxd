"""The keys of shapes around a point, from the tables of circles.pxd."""

from libc.string cimport memset

from board_ext.lowlevel.types cimport uint8_t, uint64_t
from gtpengine.prediction.circles cimport (
    FAMILY_LOCAL, LOCAL_KEYS, LOCAL_OFFSET, RING_END, RING_KEYS, RING_OFFSET, View,
)

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
