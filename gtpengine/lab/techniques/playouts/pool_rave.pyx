"""Pool-RAVE: playouts choose among the moves that RAVE prefers at the end of the tree's way.

Rimmel, Teytaud and Teytaud, Biasing Monte-Carlo simulations through RAVE values, 2010. The moves
are collected before each playout, from the deepest node of the way that has had
``playout_pool_visits`` simulations; the playout rule ``pool`` plays a random one of them.

Ours: a pool has 16 moves. They are those of the side to move at the node, and the other side plays
without a pool. So of two random playouts one alone is informed.
"""

from board_ext.board cimport Board
from board_ext.lowlevel.atomics cimport load_i64, load_u32
from board_ext.lowlevel.rng cimport rng_below
from board_ext.lowlevel.types cimport CELL_EMPTY, NO_VERTEX, PASS_VERTEX, uint16_t, uint32_t
from board_ext.playouts.uniform cimport is_playable
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.playouts.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent, side_at
from gtpengine.mcts.moves.refusal cimport Refusal
from gtpengine.mcts.moves.refusing cimport is_refused
from gtpengine.mcts.playout.playout cimport Playout, chance
from gtpengine.mcts.playout.rules cimport PlayoutRule
from gtpengine.mcts.tree.node cimport Node
from gtpengine.mcts.tree.tree cimport Children, Tree, children_next, children_of

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "playout_pool_rate"
PARAMS = (
    ParamSpec(
        "playout_pool_rate", float, 0.0, 0.0, 1.0,
        doc="rate of playing one of the moves that RAVE prefers at the end of the tree's path",
        source="pool-RAVE, Rimmel, Teytaud and Teytaud 2010; not tuned",
    ),
    ParamSpec(
        "playout_pool_visits", int, 50, 1, 1000000,
        doc="simulations through a node before its RAVE means make a pool",
        source="Rimmel, Teytaud and Teytaud 2010; not tuned",
    ),
)

cdef enum:
    MAX_POOL = 16


cdef struct Pool:
    int color                 # whose moves they are
    int n
    uint16_t vertices[MAX_POOL]


cdef int _deepest(const Descent* d) noexcept nogil:
    """Return the depth of the node whose RAVE means are used, -1 without."""
    cdef const Tree* tree = &d.search.tree
    cdef const Node* node
    cdef int depth = d.depth
    while depth >= 0:
        node = &tree.nodes[d.path[depth]]
        if (load_u32(&node.visits) >= <uint32_t>values_of(&d.search.params).playout_pool_visits
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


cdef int move(Playout* playout, const Board* b, int color, int fewest,
              const Refusal* refusal) noexcept nogil:
    """Return a random move of the pool if it can be played, or NO_VERTEX."""
    cdef const Pool* pool = <const Pool*>playout.own
    cdef int v
    if pool == NULL or not chance(playout.rng, values_of(playout.params).playout_pool_rate):
        return NO_VERTEX
    if pool.color != color or pool.n == 0:
        return NO_VERTEX
    v = pool.vertices[rng_below(playout.rng, pool.n)]
    if (b.cell[v] == CELL_EMPTY and is_playable(b, v, color)
            and not is_refused(b, v, color, refusal)):
        return v
    return NO_VERTEX


RULE = PlayoutRule(
    name="pool", reason="pool", parameter="playout_pool_rate", place=110, answers=True,
).plays(move)

cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.playout = _playout
_door.hooks.own_bytes = sizeof(Pool)
DOOR = _door
