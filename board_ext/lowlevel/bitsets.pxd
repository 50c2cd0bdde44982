"""Bitboards as sets: how many vertices they have, walking them, growing them.

A file of its own, because the board itself needs none of it.
"""

from board_ext.lowlevel.bits cimport lowest_bit64, popcount64
from board_ext.lowlevel.types cimport STRIDE, WORDS, uint64_t


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
    """Return the next vertex of the set after ``v``, or 0 (NO_VERTEX) after the last.

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
