"""A simulation: descend, expand, play out, back up."""

from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

from board_ext.atomics cimport (
    add_u16, add_u64, load_acquire_u32, load_i64, load_u32,
)
from board_ext.board cimport (
    Board, board_copy, board_free, board_new, board_pass, board_play, board_situation,
)
from board_ext.rng cimport rng_seed
from board_ext.scoring cimport score_area
from board_ext.superko cimport move_repeats
from board_ext.types cimport (
    BLACK, MAX_POINTS, N_VERTICES, PASS_VERTEX, WHITE, int32_t, int64_t, uint16_t,
    uint32_t, uint64_t,
)
from gtpengine.mcts.area cimport playout_area
from gtpengine.mcts.backup cimport add_collected, back_up
from gtpengine.mcts.bounds cimport (
    ScoreBounds, bounds_verdict, node_bounds, node_is_bounded, node_tighten,
)
from gtpengine.mcts.counts cimport count_simulation, update_criticality
from gtpengine.mcts.expansion cimport complete, expand, widen
from gtpengine.mcts.node cimport Node, REWARD_ONE
from gtpengine.mcts.playout cimport Playout, playout_init, playout_run
from gtpengine.mcts.pool cimport MAX_POOL
from gtpengine.mcts.reasons cimport REASON_TREE
from gtpengine.mcts.replies cimport Replies, replies_clear, replies_learn
from gtpengine.mcts.solver cimport bound_path, sure_bounds
from gtpengine.mcts.state cimport (
    COLLECTIONS, CRITICALITY_INTERVAL, MAX_DEPTH, Collection, side_at,
)
from gtpengine.mcts.transpositions cimport mix_keys
from gtpengine.mcts.tree cimport Children, Tree, TreeArena, children_next, children_of
from gtpengine.mcts.treepolicy cimport (
    Selection, select_child, select_least_visited, selection_begin, selection_use_bounds,
)

cdef enum:
    SIMULATIONS_PER_LOOK_AT_THE_CLOCK = 8


cdef double monotonic_seconds() noexcept nogil:
    cdef timespec now
    clock_gettime(CLOCK_MONOTONIC, &now)
    return now.tv_sec + now.tv_nsec * 1e-9


cdef Worker* worker_new(Search* search) noexcept nogil:
    """Return a worker for ``search``, or NULL when there is no memory."""
    cdef Worker* w = <Worker*>calloc(1, sizeof(Worker))
    if w == NULL:
        return NULL
    w.search = search
    w.board = board_new()
    if w.board == NULL:
        free(w)
        return NULL
    return w


cdef void worker_free(Worker* w) noexcept nogil:
    if w != NULL:
        board_free(w.board)
        board_free(w.leaf)
        free(w.keys)
        free(w.collections)
        free(w.move_owners)
        free(w.replies)
        free(w)


cdef bint worker_begin(Worker* w) noexcept nogil:
    """Make ready for a search from the root as it is now; False when there is no memory."""
    cdef Search* s = w.search
    free(w.keys)
    w.keys = <uint64_t*>malloc((s.n_history + MAX_DEPTH + 1) * sizeof(uint64_t))
    if w.keys == NULL:
        return False
    if s.n_history:
        memcpy(w.keys, s.history, s.n_history * sizeof(uint64_t))
    memset(&w.arena, 0, sizeof(TreeArena))
    memset(w.owner, 0, sizeof(w.owner))
    memset(w.winner_owner, 0, sizeof(w.winner_owner))
    memset(w.criticality, 0, sizeof(w.criticality))
    w.wins = 0
    memset(w.tallies, 0, sizeof(w.tallies))
    free(w.move_owners)
    w.move_owners = NULL
    if s.params.leaf_playouts > 1 and w.leaf == NULL:
        w.leaf = board_new()
        if w.leaf == NULL:
            return False
    if s.keep_move_owners:
        w.move_owners = <int32_t*>calloc(N_VERTICES * N_VERTICES, sizeof(int32_t))
        if w.move_owners == NULL:
            return False
    free(w.collections)
    w.collections = NULL
    if s.n_threads > 1:
        w.collections = <Collection*>calloc(COLLECTIONS, sizeof(Collection))
        if w.collections == NULL:
            return False
    w.simulations = 0
    w.moves = 0
    w.depths = 0
    if s.params.playout_reply_rate > 0.0:
        if w.replies == NULL:
            w.replies = <Replies*>malloc(sizeof(Replies))
            if w.replies == NULL:
                return False
        replies_clear(w.replies)
    return True


