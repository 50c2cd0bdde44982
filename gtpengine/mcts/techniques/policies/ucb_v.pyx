"""UCB-V: UCB with the variance of a child's rewards, as measured; RAVE does not count.

Audibert, Munos and Szepesvári, Exploration-exploitation tradeoff using variance estimates in
multi-armed bandits, 2009: mean + sqrt(2 V e / n) + 3 e / n, where V is the variance of the rewards,
e = ``ucb_v_exploration`` * ln N, and rewards lie in [0, 1]. n counts the virtual visits of the
prior, as so many rewards of 0 and 1.

Races: squares of rewards beside a node are added to like its rewards; a reader may see one without
the other, which shifts a variance by a visit at most.
"""

from libc.math cimport log, sqrt

from board_ext.atomics cimport add_i64, load_i64, load_u32
from board_ext.types cimport BLACK, int64_t, uint32_t
from gtpengine.mcts.doors.doors cimport TechniqueDoor, beside
from gtpengine.mcts.doors.search_state cimport Descent, Door, Outcome, side_at
from gtpengine.mcts.tree.node cimport REWARD_ONE, node_prior_value, node_prior_weight
from gtpengine.mcts.tree.treepolicy cimport ChildView

from gtpengine.base.paramspec import ParamSpec

SWITCH = "tree_policy=ucb-v"
PARAMS = (
    ParamSpec(
        "ucb_v_exploration", float, 0.25, 0.0, 10.0,
        doc="factor on the logarithm in the bonus of the policy ucb-v; above 1 in theory",
        source="Audibert, Munos and Szepesvári 2009; not tuned",
    ),
)


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Compute what the bonuses of the children have in common; no opinion about the child."""
    (<double*>door.own)[0] = d.search.params.ucb_v_exploration * log(
        <double>load_u32(&d.search.tree.nodes[node].visits) + 1.0)
    return 0


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    cdef double e = (<const double*>door.own)[0], n = view.visits, mean, squares, variance
    if n <= 0.0:
        view.score = d.search.params.first_play_urgency
        return
    mean = view.wins / n
    squares = (load_i64(<const int64_t*>beside(door, view.index)) * (1.0 / REWARD_ONE)
               + node_prior_weight(view.node) * node_prior_value(view.node))
    variance = max(0.0, squares / n - mean * mean)
    view.score = mean + sqrt(2.0 * variance * e / n) + 3.0 * e / n


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    """Add the square of the reward of each node of the way."""
    cdef int depth
    cdef double reward
    for depth in range(1, d.depth + 1):
        reward = outcome.value
        if side_at(d.search, depth - 1) != BLACK:
            reward = 1.0 - reward
        add_i64(<int64_t*>beside(door, d.path[depth]), <int64_t>(reward * reward * REWARD_ONE))


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.choose = _choose
_door.hooks.score = _score
_door.hooks.learn = _learn
_door.hooks.own_bytes = sizeof(double)
_door.hooks.node_bytes = sizeof(int64_t)
DOOR = _door
