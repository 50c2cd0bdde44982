"""Playout rule: a 3x3 pattern around the last two moves.

Hand-made patterns are drawn with equal chances (Gelly, Wang, Munos and Teytaud 2006) or by learned
weights. Or any point there is drawn by its learned weight, against a weight for playing elsewhere.
"""

from board_ext.board cimport Board
from board_ext.neighbours cimport empties_around, is_around, is_beside
from board_ext.rng cimport Rng, rng_below
from board_ext.types cimport NO_VERTEX
from board_ext.uniform cimport is_playable
from gtpengine.mcts.moves.patterns3 cimport (
    KIND3_BESIDE, KIND3_DIAGONAL, KIND3_ONE, KIND3_SECOND, WEIGHT3_KIND, WEIGHT3_ONE,
    is_pattern3, pattern3_weight,
)
from gtpengine.mcts.moves.refusal cimport Refusal, is_refused


cdef inline int _place_by_weight(const Board* b, int color, const int* vertices, int n,
                                 Rng* rng) noexcept nogil:
    """Return the place of one of the vertices, drawn by their weights."""
    cdef int[16] weights
    cdef int i, v, kind, draw, total = 0
    if n == 1:
        return 0
    for i in range(n):
        v = vertices[i]
        kind = KIND3_SECOND
        if is_around(v, b.last_move):
            kind = KIND3_BESIDE if is_beside(v, b.last_move) else KIND3_DIAGONAL
        weights[i] = pattern3_weight(b, v, color) * WEIGHT3_KIND[kind] + 1
        total += weights[i]
    draw = rng_below(rng, total)
    for i in range(n - 1):
        draw -= weights[i]
        if draw < 0:
            return i
    return n - 1


cdef inline int pattern_move(const Board* b, int color, bint by_weight, bint second_last,
                             const Refusal* refusal, Rng* rng) noexcept nogil:
    """Return a playable match of a hand-made pattern around the last move or two, or NO_VERTEX.

    Matches are drawn with equal chances, or by their learned weights.
    """
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
        i = _place_by_weight(b, color, vertices, n, rng) if by_weight else rng_below(rng, n)
        v = vertices[i]
        if is_playable(b, v, color) and not is_refused(b, v, color, refusal):
            return v
        n -= 1
        vertices[i] = vertices[n]
    return NO_VERTEX


cdef inline int weighted_move(const Board* b, int color, double elsewhere, const Refusal* refusal,
                              Rng* rng) noexcept nogil:
    """Return a point around the last two moves, drawn by its weight, or NO_VERTEX.

    NO_VERTEX has the weight of playing elsewhere. When the point is not playable, or refused, the
    draw is repeated without it.
    """
    cdef int[16] vertices
    cdef int[16] weights
    cdef int n = 0, n_first, i, v, total, draw, weight
    total = <int>(elsewhere * (WEIGHT3_ONE * KIND3_ONE))
    n_first = empties_around(b, b.last_move, vertices)
    for i in range(n_first):
        v = vertices[i]
        weight = pattern3_weight(b, v, color) * WEIGHT3_KIND[
            KIND3_BESIDE if is_beside(v, b.last_move) else KIND3_DIAGONAL]
        weights[i] = weight
        total += weight
    n = n_first
    if b.last_move2 != NO_VERTEX:
        for i in range(n_first, n_first + empties_around(b, b.last_move2, &vertices[n])):
            v = vertices[i]
            weight = pattern3_weight(b, v, color) * WEIGHT3_KIND[KIND3_SECOND]
            weight = 0 if is_around(v, b.last_move) else weight
            vertices[n] = v
            weights[n] = weight
            total += weight
            n += weight != 0
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
