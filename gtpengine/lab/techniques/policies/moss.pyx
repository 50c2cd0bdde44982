"""MOSS: UCB that stops exploring a child that had its share of the visits; RAVE does not count.

Audibert and Bubeck, Minimax policies for adversarial and stochastic bandits, COLT 2009: mean +
sqrt(max(0, ln(N / (K n))) / n) for K children, the bonus times ``bonus_factor``. N and n count the
virtual visits of the prior.
"""

from libc.math cimport log, sqrt

from board_ext.lowlevel.atomics cimport load_u32
from board_ext.lowlevel.types cimport uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.policies.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.mcts.params.selection_values cimport selection_values
from gtpengine.mcts.tree.childview cimport ChildView
from gtpengine.mcts.tree.node cimport node_prior_weight
from gtpengine.mcts.tree.tree cimport Children, Tree, children_next, children_of

SWITCH = "tree_policy=moss"


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Compute the mean visits of a child; no opinion about it."""
    cdef const Tree* tree = &d.search.tree
    cdef Children children = children_of(&tree.nodes[node])
    cdef double visits = load_u32(&tree.nodes[node].visits)
    cdef int n = 0
    while children_next(tree, &children):
        visits += node_prior_weight(&tree.nodes[children.index])
        n += 1
    (<double*>door.own)[0] = visits / max(1, n)
    return 0


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    cdef double share = (<const double*>door.own)[0]
    if view.visits <= 0.0:
        view.score = selection_values(&d.search.params).first_play_urgency
        return
    view.score = view.wins / view.visits
    if share > view.visits:
        view.score += values_of(&d.search.params).bonus_factor * sqrt(
            log(share / view.visits) / view.visits)


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.choose = _choose
_door.hooks.score = _score
_door.hooks.own_bytes = sizeof(double)
DOOR = _door
