"""Implicit minimax backups: a heuristic value is backed up by minimax beside the mean of playouts.

Lanctot, Winands, Pepels and Sturtevant, Monte Carlo tree search with heuristic evaluations using
implicit minimax backups, CIG 2014: a child's score is (1 - a) Q + a v, where v is the minimax
value, over the tree as it is, of the heuristic at its leaves. Here the heuristic is the value of
the prior (rules and move model), and Q the mean mixed with RAVE.
"""

from board_ext.lowlevel.atomics cimport load_u32, store_u32
from board_ext.lowlevel.types cimport uint32_t
from gtpengine.mcts.doors.doors cimport TechniqueDoor, beside
from gtpengine.mcts.doors.search_state cimport Descent, Door, Outcome
from gtpengine.mcts.tree.node cimport node_prior_value
from gtpengine.mcts.tree.tree cimport Children, Tree, children_next, children_of
from gtpengine.mcts.tree.treepolicy cimport ChildView

from gtpengine.base.paramspec import ParamSpec

SWITCH = "implicit_minimax"
PARAMS = (
    ParamSpec(
        "implicit_minimax", float, 0.0, 0.0, 1.0,
        doc="share of the minimax value of the priors in the score of a child",
        source="Lanctot, Winands, Pepels and Sturtevant 2014; 0.1 to 0.4 there",
    ),
)

cdef enum:
    ONE = 1 << 30             # the value 1; what is kept beside a node is one more, 0 is unknown


# What lies beside a node: the value for the side that moved there. Races: it is stored and loaded
# whole, and follows from the children, so the last of two threads to climb repairs the other's.


cdef inline double _load(const Door* door, uint32_t node) noexcept nogil:
    """Return the value of a node for the side that moved there, below 0 when it is unknown."""
    return (<double>load_u32(<uint32_t*>beside(door, node)) - 1.0) / ONE


cdef inline void _store(const Door* door, uint32_t node, double value) noexcept nogil:
    store_u32(<uint32_t*>beside(door, node), 1 + <uint32_t>(value * ONE))


cdef void _climb(const Door* door, uint32_t node) noexcept nogil:
    """Set the value of a node by its children: what is best for them is bad for it."""
    cdef const Tree* tree = &door.worker.search.tree
    cdef Children children = children_of(&tree.nodes[node])
    cdef double best = -1.0
    while children_next(tree, &children):
        best = max(best, _load(door, children.index))
    if best >= 0.0:
        _store(door, node, 1.0 - best)


cdef void _expanded(Door* door, const Descent* d, uint32_t node) noexcept nogil:
    """Let the new children begin with the values of their priors."""
    cdef const Tree* tree = &d.search.tree
    cdef Children children = children_of(&tree.nodes[node])
    while children_next(tree, &children):
        _store(door, children.index, node_prior_value(&tree.nodes[children.index]))


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    """Carry the values below towards the root."""
    cdef int depth
    for depth in range(d.depth, -1, -1):
        _climb(door, d.path[depth])


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    cdef double share = d.search.params.implicit_minimax, value = _load(door, view.index)
    if value >= 0.0:
        view.score += share * (value - view.score)


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.expanded = _expanded
_door.hooks.learn = _learn
_door.hooks.score = _score
_door.hooks.node_bytes = sizeof(uint32_t)
DOOR = _door
