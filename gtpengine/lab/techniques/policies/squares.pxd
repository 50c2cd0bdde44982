"""The variance of a child's rewards, as measured: the sum of their squares beside each node.

Races: squares are added to like rewards; a reader may see one without the other, which shifts a
variance by a visit at most.
"""

from board_ext.lowlevel.atomics cimport add_i64, load_i64
from board_ext.lowlevel.types cimport BLACK, int64_t
from gtpengine.lab.doors.door cimport Door, beside
from gtpengine.mcts.doors.search_state cimport Descent, Outcome, side_at
from gtpengine.mcts.tree.childview cimport ChildView
from gtpengine.mcts.tree.node cimport REWARD_ONE, node_prior_value, node_prior_weight

cdef enum:
    SQUARES_BYTES = 8         # beside each node


cdef inline void squares_learn(Door* door, const Descent* d,
                               const Outcome* outcome) noexcept nogil:
    """Add the square of the reward of each node of the way."""
    cdef int depth
    cdef double reward
    for depth in range(1, d.depth + 1):
        reward = outcome.value
        if side_at(d.search, depth - 1) != BLACK:
            reward = 1.0 - reward
        add_i64(<int64_t*>beside(door, d.path[depth]), <int64_t>(reward * reward * REWARD_ONE))


cdef inline double squares_variance(const Door* door, const ChildView* view) noexcept nogil:
    """Return the variance of a child's rewards. Each virtual visit of its prior counts as a reward
    of 0 or 1. There must be visits."""
    cdef double mean = view.wins / view.visits
    cdef double squares = (load_i64(<const int64_t*>beside(door, view.index)) * (1.0 / REWARD_ONE)
                           + node_prior_weight(view.node) * node_prior_value(view.node))
    return max(0.0, squares / view.visits - mean * mean)
