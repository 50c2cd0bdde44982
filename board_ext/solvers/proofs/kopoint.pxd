"""The ko that a move would make, without making the move."""

from board_ext.board cimport Board, chain_of, is_eyelike, stone_bit
from board_ext.neighbours cimport NEIGHBOURS
from board_ext.lowlevel.types cimport NO_VERTEX, opponent, uint64_t
from board_ext.lowlevel.zobrist cimport zobrist_ko


cdef inline int _single_capture(const Board* b, int v, int color) noexcept nogil:
    """Return the stone that a move among enemy stones alone takes, if it takes just one."""
    cdef int i, n, taken = NO_VERTEX
    for i in range(4):
        n = v + NEIGHBOURS[i]
        if b.cell[n] & stone_bit(opponent(color)) and chain_of(b, n).n_liberties == 1:
            if taken or chain_of(b, n).n_stones > 1:
                return NO_VERTEX
            taken = n
    return taken


cdef inline uint64_t ko_after(const Board* b, int v, int color) noexcept nogil:
    """Return the key of the ko that a move makes, 0 for none: it takes one stone and is one stone
    in atari."""
    cdef int taken
    if not is_eyelike(b, v, opponent(color)):
        return 0
    taken = _single_capture(b, v, color)
    return zobrist_ko(taken) if taken else 0
