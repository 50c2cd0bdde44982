"""Pool-RAVE: the moves that the tree holds for good, for the playout below it (Rimmel, Teytaud and
Teytaud 2010)."""

from board_ext.types cimport uint16_t

cdef enum:
    MAX_POOL = 16


cdef struct Pool:
    int color                 # whose moves they are
    int n
    uint16_t vertices[MAX_POOL]
