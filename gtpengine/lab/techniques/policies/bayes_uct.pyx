"""Bayesian UCT: the value of a node is a distribution: of the best of its children.

Tesauro, Rajan and Segal, Bayesian inference in Monte-Carlo tree search, UAI 2010. A node without
children is believed to be worth Beta(k e + w, k (1 - e) + n - w) after w wins in n visits, with the
value e that was expected of it, which counts as k = ``bayes_uct_prior`` visits. One with children
is worth the largest of normal variables, which Clark's formulas (The greatest of a finite set of
random variables, 1961) approximate by a normal one again. The score of a child is m + c sqrt(ln N /
n) (``mean``, their first form) or m + c sqrt(ln N) s (``deviation``, their second), with its mean m
and deviation s, and c = ``ucb_exploration``, 1.414 there. RAVE does not count.

Ours: what is expected of a child is the mean of its parent, and siblings have the correlation
``bayes_uct_correlation``. Their leaves have priors that are known in their trees of bandits. With
flat priors, Beta(1, 1), and independent siblings the greatest of dozens of them is far above each
of them, so that a node looks bad as soon as the opponent has tried many replies to it. Only
children with visits count for their parent. The priors of moves say which of them is good, not how
the game stands: they are virtual visits in the score, and no part of what climbs.

Races: mean and variance are stored one after the other; a reader may see one of an earlier
simulation, and the next one through the node repairs it.
"""

from libc.math cimport erfc, exp, log, sqrt

from board_ext.lowlevel.atomics cimport load_i64, load_u32, store_u32
from board_ext.lowlevel.types cimport uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor, beside
from gtpengine.lab.techniques.policies.values cimport BAYES_UCT_DEVIATION, values_of
from gtpengine.mcts.doors.search_state cimport Descent, Outcome
from gtpengine.mcts.params.selection_values cimport selection_values
from gtpengine.mcts.tree.childview cimport ChildView
from gtpengine.mcts.tree.node cimport (
    Node, REWARD_ONE, node_mean, node_prior_value, node_prior_weight,
)
from gtpengine.mcts.tree.tree cimport Children, Tree, children_next, children_of

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "bayes_uct"
PARAMS = (
    ParamSpec(
        "bayes_uct", str, "off", choices=("off", "mean", "deviation"),
        doc="a child's score is the mean of the best of what is below it, with the bonus of ucb1 "
        "(mean) or a bonus by its own deviation",
        source="Tesauro, Rajan and Segal 2010, Bayes-UCT1 and Bayes-UCT2",
    ),
    ParamSpec(
        "bayes_uct_prior", float, 10.0, 0.1, 1e6,
        doc="visits that the mean of its parent counts for in what bayes_uct believes of a node",
        source="ours: informed leaves, as Tesauro, Rajan and Segal 2010 have; not tuned",
    ),
    ParamSpec(
        "bayes_uct_correlation", float, 0.5, 0.0, 1.0,
        doc="correlation of the values of siblings for bayes_uct; 0 takes them as independent",
        source="ours: Clark 1961 has the formula; not tuned",
    ),
)

cdef enum:
    ONE = 1 << 30             # the value 1; a kept mean is one more, 0 is unknown

cdef double ROOT_2 = 1.4142135623730951
cdef double ROOT_2_PI = 2.5066282746310002


cdef struct Kept:
    # Beside a node with children: its distribution, for the side that moved there.
    uint32_t mean
    uint32_t variance


cdef struct Normal:
    double mean
    double variance


cdef inline Normal _of_visits(const Node* node, double expected, double weight) noexcept nogil:
    """Return the belief about a node by its own visits, and by ``weight`` visits of the expected
    value, for the side that moved there."""
    cdef double n = weight + load_u32(&node.visits)
    cdef Normal result
    result.mean = (weight * expected + load_i64(&node.reward) * (1.0 / REWARD_ONE)) / n
    result.variance = result.mean * (1.0 - result.mean) / (n + 1.0)
    return result


