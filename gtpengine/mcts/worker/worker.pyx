"""One thread of the search: Algorithm 2 of Browne et al. 2012.

Read ``worker_run`` first. It repeats the four steps of the paper:

    1. selection            ``descend`` walks to a leaf by the tree policy (descent.pyx)
    2. expansion            and gives it children after enough visits (expansion/expansion.pyx)
    3. simulation           ``_evaluate`` plays to the end of the game, or asks who knows better
    4. backpropagation      ``back_up`` adds the result to every node of the way (backup.pyx)
"""

from libc.stdlib cimport calloc, free
from libc.string cimport memset
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

from board_ext.lowlevel.atomics cimport add_u16, add_u64, load_u32
from board_ext.board cimport Board, board_copy
from board_ext.playout_score cimport playout_area
from board_ext.lowlevel.rng cimport rng_seed
from board_ext.scoring cimport score_area
from board_ext.lowlevel.types cimport (
    BLACK, N_VERTICES, PASS_VERTEX, int32_t, int64_t, uint16_t, uint32_t, uint64_t,
)
from gtpengine.mcts.doors.doors cimport (
    doors_close, doors_learn, doors_open, doors_playout, doors_reward, doors_value,
)
from gtpengine.mcts.doors.judgement cimport (
    Judgement, judgement_points, judgement_value, judgement_worth,
)
from gtpengine.mcts.doors.search_state cimport (
    COLLECTIONS, Collection, Descent, Evaluator, Outcome, side_at,
)
from gtpengine.mcts.playout.playout cimport (
    MAX_SIMULATION_MOVES, Playout, playout_init, playout_run,
)
from gtpengine.mcts.tree.bounds cimport (
    ScoreBounds, bounds_verdict, node_bounds, node_tighten,
)
from gtpengine.mcts.tree.node cimport REWARD_ONE
from gtpengine.mcts.worker.backup cimport add_collected, back_up
from gtpengine.mcts.worker.descent cimport (
    descend, descent_begin, descent_free, descent_new, descent_prepare, is_decided, to_root,
)
from gtpengine.mcts.expansion.bias cimport bias_learn, bias_of
from gtpengine.mcts.expansion.expansion cimport complete
from gtpengine.mcts.expansion.judging cimport deepest_judgement
from gtpengine.mcts.worker.leaf_team cimport (
    team_await_all, team_await_playout, team_note_finished, team_open, team_take, team_to_leaf,
)
from gtpengine.mcts.worker.ownership_counts cimport count_simulation
from gtpengine.mcts.worker.solver cimport bound_path

cdef enum:
    SIMULATIONS_PER_LOOK_AT_THE_CLOCK = 8
    # Playouts for the owners: the error of a mean of 64 is an eighth at most. Later ones are rarer.
    CLOSE_PLAYOUTS = 64
    WIDER = 4


cdef double monotonic_seconds() noexcept nogil:
    """Return the time of a clock that never goes back, in seconds."""
    cdef timespec now
    clock_gettime(CLOCK_MONOTONIC, &now)
    return now.tv_sec + now.tv_nsec * 1e-9


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


cdef inline int _placed(const Descent* d) noexcept nogil:
    """Return Black's stones played minus White's at the leaf.

    The area score minus this is the territory score. The playout is left out, because it fills one
    side's territory as well as dame.
    """
    cdef const Search* s = d.search
    cdef int time, placed = s.placed
    for time in range(d.depth):
        if d.record.vertices[time] != PASS_VERTEX:
            placed += 1 if side_at(s, time) == BLACK else -1
    return placed


cdef inline double _within_bounds(const Descent* d, double points) noexcept nogil:
    """Return Black's lead after a playout, moved into the bounds of the leaf."""
    cdef const Search* s = d.search
    cdef ScoreBounds bounds = node_bounds(&s.tree, d.path[d.depth])
    return min(max(points, bounds.low - s.komi), bounds.high - s.komi)


