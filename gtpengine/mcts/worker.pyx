"""A simulation: descend, expand, play out, back up."""

from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

from board_ext.atomics cimport (
    add_u16, add_u64, exchange_u8, load_acquire_u32, load_i64, load_u32, store_i32, store_i64,
    store_release_u32, store_release_u8, store_u32, store_u64,
)
from board_ext.board cimport (
    Board, board_copy, board_free, board_is_legal, board_new, board_pass, board_play,
    board_situation, neighbours_and,
)
from board_ext.rng cimport rng_below, rng_seed
from board_ext.scoring cimport score_area
from board_ext.superko cimport KO_SIMPLE, move_repeats
from board_ext.types cimport (
    BLACK, MAX_POINTS, N_VERTICES, PASS_VERTEX, STRIDE, WHITE, opponent, uint16_t,
)
from gtpengine.mcts.amaf cimport amaf_add, amaf_clear
from gtpengine.mcts.area cimport playout_area
from gtpengine.mcts.node cimport (
    Node, REWARD_ONE, node_init, node_update, node_update_amaf,
)
from gtpengine.mcts.playout cimport Playout, playout_init, playout_run
from gtpengine.mcts.pool cimport MAX_POOL, POOL_VISITS
from gtpengine.mcts.priors cimport (
    Prior, PriorContext, prior_of_move, prior_of_pass, priors_prepare,
)
from gtpengine.mcts.reasons cimport REASON_TREE
from gtpengine.mcts.replies cimport Replies, replies_clear, replies_learn
from gtpengine.mcts.tree cimport ROOT, tree_allocate
from gtpengine.mcts.treepolicy cimport select_child, select_child_allowed

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
        free(w.keys)
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
    memset(w.tallies, 0, sizeof(w.tallies))
    free(w.move_owners)
    w.move_owners = NULL
    if s.keep_move_owners:
        w.move_owners = <int32_t*>calloc(N_VERTICES * N_VERTICES, sizeof(int32_t))
        if w.move_owners == NULL:
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


cdef inline int _side(const Search* s, int time) noexcept nogil:
    """Return who plays the move number ``time`` of a simulation."""
    return opponent(s.root.to_play) if time & 1 else s.root.to_play


cdef bint _expand(Worker* w, Node* node) noexcept nogil:
    """Give ``node`` its children: every legal move and the pass, in random order.

    Return whether it has children now, by this thread or by another.
    """
    cdef Search* s = w.search
    cdef const Board* b = w.board
    cdef PriorContext context
    cdef Prior prior
    cdef Node* children
    cdef uint16_t moves[MAX_POINTS + 1]
    cdef uint32_t first
    cdef int i, j, v, n = 0, color = b.to_play
    if exchange_u8(&node.expanding, 1):
        return load_acquire_u32(&node.children) != 0
    for i in range(b.n_empty):
        v = b.empties[i]
        if board_is_legal(b, v, color) and not (
                s.ko_rule != KO_SIMPLE and move_repeats(b, w.keys, w.n_keys, v, color, s.ko_rule)):
            moves[n] = v
            n += 1
    moves[n] = PASS_VERTEX
    n += 1
    first = tree_allocate(&s.tree, &w.arena, n)
    if first == 0:
        store_u32(&s.tree_full, 1)
        store_release_u8(&node.expanding, 0)
        return False
    for i in range(n - 1, 0, -1):
        j = rng_below(&w.rng, i + 1)
        moves[i], moves[j] = moves[j], moves[i]
    priors_prepare(&context, b, &s.params, s.model, color)
    children = &s.tree.nodes[first]
    for i in range(n):
        v = moves[i]
        prior = prior_of_pass(&context) if v == PASS_VERTEX else prior_of_move(&context, v)
        node_init(&children[i], v, prior.wins / prior.weight if prior.weight > 0.0 else 0.5,
                  prior.weight)
    node.n_children = n
    store_release_u32(&node.children, first)
    return True


cdef bint worker_expand_root(Worker* w) noexcept nogil:
    """Make the children of the root; False when the tree has no room even for those."""
    cdef Search* s = w.search
    cdef Node* root = &s.tree.nodes[ROOT]
    if root.children:
        return True
    board_copy(w.board, s.root)
    w.board.n_passes = 0
    w.n_keys = s.n_history
    rng_seed(&w.rng, s.seed, <uint64_t>-1)
    root.expanding = 0
    return _expand(w, root)


