"""Which self-ataris a playout refuses.

A *bad* self-atari is refused at the rate ``playout_self_atari_rate``, drawn once a move. Throw-ins,
snapbacks and nakade are not bad (``board_ext.atari``). A self-atari of a chain of at least
``playout_self_atari_stones`` stones, the new one counted, is always refused: large self-ataris
break sekis.
"""

from board_ext.atari cimport is_self_atari, self_atari_excused
from board_ext.bits cimport bits_next
from board_ext.board cimport (
    Board, Chain, board_stones, chain_first_liberty, chain_of, is_stone, stone_bit,
)
from board_ext.neighbours cimport NEIGHBOURS
from board_ext.types cimport NO_VERTEX
from board_ext.uniform cimport is_playable


cdef struct Refusal:
    bint strict               # refuse every bad self-atari
    int stones                # refuse those of chains of this size or more, always; 0: none


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


cdef inline int other_liberty(const Board* b, int v, int color,
                              const Refusal* refusal) noexcept nogil:
    """Return the other liberty of a chain beside a refused self-atari at ``v``, or NO_VERTEX.

    The chain, of either colour, has two liberties, and a stone on the other one is not refused.
    """
    cdef int i, n, u
    cdef const Chain* chain
    for i in range(4):
        n = v + NEIGHBOURS[i]
        if not is_stone(b, n):
            continue
        chain = chain_of(b, n)
        if chain.n_liberties != 2:
            continue
        u = chain_first_liberty(chain)
        if u == v:
            u = bits_next(chain.liberties, u)
        if is_playable(b, u, color) and not is_refused(b, u, color, refusal):
            return u
    return NO_VERTEX
