"""EXP3: children are drawn by weights that grow with the rewards they brought; RAVE does not count.

Auer, Cesa-Bianchi, Freund and Schapire, The nonstochastic multiarmed bandit problem, 2002; in trees
Teytaud and Flory, Upper confidence trees with short term partial information, 2011. Of K children
the child i is drawn with probability p(i) = (1 - g) exp(g G(i) / K) / sum + g / K, where g =
``exp3_exploration`` and G(i) is the sum of reward / p(i) over the simulations that drew it.

A child's score is ln p + Gumbel's random number, whose largest has just this distribution, so that
proofs and cuts come on top as for any other score.

Ours: every node draws, where those works draw at the nodes of simultaneous moves alone. Weights
begin with the probabilities of the move model, theirs are all 1: with hundreds of children and a
few thousand simulations the most visited one would be any of them, the pass among them.

Races: with several threads the probability of a drawn child is computed again when its simulation
ends, from what others may have added meanwhile.
"""

from libc.math cimport exp, log

from board_ext.lowlevel.atomics cimport add_i64, load_i64
from board_ext.lowlevel.rng cimport Rng, rng_float, rng_next, rng_seed
from board_ext.lowlevel.types cimport BLACK, int64_t, uint32_t, uint64_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor, beside
from gtpengine.lab.techniques.policies.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent, Outcome, side_at
from gtpengine.mcts.tree.childview cimport ChildView
from gtpengine.mcts.tree.node cimport node_probability
from gtpengine.mcts.tree.tree cimport Children, Tree, children_next, children_of

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "tree_policy=exp3"
PARAMS = (
    ParamSpec(
        "exp3_exploration", float, 0.2, 0.001, 1.0,
        doc="share of the draws of the policy exp3 that go to all children alike; sqrt(K ln K / "
        "1.72 N) in theory, for K children and N simulations",
        source="Auer, Cesa-Bianchi, Freund and Schapire 2002; the number is ours, not tuned",
    ),
)

cdef enum:
    GAIN_ONE = 1 << 20        # fixed point of the gains, which lie beside the nodes


cdef struct Draw:
    # What the chances of a node's children have in common.
    double greatest           # of the exponents
    double total              # of the weights
    double exploration
    int n                     # children
    uint64_t seed             # of their random numbers


cdef inline double _exponent(const Door* door, const Draw* draw, uint32_t child) noexcept nogil:
    """Return g G / K of a child."""
    return (draw.exploration / draw.n * load_i64(<const int64_t*>beside(door, child))
            * (1.0 / GAIN_ONE))


cdef inline double _weight(const Door* door, const Draw* draw, uint32_t child) noexcept nogil:
    """Return the weight of a child, as a multiple of the exponential of the greatest exponent."""
    return (node_probability(&door.worker.search.tree.nodes[child])
            * exp(_exponent(door, draw, child) - draw.greatest))


cdef void _weigh(const Door* door, Draw* draw, uint32_t node) noexcept nogil:
    """Set all but the seed for the children of a node."""
    cdef const Tree* tree = &door.worker.search.tree
    cdef Children children = children_of(&tree.nodes[node])
    draw.exploration = values_of(&door.worker.search.params).exp3_exploration
    draw.n = 0
    draw.greatest = 0.0
    draw.total = 0.0
    while children_next(tree, &children):
        draw.n += 1
    children = children_of(&tree.nodes[node])
    while children_next(tree, &children):
        draw.greatest = max(draw.greatest, _exponent(door, draw, children.index))
    children = children_of(&tree.nodes[node])
    while children_next(tree, &children):
        draw.total += _weight(door, draw, children.index)


cdef inline double _chance(const Door* door, const Draw* draw, uint32_t child) noexcept nogil:
    """Return the probability that a child is drawn."""
    return ((1.0 - draw.exploration) * _weight(door, draw, child) / draw.total
            + draw.exploration / draw.n)


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Weigh the children, and draw the seed of their random numbers; no opinion about the child."""
    cdef Draw* draw = <Draw*>door.own
    _weigh(door, draw, node)
    draw.seed = <uint64_t>rng_next(&d.rng) << 32 | rng_next(&d.rng)
    return 0


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    cdef const Draw* draw = <const Draw*>door.own
    cdef Rng rng
    rng_seed(&rng, draw.seed, view.index)
    # The smallest number above 0 that can be drawn stands for 0.
    view.score = log(_chance(door, draw, view.index)) - log(
        -log(max(<double>rng_float(&rng), 1e-8)))


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    """Add the reward of each move of the way, over its probability, to its gain."""
    cdef Draw draw
    cdef double reward
    cdef int depth
    for depth in range(d.depth):
        reward = outcome.value if side_at(d.search, depth) == BLACK else 1.0 - outcome.value
        _weigh(door, &draw, d.path[depth])
        add_i64(<int64_t*>beside(door, d.path[depth + 1]), <int64_t>(
            GAIN_ONE * reward / _chance(door, &draw, d.path[depth + 1])))


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.choose = _choose
_door.hooks.score = _score
_door.hooks.learn = _learn
_door.hooks.own_bytes = sizeof(Draw)
_door.hooks.node_bytes = sizeof(int64_t)
DOOR = _door
