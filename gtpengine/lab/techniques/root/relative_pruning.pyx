"""Relative pruning: moves of the root that will not catch up any more get no more simulations.

Huang, Liu, Lu and Xiao, Pruning in UCT algorithm, TAAI 2010. Absolute pruning waits until a move
could not catch up if it got all simulations that are left. Relative pruning assumes that none gets
more than a share of them, ``relative_pruning``: a move with n visits is pruned when n + share *
(simulations left) is below the most visits of a move. 1 is absolute pruning. When one move is left
the search ends.

A search without a limit in simulations is left alone. Once in ``explore_interval`` simulations a
pruned move is looked at all the same.
"""

from board_ext.lowlevel.atomics cimport load_u32, load_u64, store_u32
from board_ext.lowlevel.types cimport uint32_t, uint64_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.root.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.mcts.tree.childview cimport ChildView
from gtpengine.mcts.tree.tree cimport Children, Tree, children_next, children_of

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "relative_pruning"
PARAMS = (
    ParamSpec(
        "relative_pruning", float, 0.0, 0.0, 1.0,
        doc="largest share of the simulations left that a move is thought to get; moves of the "
        "root that cannot catch up with it are pruned; 0 is off",
        source="Huang, Liu, Lu and Xiao 2010; not tuned",
    ),
)

cdef enum:
    # A larger limit is no budget: the search ends by time, or not at all.
    MOST_SIMULATIONS = 100000000
    PRUNED = 100              # taken off a score: more than any score, less than a proof


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Compute the fewest visits that a move needs to stay; no opinion about the child."""
    cdef const Tree* tree = &d.search.tree
    cdef double* fewest = <double*>door.own
    cdef uint64_t next = load_u64(&d.search.next_simulation), end = d.search.end_simulation
    cdef uint32_t most = 0
    cdef Children children
    cdef int left = 0
    fewest[0] = 0.0
    if d.depth or end - d.search.begin_simulation > MOST_SIMULATIONS:
        return 0
    children = children_of(&tree.nodes[node])
    while children_next(tree, &children):
        most = max(most, load_u32(&tree.nodes[children.index].visits))
    if next < end:
        fewest[0] = most - values_of(&d.search.params).relative_pruning * <double>(end - next)
    else:
        fewest[0] = most
    children = children_of(&tree.nodes[node])
    while children_next(tree, &children):
        left += load_u32(&tree.nodes[children.index].visits) >= fewest[0]
    if left == 1:
        store_u32(&door.worker.search.stop, 1)
    return 0


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    if d.depth == 0 and load_u32(&view.node.visits) < (<const double*>door.own)[0]:
        view.score -= PRUNED


cdef TechniqueDoor _door = TechniqueDoor()
# On top of whatever policy makes the score.
_door.hooks.place = 2
_door.hooks.choose = _choose
_door.hooks.score = _score
_door.hooks.own_bytes = sizeof(double)
DOOR = _door
