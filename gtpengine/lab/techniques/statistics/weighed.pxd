"""A few random moves with weights, of which a technique's rule plays one.

All moves of the board would cost too much.
"""

from board_ext.board cimport Board
from board_ext.lowlevel.rng cimport Rng, rng_below, rng_float
from board_ext.lowlevel.types cimport NO_VERTEX
from board_ext.playouts.uniform cimport is_playable
from gtpengine.mcts.moves.refusal cimport Refusal
from gtpengine.mcts.moves.refusing cimport is_refused

cdef enum:
    MOST_WEIGHED = 32         # no parameter asks for more candidates


cdef struct Weighed:
    int n
    int moves[MOST_WEIGHED]
    double weights[MOST_WEIGHED]


cdef inline int random_move(const Board* b, int color, const Refusal* refusal,
                            Rng* rng) noexcept nogil:
    """Return a random empty point, or NO_VERTEX if it may not be played. One must be empty."""
    cdef int v = b.empties[rng_below(rng, b.n_empty)]
    return v if is_playable(b, v, color) and not is_refused(b, v, color, refusal) else NO_VERTEX


cdef inline void weighed_add(Weighed* list, int v, double weight) noexcept nogil:
    """Add a move, which may be listed already; a full list stays as it is."""
    if list.n < MOST_WEIGHED:
        list.moves[list.n] = v
        list.weights[list.n] = weight
        list.n += 1


cdef inline int weighed_best(const Weighed* list) noexcept nogil:
    """Return the move of the greatest weight, the first among equals; NO_VERTEX without any."""
    cdef int i, best = 0
    for i in range(1, list.n):
        if list.weights[i] > list.weights[best]:
            best = i
    return list.moves[best] if list.n else NO_VERTEX


cdef inline int weighed_draw(const Weighed* list, Rng* rng) noexcept nogil:
    """Return a move drawn in proportion to its weight; NO_VERTEX without any."""
    cdef double total = 0.0, drawn
    cdef int i
    for i in range(list.n):
        total += list.weights[i]
    drawn = rng_float(rng) * total
    for i in range(list.n):
        drawn -= list.weights[i]
        if drawn < 0.0 or i == list.n - 1:
            return list.moves[i]
    return NO_VERTEX
