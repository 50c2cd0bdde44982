"""One thread of the search: Algorithm 2 of Browne et al. 2012.

Read ``worker_run`` first. It repeats the four steps of the paper:

    1. selection            ``descend`` walks to a leaf (descent.pyx): ``player.choose``
    2. expansion            and may give it children: ``player.grow``
    3. simulation           what the leaf is worth: ``player.evaluate``
    4. backpropagation      ``_back_up`` adds that to every node of the way, ``player.credit`` to
                            other statistics

The player of a search is in `by_network/player.pyx` or in `by_playouts/player.pyx`.
"""

from libc.stdlib cimport calloc, free
from libc.string cimport memset

from board_ext.lowlevel.atomics cimport add_u16, add_u64, load_u32
from board_ext.board cimport board_copy
from board_ext.lowlevel.rng cimport rng_seed
from board_ext.lowlevel.system cimport monotonic_seconds
from board_ext.lowlevel.types cimport (
    BLACK, N_VERTICES, int32_t, int64_t, uint16_t, uint64_t,
)
from gtpengine.mcts.doors.doors cimport doors_close, doors_open
from gtpengine.mcts.doors.search_state cimport (
    COLLECTIONS, Collection, Descent, Evaluator, Hooks, Outcome, Player, side_at,
)
from gtpengine.mcts.expansion.expansion cimport complete
from gtpengine.mcts.params.credit_values cimport credit_values
from gtpengine.mcts.tree.node cimport REWARD_ONE, node_update
from gtpengine.mcts.worker.descent cimport (
    descend, descent_begin, descent_free, descent_new, descent_prepare, to_root,
)
from gtpengine.mcts.worker.ownership_counts cimport count_simulation
from gtpengine.mcts.worker.solver cimport bound_path


cdef Worker* worker_new(Search* search) noexcept nogil:
    """Return a worker for ``search``, or NULL when there is no memory."""
    cdef Worker* w = <Worker*>calloc(1, sizeof(Worker))
    if w == NULL:
        return NULL
    w.search = search
    w.descent = descent_new(w)
    if w.descent == NULL:
        worker_free(w)
        return NULL
    return w


cdef void worker_free(Worker* w) noexcept nogil:
    """Free a worker and everything it owns; NULL does nothing."""
    if w == NULL:
        return
    doors_close(w)
    descent_free(w.descent)
    _close_scratch(w)
    free(w.collections)
    free(w.move_owners)
    free(w)


cdef void _close_scratch(Worker* w) noexcept nogil:
    """Free what the evaluator of an earlier search needed."""
    if w.scratch != NULL:
        w.close_scratch(w.scratch)
    w.scratch = NULL


cdef bint _have_scratch(Worker* w) noexcept nogil:
    """Make what the evaluator needs of each worker; False when there is no memory."""
    cdef const Evaluator* evaluator = &w.search.evaluator
    _close_scratch(w)
    if evaluator.open != NULL:
        w.scratch = evaluator.open(evaluator.context)
        w.close_scratch = evaluator.close
        if w.scratch == NULL:
            return False
    w.descent.request.scratch = w.scratch
    return True


cdef void worker_forget(Worker* w) noexcept nogil:
    """Clear the counters."""
    memset(w.owner, 0, sizeof(w.owner))
    memset(w.winner_owner, 0, sizeof(w.winner_owner))
    w.wins = 0
    memset(w.tallies, 0, sizeof(w.tallies))
    w.simulations = 0
    w.moves = 0
    w.depths = 0
    free(w.move_owners)
    w.move_owners = NULL


cdef bint _have_counters(Worker* w) noexcept nogil:
    """Clear the counters; False when there is no memory for those that are kept."""
    cdef Search* s = w.search
    worker_forget(w)
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
    return True


cdef bint worker_begin(Worker* w, int playouts) noexcept nogil:
    """Make ready for a search from the root as it is now; False when there is no memory.

    Each leaf gets ``playouts``, unless a technique wants another number.
    """
    w.playouts = playouts
    return (doors_open(w) and descent_prepare(w.descent) and _have_scratch(w)
            and _have_counters(w))


