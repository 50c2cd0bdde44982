"""Which positions look alike: same side to move, last two moves, and stones around the last."""

from board_ext.board cimport Board
from board_ext.lowlevel.rng cimport mix64
from board_ext.lowlevel.types cimport PASS_VERTEX, uint16_t, uint64_t
from board_ext.neighbours cimport AROUND

cdef enum:
    KINDS = 1 << 16           # a kind is a hash, so positions that differ may share it


cdef inline uint16_t kind_of(const Board* b, int last, int before) noexcept nogil:
    """Return the kind of a position in which ``last`` was the last move, ``before`` that before it.
    """
    cdef int i
    cdef uint64_t key = mix64((<uint64_t>b.to_play << 32) | (<uint64_t><uint16_t>last << 16)
                              | <uint64_t><uint16_t>before)
    if last != PASS_VERTEX:
        for i in range(8):
            key = mix64(key + b.cell[last + AROUND[i]])
    return <uint16_t>(key & (KINDS - 1))
