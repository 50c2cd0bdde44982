"""Uniformly random playouts: every legal move that does not fill an own true eye is as likely."""

from board_ext.board cimport (
    Board, board_pass, board_play, is_not_suicide_tight, is_true_eye, neighbours_and,
)
from board_ext.rng cimport Rng, rng_below
from board_ext.types cimport CELL_OCCUPIED, NO_VERTEX


cdef inline bint is_playable(const Board* b, int v, int color) noexcept nogil:
    """Is the empty vertex ``v`` legal for ``color``, by simple ko and without suicide, and no own
    true eye?"""
    cdef int all_of = neighbours_and(b, v)
    if not (all_of & CELL_OCCUPIED):
        return True
    if all_of & color and is_true_eye(b, v, color):
        return False
    if v == b.ko and color == b.ko_color:
        return False
    return is_not_suicide_tight(b, v, color)


cdef inline int uniform_move(Board* b, int color, Rng* rng) noexcept nogil:
    """Return a uniformly chosen playable vertex, or NO_VERTEX when there is none.

    Draws without replacement: a rejected vertex changes places with the last one not yet drawn, so
    ``empties`` is permuted but no move is more likely than another.
    """
    cdef int n = b.n_empty, i, v, other
    while n > 0:
        i = rng_below(rng, n)
        v = b.empties[i]
        if is_playable(b, v, color):
            return v
        n -= 1
        other = b.empties[n]
        b.empties[n] = v
        b.empty_index[v] = n
        b.empties[i] = other
        b.empty_index[other] = i
    return NO_VERTEX


cdef inline void uniform_playout(Board* b, Rng* rng, int max_moves) noexcept nogil:
    """Play on until two passes in a row or ``max_moves`` moves and passes since the set-up."""
    cdef int v
    while b.n_passes < 2 and b.move_number < max_moves:
        v = uniform_move(b, b.to_play, rng)
        if v == NO_VERTEX:
            board_pass(b, b.to_play)
        else:
            board_play(b, v, b.to_play)
