"""A choice of a player, filled and scored."""

from libc.math cimport exp

from board_ext.board cimport Board
from board_ext.legal cimport board_is_legal
from board_ext.lowlevel.types cimport PASS_VERTEX
from gtpengine.prediction.movemodel cimport active_rows, model_prepare, rows_score


cdef inline void _add(Choice* c, const FeatureContext* context, const MoveModelData* m,
                      int v) noexcept nogil:
    """Add a move."""
    cdef int start = c.start[c.n]
    c.start[c.n + 1] = start + active_rows(m, context, NULL, v, &c.active[start])
    c.n += 1


cdef bint choice_fill(Choice* c, FeatureContext* context, const MoveModelData* m, const Board* b,
                      int played) noexcept nogil:
    """List the moves of the side to move; False when ``played`` is not one of them."""
    cdef int i, v
    c.n = 0
    c.start[0] = 0
    c.played = 0 if played == PASS_VERTEX else -1
    model_prepare(m, context, b, b.to_play)
    _add(c, context, m, PASS_VERTEX)
    for i in range(b.n_empty):
        v = b.empties[i]
        if board_is_legal(b, v, b.to_play):
            if v == played:
                c.played = c.n
            _add(c, context, m, v)
    return c.played >= 0


cdef void choice_score(Choice* c, const float* rows) noexcept nogil:
    """Set the scores and probabilities of all moves."""
    cdef double best = -1e30, sum_of = 0.0
    cdef int i
    for i in range(c.n):
        c.score[i] = rows_score(rows, &c.active[c.start[i]], c.start[i + 1] - c.start[i],
                                &c.total[i][0])
        best = max(best, c.score[i])
    for i in range(c.n):
        c.probability[i] = exp(c.score[i] - best)
        sum_of += c.probability[i]
    for i in range(c.n):
        c.probability[i] /= sum_of
