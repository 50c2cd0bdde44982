"""The moves that a playout rule proposes, and the choice of one of them."""

from board_ext.board cimport Board
from board_ext.legal cimport board_is_legal
from board_ext.lowlevel.rng cimport Rng, rng_below
from board_ext.lowlevel.types cimport NO_VERTEX, uint16_t
from board_ext.playouts.uniform cimport is_playable
from gtpengine.mcts.moves.refusal cimport Refusal
from gtpengine.mcts.moves.refusing cimport is_refused

cdef enum:
    MAX_CANDIDATES = 64


cdef struct Candidates:
    int n
    uint16_t vertices[MAX_CANDIDATES]


cdef inline void candidates_add(Candidates* list, int v) noexcept nogil:
    """Add a vertex that is not yet listed; a full list stays as it is."""
    cdef int i
    if list.n == MAX_CANDIDATES:
        return
    for i in range(list.n):
        if list.vertices[i] == v:
            return
    list.vertices[list.n] = v
    list.n += 1


cdef inline void candidates_drop(Candidates* list, int i) noexcept nogil:
    """Take out the vertex at place ``i``; the last one takes its place."""
    list.n -= 1
    list.vertices[i] = list.vertices[list.n]


cdef inline void candidates_keep_legal(const Board* b, int color, bint fill_eyes,
                                       Candidates* list) noexcept nogil:
    """Drop illegal moves and, unless ``fill_eyes``, own-eye fills.

    Legal means by simple ko and without suicide. A chain short of liberties need not fill its eye:
    it can play the empty diagonal point of that eye.
    """
    cdef int i = 0, v
    while i < list.n:
        v = list.vertices[i]
        if board_is_legal(b, v, color) if fill_eyes else is_playable(b, v, color):
            i += 1
        else:
            candidates_drop(list, i)


cdef inline int candidates_take(const Board* b, int color, Candidates* list,
                                const Refusal* refusal, Rng* rng) noexcept nogil:
    """Return a random candidate that is not refused as a self-atari, NO_VERTEX when none is left.
    Those refused are dropped."""
    cdef int i, v
    while list.n > 0:
        i = rng_below(rng, list.n)
        v = list.vertices[i]
        if not is_refused(b, v, color, refusal):
            return v
        candidates_drop(list, i)
    return NO_VERTEX
