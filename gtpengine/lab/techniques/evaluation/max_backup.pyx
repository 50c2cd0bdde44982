"""Backup by mean and best child: the more a node's best child was visited, the more it counts.

Coulom, Efficient selectivity and backup operators in Monte-Carlo tree search, 2006: the mean of all
simulations is too low a value where one move is good and many were tried, the value of the best
child too high where few were. The operator *mix* of that paper moves from the mean to the best
child. Here the value of a node is (w * mean + n * value of its most visited child) / (w + n), with
the n visits of that child and w = ``max_backup``; the paper has w = twice the points of the board.

Not done: the exceptions of the paper where the second best child has more visits, and w does not
grow with the visits.

Races: what lies beside a node is stored and loaded whole, and follows from the children, so the
last of two threads to climb repairs the other's.
"""

from board_ext.lowlevel.atomics cimport load_u32, store_u32
from board_ext.lowlevel.types cimport uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor, beside
from gtpengine.lab.techniques.evaluation.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent, Outcome
from gtpengine.mcts.tree.childview cimport ChildView
from gtpengine.mcts.tree.node cimport node_mean
from gtpengine.mcts.tree.tree cimport Children, Tree, children_next, children_of

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "max_backup"
PARAMS = (
    ParamSpec(
        "max_backup", float, 0.0, 0.0, 1e9,
        doc="visits of the most visited child at which a node's value is half its own mean and "
        "half the child's value; 0 is the mean alone",
        source="Coulom 2006, mix: twice the points of the board there",
    ),
)

cdef enum:
    ONE = 1 << 30             # the value 1; what is kept beside a node is one more, 0 is unknown


cdef inline double _value(const Door* door, uint32_t node) noexcept nogil:
    """Return the value of a node for the side that moved there."""
    cdef uint32_t kept = load_u32(<uint32_t*>beside(door, node))
    return (kept - 1.0) / ONE if kept else node_mean(&door.worker.search.tree.nodes[node])


cdef void _climb(const Door* door, uint32_t node, double weight) noexcept nogil:
    """Set the value of a node by its mean and its most visited child."""
    cdef const Tree* tree = &door.worker.search.tree
    cdef Children children = children_of(&tree.nodes[node])
    cdef uint32_t most = 0, best = 0, n
    cdef double value
    while children_next(tree, &children):
        n = load_u32(&tree.nodes[children.index].visits)
        if n > most:
            most = n
            best = children.index
    if most:
        value = (weight * node_mean(&tree.nodes[node]) + most * (1.0 - _value(door, best))) / (
            weight + most)
        store_u32(<uint32_t*>beside(door, node),
                  1 + <uint32_t>(min(max(value, 0.0), 1.0) * ONE))


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    """Carry the values below towards the root."""
    cdef int depth
    for depth in range(d.depth, 0, -1):
        _climb(door, d.path[depth], values_of(&d.search.params).max_backup)


cdef void _evidence(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    """Put the value in the place of the mean of the child's visits."""
    cdef uint32_t kept = load_u32(<uint32_t*>beside(door, view.index))
    if kept:
        view.wins += load_u32(&view.node.visits) * (
            (kept - 1.0) / ONE - node_mean(view.node))


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.learn = _learn
_door.hooks.evidence = _evidence
_door.hooks.node_bytes = sizeof(uint32_t)
DOOR = _door
