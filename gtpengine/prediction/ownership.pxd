"""Monte-Carlo ownership: how often the side to move owns a point at the end of random games.

A feature of Coulom 2007, who plays 63 games. Here they are uniformly random, drawn from the hash of
the stones, so that the same moves have the same features each time (another order of moves may
have others, for it leaves the empty points in another order). The shares fall in classes, 0 (never)
to OWNERSHIP_CLASSES - 1 (always).
"""

from board_ext.board cimport Board
from board_ext.types cimport uint8_t

cdef enum:
    OWNERSHIP_CLASSES = 10
    MAX_OWNERSHIP_PLAYOUTS = 1000


cdef void ownership_look(uint8_t* classes, const Board* b, int color, int playouts) noexcept nogil
