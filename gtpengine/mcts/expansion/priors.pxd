"""The value a new child starts with, and the number of simulations that value is worth.

Providers add (value, weight) pairs; the child gets their weighted mean and their total weight. They
are computed once, when the parent is expanded.
"""

from board_ext.board cimport Board
from board_ext.lowlevel.types cimport uint64_t
from gtpengine.mcts.doors.search_state cimport Prior, Request
from gtpengine.mcts.params.cparams cimport CParams


cdef struct PriorContext:
    # Everything that is the same for all moves of a position.
    const Board* board
    const CParams* params
    int color
    uint64_t near_stones[7]   # vertices within three steps of a stone
    const Request* answer     # the evaluator's answer, and what it read on the board


cdef inline void prior_add(Prior* prior, double value, double weight) noexcept nogil:
    """Add a value in [0, 1] with its weight in simulations."""
    prior.wins += value * weight
    prior.weight += weight


cdef void priors_prepare(PriorContext* context, const Board* b, const CParams* p,
                         Request* answer) noexcept nogil
cdef Prior prior_of_move(const PriorContext* context, int v) noexcept nogil
cdef Prior prior_of_pass(const PriorContext* context) noexcept nogil
