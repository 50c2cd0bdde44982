"""Children, in the order of their priors."""

from board_ext.atomics cimport (
    and_u8, load_acquire_u32, load_i64, load_u8, load_u32, or_u8, store_release_u32, store_u32,
)
from board_ext.board cimport Board, board_hash_with_ko, board_is_legal
from board_ext.rng cimport rng_below
from board_ext.superko cimport KO_SIMPLE, move_repeats
from board_ext.types cimport (
    MAX_POINTS, N_VERTICES, PASS_VERTEX, int64_t, uint8_t, uint16_t, uint32_t, uint64_t,
)
from gtpengine.mcts.node cimport (
    LINK_MOVE, NODE_EXPANDING, NODE_MORE, node_init, node_share_children,
)
from gtpengine.mcts.priors cimport (
    Prior, PriorContext, prior_of_move, prior_of_pass, priors_prepare,
)
from gtpengine.mcts.transpositions cimport (
    mix_keys, transpositions_enter, transpositions_find,
)
from gtpengine.mcts.tree cimport Children, Tree, children_next, children_of, tree_allocate
from gtpengine.mcts.state cimport Search

from libc.string cimport memset


cdef struct Candidate:
    Prior prior
    double wins               # of the prior, less its losses: what the order goes by
    uint16_t move


cdef int _legal_moves(Worker* w, const uint8_t* known, uint16_t* moves) noexcept nogil:
    """List the legal moves and the pass, without the known ones, in random order."""
    cdef Search* s = w.search
    cdef const Board* b = w.board
    cdef int i, j, v, n = 0, color = b.to_play
    for i in range(b.n_empty):
        v = b.empties[i]
        if not known[v] and board_is_legal(b, v, color) and not (
                s.ko_rule != KO_SIMPLE and move_repeats(b, w.keys, w.n_keys, v, color, s.ko_rule)):
            moves[n] = v
            n += 1
    if not known[PASS_VERTEX]:
        moves[n] = PASS_VERTEX
        n += 1
    for i in range(n - 1, 0, -1):
        j = rng_below(&w.rng, i + 1)
        moves[i], moves[j] = moves[j], moves[i]
    return n


cdef int _best_moves(const PriorContext* context, const uint16_t* moves, int n, int most,
                     Candidate* best) noexcept nogil:
    """Put the ``most`` moves of highest prior first; return their number."""
    cdef Candidate candidate
    cdef int i, place, kept = 0
    for i in range(n):
        candidate.move = moves[i]
        if moves[i] == PASS_VERTEX:
            candidate.prior = prior_of_pass(context)
        else:
            candidate.prior = prior_of_move(context, moves[i])
        candidate.wins = 2.0 * candidate.prior.wins - candidate.prior.weight
        if kept == most:
            if candidate.wins <= best[kept - 1].wins:
                continue
            kept -= 1
        place = kept
        while place > 0 and best[place - 1].wins < candidate.wins:
            best[place] = best[place - 1]
            place -= 1
        best[place] = candidate
        kept += 1
    return kept


cdef void _mark_avoided(const Worker* w, uint8_t* known) noexcept nogil:
    """Mark the moves that are kept out of the search at this depth."""
    cdef const Search* s = w.search
    cdef int v, color = w.board.to_play
    if w.depth >= s.avoid_depth:
        return
    for v in range(N_VERTICES):
        known[v] = w.depth < s.avoid_until[color][v]


