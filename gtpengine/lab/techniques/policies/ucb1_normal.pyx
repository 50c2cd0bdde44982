"""UCB1-normal: bounds for rewards of a normal distribution; RAVE does not count.

Auer, Cesa-Bianchi and Fischer, Finite-time analysis of the multiarmed bandit problem, 2002: a child
with fewer visits than 8 ln N (``ucb1_normal_visits``) is followed first, the least visited; else
the score is mean + sqrt(16 V ln(N - 1) / n), the bonus times ``bonus_factor``, where V is the
variance of the rewards (`squares.pxd`). n counts the virtual visits of the prior in the score, but
not in the share that comes first: with them the moves of the worst priors would get the most
visits.

With 1,000 simulations of the root that are 55 visits for each of its children, so that in searches
of some thousand simulations nearly all of them go to all children alike.
"""

from libc.math cimport log, sqrt

from board_ext.lowlevel.atomics cimport load_u32
from board_ext.lowlevel.types cimport uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.policies.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.lab.techniques.policies.squares cimport (
    SQUARES_BYTES, squares_learn, squares_variance,
)
from gtpengine.mcts.tree.childview cimport ChildView
from gtpengine.mcts.tree.node cimport node_prior_weight

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "tree_policy=ucb1-normal"
PARAMS = (
    ParamSpec(
        "ucb1_normal_visits", float, 8.0, 0.0, 100.0,
        doc="visits, for each unit of ln(parent visits), that the policy ucb1-normal gives every "
        "child first",
        source="Auer et al. 2002",
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
    cdef double tried = n - node_prior_weight(view.node)
    if n <= 1.0 or tried < values_of(&d.search.params).ucb1_normal_visits * log_visits:
        view.score = FIRST + 1.0 / (1.0 + tried)
        return
    variance = squares_variance(door, view) * n / (n - 1.0)
    view.score = view.wins / n + values_of(&d.search.params).bonus_factor * sqrt(
        16.0 * variance * log_visits / n)


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.choose = _choose
_door.hooks.score = _score
_door.hooks.learn = squares_learn
_door.hooks.own_bytes = sizeof(double)
_door.hooks.node_bytes = SQUARES_BYTES
DOOR = _door