cdef inline double _value(const Search* search, double points) noexcept nogil:
    """Return the value for Black, in [0, 1], of a game that ended with this lead in points."""
    cdef double weight = search.params.score_weight, value, counted = points - search.komi_offset
    value = 1.0 if counted > 0.0 else (0.0 if counted < 0.0 else 0.5)
    value += weight * (0.5 + counted / (4.0 * search.root.size * search.root.size) - value)
    return min(max(value, 0.0), 1.0)


cdef void play_out(Descent* d, int limit) noexcept nogil:
    """Play from the leaf to the end of the game, at most ``limit`` moves."""
    cdef Search* s = d.search
    cdef Playout playout
    playout_init(&playout, &s.params, s.order, &d.rng)
    if s.n_techniques:
        doors_playout(d, &playout)
    playout_run(&playout, d.board, limit, &d.record)


cdef double _final_lead(Descent* d) noexcept nogil:
    """Play the game to its end and return Black's lead in points, komi counted."""
    cdef Search* s = d.search
    cdef Board* b = d.board
    cdef double points
    cdef int score
    # Under rules that count the board as it stands two passes end the game.
    if b.n_passes >= 2 and s.area_after_passes:
        score = score_area(b, NULL)
        if s.solve and d.depth:
            node_tighten(&s.tree, d.path[d.depth], score, score)
        return score - s.komi
    if b.n_passes >= 2:
        b.n_passes = 0
        if s.solve:
            # Dead stones are then taken off by agreement; unconditional life stays.
            is_decided(d, d.depth)
    play_out(d, MAX_SIMULATION_MOVES)
    points = playout_area(b) - s.komi
    if s.territory:
        return points - _placed(d)
    return _within_bounds(d, points) if s.solve else points


cdef inline bint _is_for_the_owners(const Descent* d) noexcept nogil:
    """Return whether a simulation that follows the network is also played out."""
    cdef uint64_t interval = d.search.params.network_playouts, before = d.worker.simulations
    if before >= CLOSE_PLAYOUTS * interval:
        interval *= WIDER
    return interval != 0 and before % interval == 0


cdef bint _follows_the_network(Descent* d, Outcome* outcome) noexcept nogil:
    """Let the judgement say how a simulation ends; False where the leaf is decided or the game is
    over. Some simulations are also played out, for the owners alone."""
    cdef const Search* s = d.search
    cdef ScoreBounds bounds = node_bounds(&s.tree, d.path[d.depth])
    cdef const Judgement* judgement
    if s.solve and (bounds.low >= bounds.high
                    or (s.prove and bounds_verdict(bounds, s.komi) != 0)):
        return False
    judgement = deepest_judgement(d)
    if judgement == NULL:
        return False
    outcome.points = judgement_points(judgement.word)
    outcome.value = judgement_worth(s, judgement.word)
    if s.biases != NULL:
        outcome.value = min(max(outcome.value - bias_of(s, judgement.kind), 0.0), 1.0)
        bias_learn(d, outcome.value)
    if _is_for_the_owners(d):
        outcome.played_out = True
        _final_lead(d)
    return True


cdef void _evaluate(Descent* d, Outcome* outcome) noexcept nogil:
    """Find out how a simulation ends.

    That is said by a technique, a judgement, a playout, or a mean of the last two.
    """
    cdef Search* s = d.search
    cdef const Judgement* judgement
    cdef double share = 0.0, value = 0.0
    outcome.played_out = False
    if s.n_techniques and doors_value(d, outcome):
        return
    if s.leads and _follows_the_network(d, outcome):
        return
    if s.judgements and not s.leads:
        judgement = deepest_judgement(d)
        if judgement != NULL:
            share = s.params.network_lambda
            value = judgement_value(judgement.word)
            outcome.points = judgement_points(judgement.word)
            outcome.value = value
    if share >= 1.0:
        return
    outcome.played_out = True
    outcome.points = _final_lead(d)
    outcome.value = _value(s, outcome.points)
    outcome.value += share * (value - outcome.value)


