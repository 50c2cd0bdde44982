"""Expansion: children in the order of their priors."""

from board_ext.board cimport Board
from board_ext.legal cimport board_is_legal
from board_ext.lowlevel.atomics cimport (
    and_u8, load_acquire_u32, load_i64, load_u8, load_u32, or_u8, store_release_u32, store_u32,
)
from board_ext.lowlevel.rng cimport rng_below
from board_ext.lowlevel.types cimport (
    MAX_POINTS, N_VERTICES, PASS_VERTEX, int64_t, uint8_t, uint16_t, uint32_t, uint64_t,
)
from board_ext.superko cimport KO_SIMPLE, move_repeats
from gtpengine.mcts.doors.search_state cimport Prior, Search
from gtpengine.mcts.expansion.priors cimport (
    PriorContext, prior_of_move, prior_of_pass, priors_prepare,
)
from gtpengine.mcts.tree.node cimport (
    LINK_MOVE, NODE_EXPANDING, NODE_MORE, Node, node_init, node_share_children,
)
from gtpengine.mcts.tree.told cimport digests_know_amaf
from gtpengine.mcts.tree.tree cimport Children, Tree, children_next, children_of, tree_allocate

from libc.string cimport memset
from gtpengine.mcts.params.growth_values cimport growth_values


cdef struct Candidate:
    Prior prior
    double wins               # of the prior minus its losses; they are ordered by this
    uint16_t move


cdef struct Inherited:
    # New children begin with the mean RAVE statistics of the children that are there.
    uint32_t visits
    int64_t reward


cdef int first_children(const Search* s) noexcept nogil:
    cdef int most = growth_values(&s.params).widening_children
    return most if most else MAX_POINTS + 1


cdef int _legal_moves(Descent* d, const uint8_t* known, uint16_t* moves) noexcept nogil:
    """List the legal moves and the pass, without the known ones, in random order; return their
    number."""
    cdef Search* s = d.search
    cdef const Board* b = d.board
    cdef int i, j, v, n = 0, color = b.to_play
    for i in range(b.n_empty):
        v = b.empties[i]
        if not known[v] and board_is_legal(b, v, color) and not (
                s.ko_rule != KO_SIMPLE and move_repeats(b, d.keys, d.n_keys, v, color, s.ko_rule)):
            moves[n] = v
            n += 1
    if not known[PASS_VERTEX]:
        moves[n] = PASS_VERTEX
        n += 1
    for i in range(n - 1, 0, -1):
        j = rng_below(&d.rng, i + 1)
        moves[i], moves[j] = moves[j], moves[i]
    return n


cdef inline double _probability(const PriorContext* context, int move,
                                double even) noexcept nogil:
    """Return the probability of a move by the policy; ``even`` without one."""
    # The move model says little about passes.
    if context.answer.has_policy and (move != PASS_VERTEX or context.answer.has_judgement):
        return context.answer.probability[move]
    return even


cdef int _best_moves(const Descent* d, const PriorContext* context, const uint16_t* moves, int n,
                     int most, double even, Candidate* best) noexcept nogil:
    """List the ``most`` moves of highest prior, the best first; return their number."""
    cdef Candidate candidate
    cdef int i, place, kept = 0
    for i in range(n):
        candidate.move = moves[i]
        if moves[i] == PASS_VERTEX:
            candidate.prior = prior_of_pass(context)
        else:
            candidate.prior = prior_of_move(context, moves[i])
        candidate.prior.probability = _probability(context, moves[i], even)
        if d.worker.hooks != NULL:
            d.worker.hooks.prior(d, moves[i], &candidate.prior)
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


cdef void _mark_avoided(const Descent* d, uint8_t* known) noexcept nogil:
    """Mark the moves that are kept out of the search at this depth."""
    cdef const Search* s = d.search
    cdef int v, color = d.board.to_play
    if d.depth >= s.avoid_depth:
        return
    for v in range(N_VERTICES):
        known[v] = d.depth < s.avoid_until[color][v]


