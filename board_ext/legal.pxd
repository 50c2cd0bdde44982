"""Which moves are legal on the board, superko aside."""

from board_ext.board cimport Board, neighbours_and, neighbours_or, stone_bit
from board_ext.lowlevel.types cimport CELL_EMPTY, CELL_OCCUPIED, STRIDE


cdef inline bint neighbour_allows(const Board* b, Py_ssize_t n, int own) noexcept nogil:
    """Return whether the neighbour ``n`` alone gives a new stone a liberty.

    ``own`` is the CELL_* bit of the stone's colour. The neighbour does so as an own chain with a
    second liberty, or as an enemy chain in atari.
    """
    return ((b.cell[n] & own) != 0) ^ (b.chains[b.chain[n]].n_liberties == 1)


cdef inline bint is_not_suicide_tight(const Board* b, Py_ssize_t v, int color) noexcept nogil:
    """Return whether a stone at ``v`` has a liberty, given that no neighbour is empty."""
    cdef int own = stone_bit(color)
    return (neighbour_allows(b, v - STRIDE, own) or neighbour_allows(b, v - 1, own)
            or neighbour_allows(b, v + 1, own) or neighbour_allows(b, v + STRIDE, own))


cdef inline bint board_is_legal(const Board* b, int v, int color) noexcept nogil:
    """Return whether ``color`` may play at ``v``, a vertex of the board. Superko is not looked at.

    The suicide of a single stone is always refused: it would change nothing on the board.
    """
    if b.cell[v] != CELL_EMPTY:
        return False
    if not (neighbours_and(b, v) & CELL_OCCUPIED):
        return True
    if v == b.ko and color == b.ko_color:
        return False
    if is_not_suicide_tight(b, v, color):
        return True
    return b.suicide_allowed and (neighbours_or(b, v) & stone_bit(color)) != 0
