"""LinUCT: a node learns how features of its moves bear on their values.

Mandai and Kaneko, LinUCB applied to Monte-Carlo tree search, TCS 2016: with the features x of each
child a node keeps A = I + the sum of x x' and b = the sum of r x over its simulations, with the
features of the child that was followed and its reward r. The score of a child is t x + ``lin_ucb``
* sqrt(x A^-1 x) with t = A^-1 b. As in their form with RAVE's schedule this counts sqrt(k / (3 n +
k)) of the score after n visits, with k = ``lin_ucb_visits``. n counts the virtual visits of the
prior.

The features here are a constant, the value of the prior as its distance from an even one, and the
RAVE mean as its distance from the mean of the node. Rewards count by their distance from that mean,
too. So the regression learns what parts one move from another, not how the game stands: in a lost
position a pass, which has no RAVE mean and a bad prior, is no better than the moves that are tried.

Not done: their feature propagation (LinUCT-FP), which moves the features of a node towards those of
its children. LinUCT-PLAIN, without RAVE's schedule, does not work well, as they say themselves: the
regression knows no minimax.

Races: sums are added to with atomics, in fixed point; a reader may see some of them without the
others.
"""

from libc.math cimport sqrt

from board_ext.lowlevel.atomics cimport add_i64, load_i64, load_u32
from board_ext.lowlevel.types cimport BLACK, int64_t, uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor, beside
from gtpengine.lab.techniques.biases.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent, Outcome, side_at
from gtpengine.mcts.tree.childview cimport ChildView
from gtpengine.mcts.tree.node cimport Node, REWARD_ONE, node_mean, node_prior_value

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "lin_ucb"
PARAMS = (
    ParamSpec(
        "lin_ucb", float, 0.0, 0.0, 10.0,
        doc="alpha of a linear bandit over features of moves: the weight of its uncertainty in the "
        "score of a child; 0 is off",
        source="LinUCT, Mandai and Kaneko 2016; not tuned",
    ),
    ParamSpec(
        "lin_ucb_visits", float, 100.0, 0.0, 1e9,
        doc="k of lin_ucb: visits of a child, its prior's visits included, at which the bandit "
        "counts half of its score",
        source="LinUCT-RAVE, Mandai and Kaneko 2016; not tuned",
    ),
)

cdef enum:
    FEATURES = 3
    ENTRIES = 6               # of a symmetric matrix: 00 01 02 11 12 22
    ONE = 1 << 20             # fixed point of the sums


cdef struct Sums:
    # Beside a node with children.
    int64_t matrix[ENTRIES]
    int64_t rewards[FEATURES]


cdef struct Model:
    # Of the node that is chosen at: the inverse of A, t, and the mean for its side to move.
    double inverse[ENTRIES]
    double weights[FEATURES]
    double mean


cdef void _features(const Node* child, double mean, double* x) noexcept nogil:
    """Set the features of a child; ``mean`` is the parent's, for the side to move there."""
    cdef uint32_t visits = load_u32(&child.amaf_visits)
    x[0] = 1.0
    x[1] = 2.0 * node_prior_value(child) - 1.0
    x[2] = 0.0
    if visits:
        x[2] = 2.0 * (load_i64(&child.amaf_reward) / (<double>REWARD_ONE * visits) - mean)


cdef void _invert(const double* m, double* inverse) noexcept nogil:
    """Set the inverse of a symmetric matrix, which is positive definite."""
    cdef double determinant
    cdef int i
    inverse[0] = m[3] * m[5] - m[4] * m[4]
    inverse[1] = m[2] * m[4] - m[1] * m[5]
    inverse[2] = m[1] * m[4] - m[2] * m[3]
    inverse[3] = m[0] * m[5] - m[2] * m[2]
    inverse[4] = m[1] * m[2] - m[0] * m[4]
    inverse[5] = m[0] * m[3] - m[1] * m[1]
    determinant = m[0] * inverse[0] + m[1] * inverse[1] + m[2] * inverse[2]
    for i in range(ENTRIES):
        inverse[i] /= determinant


cdef void _times(const double* m, const double* x, double* product) noexcept nogil:
    """Set the product of a symmetric matrix and a vector."""
    product[0] = m[0] * x[0] + m[1] * x[1] + m[2] * x[2]
    product[1] = m[1] * x[0] + m[3] * x[1] + m[4] * x[2]
    product[2] = m[2] * x[0] + m[4] * x[1] + m[5] * x[2]


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Solve the node's model; no opinion about the child."""
    cdef Model* model = <Model*>door.own
    cdef const Sums* sums = <const Sums*>beside(door, node)
    cdef double[ENTRIES] matrix
    cdef double[FEATURES] rewards
    cdef int i
    for i in range(ENTRIES):
        matrix[i] = load_i64(&sums.matrix[i]) * (1.0 / ONE)
    matrix[0] += 1.0
    matrix[3] += 1.0
    matrix[5] += 1.0
    for i in range(FEATURES):
        rewards[i] = load_i64(&sums.rewards[i]) * (1.0 / ONE)
    _invert(matrix, model.inverse)
    _times(model.inverse, rewards, model.weights)
    model.mean = 1.0 - node_mean(&d.search.tree.nodes[node])
    return 0


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    cdef const Model* model = <const Model*>door.own
    cdef double[FEATURES] x
    cdef double[FEATURES] product
    cdef double value = model.mean, spread = 0.0, k = values_of(&d.search.params).lin_ucb_visits
    cdef int i
    _features(view.node, model.mean, x)
    _times(model.inverse, x, product)
    for i in range(FEATURES):
        value += model.weights[i] * x[i]
        spread += product[i] * x[i]
    value += values_of(&d.search.params).lin_ucb * sqrt(max(0.0, spread))
    if k > 0.0:
        view.score += sqrt(k / (3.0 * view.visits + k)) * (value - view.score)


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    """Add the features of each move of the way, and its reward, to the node where it was chosen."""
    cdef Sums* sums
    cdef double[FEATURES] x
    cdef double reward, mean
    cdef int depth, i, j, entry
    for depth in range(d.depth):
        sums = <Sums*>beside(door, d.path[depth])
        mean = 1.0 - node_mean(&d.search.tree.nodes[d.path[depth]])
        _features(&d.search.tree.nodes[d.path[depth + 1]], mean, x)
        reward = outcome.value if side_at(d.search, depth) == BLACK else 1.0 - outcome.value
        entry = 0
        for i in range(FEATURES):
            add_i64(&sums.rewards[i], <int64_t>((reward - mean) * x[i] * ONE))
            for j in range(i, FEATURES):
                add_i64(&sums.matrix[entry], <int64_t>(x[i] * x[j] * ONE))
                entry += 1


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.choose = _choose
_door.hooks.score = _score
_door.hooks.learn = _learn
_door.hooks.own_bytes = sizeof(Model)
_door.hooks.node_bytes = sizeof(Sums)
DOOR = _door
