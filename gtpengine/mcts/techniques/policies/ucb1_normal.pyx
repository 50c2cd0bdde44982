"""UCB1-normal: bounds for rewards of a normal distribution; RAVE does not count.

Auer, Cesa-Bianchi and Fischer, Finite-time analysis of the multiarmed bandit problem, 2002: a child
with fewer visits than ``ucb1_normal_visits`` * ln N is followed first, the least visited of them;
else the score is mean + ``ucb_exploration`` * sqrt(16 V ln(N - 1) / n), where V is the variance of
the rewards (`squares.pxd`). In theory both constants are 8 and 1. n counts the virtual visits of
the prior.
"""

from libc.math cimport log, sqrt

from board_ext.lowlevel.atomics cimport load_u32
from board_ext.lowlevel.types cimport uint32_t
from gtpengine.mcts.doors.doors cimport TechniqueDoor
from gtpengine.mcts.doors.search_state cimport Descent, Door
from gtpengine.mcts.techniques.policies.squares cimport (
    SQUARES_BYTES, squares_learn, squares_variance,
)
from gtpengine.mcts.tree.treepolicy cimport ChildView

from gtpengine.base.paramspec import ParamSpec

SWITCH = "tree_policy=ucb1-normal"
PARAMS = (
    ParamSpec(
        "ucb1_normal_visits", float, 1.0, 0.0, 100.0,
        doc="visits, for each unit of ln(parent visits), that the policy ucb1-normal gives every "
        "child first; 8 in theory",
        source="Auer et al. 2002; not tuned",
    ),
)

cdef enum:
    FIRST = 10                # above every other score, and below what a proof adds


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Compute the logarithm of the node's visits; no opinion about the child."""
    (<double*>door.own)[0] = log(max(2.0, <double>load_u32(&d.search.tree.nodes[node].visits)))
    return 0


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    cdef double log_visits = (<const double*>door.own)[0], n = view.visits, variance
    if n <= 1.0 or n < d.search.params.ucb1_normal_visits * log_visits:
        view.score = FIRST + 1.0 / (1.0 + n)
        return
    variance = squares_variance(door, view) * n / (n - 1.0)
    view.score = view.wins / n + d.search.params.ucb_exploration * sqrt(
        16.0 * variance * log_visits / n)


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.choose = _choose
_door.hooks.score = _score
_door.hooks.learn = squares_learn
_door.hooks.own_bytes = sizeof(double)
_door.hooks.node_bytes = SQUARES_BYTES
DOOR = _door
