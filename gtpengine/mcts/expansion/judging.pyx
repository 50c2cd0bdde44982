"""Judgements of a network; see judging.pxd."""

from libc.math cimport exp

from board_ext.lowlevel.atomics cimport add_i64, add_u32, load_u8, load_u32, or_u8, swap_if_u32
from board_ext.lowlevel.rng cimport rng_below, rng_float
from board_ext.lowlevel.types cimport BLACK, N_VERTICES, PASS_VERTEX, int64_t
from gtpengine.mcts.doors.evaluator cimport ask
from gtpengine.mcts.doors.judgement cimport SCORE_BIAS, VALUE_STEPS, judgement_at
from gtpengine.mcts.doors.search_state cimport Prior, side_at
from gtpengine.mcts.moves.likeness cimport kind_of
from gtpengine.mcts.tree.node cimport NODE_ENSEMBLED, REWARD_ONE, Node, node_set_prior
from gtpengine.mcts.tree.tree cimport (
    Children, children_next, children_of, tree_is_touched, tree_touch,
)
from gtpengine.mcts.expansion.priors cimport (
    PriorContext, prior_of_move, prior_of_pass, priors_prepare,
)
from gtpengine.network.turning cimport ALL_SYMMETRIES


cdef inline uint32_t _packed(double value, double points) noexcept nogil:
    """Return a judgement, both of Black, as one word, never 0."""
    cdef double half_points = min(max(2.0 * points, -SCORE_BIAS), SCORE_BIAS - 1)
    return ((1 + <uint32_t>(value * VALUE_STEPS + 0.5)) << 16
            | <uint32_t>(<int>half_points + SCORE_BIAS))


cdef void _count(Descent* d, double value, double points) noexcept nogil:
    """Let a judgement count like simulations at the node where the descent stands, and above."""
    cdef Search* s = d.search
    cdef int weight = s.params.network_weight, depth, score = <int>(2.0 * points)
    cdef int64_t reward, black_reward = <int64_t>(value * REWARD_ONE)
    cdef Node* node
    for depth in range(d.depth + 1):
        node = &s.tree.nodes[d.path[depth]]
        # The reward is that of the side that moved here.
        reward = REWARD_ONE - black_reward if side_at(s, depth) == BLACK else black_reward
        add_u32(&node.visits, weight)
        add_i64(&node.reward, reward * weight)
        add_i64(&node.score, score * weight)


cdef void _disturb(Descent* d) noexcept nogil:
    """Multiply each probability of the request by chance, so that other seeds try other moves."""
    cdef double spread = 2.0 * d.search.params.network_prior_noise, total = 0.0, factor
    cdef float* p = d.request.probability
    cdef int v
    for v in range(N_VERTICES):
        if p[v] > 0.0:
            p[v] *= <float>exp(spread * (rng_float(&d.rng) - 0.5))
            total += p[v]
    factor = 1.0 / total if total > 0.0 else 1.0
    for v in range(N_VERTICES):
        p[v] *= <float>factor


cdef void note_judgement(Descent* d, uint32_t node) noexcept nogil:
    """Keep the judgement in the descent's request, which is about its board and ``node``."""
    cdef Search* s = d.search
    cdef bint black = d.board.to_play == BLACK
    cdef double value = d.request.value, points = d.request.points
    cdef Judgement* judgement
    cdef uint32_t seen = 0
    if not black:
        value = 1.0 - value
        points = -points
    # The network was asked with another komi, by which points do not count.
    points += s.komi_offset
    if s.leads and s.params.network_prior_noise > 0.0:
        _disturb(d)
    if s.leads:
        value += s.params.network_noise * (rng_float(&d.rng) - 0.5)
        value = min(max(value, 0.0), 1.0)
    tree_touch(&s.tree, s.judgements)
    judgement = judgement_at(s, node)
    if s.biases != NULL:
        judgement.kind = kind_of(d.board, d.board.last_move, d.board.last_move2)
    if not swap_if_u32(&judgement.word, &seen, _packed(value, points)):
        return
    if s.params.network_weight and d.depth:
        _count(d, value, points)


cdef void want_judgement(Descent* d, uint32_t node) noexcept nogil:
    """Let the descent's next question be one for a judgement, under the symmetry that is set, or
    under all of them."""
    cdef int symmetry = d.search.params.network_symmetry
    d.request.wants_judgement = True
    if load_u8(&d.search.tree.nodes[node].flags) & NODE_ENSEMBLED:
        d.request.symmetry = ALL_SYMMETRIES
        return
    d.request.symmetry = rng_below(&d.rng, DRAWN) if symmetry == DRAWN else symmetry


cdef void _take_priors(Descent* d, uint32_t node) noexcept nogil:
    """Give the children of a node the priors that follow from the answer of the request."""
    cdef Tree* tree = &d.search.tree
    cdef Children children = children_of(&tree.nodes[node])
    cdef PriorContext context
    cdef Prior prior
    cdef Node* child
    priors_prepare(&context, d.board, &d.search.params, &d.request)
    while children_next(tree, &children):
        child = &tree.nodes[children.index]
        if child.move == PASS_VERTEX:
            prior = prior_of_pass(&context)
        else:
            prior = prior_of_move(&context, child.move)
        node_set_prior(child, prior.wins / prior.weight if prior.weight > 0.0 else 0.5,
                       prior.weight, d.request.probability[child.move])


cdef void judge(Descent* d, uint32_t node) noexcept nogil:
    """Let the network judge a node that has children; they get other priors."""
    want_judgement(d, node)
    ask(&d.search.evaluator, &d.request, d.board)
    if d.request.has_judgement:
        note_judgement(d, node)
        _take_priors(d, node)


cdef void judge_as_ensemble(Descent* d, uint32_t node) noexcept nogil:
    """Judge a node once under all symmetries. Its children get other priors; a judgement that it
    has stays."""
    if not or_u8(&d.search.tree.nodes[node].flags, NODE_ENSEMBLED) & NODE_ENSEMBLED:
        judge(d, node)


cdef const Judgement* deepest_judgement(const Descent* d) noexcept nogil:
    """Return the judgement of the deepest node of the way that has one, or NULL.

    Where two passes have ended the game none is needed.
    """
    cdef const Search* s = d.search
    cdef const Judgement* judgement
    cdef int depth
    if d.board.n_passes >= 2 or not tree_is_touched(&s.tree, s.judgements):
        return NULL
    for depth in range(d.depth, -1, -1):
        judgement = judgement_at(s, d.path[depth])
        if load_u32(&judgement.word):
            return judgement
    return NULL
