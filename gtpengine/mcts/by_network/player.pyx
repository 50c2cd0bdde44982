"""The search by a network, step by step; see `Player` of doors/search_state.pxd."""

from libc.math cimport exp, sqrt

from board_ext.lowlevel.atomics cimport load_u8, load_u32
from board_ext.lowlevel.rng cimport rng_float
from board_ext.lowlevel.types cimport N_VERTICES, uint32_t, uint64_t
from gtpengine.mcts.by_network.judging cimport (
    ask_for_judgement, deepest_judged, judgement_worth, note_judgement,
)
from gtpengine.mcts.by_network.puct cimport (
    child_score_by_puct, puct_score, urgency_at, view_by_puct,
)
from gtpengine.mcts.by_playouts.playing_out cimport final_lead, value_by_playout
from gtpengine.mcts.doors.judgement cimport judgement_at, judgement_points
from gtpengine.mcts.doors.search_state cimport Descent, Outcome, Search
from gtpengine.mcts.expansion.expansion cimport expand, first_children, widen
from gtpengine.mcts.params.network_values cimport network_values
from gtpengine.mcts.tree.bounds cimport ScoreBounds, bounds_verdict, node_bounds
from gtpengine.mcts.tree.childview cimport ChildView
from gtpengine.mcts.tree.node cimport NODE_BOUNDED, Node
from gtpengine.mcts.tree.tree cimport Children, Tree, children_next, children_of
from gtpengine.mcts.worker.boundscore cimport BoundsView, bounds_at, bounds_score
from gtpengine.mcts.worker.solver cimport ends_at

from gtpengine.base.arguments.paramspec import Player as Reader

cdef enum:
    # Each simulation makes a node with children, and most nodes are visited once, so fewer children
    # save most of the memory.
    FIRST_CHILDREN = 8
    # Playouts for the owners: the error of a mean of 64 is an eighth at most. Later ones are rarer.
    CLOSE_PLAYOUTS = 64
    WIDER = 4


cdef double _weighed_score(const Descent* d, uint32_t child, double urgency,
                           double reach) noexcept nogil:
    """Return the score of a child with all that the techniques say, bounds aside."""
    cdef ChildView view
    view_by_puct(&view, &d.search.tree.nodes[child])
    view.index = child
    d.worker.hooks.evidence(d, &view)
    view.score = puct_score(view.node, view.visits, view.wins, urgency, reach)
    d.worker.hooks.score(d, &view)
    return view.score


cdef uint32_t _choose(Descent* d, uint32_t index) noexcept nogil:
    """Follow the child of the best score by PUCT."""
    cdef const Search* s = d.search
    cdef const Tree* tree = &s.tree
    cdef const Node* node = &tree.nodes[index]
    cdef const Node* child
    cdef BoundsView bounds
    cdef double visits = load_u32(&node.visits)
    cdef double urgency = urgency_at(tree, &s.params, node, visits)
    cdef double reach = network_values(&s.params).network_exploration * sqrt(visits)
    cdef double best = -1e30, score
    cdef uint32_t chosen = 0
    cdef Children children = children_of(node)
    if s.weighs:
        d.worker.hooks.reach(d, index, &reach)
    bounds_at(&bounds, d, index)
    while children_next(tree, &children):
        child = &tree.nodes[children.index]
        if s.weighs:
            score = _weighed_score(d, children.index, urgency, reach)
        else:
            score = child_score_by_puct(child, urgency, reach)
        if load_u8(&child.flags) & NODE_BOUNDED:
            score += bounds_score(tree, children.index, &bounds)
        if score > best:
            best = score
            chosen = children.index
    return chosen


cdef bint _grow(Descent* d, uint32_t index) noexcept nogil:
    """Give a leaf children at its first visit."""
    cdef Search* s = d.search
    return (not ends_at(d)
            and expand(d, &s.tree.nodes[index], min(first_children(s), FIRST_CHILDREN)))


cdef void _widen(Descent* d, uint32_t index) noexcept nogil:
    widen(d, &d.search.tree.nodes[index])


cdef void _disturb(Descent* d) noexcept nogil:
    """Multiply each probability of the request by chance, so that other seeds try other moves."""
    cdef double spread = 2.0 * network_values(&d.search.params).network_prior_noise
    cdef double total = 0.0, factor
    cdef float* p = d.request.probability
    cdef int v
    for v in range(N_VERTICES):
        if p[v] > 0.0:
            p[v] *= <float>exp(spread * (rng_float(&d.rng) - 0.5))
            total += p[v]
    factor = 1.0 / total if total > 0.0 else 1.0
    for v in range(N_VERTICES):
        p[v] *= <float>factor


cdef void _ask(Descent* d, uint32_t node) noexcept nogil:
    """Let the network judge the node, and keep what it says."""
    ask_for_judgement(d, node)
    if d.request.has_judgement:
        if network_values(&d.search.params).network_prior_noise > 0.0:
            _disturb(d)
        note_judgement(d, node, network_values(&d.search.params).network_noise)


cdef bint _is_settled(const Descent* d) noexcept nogil:
    """Return whether bounds decide the leaf."""
    cdef const Search* s = d.search
    cdef ScoreBounds bounds = node_bounds(&s.tree, d.path[d.depth])
    return s.solve and (bounds.low >= bounds.high
                        or (s.prove and bounds_verdict(bounds, s.komi) != 0))


cdef inline bint _is_for_the_owners(const Descent* d) noexcept nogil:
    """Return whether a simulation that is judged is also played out."""
    cdef uint64_t interval = network_values(&d.search.params).network_playouts
    cdef uint64_t before = d.worker.simulations
    if before >= CLOSE_PLAYOUTS * interval:
        interval *= WIDER
    return interval != 0 and before % interval == 0


cdef void _evaluate(Descent* d, Outcome* outcome) noexcept nogil:
    """Let the judgement say what a simulation is worth, unless its game is over or decided. Some
    simulations are also played out, for the owners alone."""
    cdef const Search* s = d.search
    cdef uint32_t judged = 0 if _is_settled(d) else deepest_judged(d)
    cdef uint32_t word
    if not judged:
        value_by_playout(d, outcome)
        return
    word = load_u32(judgement_at(s, judged))
    outcome.judged = judged
    outcome.points = judgement_points(word)
    outcome.value = judgement_worth(s, word)
    if _is_for_the_owners(d):
        outcome.played_out = True
        final_lead(d)


cdef Player _player
_player.reader = Reader.LEADS.value
_player.has_policy = True
_player.choose = _choose
_player.grow = _grow
_player.widen = _widen
_player.ask = _ask
_player.evaluate = _evaluate


cdef const Player* player_by_network() noexcept nogil:
    """Return the player."""
    return &_player
