"""The way down the tree: selection, and expansion at its end."""

from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from board_ext.lowlevel.atomics cimport add_u16, load_acquire_u32, load_u32
from board_ext.board cimport (
    Board, board_copy, board_free, board_new, board_pass, board_play, board_situation,
)
from board_ext.lowlevel.rng cimport rng_seed
from board_ext.lowlevel.types cimport MAX_POINTS, PASS_VERTEX, uint32_t, uint64_t
from gtpengine.mcts.doors.doors cimport doors_choose, doors_select, doors_stop
from gtpengine.mcts.doors.judgement cimport is_judged
from gtpengine.mcts.doors.search_state cimport MAX_DEPTH, Search
from gtpengine.mcts.moves.reasons cimport REASON_TREE
from gtpengine.mcts.tree.bounds cimport (
    ScoreBounds, bounds_verdict, node_bounds, node_is_bounded, node_tighten, tree_has_bounds,
)
from gtpengine.mcts.tree.node cimport Node
from gtpengine.mcts.tree.puct cimport select_by_puct
from gtpengine.mcts.tree.treepolicy cimport (
    Selection, select_child, select_least_visited, selection_begin, selection_use_bounds,
)
from gtpengine.mcts.expansion.expansion cimport expand, widen
from gtpengine.mcts.expansion.judging cimport (
    judge, judge_as_ensemble, wants_ensemble, wants_judgement,
)
from gtpengine.mcts.worker.solver cimport sure_bounds

cdef enum:
    LED_CHILDREN = 8


cdef Descent* descent_new(Worker* w) noexcept nogil:
    """Return a descent for a worker, or NULL when there is no memory."""
    cdef Descent* d = <Descent*>calloc(1, sizeof(Descent))
    if d == NULL:
        return NULL
    d.worker = w
    d.search = w.search
    d.board = board_new()
    if d.board == NULL:
        free(d)
        return NULL
    return d


cdef void descent_free(Descent* d) noexcept nogil:
    """Free a descent; NULL does nothing."""
    if d != NULL:
        board_free(d.board)
        board_free(d.leaf)
        free(d.keys)
        free(d)


cdef bint descent_prepare(Descent* d) noexcept nogil:
    """Make ready for a search from the root as it is now; False when there is no memory."""
    cdef Search* s = d.search
    free(d.keys)
    d.keys = <uint64_t*>malloc((s.n_history + MAX_DEPTH + 1) * sizeof(uint64_t))
    if d.keys == NULL:
        return False
    if s.n_history:
        memcpy(d.keys, s.history, s.n_history * sizeof(uint64_t))
    if d.worker.playouts > 1 and d.leaf == NULL:
        d.leaf = board_new()
        if d.leaf == NULL:
            return False
    return True


cdef void to_root(Descent* d) noexcept nogil:
    """Put the board back to the root, which never counts as the end of a game."""
    cdef Search* s = d.search
    board_copy(d.board, s.root)
    # A search may start from a finished game. If its two passes stayed on the board, every
    # simulation would be over before it began.
    d.board.n_passes = 0 if d.board.n_passes >= 2 else d.board.n_passes
    d.n_keys = s.n_history
    d.record.n = 0
    d.depth = 0
    d.path[0] = s.tree.root


cdef void descent_begin(Descent* d, uint64_t number, int playouts) noexcept nogil:
    """Begin simulation ``number``; its random stream depends only on the seed and the number.

    With ``playouts`` above one, that many playouts start from the leaf.
    """
    rng_seed(&d.rng, d.search.seed, number)
    to_root(d)
    d.playouts = playouts


cdef inline void _play(Descent* d, int move) noexcept nogil:
    """Play a move of the tree."""
    cdef Board* b = d.board
    if move == PASS_VERTEX:
        board_pass(b, b.to_play)
    else:
        board_play(b, move, b.to_play)
    d.keys[d.n_keys] = board_situation(b, b.to_play)
    d.n_keys += 1
    d.record.vertices[d.record.n] = move
    d.record.reasons[d.record.n] = REASON_TREE
    d.record.n += 1


cdef void walk_to(Descent* d, const uint32_t* path, int depth) noexcept nogil:
    """Put the descent at the node ``depth`` moves below the root, at the end of a path from it."""
    cdef int i
    to_root(d)
    for i in range(1, depth + 1):
        d.depth = i
        d.path[i] = path[i]
        _play(d, d.search.tree.nodes[path[i]].move)


