"""What a network gets wrong of positions that look alike is taken off what it says of new ones.

Wu, Subtree value bias correction, 2021 (KataGo, docs/KataGoMethods.md). For each kind of position
(moves/likeness.pxd) there is the mean of what the network said of a node less what simulations
through it turned out to be worth. ``network_bias`` times this mean is taken off the next judgement
of the kind. The n-th simulation through a node counts by n ** ``WEIGHT_POWER``, so that a node
counts about as its visits to the power 0.8, as in the source.

Not done: a judgement that has been counted is not corrected again as more is learned of its kind,
and what nodes that leave the tree have taught stays until the tree is cleared.

Races: both sums of a kind are added to with atomics, in fixed point. A reader may see one without
the other, which shifts a mean by a simulation at most.
"""

from board_ext.lowlevel.types cimport int64_t, uint16_t
from gtpengine.mcts.doors.search_state cimport Descent, Search

cdef struct Bias:
    # The sums over simulations of one kind, in units of 1 / BIAS_ONE.
    int64_t error             # of weight times error, for Black
    int64_t weight


cdef Bias* biases_new() noexcept nogil
cdef void biases_free(Bias* biases) noexcept nogil
cdef void biases_clear(Bias* biases) noexcept nogil

# These need a search that keeps `biases`.
# What is to be taken off a new judgement of a kind, for Black.
cdef double bias_of(const Search* s, uint16_t kind) noexcept nogil

# Learn from a simulation of this value for Black, at the judged nodes above the leaf.
cdef void bias_learn(const Descent* d, double value) noexcept nogil
