"""Playout rule: a 3x3 pattern around the last two moves.

Hand-made patterns are drawn with equal chances (Gelly, Wang, Munos and Teytaud 2006).
"""

from board_ext.board cimport Board
from board_ext.lowlevel.rng cimport Rng, rng_below
from board_ext.lowlevel.types cimport NO_VERTEX
from board_ext.neighbours cimport empties_around, is_around
from board_ext.playouts.uniform cimport is_playable
from gtpengine.mcts.moves.patterns3 cimport is_pattern3
from gtpengine.mcts.moves.refusal cimport Refusal
from gtpengine.mcts.moves.refusing cimport is_refused


cdef inline int pattern_move(const Board* b, int color, bint second_last, const Refusal* refusal,
                             Rng* rng) noexcept nogil:
    """Return a playable match of a hand-made pattern around the last move or two, or NO_VERTEX."""
    cdef int[16] vertices
    cdef int n = 0, n_first, i, v
    n_first = empties_around(b, b.last_move, vertices)
    # Whether a point matches is hard to foresee: no branch. The matches gather at the front.
    for i in range(n_first):
        v = vertices[i]
        vertices[n] = v
        n += is_pattern3(b, v)
    n_first = n
    if second_last and b.last_move2 != NO_VERTEX:
        for i in range(n_first, n_first + empties_around(b, b.last_move2, &vertices[n])):
            v = vertices[i]
            vertices[n] = v
            n += is_pattern3(b, v) & (not is_around(v, b.last_move))
    while n:
        i = rng_below(rng, n)
        v = vertices[i]
        if is_playable(b, v, color) and not is_refused(b, v, color, refusal):
            return v
        n -= 1
        vertices[i] = vertices[n]
    return NO_VERTEX
