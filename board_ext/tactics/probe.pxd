"""What other compiled modules ask of a probe; see probe.pyx."""

from board_ext.board cimport Board


cdef class Probe:
    cdef Board* b

    cdef int vertex(self, int point) except -1
    cdef int stone(self, int point) except -1
    cdef int in_atari(self, int point) except -1
    cdef int empty(self, int point, int color) except -1
    cdef object point(self, int v)
    cdef list points(self, const int* vertices, int count)
