"""Backpropagation to RAVE means, from the leaf to the root."""

from board_ext.lowlevel.atomics cimport add_i64, add_u32, load_u32
from board_ext.lowlevel.types cimport BLACK, PASS_VERTEX, int64_t, uint32_t, uint64_t
from gtpengine.mcts.doors.search_state cimport COLLECTIONS, Collection, Search, Worker, side_at
from gtpengine.mcts.params.selection_values cimport selection_values
from gtpengine.mcts.tree.amaf cimport (
    AmafMap, amaf_add, amaf_clear, amaf_scale, amaf_weight,
)
from gtpengine.mcts.tree.node cimport Node, REWARD_ONE, node_update_amaf
from gtpengine.mcts.tree.tree cimport Children, children_next, children_of


cdef int64_t heaviest_move(const Search* s) noexcept nogil:
    """Return how often a move counts that is played right after the node."""
    return selection_values(&s.params).rave_distance_levels


cdef void _add(Search* search, Collection* collection) noexcept nogil:
    """Add the collected updates to the children of their node, and empty the collection."""
    cdef Children children = children_of(&search.tree.nodes[collection.node])
    cdef Node* child
    cdef int move
    if collection.simulations == 0:
        return
    collection.simulations = 0
    while children_next(&search.tree, &children):
        child = &search.tree.nodes[children.index]
        move = child.move
        if collection.visits[move]:
            add_u32(&child.amaf_visits, collection.visits[move])
            add_i64(&child.amaf_reward, collection.reward[move])
            collection.visits[move] = 0
            collection.reward[move] = 0


cdef void add_collected(Worker* w) noexcept nogil:
    """Add everything that is still collected, at the end of a search."""
    cdef int i
    if w.collections != NULL:
        for i in range(COLLECTIONS):
            _add(w.search, &w.collections[i])


cdef void _collect(const Descent* d, Collection* collection, int depth,
                   int64_t reward) noexcept nogil:
    """Credit, in the collection of a node, the children that its side played later on."""
    cdef Search* s = d.search
    cdef Children children = children_of(&s.tree.nodes[collection.node])
    cdef const AmafMap* amaf = &d.worker.amaf
    cdef int side = side_at(s, depth)
    cdef uint64_t scale = amaf_scale(heaviest_move(s), d.record.n - depth + 1)
    cdef int move, weight
    while children_next(&s.tree, &children):
        move = s.tree.nodes[children.index].move
        if amaf.side[move] == side:
            weight = amaf_weight(d.record.n - amaf.time[move], scale)
            collection.visits[move] += weight
            collection.reward[move] += <uint32_t>(reward * weight)


cdef void _update_amaf(const Descent* d, const Node* node, int depth,
                       int64_t reward) noexcept nogil:
    """Credit the children of ``node`` that its side was the first to play, at any time later on."""
    cdef Search* s = d.search
    cdef const AmafMap* amaf = &d.worker.amaf
    cdef int side = side_at(s, depth)
    cdef uint64_t scale = amaf_scale(heaviest_move(s), d.record.n - depth + 1)
    cdef int move
    cdef Node* child
    cdef Children children = children_of(node)
    while children_next(&s.tree, &children):
        child = &s.tree.nodes[children.index]
        move = child.move
        if amaf.side[move] == side:
            node_update_amaf(child, reward, amaf_weight(d.record.n - amaf.time[move], scale))


cdef void _update_shared(const Descent* d, uint32_t index, int depth,
                         int64_t reward) noexcept nogil:
    """Credit the children of a node that other threads may be updating, at once or collected."""
    cdef const Node* node = &d.search.tree.nodes[index]
    cdef uint32_t visits = load_u32(&node.visits)
    cdef Collection* collection
    if visits < 2 * COLLECTED_SHARE:
        _update_amaf(d, node, depth, reward)
        return
    collection = &d.worker.collections[index & (COLLECTIONS - 1)]
    if collection.node != index:
        _add(d.search, collection)
        collection.node = index
    _collect(d, collection, depth, reward)
    collection.simulations += 1
    if (collection.simulations >= COLLECTED_SIMULATIONS
            or collection.simulations * COLLECTED_SHARE >= visits):
        _add(d.search, collection)


cdef void credit(const Descent* d, int64_t black_reward) noexcept nogil:
    """Update the RAVE means of the children of each node from the leaf to the root.

    ``black_reward`` is 0 to REWARD_ONE for Black.
    """
    cdef Search* s = d.search
    cdef AmafMap* amaf = &d.worker.amaf
    cdef int time, depth, move
    cdef int64_t reward
    # 1. Note the moves of the playout, the last one first: of two on a point the earlier counts.
    amaf_clear(amaf)
    for time in range(d.record.n - 1, d.depth - 1, -1):
        move = d.record.vertices[time]
        if move != PASS_VERTEX:
            amaf_add(amaf, move, side_at(s, time), time)
    if d.worker.hooks != NULL and not d.worker.hooks.credit(d, amaf):
        return
    # 2. Climb. At each node the map holds exactly the moves played from there on.
    for depth in range(d.depth, -1, -1):
        # `reward` is for the side to move at the node.
        reward = black_reward if side_at(s, depth) == BLACK else REWARD_ONE - black_reward
        if d.worker.collections == NULL:
            _update_amaf(d, &s.tree.nodes[d.path[depth]], depth, reward)
        else:
            _update_shared(d, d.path[depth], depth, reward)
        # 3. The move that led here is part of the way from the parent on.
        if depth:
            move = d.record.vertices[depth - 1]
            if move != PASS_VERTEX:
                amaf_add(amaf, move, side_at(s, depth - 1), depth - 1)
