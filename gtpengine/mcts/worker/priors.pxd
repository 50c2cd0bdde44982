"""What a new child starts with: a value and the number of simulations it is worth.

Providers add (value, weight) pairs; the child gets their weighted mean and their total weight. They
are computed once, when the parent is expanded.
"""

from board_ext.board cimport Board
from board_ext.types cimport uint64_t
from gtpengine.mcts.doors.search_state cimport Prior, Request
from gtpengine.mcts.params.cparams cimport CParams


cdef struct PriorContext:
    # What is the same for all moves of a position.
    const Board* board
    const CParams* params
    int color
    uint64_t near_stones[7]   # vertices within three steps of a stone
    const Request* answer     # what the evaluator says, and what it has read


cdef inline void prior_add(Prior* prior, double value, double weight) noexcept nogil:
    prior.wins += value * weight
    prior.weight += weight


cdef void priors_prepare(PriorContext* context, const Board* b, const CParams* p,
                         Request* answer) noexcept nogil
cdef Prior prior_of_move(const PriorContext* context, int v) noexcept nogil
cdef Prior prior_of_pass(const PriorContext* context) noexcept nogil
