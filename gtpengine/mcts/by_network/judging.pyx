"""Judgements of a network; see judging.pxd."""

from board_ext.lowlevel.atomics cimport add_i64, add_u32, load_u32, swap_if_u32
from board_ext.lowlevel.rng cimport rng_below, rng_float
from board_ext.lowlevel.types cimport BLACK, PASS_VERTEX, int64_t
from gtpengine.mcts.doors.evaluator cimport ask
from gtpengine.mcts.doors.judgement cimport (
    SCORE_BIAS, VALUE_STEPS, judgement_at, judgement_points, judgement_value,
)
from gtpengine.mcts.doors.search_state cimport Prior, Search, side_at
from gtpengine.mcts.tree.node cimport REWARD_ONE, Node, node_set_prior
from gtpengine.mcts.tree.tree cimport (
    Children, Tree, children_next, children_of, tree_is_touched, tree_touch,
)
from gtpengine.mcts.expansion.priors cimport (
    PriorContext, prior_of_move, prior_of_pass, priors_prepare,
)
from gtpengine.mcts.params.credit_values cimport credit_values
from gtpengine.mcts.params.network_values cimport network_values


cdef inline uint32_t _packed(double value, double points) noexcept nogil:
    """Return a judgement, both of Black, as one word, never 0."""
    cdef double half_points = min(max(2.0 * points, -SCORE_BIAS), SCORE_BIAS - 1)
    return ((1 + <uint32_t>(value * VALUE_STEPS + 0.5)) << 16
            | <uint32_t>(<int>half_points + SCORE_BIAS))


cdef double judgement_worth(const Search* s, uint32_t word) noexcept nogil:
    cdef double value = judgement_value(word), points = judgement_points(word) - s.komi_offset
    value += credit_values(&s.params).score_weight * (
        0.5 + points / (4.0 * s.root.size * s.root.size) - value)
    return min(max(value, 0.0), 1.0)


cdef void _count(Descent* d, double value, double points) noexcept nogil:
    """Let a judgement count like simulations at the node where the descent stands, and above."""
    cdef Search* s = d.search
    cdef int weight = network_values(&s.params).network_weight, depth, score = <int>(2.0 * points)
    cdef int64_t reward, black_reward = <int64_t>(value * REWARD_ONE)
    cdef Node* node
    for depth in range(d.depth + 1):
        node = &s.tree.nodes[d.path[depth]]
        # The reward is for the side that moved here.
        reward = REWARD_ONE - black_reward if side_at(s, depth) == BLACK else black_reward
        add_u32(&node.visits, weight)
        add_i64(&node.reward, reward * weight)
        add_i64(&node.score, score * weight)


cdef void note_judgement(Descent* d, uint32_t node, double noise) noexcept nogil:
    """Keep the judgement in the descent's request, which is about its board and ``node``; ``noise``
    is the range of a random number that is added to the value."""
    cdef Search* s = d.search
    cdef bint black = d.board.to_play == BLACK
    cdef double value = d.request.value, points = d.request.points
    cdef uint32_t seen = 0
    if not black:
        value = 1.0 - value
        points = -points
    # The network was asked with another komi, by which points do not count.
    points += s.komi_offset
    if noise > 0.0:
        value = min(max(value + noise * (rng_float(&d.rng) - 0.5), 0.0), 1.0)
    tree_touch(&s.tree, s.judgements)
    if not swap_if_u32(judgement_at(s, node), &seen, _packed(value, points)):
        return
    if network_values(&s.params).network_weight and d.depth:
        _count(d, value, points)


cdef void ask_for_judgement(Descent* d, uint32_t node) noexcept nogil:
    """Ask for a judgement of the node where the descent stands, under the symmetry that is set."""
    cdef int symmetry = network_values(&d.search.params).network_symmetry
    d.request.wants_judgement = True
    d.request.symmetry = rng_below(&d.rng, DRAWN) if symmetry == DRAWN else symmetry
    if d.worker.hooks != NULL:
        d.worker.hooks.question(d, node, &d.request)
    ask(&d.search.evaluator, &d.request, d.board)


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


cdef void judge_again(Descent* d, uint32_t node) noexcept nogil:
    """Judge a node that has children; they get other priors. A judgement that it has stays."""
    d.search.player.ask(d, node)
    if d.request.has_judgement:
        _take_priors(d, node)


cdef uint32_t deepest_judged(const Descent* d) noexcept nogil:
    """Return the deepest node of the way that is judged, or 0.

    Where two passes have ended the game none is needed.
    """
    cdef const Search* s = d.search
    cdef int depth
    if d.board.n_passes >= 2 or not tree_is_touched(&s.tree, s.judgements):
        return 0
    for depth in range(d.depth, -1, -1):
        if load_u32(judgement_at(s, d.path[depth])):
            return d.path[depth]
    return 0