cdef inline Normal _belief(const Door* door, uint32_t index, double expected) noexcept nogil:
    """Return the belief about a node, for the side that moved there; ``expected`` is the mean of
    its parent, for the same side."""
    cdef const Kept* kept = <const Kept*>beside(door, index)
    cdef uint32_t mean = load_u32(&kept.mean)
    cdef Normal result
    if mean == 0:
        return _of_visits(&door.worker.search.tree.nodes[index], expected,
                          values_of(&door.worker.search.params).bayes_uct_prior)
    result.mean = (mean - 1.0) / ONE
    result.variance = load_u32(&kept.variance) * (1.0 / ONE)
    return result


cdef inline Normal _greater(Normal a, Normal b, double correlation) noexcept nogil:
    """Return Clark's normal variable for the greater of two."""
    cdef double x, above, density, square, spread = a.variance + b.variance
    cdef Normal result
    spread = sqrt(max(0.0, spread - 2.0 * correlation * sqrt(a.variance * b.variance)))
    if spread <= 1e-9:
        return a if a.mean >= b.mean else b
    x = (a.mean - b.mean) / spread
    above = 0.5 * erfc(-x / ROOT_2)
    density = exp(-0.5 * x * x) / ROOT_2_PI
    result.mean = a.mean * above + b.mean * (1.0 - above) + spread * density
    square = ((a.variance + a.mean * a.mean) * above
              + (b.variance + b.mean * b.mean) * (1.0 - above)
              + (a.mean + b.mean) * spread * density)
    result.variance = max(0.0, square - result.mean * result.mean)
    return result


cdef void _climb(const Door* door, uint32_t node) noexcept nogil:
    """Set the belief about a node by its children: what is best for them is bad for it."""
    cdef const Tree* tree = &door.worker.search.tree
    cdef Children children = children_of(&tree.nodes[node])
    cdef Kept* kept = <Kept*>beside(door, node)
    cdef Normal best
    cdef bint any_child = False
    cdef double expected = 1.0 - node_mean(&tree.nodes[node])
    cdef double correlation = values_of(&door.worker.search.params).bayes_uct_correlation
    while children_next(tree, &children):
        if load_u32(&tree.nodes[children.index].visits):
            if any_child:
                best = _greater(best, _belief(door, children.index, expected), correlation)
            else:
                best = _belief(door, children.index, expected)
                any_child = True
    if any_child:
        store_u32(&kept.variance, <uint32_t>(min(best.variance, 1.0) * ONE))
        store_u32(&kept.mean, 1 + <uint32_t>(min(max(1.0 - best.mean, 0.0), 1.0) * ONE))


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    """Carry the beliefs below towards the root."""
    cdef int depth
    for depth in range(d.depth, 0, -1):
        _climb(door, d.path[depth])


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Compute the root of the logarithm of the visits; no opinion about the child."""
    (<double*>door.own)[0] = sqrt(log(
        <double>load_u32(&d.search.tree.nodes[node].visits) + 1.0))
    return 0


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    cdef double bonus = values_of(&d.search.params).ucb_exploration * (<const double*>door.own)[0]
    cdef Normal belief
    if view.visits <= 0.0:
        view.score = selection_values(&d.search.params).first_play_urgency
        return
    belief = _belief(door, view.index, 1.0 - node_mean(&d.search.tree.nodes[d.path[d.depth]]))
    # A virtual loss is a visit without a win, here as elsewhere.
    view.score = (node_prior_weight(view.node) * node_prior_value(view.node)
                  + load_u32(&view.node.visits) * belief.mean) / view.visits
    if values_of(&d.search.params).bayes_uct == BAYES_UCT_DEVIATION:
        view.score += bonus * sqrt(belief.variance)
    else:
        view.score += bonus / sqrt(view.visits)


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.choose = _choose
_door.hooks.score = _score
_door.hooks.learn = _learn
_door.hooks.own_bytes = sizeof(double)
_door.hooks.node_bytes = sizeof(Kept)
DOOR = _door
