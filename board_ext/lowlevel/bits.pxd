"""Bitboards: arrays of ``WORDS`` 64-bit words, one bit a vertex."""

from libc.string cimport memset

from board_ext.lowlevel.types cimport STRIDE, WORDS, uint32_t, uint64_t

cdef extern from * nogil:
    int popcount64 "__builtin_popcountll"(uint64_t x)
    # Undefined for 0.
    int lowest_bit64 "__builtin_ctzll"(uint64_t x)


cdef inline uint64_t bit_of(int v) noexcept nogil:
    """Return the bit of ``v`` within its word."""
    return <uint64_t>1 << (v & 63)


cdef inline bint bits_has(const uint64_t* bits, int v) noexcept nogil:
    """Return whether ``v`` is in the set."""
    return (bits[v >> 6] >> (v & 63)) & 1


cdef inline void bits_set(uint64_t* bits, int v) noexcept nogil:
    """Add ``v`` to the set."""
    bits[v >> 6] |= bit_of(v)


cdef inline void bits_clear(uint64_t* bits, int v) noexcept nogil:
    """Take ``v`` out of the set."""
    bits[v >> 6] &= ~bit_of(v)


cdef inline void bits_zero(uint64_t* bits) noexcept nogil:
    """Empty the set."""
    memset(bits, 0, WORDS * sizeof(uint64_t))


cdef inline int bits_count(const uint64_t* bits) noexcept nogil:
    """Return the size of the set."""
    cdef int i, count = 0
    for i in range(WORDS):
        count += popcount64(bits[i])
    return count


cdef inline int bits_first(const uint64_t* bits) noexcept nogil:
    """Return the lowest vertex of the set, or 0 (NO_VERTEX) when it is empty."""
    cdef int i
    for i in range(WORDS):
        if bits[i]:
            return (i << 6) + lowest_bit64(bits[i])
    return 0


cdef inline int bits_next(const uint64_t* bits, int v) noexcept nogil:
    """Return the lowest vertex above ``v`` in the set, or 0 when there is none.

    To walk the set: ``v = bits_first(s)``, then ``v = bits_next(s, v)`` while ``v``.
    """
    cdef int i = (v + 1) >> 6
    cdef uint64_t word
    if i >= WORDS:
        return 0
    word = bits[i] & (<uint64_t>-1 << ((v + 1) & 63))
    while word == 0:
        i += 1
        if i >= WORDS:
            return 0
        word = bits[i]
    return (i << 6) + lowest_bit64(word)


# The neighbours of a vertex v as a window of bits that begins at v - STRIDE, and its diagonal
# neighbours as one that begins at v - STRIDE - 1. A window spans at most two words of a bitboard.
cdef extern from *:
    """
    /* STRIDE is 20 */
    #define GTPENGINE_CROSS (1ULL | 1ULL << 19 | 1ULL << 21 | 1ULL << 40)
    #define GTPENGINE_DIAGONALS (1ULL | 1ULL << 2 | 1ULL << 40 | 1ULL << 42)
    """
    const uint64_t CROSS "GTPENGINE_CROSS"
    const uint64_t DIAGONALS "GTPENGINE_DIAGONALS"


cdef inline uint64_t window_low(uint64_t window, Py_ssize_t begin) noexcept nogil:
    """Return the part of a window beginning at ``begin`` that lies in the word ``begin >> 6``."""
    return window << (begin & 63)


cdef inline uint64_t window_high(uint64_t window, Py_ssize_t begin) noexcept nogil:
    """Return the part of the window that lies in the next word."""
    return (window >> 1) >> (~begin & 63)


cdef inline void bits_dilate(uint64_t* to, const uint64_t* source) noexcept nogil:
    """Set ``to``, another array, to ``source`` and all vertices beside it, border included."""
    cdef int i
    for i in range(WORDS):
        to[i] = (source[i] | source[i] << 1 | source[i] >> 1 | source[i] << STRIDE
                 | source[i] >> STRIDE)
    for i in range(1, WORDS):
        to[i] |= source[i - 1] >> 63 | source[i - 1] >> (64 - STRIDE)
        to[i - 1] |= source[i] << 63 | source[i] << (64 - STRIDE)


cdef inline void bits_flood(uint64_t* reached, const uint64_t* allowed) noexcept nogil:
    """Add to ``reached`` all vertices of ``allowed`` that are connected with it."""
    cdef uint64_t grown[WORDS]
    cdef uint64_t added
    cdef int i
    while True:
        bits_dilate(grown, reached)
        added = 0
        for i in range(WORDS):
            grown[i] &= allowed[i]
            added |= grown[i] & ~reached[i]
            reached[i] |= grown[i]
        if not added:
            return


cdef inline bint bits_within(const uint64_t* bits, const uint64_t* others) noexcept nogil:
    """Return whether every vertex of ``bits`` is in ``others``."""
    cdef int i
    cdef uint64_t outside = 0
    for i in range(WORDS):
        outside |= bits[i] & ~others[i]
    return outside == 0
