"""Pool-RAVE: playouts choose among the moves that RAVE prefers at the end of the tree's way.

Rimmel, Teytaud and Teytaud, Biasing Monte-Carlo simulations through RAVE values, 2010. The playout
rule ``pool`` plays them; this collects them before each playout, from the deepest node of the way
that has had ``playout_pool_visits`` simulations.
"""

from board_ext.atomics cimport load_i64, load_u32
from board_ext.types cimport PASS_VERTEX, uint32_t
from gtpengine.mcts.doors.doors cimport TechniqueDoor
from gtpengine.mcts.doors.search_state cimport Descent, Door, side_at
from gtpengine.mcts.playout.playout cimport Playout
from gtpengine.mcts.playout.pool_rave cimport MAX_POOL, Pool
from gtpengine.mcts.tree.node cimport Node
from gtpengine.mcts.tree.tree cimport Children, Tree, children_next, children_of

SWITCH = "playout_pool_rate"


cdef int _deepest(const Descent* d) noexcept nogil:
    """Return the depth of the node whose RAVE means are used, -1 without."""
    cdef const Tree* tree = &d.search.tree
    cdef const Node* node
    cdef int depth = d.depth
    while depth >= 0:
        node = &tree.nodes[d.path[depth]]
        if (load_u32(&node.visits) >= <uint32_t>d.search.params.playout_pool_visits
                and children_of(node).end):
            break
        depth -= 1
    return depth


cdef void _playout(Door* door, Descent* d, Playout* playout) noexcept nogil:
    """Collect the best MAX_POOL moves by their RAVE means, best first."""
    cdef Pool* pool = <Pool*>door.own
    cdef const Tree* tree = &d.search.tree
    cdef double[MAX_POOL] values
    cdef const Node* child
    cdef Children children
    cdef double value
    cdef uint32_t visits
    cdef int depth = _deepest(d), place
    playout.pool = pool
    pool.n = 0
    if depth < 0:
        return
    pool.color = side_at(d.search, depth)
    children = children_of(&tree.nodes[d.path[depth]])
    while children_next(tree, &children):
        child = &tree.nodes[children.index]
        visits = load_u32(&child.amaf_visits)
        if child.move == PASS_VERTEX or visits == 0:
            continue
        value = load_i64(&child.amaf_reward) / <double>visits
        if pool.n == MAX_POOL and value <= values[MAX_POOL - 1]:
            continue
        place = min(pool.n, MAX_POOL - 1)
        while place > 0 and values[place - 1] < value:
            values[place] = values[place - 1]
            pool.vertices[place] = pool.vertices[place - 1]
            place -= 1
        values[place] = value
        pool.vertices[place] = child.move
        pool.n = min(pool.n + 1, MAX_POOL)


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.playout = _playout
_door.hooks.own_bytes = sizeof(Pool)
DOOR = _door
