"""PUCT: the policy's favourites are explored first, RAVE does not count.

Rosin, Multi-armed bandits with episode context, 2011, in the form of Silver et al. 2016: the mean
plus ``puct_exploration`` * p * sqrt(visits of the parent) / (1 + visits of the child). A child
without visits has the mean of its parent.
"""

from libc.math cimport sqrt

from board_ext.lowlevel.atomics cimport load_i64, load_u16, load_u32
from board_ext.lowlevel.types cimport uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.policies.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.mcts.tree.childview cimport ChildView
from gtpengine.mcts.tree.node cimport Node, REWARD_ONE, node_probability

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "tree_policy=puct"
PARAMS = (
    ParamSpec(
        "puct_exploration", float, 1.0, 0.0, 100.0,
        doc="c in value + c * probability * sqrt(parent visits) / (1 + visits) of the policy puct",
        source="Rosin 2011; Silver et al. 2016; not tuned",
    ),
)


cdef struct Parent:
    double sqrt_visits
    double mean               # for its side to move


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Compute what the scores of the children have in common; no opinion about the child."""
    cdef Parent* parent = <Parent*>door.own
    cdef const Node* n = &d.search.tree.nodes[node]
    cdef double visits = load_u32(&n.visits)
    parent.sqrt_visits = sqrt(visits)
    parent.mean = 1.0 - load_i64(&n.reward) / (REWARD_ONE * visits) if visits > 0.0 else 0.5
    return 0


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    cdef const Parent* parent = <const Parent*>door.own
    cdef const Node* child = view.node
    cdef double n = <double>load_u32(&child.visits) + load_u16(&child.virtual_losses)
    cdef double mean = parent.mean
    if n > 0.0:
        mean = load_i64(&child.reward) / (REWARD_ONE * n)
    view.score = mean + (values_of(&d.search.params).puct_exploration * node_probability(child)
                         * parent.sqrt_visits / (1.0 + n))


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.choose = _choose
_door.hooks.score = _score
_door.hooks.own_bytes = sizeof(Parent)
DOOR = _door
