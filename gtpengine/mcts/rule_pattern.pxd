"""Playout rule: a 3x3 pattern around the last two moves.

Either one of the hand-made patterns, all equally likely (Gelly, Wang, Munos and Teytaud 2006), or
any point there by its learned weight, against a weight for playing elsewhere.
"""

from board_ext.board cimport Board
from board_ext.rng cimport Rng, rng_below
from board_ext.types cimport CELL_EMPTY, NO_VERTEX, STRIDE
from gtpengine.mcts.around cimport AROUND
from gtpengine.mcts.candidates cimport Candidates, candidates_add
from gtpengine.mcts.patterns3 cimport (
    KIND3_BESIDE, KIND3_DIAGONAL, KIND3_ONE, KIND3_SECOND, PATTERN3, WEIGHT3_KIND, WEIGHT3_ONE,
    pattern3_code, pattern3_weight,
)
from gtpengine.mcts.refusal cimport Refusal, is_refused
from gtpengine.mcts.uniform cimport is_playable


cdef inline bint is_around(int v, int center) noexcept nogil:
    """Is ``v`` the centre or one of the eight points around it?"""
    cdef int step = abs(v - center)
    return step <= 1 or (step >= STRIDE - 1 and step <= STRIDE + 1)


cdef inline void pattern_moves(const Board* b, int around, int color,
                               Candidates* out) noexcept nogil:
    """Add the legal matches of a 3x3 pattern among the eight points around a vertex."""
    cdef int i, v
    for i in range(8):
        v = around + AROUND[i]
        if b.cell[v] != CELL_EMPTY:
            continue
        if PATTERN3[pattern3_code(b, v)] & color and is_playable(b, v, color):
            candidates_add(out, v)


cdef inline int weighted_move(const Board* b, int color, double elsewhere, const Refusal* refusal,
                              Rng* rng) noexcept nogil:
    """Return a point around the last two moves, drawn by its weight, or NO_VERTEX at the weight of
    playing elsewhere. Points that are not playable, or refused, are drawn in vain."""
    cdef int[16] vertices
    cdef int[16] weights
    cdef int n = 0, i, v, total, draw, weight
    total = <int>(elsewhere * (WEIGHT3_ONE * KIND3_ONE))
    for i in range(8):
        v = b.last_move + AROUND[i]
        if b.cell[v] == CELL_EMPTY:
            weight = (pattern3_weight(b, v, color)
                      * WEIGHT3_KIND[KIND3_BESIDE if i < 4 else KIND3_DIAGONAL])
            vertices[n] = v
            weights[n] = weight
            total += weight
            n += 1
    if b.last_move2 != NO_VERTEX:
        for i in range(8):
            v = b.last_move2 + AROUND[i]
            if b.cell[v] == CELL_EMPTY and not is_around(v, b.last_move):
                weight = pattern3_weight(b, v, color) * WEIGHT3_KIND[KIND3_SECOND]
                vertices[n] = v
                weights[n] = weight
                total += weight
                n += 1
    while n:
        draw = rng_below(rng, total)
        i = 0
        while i < n and draw >= weights[i]:
            draw -= weights[i]
            i += 1
        if i == n:
            return NO_VERTEX
        v = vertices[i]
        if is_playable(b, v, color) and not is_refused(b, v, color, refusal):
            return v
        total -= weights[i]
        n -= 1
        vertices[i] = vertices[n]
        weights[i] = weights[n]
    return NO_VERTEX