cdef bint worker_expand_root(Worker* w) noexcept nogil:
    """Make all children of the root; False when the tree has no room even for those."""
    cdef Descent* d = w.descent
    to_root(d)
    # The model gives a pass that answers a pass, and so ends the game, another prior. The pass of
    # the root is to begin with that of any pass, whatever the opponent did.
    d.board.n_passes = 0
    rng_seed(&d.rng, w.search.seed, <uint64_t>-1)
    return complete(d, &w.search.tree.nodes[w.search.tree.root])


cdef void _back_up(const Descent* d, int64_t black_reward, int score) noexcept nogil:
    """Add a simulation to the nodes from the leaf to the root.

    ``black_reward`` is 0 to REWARD_ONE for Black, ``score`` Black's lead in half points.
    """
    cdef Search* s = d.search
    cdef int depth
    for depth in range(d.depth, -1, -1):
        # A node has the rewards of the side that moved into it.
        node_update(&s.tree.nodes[d.path[depth]],
                    REWARD_ONE - black_reward if side_at(s, depth) == BLACK else black_reward,
                    score)


cdef void end_simulation(Descent* d) noexcept nogil:
    """Evaluate the leaf, count, back up, learn."""
    cdef const Player* player = d.search.player
    cdef const Hooks* hooks = d.worker.hooks
    cdef Outcome outcome
    cdef int64_t reward
    cdef int score
    # 3. Simulation: the default policy, or somebody who knows better.
    outcome.played_out = False
    outcome.judged = 0
    if hooks == NULL or not hooks.value(d, &outcome):
        player.evaluate(d, &outcome)
    if hooks != NULL:
        hooks.reward(d, &outcome)
    # 4. Backpropagation: to the counts beside the tree, the nodes, and the techniques.
    score = <int>(2.0 * outcome.points)
    reward = <int64_t>(outcome.value * REWARD_ONE)
    count_simulation(d, score, outcome.played_out)
    if player.credit != NULL:
        player.credit(d, reward)
    _back_up(d, reward, score)
    if hooks != NULL:
        hooks.learn(d, &outcome)


cdef void _play_alone(Descent* d) noexcept nogil:
    """Play the playouts of a leaf one after the other."""
    cdef int i, in_tree = d.record.n
    # Several start from copies of its board.
    if d.playouts > 1:
        board_copy(d.leaf, d.board)
    for i in range(d.playouts):
        if i:
            board_copy(d.board, d.leaf)
            d.record.n = in_tree
        end_simulation(d)


cdef void _from_leaf(Descent* d) noexcept nogil:
    """Do everything that follows when a descent has reached its leaf."""
    cdef Search* s = d.search
    cdef int i, loss = credit_values(&s.params).virtual_loss
    if d.worker.play_leaf == NULL:
        _play_alone(d)
    else:
        d.worker.play_leaf(d)
    # Virtual losses go first and bounds climb last: another thread may use a bound the moment it is
    # there, and by then the nodes of the way are as this simulation leaves them.
    for i in range(1, d.depth + 1):
        add_u16(&s.tree.nodes[d.path[i]].virtual_losses, <uint16_t>-loss)
    if s.solve:
        bound_path(&s.tree, d.path, d.depth, s.root.to_play)


cdef void worker_run(Worker* w) noexcept nogil:
    """Simulate until the limit, the deadline or the stop flag.

    One simulation is run in any case, so that there is a move to choose.
    """
    cdef Search* s = w.search
    cdef Descent* d = w.descent
    cdef uint64_t number
    cdef int playouts = w.playouts
    while True:
        number = add_u64(&s.next_simulation, playouts)
        if number >= s.end_simulation:
            break
        descent_begin(d, number, <int>min(<uint64_t>playouts, s.end_simulation - number))
        # 1. Selection and 2. expansion: walk to a leaf.
        descend(d)
        # 3. Simulation and 4. backpropagation: from the leaf to the end, and back to the root.
        _from_leaf(d)
        if load_u32(&s.stop):
            break
        if s.deadline > 0.0 and monotonic_seconds() >= s.deadline:
            break
    if s.player.end != NULL:
        s.player.end(w)
