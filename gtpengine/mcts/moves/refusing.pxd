"""Whether a playout refuses a move, as refusal.pxd tells."""

from board_ext.board cimport Board, board_stones, stone_bit
from board_ext.neighbours cimport NEIGHBOURS
from board_ext.tactics.atari cimport is_self_atari, self_atari_excused
from gtpengine.mcts.moves.refusal cimport Refusal


cdef inline bint _is_large(const Board* b, int v, int color, int stones) noexcept nogil:
    """Return whether a stone of ``color`` at ``v`` makes a chain of at least ``stones`` stones."""
    cdef int own = stone_bit(color), i, n, count = 1
    for i in range(4):
        n = v + NEIGHBOURS[i]
        # A chain that touches twice counts twice; a self-atari with a hole in it is rare.
        if b.cell[n] & own:
            count += board_stones(b, n)
    return count >= stones


cdef inline bint is_refused(const Board* b, int v, int color,
                            const Refusal* refusal) noexcept nogil:
    """Return whether the playout refuses the legal move as a bad self-atari."""
    if not refusal.strict and not refusal.stones:
        return False
    if not is_self_atari(b, v, color):
        return False
    if not refusal.strict and not _is_large(b, v, color, refusal.stones):
        return False
    return not self_atari_excused(b, v, color)
