"""lil'UCB: the root samples to be sure of the best move, and the search ends when it is.

Jamieson, Malloy, Nowak and Bubeck, lil' UCB: an optimal exploration algorithm for multi-armed
bandits, COLT 2014: each child is sampled once; then the root follows the child with the greatest
mean + (1 + b)(1 + sqrt(e)) sqrt(2 s^2 (1 + e) ln(ln((1 + e) n + 2) / v) / n), where v is the chance
of an error, ``lil_ucb``, and s = 1/2 for rewards in [0, 1]. The search ends when one child has 1 +
l times the samples of all others. As in their experiments b = 1/2, e = 0 and l = 1 + 10 / K for K
children. Below the root the usual policy chooses.

Ours: the ``lil_ucb_moves`` best moves by their priors take part. Samples are the simulations of
this search: what a kept tree has from earlier ones was not drawn by this rule. The move that is
played is the most visited one, those earlier visits included.

Races: a sample's reward is added after its count, and a reader may see one without the other.
"""

from libc.math cimport log, sqrt

from board_ext.lowlevel.atomics cimport add_i64, add_u32, load_i64, load_u32, store_u32
from board_ext.lowlevel.types cimport BLACK, N_VERTICES, int64_t, uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.root.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent, Outcome, side_at
from gtpengine.mcts.tree.node cimport REWARD_ONE
from gtpengine.mcts.tree.tree cimport Children, Tree, children_next, children_of

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "lil_ucb"
PARAMS = (
    ParamSpec(
        "lil_ucb", float, 0.0, 0.0, 1.0,
        doc="chance that the move found by lil'UCB at the root, where the search then ends, is not "
        "the best; 0 is off",
        source="lil'UCB, Jamieson, Malloy, Nowak and Bubeck 2014; not tuned",
    ),
    ParamSpec(
        "lil_ucb_moves", int, 8, 2, 1000,
        doc="moves of the root with the best priors, among which lil_ucb chooses",
        source="ours: bounds for hundreds of moves need as many times the simulations; not tuned",
    ),
)

cdef double WIDTH = 1.5       # (1 + b)(1 + sqrt(e))


cdef struct Samples:
    # Of this search, by move of the root: how many, and the sum of their rewards.
    uint32_t n[N_VERTICES]
    int64_t reward[N_VERTICES]


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Return the root's child of the greatest bound, one without samples first."""
    cdef const Samples* samples = <const Samples*>door.shared
    cdef const Tree* tree = &d.search.tree
    cdef Children children
    cdef double n, bound, best = -1.0, error = values_of(&d.search.params).lil_ucb
    cdef uint32_t chosen = 0
    cdef int move, left = values_of(&d.search.params).lil_ucb_moves
    if d.depth:
        return 0
    children = children_of(&tree.nodes[node])
    while left and children_next(tree, &children):
        left -= 1
        move = tree.nodes[children.index].move
        n = load_u32(&samples.n[move])
        if n == 0.0:
            return children.index
        bound = load_i64(&samples.reward[move]) / (REWARD_ONE * n) + WIDTH * sqrt(
            0.5 * log(log(n + 2.0) / error) / n)
        if bound > best:
            best = bound
            chosen = children.index
    return chosen


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    """Count the sample, and end the search when one child has enough of them."""
    cdef Samples* samples = <Samples*>door.shared
    cdef const Tree* tree = &d.search.tree
    cdef Children children = children_of(&tree.nodes[d.path[0]])
    cdef double total = 0.0, most = 0.0, n, reward = outcome.value
    cdef int moves = 0, move
    if d.depth:
        move = tree.nodes[d.path[1]].move
        if side_at(d.search, 0) != BLACK:
            reward = 1.0 - reward
        add_u32(&samples.n[move], 1)
        add_i64(&samples.reward[move], <int64_t>(reward * REWARD_ONE))
    while moves < values_of(&d.search.params).lil_ucb_moves and children_next(tree, &children):
        n = load_u32(&samples.n[tree.nodes[children.index].move])
        # Nothing is known of a child before its first sample.
        if n == 0.0:
            return
        total += n
        most = max(most, n)
        moves += 1
    if moves > 1 and most >= 1.0 + (1.0 + 10.0 / moves) * (total - most):
        store_u32(&door.worker.search.stop, 1)


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.choose = _choose
_door.hooks.learn = _learn
_door.hooks.shared_bytes = sizeof(Samples)
DOOR = _door
