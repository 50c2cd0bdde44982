"""Progressive bias: a bonus for likely moves that fades as a child is visited.

Chaslot, Winands, van den Herik, Uiterwijk and Bouzy, Progressive strategies for Monte-Carlo tree
search, 2008: + ``progressive_bias`` * p / (1 + n), with the probability p of the move model in the
place of their heuristic.
"""

from board_ext.lowlevel.atomics cimport load_u32
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.biases.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.mcts.params.selection_values cimport TREE_POLICY_RAVE, selection_values
from gtpengine.mcts.tree.childview cimport ChildView
from gtpengine.mcts.tree.node cimport node_probability

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "progressive_bias"
PARAMS = (
    ParamSpec(
        "progressive_bias", float, 0.0, 0.0, 100.0,
        doc="c in c * probability / (1 + visits), added to the score of the policy rave",
        source="Chaslot et al. 2008; not tuned",
    ),
)


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    if view.visits > 0.0 and selection_values(&d.search.params).tree_policy == TREE_POLICY_RAVE:
        view.score += (values_of(&d.search.params).progressive_bias * node_probability(view.node)
                       / (1.0 + load_u32(&view.node.visits)))


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.score = _score
DOOR = _door
