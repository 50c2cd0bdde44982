"""KL-UCB: the largest win rate that a child's results do not rule out; RAVE does not count.

Garivier and Cappé, The KL-UCB algorithm for bounded stochastic bandits and beyond, COLT 2011: the
largest q with n * kl(mean, q) <= f ln N, where kl(p, q) = p ln(p / q) + (1 - p) ln((1 - p) /
(1 - q)), and f = 1, here ``bonus_factor`` squared. By Pinsker's inequality the bonus is at most
half of the exploration of ucb1. n counts the virtual visits of the prior.
"""

from libc.math cimport log

from board_ext.lowlevel.atomics cimport load_u32
from board_ext.lowlevel.types cimport uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.policies.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.mcts.params.selection_values cimport selection_values
from gtpengine.mcts.tree.childview cimport ChildView

SWITCH = "tree_policy=kl-ucb"

cdef enum:
    HALVINGS = 16             # of the interval in which the bound lies


cdef inline double _divergence(double p, double q) noexcept nogil:
    """Return kl(p, q); q is above 0 and below 1."""
    cdef double result = 0.0
    if p > 0.0:
        result += p * log(p / q)
    if p < 1.0:
        result += (1.0 - p) * log((1.0 - p) / (1.0 - q))
    return result


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Compute f ln N; no opinion about the child."""
    cdef double c = values_of(&d.search.params).bonus_factor
    (<double*>door.own)[0] = c * c * log(
        <double>load_u32(&d.search.tree.nodes[node].visits) + 1.0)
    return 0


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    cdef double limit, low, high = 1.0, middle, mean
    cdef int _
    if view.visits <= 0.0:
        view.score = selection_values(&d.search.params).first_play_urgency
        return
    limit = (<const double*>door.own)[0] / view.visits
    mean = min(max(view.wins / view.visits, 0.0), 1.0)
    low = mean
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        if middle < 1.0 and _divergence(mean, middle) <= limit:
            low = middle
        else:
            high = middle
    view.score = low


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.choose = _choose
_door.hooks.score = _score
_door.hooks.own_bytes = sizeof(double)
DOOR = _door
