"""UCB1-tuned: UCB1 with the variance of a child's rewards, RAVE does not count.

Auer, Cesa-Bianchi and Fischer, Finite-time analysis of the multiarmed bandit problem, 2002: mean +
sqrt(ln N / n * min(1/4, V + sqrt(2 ln N / n))), the bonus times ``bonus_factor``. Rewards are taken
as 0 or 1, whose variance V is mean * (1 - mean); n counts the virtual visits of the prior.
"""

from libc.math cimport log, sqrt

from board_ext.lowlevel.atomics cimport load_u32
from board_ext.lowlevel.types cimport uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.policies.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.mcts.params.selection_values cimport selection_values
from gtpengine.mcts.tree.childview cimport ChildView

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "tree_policy=ucb1-tuned"
PARAMS = (
    ParamSpec(
        "bonus_factor", float, 1.0, 0.0, 10.0,
        doc="factor on the bonus of the policies ucb1-tuned, ucb1-normal, kl-ucb and moss, whose "
        "papers have no constant; 1 is as published",
        source="Auer et al. 2002; Garivier and Cappé 2011; Audibert and Bubeck 2009",
        shared=True,
    ),
)


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Compute the logarithm of the node's visits; no opinion about the child."""
    (<double*>door.own)[0] = log(<double>load_u32(&d.search.tree.nodes[node].visits) + 1.0)
    return 0


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    cdef double log_visits = (<const double*>door.own)[0], mean, ratio, variance
    if view.visits <= 0.0:
        view.score = selection_values(&d.search.params).first_play_urgency
        return
    mean = view.wins / view.visits
    ratio = log_visits / view.visits
    variance = mean * (1.0 - mean) + sqrt(2.0 * ratio)
    view.score = mean + values_of(&d.search.params).bonus_factor * sqrt(ratio * min(variance, 0.25))


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.choose = _choose
_door.hooks.score = _score
_door.hooks.own_bytes = sizeof(double)
DOOR = _door
