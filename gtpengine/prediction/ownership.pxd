"""Monte-Carlo ownership: how often the side to move owns a point at the end of random games.

A feature of Coulom 2007, who plays 63 games. Here the games are uniformly random, and their random
numbers begin with the hash of the stones. So the same moves always have the same features; another
order of moves may have others, because it leaves the empty points in another order. The shares fall
into classes, from 0 (never) to OWNERSHIP_CLASSES - 1 (always).
"""

from board_ext.board cimport Board
from board_ext.lowlevel.types cimport uint8_t

cdef enum:
    OWNERSHIP_CLASSES = 10
    MAX_OWNERSHIP_PLAYOUTS = 1000


cdef void ownership_look(uint8_t* classes, const Board* b, int color, int playouts) noexcept nogil