cdef int _known_children(Tree* tree, const Node* node, uint8_t* known,
                         Inherited* mean) noexcept nogil:
    """Mark the moves that are children already and set the mean of their RAVE statistics.

    Return how many they are.
    """
    cdef Children children = children_of(node)
    cdef const Node* sibling
    cdef uint64_t visits = 0
    cdef int64_t reward = 0
    cdef int n = 0
    while children_next(tree, &children):
        sibling = &tree.nodes[children.index]
        known[sibling.move] = 1
        visits += load_u32(&sibling.amaf_visits)
        reward += load_i64(&sibling.amaf_reward)
        n += 1
    mean.visits = 0
    mean.reward = 0
    if n and visits:
        mean.visits = <uint32_t>(visits // n)
        mean.reward = <int64_t>(<double>reward / visits * mean.visits)
    return n


cdef inline void _make_child(Tree* tree, uint32_t index, const Candidate* candidate,
                             const Inherited* mean) noexcept nogil:
    """Make a child that begins with its prior."""
    cdef Node* child = &tree.nodes[index]
    node_init(child, candidate.move,
              candidate.prior.wins / candidate.prior.weight
              if candidate.prior.weight > 0.0 else 0.5,
              candidate.prior.weight, candidate.prior.probability)
    if mean.visits:
        # Priors are optimistic: with nothing else, newcomers would outshine all others.
        child.amaf_visits = mean.visits
        child.amaf_reward = mean.reward
        digests_know_amaf(tree, index)


cdef bint _add_children(Descent* d, Node* node, Node* holder, int most) noexcept nogil:
    """Give ``node`` up to ``most`` further children, as ``holder`` has them.

    ``holder`` is the node itself, or the link behind its last child. Moves avoided at this depth
    stay out; when nothing else is left the pass comes in. The descent's board is at ``node``.
    """
    cdef Search* s = d.search
    cdef Tree* tree = &s.tree
    cdef PriorContext context
    cdef Candidate best[MAX_POINTS + 1]
    cdef uint16_t moves[MAX_POINTS + 1]
    cdef uint8_t known[N_VERTICES]
    cdef Inherited mean
    cdef uint32_t first, index = <uint32_t>(node - tree.nodes)
    cdef int i, n, kept, in_all
    # 1. One thread claims the work.
    if or_u8(&holder.flags, NODE_EXPANDING) & NODE_EXPANDING:
        return load_acquire_u32(&holder.children) != 0
    s.player.ask(d, index)
    # 2. List the moves that are no children yet.
    memset(known, 0, sizeof(known))
    _mark_avoided(d, known)
    _known_children(tree, node, known, &mean)
    n = _legal_moves(d, known, moves)
    # Without a policy a move has the same probability whenever it becomes a child.
    in_all = n
    for i in range(N_VERTICES if holder != node else 0):
        in_all += known[i]
    if n == 0 and holder == node:
        # All are avoided: a node needs one child.
        moves[0] = PASS_VERTEX
        n = 1
    kept = min(n, most)
    # 3. Make room for the best of them, and for a link if some are left over.
    first = tree_allocate(tree, &d.worker.arena, kept + (1 if kept < n else 0))
    if first == 0:
        store_u32(&s.tree_full, 1)
        and_u8(&holder.flags, <uint8_t>~NODE_EXPANDING)
        return False
    # 4. Order them by their priors, and make the children.
    priors_prepare(&context, d.board, &s.params, &d.request)
    kept = _best_moves(d, &context, moves, n, kept, 1.0 / (in_all + 1), best)
    for i in range(kept):
        _make_child(tree, first + i, &best[i], &mean)
    # 5. The children are complete: publish them.
    holder.n_children = kept
    if kept < n:
        node_init(&tree.nodes[first + kept], LINK_MOVE, 0.5, 0.0, 0.0)
        or_u8(&holder.flags, NODE_MORE)
    store_release_u32(&holder.children, first)
    if d.worker.hooks != NULL and holder == node:
        d.worker.hooks.expanded(d, index)
    return True


cdef bint expand(Descent* d, Node* node, int most) noexcept nogil:
    """Give a leaf its first children: new ones, or those of a node with the same position."""
    cdef Tree* tree = &d.search.tree
    cdef uint32_t other = 0
    if d.worker.hooks != NULL:
        other = d.worker.hooks.same_position(d, <uint32_t>(node - tree.nodes))
    if other:
        return node_share_children(node, &tree.nodes[other])
    return _add_children(d, node, node, most)


cdef bint widen(Descent* d, Node* node) noexcept nogil:
    """Give a node with children the next ones if it has enough visits for them.

    At ``widening_visits``, and each time the visits have grown by WIDENING_GROWTH, the children
    double.
    """
    cdef Tree* tree = &d.search.tree
    cdef double need = growth_values(&d.search.params).widening_visits
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
    return _add_children(d, node, holder, n)


cdef bint complete(Descent* d, Node* node) noexcept nogil:
    """Give a node all its children. No other thread may be at work."""
    cdef Node* holder = node
    cdef Children block = children_of(node)
    while block.link:
        holder = &d.search.tree.nodes[block.link]
        block = children_of(holder)
    return block.end or _add_children(d, node, holder, MAX_POINTS + 1)
