"""Which self-ataris a playout refuses.

A *bad* self-atari is refused at the rate ``playout_self_atari_rate``, drawn once a move. Throw-ins,
snapbacks and nakade are not bad (``board_ext.tactics.atari``). A self-atari of a chain of at least
``playout_self_atari_stones`` stones, the new one counted, is always refused: large self-ataris
break sekis.
"""

from board_ext.tactics.atari cimport is_self_atari, self_atari_excused
from board_ext.board cimport Board, board_stones, stone_bit
from board_ext.neighbours cimport NEIGHBOURS


cdef struct Refusal:
    bint strict               # refuse every bad self-atari
    int stones                # refuse self-ataris of chains of this size or more, always


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