cdef bint _add_children(Worker* w, Node* node, Node* holder, int most) noexcept nogil:
    """Give ``node`` up to ``most`` further children, as those of ``holder``: the node itself or
    the link behind its last child, without the moves avoided at this depth; the pass when nothing
    else is left. Return whether ``holder`` has children now, by this thread or
    by another. The worker's board is at ``node``."""
    cdef Search* s = w.search
    cdef Tree* tree = &s.tree
    cdef PriorContext context
    cdef Candidate best[MAX_POINTS + 1]
    cdef Candidate* candidate
    cdef uint16_t moves[MAX_POINTS + 1]
    cdef uint8_t known[N_VERTICES]
    cdef const Node* sibling
    cdef Children children
    cdef uint32_t first
    cdef double probability
    cdef uint64_t amaf_visits = 0
    cdef int64_t amaf_reward = 0
    cdef uint64_t inherited = 0
    cdef int i, n, kept, siblings = 0
    if or_u8(&holder.flags, NODE_EXPANDING) & NODE_EXPANDING:
        return load_acquire_u32(&holder.children) != 0
    memset(known, 0, sizeof(known))
    _mark_avoided(w, known)
    children = children_of(node)
    while children_next(tree, &children):
        sibling = &tree.nodes[children.index]
        known[sibling.move] = 1
        amaf_visits += load_u32(&sibling.amaf_visits)
        amaf_reward += load_i64(&sibling.amaf_reward)
        siblings += 1
    n = _legal_moves(w, known, moves)
    if n == 0 and holder == node:
        # All are avoided.
        moves[0] = PASS_VERTEX
        n = 1
    kept = min(n, most)
    first = tree_allocate(tree, &w.arena, kept + (1 if kept < n else 0))
    if first == 0:
        store_u32(&s.tree_full, 1)
        and_u8(&holder.flags, <uint8_t>~NODE_EXPANDING)
        return False
    priors_prepare(&context, w.board, &s.params, s.model, w.board.to_play)
    kept = _best_moves(&context, moves, n, kept, best)
    if siblings:
        inherited = min(amaf_visits // siblings, <uint64_t>s.params.widening_rave_visits)
    for i in range(kept):
        candidate = &best[i]
        if context.has_model and candidate.move != PASS_VERTEX:
            probability = context.probability[candidate.move]
        else:
            probability = 1.0 / (n + 1)
        node_init(&tree.nodes[first + i], candidate.move,
                  candidate.prior.wins / candidate.prior.weight
                  if candidate.prior.weight > 0.0 else 0.5,
                  candidate.prior.weight, probability)
        if inherited:
            # With their priors alone, which are kind, newcomers would outshine all others.
            tree.nodes[first + i].amaf_visits = <uint32_t>inherited
            tree.nodes[first + i].amaf_reward = <int64_t>(
                <double>amaf_reward / amaf_visits * inherited)
    holder.n_children = kept
    if kept < n:
        node_init(&tree.nodes[first + kept], LINK_MOVE, 0.5, 0.0, 0.0)
        or_u8(&holder.flags, NODE_MORE)
    store_release_u32(&holder.children, first)
    return True


cdef inline uint64_t _transposition_key(const Worker* w) noexcept nogil:
    """Return what the position on the worker's board has in common with those it may share
    children with."""
    cdef const Board* b = w.board
    cdef uint64_t moves = 2 * w.n_keys + (b.n_passes > 0)
    return mix_keys(w.capture_key, board_hash_with_ko(b, b.to_play) ^ mix_keys(0, moves))


cdef bint expand(Worker* w, Node* node, int most) noexcept nogil:
    """Give a leaf its first children, those of another order of moves if transpositions are on;
    False when there is no room for them."""
    cdef Search* s = w.search
    cdef uint64_t key
    cdef uint32_t other
    if s.transpositions.entries == NULL:
        return _add_children(w, node, node, most)
    key = _transposition_key(w)
    other = transpositions_find(&s.transpositions, key)
    if other:
        return node_share_children(node, &s.tree.nodes[other])
    if not _add_children(w, node, node, most):
        return False
    transpositions_enter(&s.transpositions, key, <uint32_t>(node - s.tree.nodes))
    return True


cdef bint widen(Worker* w, Node* node) noexcept nogil:
    """Give a node with children the next ones if it has the visits for them; False when there is
    no room. At ``widening_visits``, and at each threefold of it, the children double."""
    cdef Tree* tree = &w.search.tree
    cdef double need = w.search.params.widening_visits
    cdef Node* holder = node
    cdef Children block = children_of(node)
    cdef int n = 0
    while block.end:
        if block.link == 0 or load_u32(&node.visits) < need:
            return True
        n += holder.n_children
        need *= WIDENING_GROWTH
        holder = &tree.nodes[block.link]
        block = children_of(holder)
    if load_u8(&holder.flags) & NODE_EXPANDING:
        return True
    return _add_children(w, node, holder, n)


cdef bint complete(Worker* w, Node* node) noexcept nogil:
    """Give a node all its children; False when there is no room. No other thread is at work."""
    cdef Node* holder = node
    cdef Children block = children_of(node)
    while block.link:
        holder = &w.search.tree.nodes[block.link]
        block = children_of(holder)
    return block.end != 0 or _add_children(w, node, holder, MAX_POINTS + 1)
