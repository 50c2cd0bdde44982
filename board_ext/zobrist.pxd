"""Zobrist keys (Zobrist 1970), computed instead of looked up.

A 64-bit finalizer over (colour, vertex) costs a few cycles off the critical path, needs no table in
the cache and gives the same keys in every process and on every machine.
"""

from board_ext.rng cimport mix64
from board_ext.types cimport uint64_t

cdef enum:
    ZOBRIST_KO_FIELD = 3      # in the place of a colour
    ZOBRIST_SIDE_FIELD = 4


cdef inline uint64_t zobrist_key(int field, int v) noexcept nogil:
    return mix64((<uint64_t>field << 9 | <uint64_t>v) * <uint64_t>0x9E3779B97F4A7C15)


cdef inline uint64_t zobrist_stone(int color, int v) noexcept nogil:
    return zobrist_key(color, v)


cdef inline uint64_t zobrist_side(int color) noexcept nogil:
    """Key of the side to move, for situational hashes."""
    return zobrist_key(ZOBRIST_SIDE_FIELD, color)


cdef inline uint64_t zobrist_ko(int v) noexcept nogil:
    return zobrist_key(ZOBRIST_KO_FIELD, v) if v else 0
