"""The last ko of a playout."""

from board_ext.board cimport Board
from board_ext.lowlevel.types cimport NO_VERTEX

cdef struct KoMemory:
    int point                 # where the next capture would be; NO_VERTEX: no ko yet
    int color                 # who would capture there
    int move_number           # when it was taken


cdef inline void ko_note(const Board* b, KoMemory* ko) noexcept nogil:
    """Remember the ko of the position, if there is one."""
    if b.ko != NO_VERTEX:
        ko.point = b.ko
        ko.color = b.ko_color
        ko.move_number = b.move_number