cdef inline uint32_t _choose(Descent* d, uint32_t index) noexcept nogil:
    """Return the index of the child of a node to follow."""
    cdef Search* s = d.search
    cdef const Node* node = &s.tree.nodes[index]
    cdef Selection selection
    cdef uint32_t interval = s.params.explore_interval, playouts = d.worker.playouts, chosen
    if s.n_techniques:
        chosen = doors_choose(d, index)
        if chosen:
            return chosen
    # Once in an interval the least visited child. Visits grow by the playouts of a leaf at a time,
    # so an interval has to be long enough to leave room for other choices.
    if interval and playouts > 1:
        interval = max(interval, 2 * playouts)
    if not s.leads and interval and load_u32(&node.visits) % interval + playouts >= interval:
        return select_least_visited(&s.tree, node)
    selection_begin(&selection, &s.params)
    # A kept tree may have bounds from an earlier search; this one may be told to ignore them.
    if s.solve and tree_has_bounds(&s.tree):
        selection_use_bounds(&selection, &s.tree, index, d.board.to_play, s.komi, s.prove, s.cut)
    if s.leads:
        return select_by_puct(&s.tree, &s.params, node, &selection)
    if s.weighs:
        return doors_select(d, index, &selection)
    return select_child(&s.tree, &s.params, node, &selection)


cdef bint is_decided(Descent* d, int depth) noexcept nogil:
    """Return whether the result of the node at ``depth`` of the way is certain.

    The board must stand there. Certain is the score, or, where the search proves wins, the winner.
    """
    cdef Search* s = d.search
    cdef const Board* b = d.board
    cdef uint32_t index = d.path[depth]
    cdef ScoreBounds bounds
    if not node_is_bounded(&s.tree, index):
        if b.n_empty > s.params.solver_empty * b.size * b.size:
            return False
        bounds = sure_bounds(b, s.area_after_passes)
        node_tighten(&s.tree, index, bounds.low, bounds.high)
    bounds = node_bounds(&s.tree, index)
    return (s.prove and bounds_verdict(bounds, s.komi) != 0) or bounds.low >= bounds.high


cdef inline bint _is_leaf(Descent* d, const Node* node) noexcept nogil:
    """Return whether a node without children stays without them for now."""
    cdef Search* s = d.search
    return ((load_u32(&node.visits) < <uint32_t>s.params.expand_visits and not s.leads)
            or load_u32(&s.tree_full) or d.board.n_passes >= 2
            or (s.solve and is_decided(d, d.depth)))


cdef inline int _first_children(const Search* s) noexcept nogil:
    """Return how many children a node begins with."""
    cdef int most = s.params.widening_children if s.params.widening_children else MAX_POINTS + 1
    # Each simulation makes a node with children where a network leads, and most nodes are visited
    # once, so fewer children save most of the memory.
    return min(most, LED_CHILDREN) if s.leads else most


cdef void descend(Descent* d) noexcept nogil:
    """Walk to a leaf; a leaf with enough visits gets children on the way."""
    cdef Search* s = d.search
    cdef int most = _first_children(s)
    cdef uint32_t index = d.path[d.depth]
    cdef Node* node = &s.tree.nodes[index]
    while d.depth < MAX_DEPTH:
        # 1. A node without children gets some, or is the leaf.
        if load_acquire_u32(&node.children) == 0:
            # A node that nobody has visited stays the leaf: otherwise one simulation would make
            # nodes to the end of the game.
            if _is_leaf(d, node) or not expand(d, node, most) or not load_u32(&node.visits):
                break
        # 2. A node with children may get more.
        elif not load_u32(&s.tree_full):
            widen(d, node)
            if s.judgements and wants_judgement(d, index) and not is_judged(s, index):
                judge(d, index)
            if wants_ensemble(d, index):
                judge_as_ensemble(d, index)
        # 3. The best child is next.
        index = _choose(d, index)
        if s.n_techniques and doors_stop(d, s.tree.nodes[index].move):
            break
        # 4. Go there. The virtual loss keeps other threads off this way.
        node = &s.tree.nodes[index]
        add_u16(&node.virtual_losses, s.params.virtual_loss)
        d.depth += 1
        d.path[d.depth] = index
        _play(d, node.move)
        if d.board.n_passes >= 2:
            break
