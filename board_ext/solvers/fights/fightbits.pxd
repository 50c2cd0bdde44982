"""Growing sets of vertices in the words of a fight's scope alone."""

from board_ext.solvers.fights.fight cimport Fight
from board_ext.lowlevel.types cimport STRIDE, WORDS, uint64_t


cdef inline void grow(const Fight* fight, uint64_t* to, const uint64_t* source) noexcept nogil:
    """Set ``to``, another array, to ``source`` and all vertices beside it, in the fight's words."""
    cdef uint64_t word
    cdef int i
    for i in range(fight.low, fight.high):
        word = source[i]
        to[i] = word | word << 1 | word >> 1 | word << STRIDE | word >> STRIDE
        if i > fight.low:
            word = source[i - 1]
            to[i] |= word >> 63 | word >> (64 - STRIDE)
        if i + 1 < fight.high:
            word = source[i + 1]
            to[i] |= word << 63 | word << (64 - STRIDE)


cdef inline void flood(const Fight* fight, uint64_t* reached,
                       const uint64_t* allowed) noexcept nogil:
    """Add to ``reached`` all vertices of ``allowed`` that are connected with it, in the fight's
    words."""
    cdef uint64_t grown[WORDS]
    cdef uint64_t added = 1
    cdef int i
    while added:
        added = 0
        grow(fight, grown, reached)
        for i in range(fight.low, fight.high):
            grown[i] &= allowed[i]
            added |= grown[i] & ~reached[i]
            reached[i] |= grown[i]