cdef bint worker_expand_root(Worker* w) noexcept nogil:
    """Make all children of the root; False when the tree has no room even for those."""
    cdef Search* s = w.search
    board_copy(w.board, s.root)
    w.board.n_passes = 0
    w.n_keys = s.n_history
    w.depth = 0
    rng_seed(&w.rng, s.seed, <uint64_t>-1)
    return complete(w, &s.tree.nodes[s.tree.root])


cdef void _fold_keys(Worker* w) noexcept nogil:
    """Note the way to a capture: positions beyond it are the same only with the same way to it."""
    while w.n_capture_keys < w.n_keys:
        w.capture_key = mix_keys(w.capture_key, w.keys[w.n_capture_keys])
        w.n_capture_keys += 1


cdef inline void _play(Worker* w, int move) noexcept nogil:
    """Play a move of the tree on the worker's board."""
    cdef Board* b = w.board
    cdef int left = b.n_empty
    if move == PASS_VERTEX:
        board_pass(b, b.to_play)
    else:
        board_play(b, move, b.to_play)
        if b.n_empty != left - 1 and w.search.transpositions.entries != NULL:
            _fold_keys(w)
    w.keys[w.n_keys] = board_situation(b, b.to_play)
    w.n_keys += 1
    w.record.vertices[w.record.n] = move
    w.record.reasons[w.record.n] = REASON_TREE
    w.record.n += 1


cdef void _fill_grave(Worker* w, int side) noexcept nogil:
    """Map the moves of the reference node of ``side`` to its children."""
    cdef Tree* tree = &w.search.tree
    cdef Children children = children_of(&tree.nodes[w.grave_node[side]])
    w.grave_filled[side] = w.grave_node[side]
    memset(w.grave[side], 0, sizeof(w.grave[side]))
    while children_next(tree, &children):
        w.grave[side][tree.nodes[children.index].move] = children.index


cdef inline void _refer(Worker* w, uint32_t index, Selection* selection) noexcept nogil:
    """Use the RAVE means of the last node above with visits enough (GRAVE, Cazenave 2015).

    A node keeps the means of its side to move alone, so that only every other node can serve.
    """
    cdef int side = w.board.to_play
    if load_u32(&w.search.tree.nodes[index].visits) >= <uint32_t>w.search.params.grave_threshold:
        w.grave_node[side] = index
        return
    if w.grave_node[side] == 0:
        return
    # A new block below the reference is looked at in the next simulation.
    if w.grave_filled[side] != w.grave_node[side]:
        _fill_grave(w, side)
    selection.grave = w.grave[side]


cdef inline uint32_t _choose(Worker* w, uint32_t index) noexcept nogil:
    """Return the index of the child of a node to follow."""
    cdef Search* s = w.search
    cdef const Node* node = &s.tree.nodes[index]
    cdef Selection selection
    cdef uint32_t interval = s.params.explore_interval
    # Once in an interval: visits grow by ``leaf_playouts``, which leave room for other choices.
    if interval and s.params.leaf_playouts > 1:
        interval = max(interval, 2 * <uint32_t>s.params.leaf_playouts)
    if interval and load_u32(&node.visits) % interval + s.params.leaf_playouts >= interval:
        return select_least_visited(&s.tree, node)
    selection_begin(&selection, &s.params, node)
    # An earlier search of a kept tree may have bounded what this one is not to know.
    if s.solve and load_u32(&s.tree.any_bounds):
        selection_use_bounds(&selection, &s.tree, index, w.board.to_play, s.komi, s.prove, s.cut)
    if s.params.grave_threshold > 0:
        _refer(w, index, &selection)
    if s.params.criticality > 0.0:
        selection.criticality = w.criticality
    return select_child(&s.tree, &s.params, node, &selection)


cdef inline bint _decided(Worker* w, uint32_t index) noexcept nogil:
    """Is there nothing left to find out below a leaf, as far as this search wants to know?"""
    cdef Search* s = w.search
    cdef const Board* b = w.board
    cdef ScoreBounds bounds
    if not node_is_bounded(&s.tree, index):
        if b.n_empty > s.params.solver_empty * b.size * b.size:
            return False
        bounds = sure_bounds(b, s.area_after_passes)
        node_tighten(&s.tree, index, bounds.low, bounds.high)
    bounds = node_bounds(&s.tree, index)
    return (s.prove and bounds_verdict(bounds, s.komi) != 0) or bounds.low >= bounds.high


