"""The way down the tree: selection, and expansion at its end."""

from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from board_ext.board cimport Board, board_copy, board_free, board_new, board_situation
from board_ext.lowlevel.atomics cimport add_u16, load_acquire_u32, load_u32
from board_ext.lowlevel.rng cimport rng_seed
from board_ext.lowlevel.types cimport PASS_VERTEX, uint32_t, uint64_t
from board_ext.playing cimport board_pass, board_play
from gtpengine.mcts.doors.search_state cimport MAX_DEPTH, Hooks, Player, Search
from gtpengine.mcts.moves.reasons cimport REASON_TREE
from gtpengine.mcts.params.credit_values cimport credit_values
from gtpengine.mcts.tree.node cimport Node
from gtpengine.mcts.worker.solver cimport is_over


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
    # A search may start from a finished game. If its passes stayed on the board, every simulation
    # would be over before it began.
    d.board.n_passes = 0 if d.board.n_passes >= (1 if s.goal else 2) else d.board.n_passes
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


cdef inline uint32_t _choose(Descent* d, uint32_t node) noexcept nogil:
    """Return the index of the child of a node to follow."""
    cdef const Hooks* hooks = d.worker.hooks
    cdef uint32_t chosen = hooks.choose(d, node) if hooks != NULL else 0
    return chosen if chosen else d.search.player.choose(d, node)


cdef void descend(Descent* d) noexcept nogil:
    """Walk to a leaf; a leaf may get children on the way."""
    cdef Search* s = d.search
    cdef const Player* player = s.player
    cdef const Hooks* hooks = d.worker.hooks
    cdef uint32_t index = d.path[d.depth]
    cdef Node* node = &s.tree.nodes[index]
    while d.depth < MAX_DEPTH:
        # 1. A node without children gets some, or is the leaf. One that nobody has visited is the
        # leaf in any case: otherwise one simulation would make nodes to the end of the game.
        if load_acquire_u32(&node.children) == 0:
            if not player.grow(d, index) or not load_u32(&node.visits):
                break
        # 2. A node with children may get more.
        elif not load_u32(&s.tree_full):
            player.widen(d, index)
        # 3. The best child is next.
        index = _choose(d, index)
        if hooks != NULL and hooks.stops(d, s.tree.nodes[index].move):
            break
        # 4. Go there. The virtual loss keeps other threads off this way.
        node = &s.tree.nodes[index]
        add_u16(&node.virtual_losses, credit_values(&s.params).virtual_loss)
        d.depth += 1
        d.path[d.depth] = index
        _play(d, node.move)
        if is_over(d):
            break
