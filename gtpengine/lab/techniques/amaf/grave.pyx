"""GRAVE: where a node has few visits, an ancestor's RAVE means stand in for the node's own.

Cazenave, Generalized Rapid Action Value Estimation, IJCAI 2015. The ancestor is the last node on
the way with ``grave_threshold`` visits, of either side, and at first the root. So an ancestor needs
the means of both sides' moves, where RAVE keeps those of one side beside the children. A table has
a record of them for each node with children.

A record stays where it is until the root changes. A node whose place in the table is taken has
none, and its ancestor goes on to stand in; such nodes are young, so their visits are few.

Races: two threads that want one place settle that by `Record.era`; sums are added by atomics.
"""

from libc.string cimport memset

from board_ext.lowlevel.atomics cimport (
    add_i64, add_u32, load_acquire_u32, load_i64, load_u32, store_release_u32, swap_if_u32,
)
from board_ext.lowlevel.types cimport BLACK, PASS_VERTEX, int64_t, uint32_t, uint64_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.amaf.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent, Outcome, side_at
from gtpengine.mcts.params.selection_values cimport selection_values
from gtpengine.mcts.tree.amaf cimport (
    AMAF_MOVES, AmafMap, amaf_add, amaf_clear, amaf_scale, amaf_weight,
)
from gtpengine.mcts.tree.childview cimport ChildView
from gtpengine.mcts.tree.node cimport REWARD_ONE
from gtpengine.mcts.tree.tree cimport children_of

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "grave_threshold"
PARAMS = (
    ParamSpec(
        "grave_threshold", int, 0, 0, 1_000_000,
        doc="a node with fewer visits uses the RAVE means of its last ancestor with this many "
        "visits, at first the root; 0 is RAVE",
        source="GRAVE, Cazenave 2015",
    ),
)

cdef enum:
    # Bytes of tree for each of the table: records of 10 KB, and some twenty nodes for one that has
    # children.
    TREE_SHARE = 8
    TAKEN = 0xFFFFFFFF        # an era: a thread is making the record


cdef struct Record:
    # The means of the moves of both sides, Black's first: how often each was played below a node,
    # and what its side got.
    uint32_t era
    uint32_t node
    uint32_t visits[2][AMAF_MOVES]
    int64_t reward[2][AMAF_MOVES]


cdef struct Grave:
    const Record* reference   # of the last node on the way down that may stand in; NULL for none
    bint refers               # whether the node being chosen at uses the reference
    AmafMap amaf              # of the simulation that is learned from


cdef uint64_t _table_bytes(uint64_t tree_bytes) noexcept nogil:
    return max(<uint64_t>1, tree_bytes // TREE_SHARE // sizeof(Record)) * sizeof(Record)


cdef inline uint32_t _era(const Descent* d) noexcept nogil:
    """Return the number of the root: neither 0, which no record has, nor ``TAKEN``."""
    return <uint32_t>(d.search.root_era % (TAKEN - 1)) + 1


cdef inline Record* _place(const Door* door, uint32_t node) noexcept nogil:
    return <Record*>door.shared + node % (door.shared_bytes // sizeof(Record))


cdef inline Record* _record_of(const Door* door, const Descent* d, uint32_t node) noexcept nogil:
    """Return the record of a node, or NULL."""
    cdef Record* record = _place(door, node)
    return record if load_acquire_u32(&record.era) == _era(d) and record.node == node else NULL


cdef Record* _new_record(const Door* door, const Descent* d, uint32_t node) noexcept nogil:
    """Return an empty record for a node; NULL where another node has its place."""
    cdef Record* record = _place(door, node)
    cdef uint32_t seen = load_acquire_u32(&record.era)
    if seen == _era(d) or seen == TAKEN or not swap_if_u32(&record.era, &seen, TAKEN):
        return NULL
    record.node = node
    memset(record.visits, 0, sizeof(record.visits))
    memset(record.reward, 0, sizeof(record.reward))
    store_release_u32(&record.era, _era(d))
    return record


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Note whose means the children of ``node`` use; no opinion about the child."""
    cdef Grave* g = <Grave*>door.own
    cdef const Record* record
    if d.depth == 0:
        g.reference = NULL
    g.refers = d.depth > 0 and (load_u32(&d.search.tree.nodes[node].visits)
                                < <uint32_t>values_of(&d.search.params).grave_threshold)
    if g.refers:
        g.refers = g.reference != NULL
        return 0
    record = _record_of(door, d, node)
    if record != NULL:
        g.reference = record
    return 0


cdef void _evidence(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    """Put the reference's RAVE means in the place of the child's own."""
    cdef const Grave* g = <const Grave*>door.own
    cdef int side = d.board.to_play - BLACK, move = view.node.move
    if not g.refers:
        return
    view.rave_visits += (<double>load_u32(&g.reference.visits[side][move])
                         - load_u32(&view.node.amaf_visits))
    view.rave_wins += (<double>load_i64(&g.reference.reward[side][move])
                       - load_i64(&view.node.amaf_reward)) * (1.0 / REWARD_ONE)


cdef void _add(Record* record, const Descent* d, const AmafMap* amaf, int depth,
               int64_t black_reward) noexcept nogil:
    """Credit the moves that were played below the node at a depth, each to who played it first."""
    cdef uint64_t scale = amaf_scale(selection_values(&d.search.params).rave_distance_levels,
                                     d.record.n - depth + 1)
    cdef int time, move, side, weight
    cdef int64_t reward
    for time in range(depth, d.record.n):
        move = d.record.vertices[time]
        if move != PASS_VERTEX and amaf.time[move] == time:
            side = amaf.side[move]
            weight = amaf_weight(d.record.n - time, scale)
            reward = black_reward if side == BLACK else REWARD_ONE - black_reward
            add_u32(&record.visits[side - BLACK][move], weight)
            add_i64(&record.reward[side - BLACK][move], reward * weight)


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    """Credit the simulation's moves at each node of the way that has children."""
    cdef AmafMap* amaf = &(<Grave*>door.own).amaf
    cdef int64_t black_reward = <int64_t>(outcome.value * REWARD_ONE)
    cdef Record* record
    cdef int time, depth, move
    # 1. Note the moves of the playout, the last one first: of two on a point the earlier counts.
    amaf_clear(amaf)
    for time in range(d.record.n - 1, d.depth - 1, -1):
        move = d.record.vertices[time]
        if move != PASS_VERTEX:
            amaf_add(amaf, move, side_at(d.search, time), time)
    # 2. Climb. At each node the map holds exactly the moves played from there on.
    for depth in range(d.depth, -1, -1):
        if children_of(&d.search.tree.nodes[d.path[depth]]).end:
            record = _record_of(door, d, d.path[depth])
            if record == NULL:
                record = _new_record(door, d, d.path[depth])
            if record != NULL:
                _add(record, d, amaf, depth, black_reward)
        # 3. The move that led here is part of the way from the parent on.
        if depth:
            move = d.record.vertices[depth - 1]
            if move != PASS_VERTEX:
                amaf_add(amaf, move, side_at(d.search, depth - 1), depth - 1)


cdef TechniqueDoor _door = TechniqueDoor()
# Whatever changes RAVE means must see the means of the reference.
_door.hooks.place = 0
_door.hooks.choose = _choose
_door.hooks.evidence = _evidence
_door.hooks.learn = _learn
_door.hooks.table_bytes = _table_bytes
_door.hooks.own_bytes = sizeof(Grave)
DOOR = _door
