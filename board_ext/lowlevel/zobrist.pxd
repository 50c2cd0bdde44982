"""Zobrist keys (Zobrist 1970), computed instead of looked up.

A 64-bit finalizer over (colour, vertex) takes a few cycles off the critical path and needs no table
in the cache. It gives the same keys in every process and on every machine.
"""

from board_ext.lowlevel.rng cimport mix64
from board_ext.lowlevel.types cimport uint64_t

cdef enum:
    ZOBRIST_KO_FIELD = 3      # in the place of a colour
    ZOBRIST_SIDE_FIELD = 4


cdef inline uint64_t zobrist_key(int field, int v) noexcept nogil:
    """Return the key of a vertex in one of the fields: a colour, the ko, the side to move."""
    return mix64((<uint64_t>field << 9 | <uint64_t>v) * <uint64_t>0x9E3779B97F4A7C15)


cdef inline uint64_t zobrist_stone(int color, int v) noexcept nogil:
    """Return the key of a stone."""
    return zobrist_key(color, v)


cdef inline uint64_t zobrist_side(int color) noexcept nogil:
    """Return the key of the side to move, for situational hashes."""
    return zobrist_key(ZOBRIST_SIDE_FIELD, color)


cdef inline uint64_t zobrist_ko(int v) noexcept nogil:
    """Return the key of a ko point; 0 without one."""
    return zobrist_key(ZOBRIST_KO_FIELD, v) if v else 0