cdef void _end_simulation(Descent* d) noexcept nogil:
    """Evaluate the leaf, count, back up, learn."""
    cdef Outcome outcome
    cdef int score
    # 3. Simulation: the default policy, or somebody who knows better.
    _evaluate(d, &outcome)
    if d.search.n_techniques:
        doors_reward(d, &outcome)
    # 4. Backpropagation: to the counts beside the tree, the nodes, and the techniques.
    score = <int>(2.0 * outcome.points)
    count_simulation(d, score, outcome.played_out)
    back_up(d, <int64_t>(outcome.value * REWARD_ONE), score)
    if d.search.n_techniques:
        doors_learn(d, &outcome)


cdef void _take_playouts(Descent* d, LeafTeam* team) noexcept nogil:
    """Play playouts of the team's leaf, beside others, until all are finished."""
    cdef uint32_t playout
    team_open(team, d)
    while team_take(team, &playout):
        team_to_leaf(team, d, playout)
        _end_simulation(d)
        team_note_finished(team)
    team_await_all(team)


cdef void worker_help(Worker* w, LeafTeam* team) noexcept nogil:
    """Play playouts of the leaves of another worker until the search is over."""
    cdef Descent* d = w.descent
    cdef uint32_t playout
    to_root(d)
    while team_await_playout(team, &w.search.stop, &playout):
        team_to_leaf(team, d, playout)
        _end_simulation(d)
        team_note_finished(team)


cdef void _from_leaf(Descent* d, LeafTeam* team) noexcept nogil:
    """Do everything that follows when a descent has reached its leaf."""
    cdef Search* s = d.search
    cdef int i, in_tree = d.record.n
    # Several playouts from one leaf start from copies of its board.
    if d.playouts > 1 or team != NULL:
        board_copy(d.leaf, d.board)
    if team != NULL:
        _take_playouts(d, team)
    for i in range(d.playouts if team == NULL else 0):
        if i:
            board_copy(d.board, d.leaf)
            d.record.n = in_tree
        _end_simulation(d)
    # Virtual losses go first and bounds climb last: another thread may use a bound the moment it is
    # there, and by then the nodes of the way are as this simulation leaves them.
    for i in range(1, d.depth + 1):
        add_u16(&s.tree.nodes[d.path[i]].virtual_losses, <uint16_t>-s.params.virtual_loss)
    if s.solve:
        bound_path(&s.tree, d.path, d.depth, s.root.to_play)


cdef void worker_run(Worker* w, LeafTeam* team) noexcept nogil:
    """Simulate until the limit, the deadline or the stop flag.

    One simulation is run in any case, so that there is a move to choose. With a team others play
    the playouts of each leaf, too (`worker_help`).
    """
    cdef Search* s = w.search
    cdef Descent* d = w.descent
    cdef uint64_t number
    cdef int until_look = SIMULATIONS_PER_LOOK_AT_THE_CLOCK, playouts = w.playouts
    if playouts == 1:
        team = NULL
    while True:
        number = add_u64(&s.next_simulation, playouts)
        if number >= s.end_simulation:
            break
        descent_begin(d, number, <int>min(<uint64_t>playouts, s.end_simulation - number))
        # 1. Selection and 2. expansion: walk to a leaf.
        descend(d)
        # 3. Simulation and 4. backpropagation: from the leaf to the end, and back to the root.
        _from_leaf(d, team)
        if load_u32(&s.stop):
            break
        if s.deadline > 0.0:
            until_look -= playouts
            if until_look <= 0:
                until_look = SIMULATIONS_PER_LOOK_AT_THE_CLOCK
                if monotonic_seconds() >= s.deadline:
                    break
    add_collected(w)
