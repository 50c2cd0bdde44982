"""A graph of positions in the place of the tree, for the search by a network.

Wu, Monte-Carlo graph search from first principles (KataGo, docs/GraphSearch.md), 2023. Moves are
edges: each has visits of its own, which PUCT and the choice of a move count. A position that
several orders of moves lead to has one value. That of a position n with the network's judgement U
is

    Q(n) = (U(n) + sum over its moves a of N(n, a) * Q(n after a)) / (1 + sum of N(n, a)),

and it is computed anew, from the leaf up, at each position of the way of a simulation: what another
way has taught of a position below is counted the next time. A simulation that comes to a known
position by a new way ends there, and is worth its value without the network being asked.

Nodes of one position share their children. `tree/same_position.pxd` says which nodes may, so that
the graph has no cycles and superko forbids the same moves. The first child identifies the position:
the values lie beside that child, and move with it.

Not done: the last two moves, which the network sees, may differ between two ways; the judgement is
that of the first. What the graph corrects is not told to the sums of rewards in the nodes, which
reports and the value of a move without visits read.

Races: a value is written as a whole; two threads that compute it at once differ by what the other
has just added.
"""

from board_ext.lowlevel.atomics cimport load_acquire_u32, load_u32, load_u64, store_u64
from board_ext.lowlevel.types cimport BLACK, uint32_t, uint64_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor, beside
from gtpengine.lab.techniques.tree.same_position cimport (
    PositionEntry, Way, breaks_superko, enter_position, follow_way, known_position, positions_bytes,
)
from gtpengine.mcts.by_network.judging cimport judgement_worth
from gtpengine.mcts.doors.judgement cimport is_judged, judgement_at, judgement_points
from gtpengine.mcts.doors.search_state cimport Descent, Outcome, Search, side_at
from gtpengine.mcts.tree.childview cimport ChildView
from gtpengine.mcts.tree.node cimport Node, node_mean
from gtpengine.mcts.tree.tree cimport Children, children_next, children_of

from gtpengine.base.arguments.paramspec import ParamSpec, Player

SWITCH = "position_graph"
PARAMS = (
    ParamSpec(
        "position_graph", bool, False,
        doc="where a network leads, a position that other orders of moves lead to has one value, "
        "and is judged once",
        source="Wu 2023, KataGo's GraphSearch.md",
        player=Player.LEADS,
    ),
)


cdef struct Position:
    # Beside the first child of a position, zero while nothing is known: values for Black plus one.
    double judged             # U
    double value              # Q
    double points             # of the judgement


cdef inline double _load(const double* place) noexcept nogil:
    cdef uint64_t bits = load_u64(<const uint64_t*>place)
    return (<double*>&bits)[0]


cdef inline void _store(double* place, double value) noexcept nogil:
    store_u64(<uint64_t*>place, (<uint64_t*>&value)[0])


cdef inline Position* _position(const Door* door, const Node* node) noexcept nogil:
    """Return what is known of the position of a node; NULL where nothing is."""
    cdef uint32_t first = load_acquire_u32(&node.children)
    cdef Position* found
    if first == 0:
        return NULL
    found = <Position*>beside(door, first)
    return found if _load(&found.value) > 0.0 else NULL


cdef inline double _worth(const Door* door, const Node* node, int mover) noexcept nogil:
    """Return what a node with visits is worth to the side that moved there."""
    cdef const Position* position = _position(door, node)
    if position == NULL:
        return node_mean(node)
    return (_load(&position.value) - 1.0 if mover == BLACK else 2.0 - _load(&position.value))


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Follow the descent; no opinion about the child."""
    follow_way(<Way*>door.own, d)
    return 0


cdef bint _stops(Door* door, Descent* d, int move) noexcept nogil:
    return breaks_superko(d, move)


cdef uint32_t _same_position(Door* door, Descent* d, uint32_t node) noexcept nogil:
    return known_position(<const PositionEntry*>door.shared, door.shared_bytes,
                          <Way*>door.own, d)


cdef void _expanded(Door* door, const Descent* d, uint32_t node) noexcept nogil:
    """Note the judgement of a new position."""
    cdef const Search* s = d.search
    cdef Position* position = <Position*>beside(door, s.tree.nodes[node].children)
    cdef uint32_t word
    if is_judged(s, node):
        word = load_u32(judgement_at(s, node))
        _store(&position.points, judgement_points(word))
        _store(&position.judged, judgement_worth(s, word) + 1.0)
        _store(&position.value, judgement_worth(s, word) + 1.0)
    enter_position(<PositionEntry*>door.shared, door.shared_bytes,
                   <Way*>door.own, d, node)


cdef void _evidence(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    """Let a move be worth its position, by the visits of its own."""
    cdef double visits = load_u32(&view.node.visits)
    if visits > 0.0:
        view.wins = visits * _worth(door, view.node, d.board.to_play)


cdef bint _value(Door* door, Descent* d, Outcome* outcome) noexcept nogil:
    """End a simulation that has come to a known position by a new way."""
    cdef const Node* leaf = &d.search.tree.nodes[d.path[d.depth]]
    cdef const Position* position = NULL
    if (d.depth and d.board.n_passes < 2 and load_u32(&leaf.visits) == 0
            and not is_judged(d.search, d.path[d.depth])):
        position = _position(door, leaf)
    if position == NULL:
        return False
    outcome.value = _load(&position.value) - 1.0
    outcome.points = _load(&position.points)
    return True


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    """Compute the values of the positions of the way anew, from the leaf up."""
    cdef const Search* s = d.search
    cdef Position* position
    cdef const Node* child
    cdef Children children
    cdef double visits, n, black
    cdef int depth, mover
    for depth in range(d.depth, -1, -1):
        position = _position(door, &s.tree.nodes[d.path[depth]])
        if position == NULL:
            continue
        mover = side_at(s, depth)
        visits = 1.0
        black = _load(&position.judged) - 1.0
        children = children_of(&s.tree.nodes[d.path[depth]])
        while children_next(&s.tree, &children):
            child = &s.tree.nodes[children.index]
            n = load_u32(&child.visits)
            if n > 0.0:
                visits += n
                n *= _worth(door, child, mover)
                black += n if mover == BLACK else load_u32(&child.visits) - n
        _store(&position.value, min(max(black / visits, 0.0), 1.0) + 1.0)


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.choose = _choose
_door.hooks.stops = _stops
_door.hooks.same_position = _same_position
_door.hooks.expanded = _expanded
_door.hooks.evidence = _evidence
_door.hooks.value = _value
_door.hooks.learn = _learn
_door.hooks.table_bytes = positions_bytes
_door.hooks.own_bytes = sizeof(Way)
_door.hooks.node_bytes = sizeof(Position)
DOOR = _door
