"""Playout rule: take back a ko that was taken a few moves ago."""

from board_ext.board cimport Board, board_is_legal
from board_ext.atari cimport captures_at
from board_ext.types cimport NO_VERTEX

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


cdef inline int ko_move(const Board* b, int color, const KoMemory* ko, int age) noexcept nogil:
    """Return the point that takes back a ko taken ``age`` moves ago or less, or NO_VERTEX."""
    if (ko.point != NO_VERTEX and ko.color == color and b.move_number - ko.move_number <= age
            and board_is_legal(b, ko.point, color) and captures_at(b, ko.point, color)):
        return ko.point
    return NO_VERTEX
