"""The move of a playout when no rule has one: any point that is not bad by itself."""

from board_ext.board cimport Board
from board_ext.rng cimport Rng, rng_below
from board_ext.types cimport NO_VERTEX
from board_ext.uniform cimport is_playable, swap_empties
from gtpengine.mcts.moves.refusal cimport Refusal, is_refused, other_liberty


cdef inline int any_move(Board* b, int color, const Refusal* refusal, double other_rate,
                         Rng* rng, bint* redirected) noexcept nogil:
    """Return a random legal point that fills no own eye and is not refused, or NO_VERTEX.

    In place of a refused point, at ``other_rate``, the other liberty beside it is played; then
    ``redirected`` is set.
    """
    cdef int n = b.n_empty, i, v, u
    while n > 0:
        i = rng_below(rng, n)
        v = b.empties[i]
        if is_playable(b, v, color):
            if not is_refused(b, v, color, refusal):
                return v
            if other_rate > 0.0 and rng_below(rng, 1024) < <int>(1024 * other_rate):
                u = other_liberty(b, v, color, refusal)
                if u != NO_VERTEX:
                    redirected[0] = True
                    return u
        n -= 1
        swap_empties(b, i, n)
    return NO_VERTEX