cdef inline void _play(Worker* w, int move) noexcept nogil:
    """Play a move of the tree on the worker's board."""
    cdef Board* b = w.board
    if move == PASS_VERTEX:
        board_pass(b, b.to_play)
    else:
        board_play(b, move, b.to_play)
    w.keys[w.n_keys] = board_situation(b, b.to_play)
    w.n_keys += 1
    w.record.vertices[w.record.n] = move
    w.record.reasons[w.record.n] = REASON_TREE
    w.record.n += 1


cdef void _descend(Worker* w) noexcept nogil:
    """Walk to a leaf, making children where the leaf has had visits enough."""
    cdef Search* s = w.search
    cdef Node* node = &s.tree.nodes[ROOT]
    cdef uint32_t first, chosen
    w.depth = 0
    w.path[0] = ROOT
    while w.depth < MAX_DEPTH:
        first = load_acquire_u32(&node.children)
        if first == 0:
            if (load_u32(&node.visits) < <uint32_t>s.params.expand_visits
                    or load_u32(&s.tree_full) or w.board.n_passes >= 2
                    or not _expand(w, node)):
                break
            first = load_acquire_u32(&node.children)
        if w.depth < s.avoid_depth:
            chosen = first + select_child_allowed(
                &s.params, node, &s.tree.nodes[first], node.n_children,
                s.avoid_until[w.board.to_play], w.depth)
        else:
            chosen = first + select_child(
                &s.params, node, &s.tree.nodes[first], node.n_children)
        node = &s.tree.nodes[chosen]
        add_u16(&node.virtual_losses, s.params.virtual_loss)
        w.depth += 1
        w.path[w.depth] = chosen
        _play(w, node.move)
        if w.board.n_passes >= 2:
            break


cdef inline void _note_owners(Worker* w, int32_t* owner) noexcept nogil:
    """Add the final board to owner counts."""
    cdef const Board* b = w.board
    cdef int i, v, all_of, end = (b.size + 1) * STRIDE
    for v in range(STRIDE, end):
        # The border is both colours and adds nothing.
        store_i32(&owner[v], owner[v] + (b.cell[v] & BLACK) - ((b.cell[v] & WHITE) >> 1))
    for i in range(b.n_empty):
        v = b.empties[i]
        all_of = neighbours_and(b, v)
        store_i32(&owner[v], owner[v] + (all_of & BLACK) - ((all_of & WHITE) >> 1))


cdef inline void _note_move(Worker* w, int score) noexcept nogil:
    """Count the simulation for the move of the root that it began with."""
    cdef int move = w.record.vertices[0] if w.record.n else PASS_VERTEX
    cdef MoveTally* tally = &w.tallies[move]
    store_u64(&tally.simulations, tally.simulations + 1)
    store_i64(&tally.score, tally.score + score)
    store_u64(&tally.score_squares, tally.score_squares + <uint64_t>(<int64_t>score * score))
    if w.move_owners != NULL:
        _note_owners(w, &w.move_owners[move * N_VERTICES])


cdef void _update_amaf(Worker* w, const Node* node, int depth, int64_t reward) noexcept nogil:
    """Credit the children of ``node`` that its side played, first of all, later on."""
    cdef Search* s = w.search
    cdef uint32_t first = load_acquire_u32(&node.children)
    cdef int side = _side(s, depth), levels = s.params.rave_distance_levels
    cdef int i, move, end = w.record.n, span = w.record.n - depth + 1
    cdef Node* child
    if first == 0:
        return
    for i in range(node.n_children):
        child = &s.tree.nodes[first + i]
        move = child.move
        if w.amaf.side[move] == side:
            node_update_amaf(child, reward, 1 + levels * (end - w.amaf.time[move]) // span
                             if levels > 1 else 1)


