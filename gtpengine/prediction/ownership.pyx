"""The random games of ownership.pxd."""

from libc.string cimport memset

from board_ext.board cimport board_copy, neighbours_and
from board_ext.lowlevel.rng cimport Rng, rng_seed
from board_ext.lowlevel.types cimport CELL_COLOR, CELL_EMPTY, N_VERTICES, uint16_t
from board_ext.playouts.uniform cimport uniform_playout


cdef void ownership_look(uint8_t* classes, const Board* b, int color, int playouts) noexcept nogil:
    """Set ``classes[v]`` (N_VERTICES) of the empty vertices to their class for ``color``.

    ``playouts``: 1 to MAX_OWNERSHIP_PLAYOUTS.
    """
    cdef Board game
    cdef Rng rng
    cdef uint16_t[N_VERTICES] owned
    cdef int i, j, v, last = b.move_number + 3 * b.size * b.size
    memset(owned, 0, sizeof(owned))
    for i in range(playouts):
        board_copy(&game, b)
        game.n_passes = 0
        game.to_play = color
        rng_seed(&rng, b.hash, i)
        uniform_playout(&game, &rng, last)
        for j in range(b.n_empty):
            v = b.empties[j]
            # At the end an empty point is an eye, of the colour of all its neighbours, or neutral.
            if game.cell[v] == CELL_EMPTY:
                owned[v] += (neighbours_and(&game, v) & CELL_COLOR) == color
            else:
                owned[v] += (game.cell[v] & CELL_COLOR) == color
    for j in range(b.n_empty):
        v = b.empties[j]
        classes[v] = min(OWNERSHIP_CLASSES * owned[v] // playouts, OWNERSHIP_CLASSES - 1)
