"""Thompson sampling: a child's score is drawn from what its results leave possible.

Thompson, On the likelihood that one unknown probability exceeds another, 1933; in a tree Bai, Wu
and Chen, Bayesian mixture modelling and inference based Thompson sampling in Monte-Carlo tree
search, NIPS 2013. After w wins in n visits the rate of winning is believed to be distributed as
Beta(w + 1, n - w + 1); n counts the virtual visits of the prior. RAVE does not count.

Ours: a normal distribution of the same mean and variance is drawn from, and the belief is about the
mean of a child alone, not about rewards with a variance of their own.
"""

from libc.math cimport cos, log, sqrt

from board_ext.lowlevel.rng cimport Rng, rng_float, rng_next, rng_seed
from board_ext.lowlevel.types cimport uint32_t, uint64_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.mcts.tree.childview cimport ChildView

SWITCH = "tree_policy=thompson"

cdef double TURN = 6.283185307179586


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Draw the seed of the children's random numbers; no opinion about the child."""
    (<uint64_t*>door.own)[0] = <uint64_t>rng_next(&d.rng) << 32 | rng_next(&d.rng)
    return 0


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    cdef double mean = (view.wins + 1.0) / (view.visits + 2.0), length, angle
    cdef Rng rng
    rng_seed(&rng, (<const uint64_t*>door.own)[0], view.index)
    # Box and Muller's normal number.
    length = sqrt(-2.0 * log(max(<double>rng_float(&rng), 1e-8)))
    angle = TURN * rng_float(&rng)
    view.score = mean + sqrt(max(0.0, mean * (1.0 - mean)) / (view.visits + 3.0)) * (
        length * cos(angle))


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.choose = _choose
_door.hooks.score = _score
_door.hooks.own_bytes = sizeof(uint64_t)
DOOR = _door