cdef void _back_up(Worker* w, int64_t black_reward, int score) noexcept nogil:
    """Update the nodes of the path from the leaf to the root, and the RAVE means of their
    children. ``score`` in half points, for Black."""
    cdef Search* s = w.search
    cdef Node* node
    cdef int time, depth, move
    cdef int64_t reward
    amaf_clear(&w.amaf)
    for time in range(w.record.n - 1, w.depth - 1, -1):
        move = w.record.vertices[time]
        if move != PASS_VERTEX:
            amaf_add(&w.amaf, move, _side(s, time), time)
    for depth in range(w.depth, -1, -1):
        node = &s.tree.nodes[w.path[depth]]
        # The side to move at the node gets what the one that moved here does not.
        reward = black_reward if _side(s, depth) == BLACK else REWARD_ONE - black_reward
        _update_amaf(w, node, depth, reward)
        node_update(node, REWARD_ONE - reward, score)
        if depth:
            add_u16(&node.virtual_losses, <uint16_t>-s.params.virtual_loss)
            move = w.record.vertices[depth - 1]
            if move != PASS_VERTEX:
                amaf_add(&w.amaf, move, _side(s, depth - 1), depth - 1)


cdef void _fill_pool(Worker* w) noexcept nogil:
    """Collect the moves with the best RAVE means below the deepest node of the path that has had
    POOL_VISITS simulations."""
    cdef Search* s = w.search
    cdef const Node* node
    cdef const Node* child
    cdef uint32_t first
    cdef int depth = w.depth, i, j
    cdef double[MAX_POOL] values
    cdef double value
    cdef uint32_t visits
    w.pool.n = 0
    while depth >= 0:
        node = &s.tree.nodes[w.path[depth]]
        first = load_acquire_u32(&node.children)
        if first and load_u32(&node.visits) >= POOL_VISITS:
            break
        depth -= 1
    if depth < 0:
        return
    w.pool.color = _side(s, depth)
    for i in range(node.n_children):
        child = &s.tree.nodes[first + i]
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
    playout_init(&playout, &s.params, &w.rng)
    if s.params.playout_reply_rate > 0.0:
        playout.replies = w.replies
    if s.params.playout_pool_rate > 0.0:
        _fill_pool(w)
        playout.pool = &w.pool
    playout_run(&playout, b, &w.record)


cdef void _simulate(Worker* w, uint64_t number) noexcept nogil:
    """Run simulation ``number``, whose random stream depends on the seed and the number alone."""
    cdef Search* s = w.search
    cdef Board* b = w.board
    cdef double points, value, weight = s.params.score_weight
    cdef int score
    rng_seed(&w.rng, s.seed, number)
    board_copy(b, s.root)
    b.n_passes = 0 if b.n_passes >= 2 else b.n_passes
    w.n_keys = s.n_history
    w.record.n = 0
    _descend(w)
    if b.n_passes >= 2 and s.area_after_passes:
        points = score_area(b, NULL) - s.komi
    else:
        b.n_passes = 0 if b.n_passes >= 2 else b.n_passes
        _play_out(w, b)
        points = playout_area(b) - s.komi
    if s.params.playout_reply_rate > 0.0 and points != 0.0:
        replies_learn(w.replies, w.record.vertices, w.record.n, s.root.last_move, s.root.last_move2,
                      s.root.to_play, BLACK if points > 0.0 else WHITE)
    value = 1.0 if points > 0.0 else (0.0 if points < 0.0 else 0.5)
    value += weight * (0.5 + points / (4.0 * b.size * b.size) - value)
    value = min(max(value, 0.0), 1.0)
    score = <int>(2.0 * points)
    _note_owners(w, w.owner)
    _note_move(w, score)
    _back_up(w, <int64_t>(value * REWARD_ONE), score)
    store_u64(&w.simulations, w.simulations + 1)
    store_u64(&w.moves, w.moves + w.record.n)
    store_u64(&w.depths, w.depths + w.depth)


cdef void worker_run(Worker* w) noexcept nogil:
    """Simulate until the limit, the deadline or the stop flag; once in any case, so that there is
    something to choose from."""
    cdef Search* s = w.search
    cdef uint64_t number
    cdef int until_look = SIMULATIONS_PER_LOOK_AT_THE_CLOCK
    while True:
        number = add_u64(&s.next_simulation, 1)
        if number >= s.end_simulation:
            break
        _simulate(w, number)
        if load_u32(&s.stop):
            break
        if s.deadline > 0.0:
            until_look -= 1
            if until_look == 0:
                until_look = SIMULATIONS_PER_LOOK_AT_THE_CLOCK
                if monotonic_seconds() >= s.deadline:
                    break
