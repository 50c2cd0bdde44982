"""UCD: the mean of a move is made of what is known below it, whichever way led there.

Saffidine, Cazenave and Méhat, UCD: upper confidence bound for rooted directed acyclic graphs, 2010.
Where nodes share children (`transpositions.pyx`), a move's own simulations are not all that is
known of it. Its mean to the depth d is that of its simulations from before it had children and of
its children's means to the depth d - 1, by their visits; to the depth 0 it is the mean of its own
simulations. ``ucd_depth`` = 1 is UCT2 of Childs, Brodeur and Kocsis 2008; as d grows it becomes
their UCT3, at a cost that grows with the number of nodes so deep. Numbers of visits are those of
the way that was gone (d2 = d3 = 0 in the paper).

Races: what is noted beside a node is stored before it has children, and is the same but for a
simulation or two if two threads note it.
"""

from board_ext.lowlevel.atomics cimport load_acquire_u32, load_i64, load_u32, store_release_u32
from board_ext.lowlevel.types cimport int64_t, uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor, beside
from gtpengine.lab.techniques.tree.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.mcts.tree.childview cimport ChildView
from gtpengine.mcts.tree.node cimport Node, REWARD_ONE, node_mean
from gtpengine.mcts.tree.tree cimport Children, Tree, children_next, children_of

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "ucd_depth"
PARAMS = (
    ParamSpec(
        "ucd_depth", int, 0, 0, 8,
        doc="moves below a child of which its mean is made, with transpositions on: 1 is UCT2, "
        "much is UCT3, 0 the child's own simulations (UCT1)",
        source="d1 of UCD, Saffidine, Cazenave and Méhat 2010",
    ),
)


cdef struct Before:
    # Beside a node: its simulations from before it had children, and one more; 0 is unknown.
    uint32_t visits
    uint32_t padding
    int64_t reward            # of them, for the side that moved there


cdef double _mean(const Door* door, uint32_t index, int depth) noexcept nogil:
    """Return a node's mean to a depth, for the side that moved there; it must have visits."""
    cdef const Tree* tree = &door.worker.search.tree
    cdef const Node* node = &tree.nodes[index]
    cdef const Before* before = <const Before*>beside(door, index)
    cdef uint32_t noted = load_acquire_u32(&before.visits)
    cdef double visits, wins, n
    cdef Children children
    if depth == 0 or noted == 0:
        return node_mean(node)
    visits = noted - 1.0
    wins = before.reward * (1.0 / REWARD_ONE)
    children = children_of(node)
    while children_next(tree, &children):
        n = load_u32(&tree.nodes[children.index].visits)
        if n > 0.0:
            visits += n
            wins += n * (1.0 - _mean(door, children.index, depth - 1))
    return wins / visits if visits > 0.0 else node_mean(node)


cdef void _note(Door* door, const Descent* d, uint32_t node) noexcept nogil:
    """Note what is known of a node before it gets children."""
    cdef Before* before = <Before*>beside(door, node)
    cdef const Node* n = &d.search.tree.nodes[node]
    if load_u32(&before.visits) == 0:
        before.reward = load_i64(&n.reward)
        store_release_u32(&before.visits, load_u32(&n.visits) + 1)


cdef uint32_t _same_position(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Look at a node that is about to get children, of its own or shared; name no other."""
    _note(door, d, node)
    return 0


cdef void _evidence(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    cdef uint32_t visits = load_u32(&view.node.visits)
    if visits:
        view.wins += visits * (
            _mean(door, view.index, values_of(&d.search.params).ucd_depth) - node_mean(view.node))


cdef TechniqueDoor _door = TechniqueDoor()
# It must see a node before a table names another.
_door.hooks.place = 0
_door.hooks.same_position = _same_position
_door.hooks.expanded = _note
_door.hooks.evidence = _evidence
_door.hooks.node_bytes = sizeof(Before)
DOOR = _door
