"""Permutation AMAF: a simulation is credited to nodes that its moves reach in another order, too.

Helmbold and Parker-Wood, All-moves-as-first heuristics in Monte-Carlo Go, 2009: where the moves of
a simulation, those of either side exchanged among themselves, lead to the same final position by
another way through the tree, the children on that way are credited like those on the way that was
gone. Nodes down to ``permutation_amaf`` moves below the root are looked at; further down there are
too many orders.

Ours: nodes off the way are credited once a move, whatever ``rave_distance_levels`` says. A move
that is played again after a capture counts for the side that was first.
"""

from libc.string cimport memset

from board_ext.lowlevel.atomics cimport load_acquire_u32
from board_ext.lowlevel.types cimport BLACK, PASS_VERTEX, int64_t, uint8_t, uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.amaf.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent, Outcome, side_at
from gtpengine.mcts.tree.amaf cimport AMAF_MOVES
from gtpengine.mcts.tree.node cimport Node, REWARD_ONE, node_update_amaf
from gtpengine.mcts.tree.tree cimport Children, Tree, children_next, children_of

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "permutation_amaf"
PARAMS = (
    ParamSpec(
        "permutation_amaf", int, 0, 0, 4,
        doc="moves below the root down to which a simulation also updates RAVE at nodes that its "
        "moves reach in another order; 0: nowhere",
        source="permutation AMAF, Helmbold and Parker-Wood 2009; not tuned",
    ),
)


cdef struct Permuted:
    uint8_t side[AMAF_MOVES]  # who played there first and is not used up by the way; 0: nobody
    int64_t reward            # for Black


cdef void _walk(Permuted* p, const Descent* d, uint32_t node, int depth,
                bint on_way) noexcept nogil:
    """Credit what the moves left can play at a node that is off the way, and below it."""
    cdef Tree* tree = &d.search.tree
    cdef Children children = children_of(&tree.nodes[node])
    cdef Node* child
    cdef int side = side_at(d.search, depth), move
    cdef int64_t reward = p.reward if side == BLACK else REWARD_ONE - p.reward
    cdef bint goes_on
    while children_next(tree, &children):
        child = &tree.nodes[children.index]
        move = child.move
        if p.side[move] != side:
            continue
        if not on_way:
            node_update_amaf(child, reward, 1)
        if (
                depth < values_of(&d.search.params).permutation_amaf
                and load_acquire_u32(&child.children)):
            goes_on = on_way and depth < d.depth and d.path[depth + 1] == children.index
            p.side[move] = 0
            _walk(p, d, children.index, depth + 1, goes_on)
            p.side[move] = side


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    cdef Permuted* p = <Permuted*>door.own
    cdef int time, v
    memset(p.side, 0, sizeof(p.side))
    p.reward = <int64_t>(outcome.value * REWARD_ONE)
    for time in range(d.record.n - 1, -1, -1):
        v = d.record.vertices[time]
        if v != PASS_VERTEX:
            p.side[v] = side_at(d.search, time)
    _walk(p, d, d.path[0], 0, True)


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.learn = _learn
_door.hooks.own_bytes = sizeof(Permuted)
DOOR = _door
