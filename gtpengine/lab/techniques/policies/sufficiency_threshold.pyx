"""Sufficiency threshold: nothing is explored while some child is good enough.

Gudmundsson and Björnsson, Sufficiency-based selection strategy for MCTS, IJCAI 2013: where any
child of a node has a mean above ``sufficiency_threshold``, the exploration constant is 0 there. It
changes the policies ucb1 and ucb1-tuned, whose score then is the mean alone.
"""

from board_ext.lowlevel.atomics cimport load_u32
from board_ext.lowlevel.types cimport uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.policies.values cimport (
    TREE_POLICY_UCB1, TREE_POLICY_UCB1_TUNED, values_of,
)
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.mcts.params.selection_values cimport selection_values
from gtpengine.mcts.tree.childview cimport ChildView
from gtpengine.mcts.tree.node cimport Node, node_mean
from gtpengine.mcts.tree.tree cimport Children, Tree, children_next, children_of

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "sufficiency_threshold"
PARAMS = (
    ParamSpec(
        "sufficiency_threshold", float, 0.0, 0.0, 1.0,
        doc="with a child of a mean above this a node does not explore, for the policies ucb1 and "
        "ucb1-tuned; 0 is off",
        source="Gudmundsson and Björnsson 2013, 0.6 there",
    ),
)


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Note whether a child is good enough; no opinion which."""
    cdef const Tree* tree = &d.search.tree
    cdef Children children = children_of(&tree.nodes[node])
    cdef const Node* child
    cdef bint* enough = <bint*>door.own
    cdef double threshold = values_of(&d.search.params).sufficiency_threshold
    enough[0] = False
    while children_next(tree, &children):
        child = &tree.nodes[children.index]
        if load_u32(&child.visits) and node_mean(child) > threshold:
            enough[0] = True
            break
    return 0


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    cdef int policy = selection_values(&d.search.params).tree_policy
    if ((<const bint*>door.own)[0] and view.visits > 0.0
            and (policy == TREE_POLICY_UCB1 or policy == TREE_POLICY_UCB1_TUNED)):
        view.score = view.wins / view.visits


cdef TechniqueDoor _door = TechniqueDoor()
# After the policies whose bonus it takes away.
_door.hooks.place = 2
_door.hooks.choose = _choose
_door.hooks.score = _score
_door.hooks.own_bytes = sizeof(bint)
DOOR = _door