cdef inline bint _repeats(const Worker* w, int move) noexcept nogil:
    """Does a move of shared children break superko on this way to them?"""
    cdef const Board* b = w.board
    return move != PASS_VERTEX and move_repeats(b, w.keys, w.n_keys, move, b.to_play,
                                                w.search.ko_rule)


cdef void _descend(Worker* w) noexcept nogil:
    """Walk to a leaf, making children where the leaf has had visits enough."""
    cdef Search* s = w.search
    cdef uint32_t index = s.tree.root
    cdef Node* node = &s.tree.nodes[index]
    cdef int most = s.params.widening_children if s.params.widening_children else MAX_POINTS + 1
    w.depth = 0
    w.path[0] = index
    if s.params.grave_threshold > 0:
        memset(w.grave_node, 0, sizeof(w.grave_node))
        memset(w.grave_filled, 0, sizeof(w.grave_filled))
    while w.depth < MAX_DEPTH:
        if load_acquire_u32(&node.children) == 0:
            if (load_u32(&node.visits) < <uint32_t>s.params.expand_visits
                    or load_u32(&s.tree_full) or w.board.n_passes >= 2
                    or (s.solve and _decided(w, index)) or not expand(w, node, most)):
                break
        elif not load_u32(&s.tree_full):
            widen(w, node)
        index = _choose(w, index)
        if s.transpositions.entries != NULL and _repeats(w, s.tree.nodes[index].move):
            break
        node = &s.tree.nodes[index]
        add_u16(&node.virtual_losses, s.params.virtual_loss)
        w.depth += 1
        w.path[w.depth] = index
        _play(w, node.move)
        if w.board.n_passes >= 2:
            break


cdef void _fill_pool(Worker* w) noexcept nogil:
    """Collect the moves with the best RAVE means below the deepest node of the path that has had
    `playout_pool_visits` simulations."""
    cdef Search* s = w.search
    cdef const Node* node
    cdef const Node* child
    cdef Children children
    cdef int depth = w.depth, j
    cdef double[MAX_POOL] values
    cdef double value
    cdef uint32_t visits
    w.pool.n = 0
    while depth >= 0:
        node = &s.tree.nodes[w.path[depth]]
        children = children_of(node)
        if children.end and load_u32(&node.visits) >= s.params.playout_pool_visits:
            break
        depth -= 1
    if depth < 0:
        return
    w.pool.color = side_at(s, depth)
    while children_next(&s.tree, &children):
        child = &s.tree.nodes[children.index]
        visits = load_u32(&child.amaf_visits)
        if child.move == PASS_VERTEX or visits == 0:
            continue
        value = load_i64(&child.amaf_reward) / <double>visits
        # Insertion, best first.
        if w.pool.n == MAX_POOL and value <= values[MAX_POOL - 1]:
            continue
        j = w.pool.n if w.pool.n < MAX_POOL else MAX_POOL - 1
        while j > 0 and values[j - 1] < value:
            values[j] = values[j - 1]
            w.pool.vertices[j] = w.pool.vertices[j - 1]
            j -= 1
        values[j] = value
        w.pool.vertices[j] = child.move
        w.pool.n = min(w.pool.n + 1, MAX_POOL)


cdef void _play_out(Worker* w, Board* b) noexcept nogil:
    """Play from the end of the descent to the end of the game."""
    cdef Search* s = w.search
    cdef Playout playout
    playout_init(&playout, &s.params, s.soft, &w.rng)
    if s.params.playout_reply_rate > 0.0:
        playout.replies = w.replies
    if s.params.playout_pool_rate > 0.0:
        _fill_pool(w)
        playout.pool = &w.pool
    playout_run(&playout, b, &w.record)


cdef inline int _placed(const Worker* w) noexcept nogil:
    """Return how many stones more than White Black has placed at the leaf: by so much its lead in
    area is above that in territory and prisoners. The playout is left out, because it fills one
    side's territory as well as dame."""
    cdef const Search* s = w.search
    cdef int time, placed = s.placed
    for time in range(w.depth):
        if w.record.vertices[time] != PASS_VERTEX:
            placed += 1 if side_at(s, time) == BLACK else -1
    return placed


