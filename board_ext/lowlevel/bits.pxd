"""Bitboards: arrays of ``WORDS`` 64-bit words, one bit a vertex. bitsets.pxd has more of them."""

from libc.string cimport memset

from board_ext.lowlevel.types cimport WORDS, uint64_t

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
