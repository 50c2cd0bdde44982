"""The C side of ``BoardView``, and of what it shares with those who answer Python about a board."""

from board_ext.board cimport Board
from board_ext.lowlevel.types cimport uint64_t


cdef class BoardView:
    cdef Board board

    cdef int vertex(self, point) except -1
    cdef int area(self, dead) except? -1
    cdef int territory(self, dead, seki) except? -1
    cdef int _chains_of(self, points, uint64_t* stones) except -1


cdef int side_of(color, int default) except -1
cdef list points_of(const uint64_t* bits, int size)