cdef inline double _within_bounds(const Worker* w, double points) noexcept nogil:
    """Return the lead of Black after a playout, as far as the bounds of the leaf allow it."""
    cdef const Search* s = w.search
    cdef ScoreBounds bounds = node_bounds(&s.tree, w.path[w.depth])
    return min(max(points, bounds.low - s.komi), bounds.high - s.komi)


cdef inline double _value(const Worker* w, double points) noexcept nogil:
    """Return the value for Black, in [0, 1], of a game that ended with this lead."""
    cdef const Search* s = w.search
    cdef double weight = s.params.score_weight, value, counted = points - s.komi_offset
    value = 1.0 if counted > 0.0 else (0.0 if counted < 0.0 else 0.5)
    value += weight * (0.5 + counted / (4.0 * s.root.size * s.root.size) - value)
    return min(max(value, 0.0), 1.0)


cdef void _finish(Worker* w) noexcept nogil:
    """Play out from the leaf, count, and back up."""
    cdef Search* s = w.search
    cdef Board* b = w.board
    cdef uint32_t leaf = w.path[w.depth]
    cdef double points
    cdef int score
    if b.n_passes >= 2 and s.area_after_passes:
        score = score_area(b, NULL)
        points = score - s.komi
        if s.solve and w.depth:
            node_tighten(&s.tree, leaf, score, score)
    else:
        if b.n_passes >= 2:
            b.n_passes = 0
            if s.solve:
                # Then dead stones are taken off, but none that live unconditionally.
                _decided(w, leaf)
        _play_out(w, b)
        points = playout_area(b) - s.komi
        if s.territory:
            points -= _placed(w)
        elif s.solve:
            points = _within_bounds(w, points)
    if s.params.playout_reply_rate > 0.0 and points != 0.0:
        replies_learn(w.replies, w.record.vertices, w.record.n, s.root.last_move, s.root.last_move2,
                      s.root.to_play, BLACK if points > 0.0 else WHITE)
    score = <int>(2.0 * points)
    count_simulation(w, score)
    back_up(w, <int64_t>(_value(w, points) * REWARD_ONE), score)


cdef void _simulate(Worker* w, uint64_t number, int playouts) noexcept nogil:
    """Run simulation ``number``, whose random stream depends on the seed and the number alone;
    with ``playouts`` above one, several from the same leaf."""
    cdef Search* s = w.search
    cdef Board* b = w.board
    cdef int i, in_tree
    rng_seed(&w.rng, s.seed, number)
    board_copy(b, s.root)
    b.n_passes = 0 if b.n_passes >= 2 else b.n_passes
    w.n_keys = s.n_history
    w.capture_key = s.transpositions.era
    w.n_capture_keys = s.n_history
    w.record.n = 0
    _descend(w)
    in_tree = w.record.n
    if playouts > 1:
        board_copy(w.leaf, b)
    for i in range(playouts):
        if i:
            board_copy(b, w.leaf)
            w.record.n = in_tree
        _finish(w)
    for i in range(1, w.depth + 1):
        add_u16(&s.tree.nodes[w.path[i]].virtual_losses, <uint16_t>-s.params.virtual_loss)
    if s.solve:
        bound_path(&s.tree, w.path, w.depth, s.root.to_play)
    if s.params.criticality > 0.0 and w.simulations % CRITICALITY_INTERVAL < <uint64_t>playouts:
        update_criticality(w)


cdef void worker_run(Worker* w) noexcept nogil:
    """Simulate until the limit, the deadline or the stop flag; once in any case, so that there is
    something to choose from."""
    cdef Search* s = w.search
    cdef uint64_t number
    cdef int until_look = SIMULATIONS_PER_LOOK_AT_THE_CLOCK, playouts = s.params.leaf_playouts
    while True:
        number = add_u64(&s.next_simulation, playouts)
        if number >= s.end_simulation:
            break
        _simulate(w, number, <int>min(<uint64_t>playouts, s.end_simulation - number))
        if load_u32(&s.stop):
            break
        if s.deadline > 0.0:
            until_look -= playouts
            if until_look <= 0:
                until_look = SIMULATIONS_PER_LOOK_AT_THE_CLOCK
                if monotonic_seconds() >= s.deadline:
                    break
    add_collected(w)
