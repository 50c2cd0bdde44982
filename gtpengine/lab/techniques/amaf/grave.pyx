"""GRAVE: the RAVE means of an ancestor stand in for the means of a node with few visits.

Cazenave, Generalized Rapid Action Value Estimation, IJCAI 2015. A node keeps the means of its side
to move alone, so that only every other node on the way can serve: the last one above, of either
side, with ``grave_threshold`` visits.
"""

from libc.string cimport memset

from board_ext.lowlevel.atomics cimport load_i64, load_u32
from board_ext.lowlevel.types cimport uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.amaf.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.mcts.tree.amaf cimport AMAF_MOVES
from gtpengine.mcts.tree.childview cimport ChildView
from gtpengine.mcts.tree.node cimport Node, REWARD_ONE
from gtpengine.mcts.tree.tree cimport Children, Tree, children_next, children_of

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "grave_threshold"
PARAMS = (
    ParamSpec(
        "grave_threshold", int, 0, 0, 1_000_000,
        doc="a node with fewer visits uses the RAVE means of its last ancestor with this many "
        "visits and the same side to move, for moves among the ancestor's children; 0 is RAVE",
        source="GRAVE, Cazenave 2015",
    ),
)


cdef struct Grave:
    # For either side: the last node on the way down that had visits enough, the one that `child`
    # was filled from, and by move the index of its child.
    uint32_t reference[3]
    uint32_t filled[3]
    uint32_t child[3][AMAF_MOVES]
    bint refers               # whether the node being chosen at uses a reference


cdef void _fill(Grave* g, const Tree* tree, int side) noexcept nogil:
    """Map the moves of the reference node of ``side`` to its children."""
    cdef Children children = children_of(&tree.nodes[g.reference[side]])
    g.filled[side] = g.reference[side]
    memset(g.child[side], 0, sizeof(g.child[side]))
    while children_next(tree, &children):
        g.child[side][tree.nodes[children.index].move] = children.index


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Note whose means the children of ``node`` use; no opinion about the child."""
    cdef Grave* g = <Grave*>door.own
    cdef const Tree* tree = &d.search.tree
    cdef int side = d.board.to_play
    if d.depth == 0:
        memset(g.reference, 0, sizeof(g.reference))
        memset(g.filled, 0, sizeof(g.filled))
    g.refers = (load_u32(&tree.nodes[node].visits)
                < <uint32_t>values_of(&d.search.params).grave_threshold)
    if not g.refers:
        g.reference[side] = node
        return 0
    g.refers = g.reference[side] != 0
    # A new block below the reference is looked at in the next simulation.
    if g.refers and g.filled[side] != g.reference[side]:
        _fill(g, tree, side)
    return 0


cdef void _evidence(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    """Put the reference's RAVE means in the place of the child's own."""
    cdef const Grave* g = <const Grave*>door.own
    cdef const Node* other
    cdef uint32_t index
    if not g.refers:
        return
    index = g.child[d.board.to_play][view.node.move]
    if index == 0:
        return
    other = &d.search.tree.nodes[index]
    view.rave_visits += <double>load_u32(&other.amaf_visits) - load_u32(&view.node.amaf_visits)
    view.rave_wins += (<double>load_i64(&other.amaf_reward)
                       - load_i64(&view.node.amaf_reward)) * (1.0 / REWARD_ONE)


cdef TechniqueDoor _door = TechniqueDoor()
# Whatever changes RAVE means must see the means of the reference.
_door.hooks.place = 0
_door.hooks.choose = _choose
_door.hooks.evidence = _evidence
_door.hooks.own_bytes = sizeof(Grave)
DOOR = _door
