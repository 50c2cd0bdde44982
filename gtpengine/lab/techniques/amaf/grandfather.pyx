"""Grandfather heuristic: a new move begins with its value two moves before.

Gelly and Silver, Combining online and offline knowledge in UCT, 2007: the value of a move at a new
node is the value of the same move at the node's grandparent, where the same side was to move. It
counts as virtual visits, as many as the move has there, at most ``grandfather``.
"""

from libc.string cimport memset

from board_ext.lowlevel.atomics cimport load_u32
from board_ext.lowlevel.types cimport uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.amaf.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent, Prior
from gtpengine.mcts.tree.amaf cimport AMAF_MOVES
from gtpengine.mcts.tree.node cimport Node, node_mean
from gtpengine.mcts.tree.tree cimport Children, Tree, children_next, children_of

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "grandfather"
PARAMS = (
    ParamSpec(
        "grandfather", float, 0.0, 0.0, 1000.0,
        doc="most virtual visits that a new move gets with the mean it has two moves before",
        source="Gelly and Silver 2007; not tuned",
    ),
)


cdef struct Grandparent:
    uint32_t of_node          # whose grandparent it is, 0 before the first
    uint32_t child[AMAF_MOVES]    # index of the grandparent's child by move, 0 without


cdef void _fill(Grandparent* g, const Tree* tree, uint32_t node,
                uint32_t grandparent) noexcept nogil:
    """Map the moves of a node's grandparent to its children."""
    cdef Children children = children_of(&tree.nodes[grandparent])
    memset(g.child, 0, sizeof(g.child))
    g.of_node = node
    while children_next(tree, &children):
        g.child[tree.nodes[children.index].move] = children.index


cdef void _prior(Door* door, const Descent* d, int move, Prior* prior) noexcept nogil:
    cdef Grandparent* g = <Grandparent*>door.own
    cdef const Tree* tree = &d.search.tree
    cdef const Node* other
    cdef double weight
    if d.depth < 2:
        return
    # All children of a block are asked about one after the other.
    if g.of_node != d.path[d.depth]:
        _fill(g, tree, d.path[d.depth], d.path[d.depth - 2])
    if g.child[move]:
        other = &tree.nodes[g.child[move]]
        weight = min(<double>load_u32(&other.visits), values_of(&d.search.params).grandfather)
        prior.wins += weight * node_mean(other)
        prior.weight += weight


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.prior = _prior
_door.hooks.own_bytes = sizeof(Grandparent)
DOOR = _door
