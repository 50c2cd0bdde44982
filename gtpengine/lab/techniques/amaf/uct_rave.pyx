"""UCT-RAVE: the bonus of UCB1 on top of the mean mixed with RAVE.

Gelly and Silver, Monte-Carlo tree search and rapid action value estimation in computer Go, 2011:
+ ``exploration`` * sqrt(ln N / n), where n counts the virtual visits of the prior.
"""

from libc.math cimport log, sqrt

from board_ext.lowlevel.atomics cimport load_u32
from board_ext.lowlevel.types cimport uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.amaf.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.mcts.params.selection_values cimport TREE_POLICY_RAVE, selection_values
from gtpengine.mcts.tree.childview cimport ChildView

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "exploration"
PARAMS = (
    ParamSpec(
        "exploration", float, 0.0, 0.0, 10.0,
        doc="c in value + c * sqrt(log(parent visits) / visits) of the policy rave",
        source="Auer et al. 2002; 0 as in Pachi (uct/policy/ucb1amaf.c) and Fuego "
        "(smartgame/SgUctSearch); not tuned",
    ),
)


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Compute the logarithm of the node's visits; no opinion about the child."""
    (<double*>door.own)[0] = log(<double>load_u32(&d.search.tree.nodes[node].visits) + 1.0)
    return 0


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    cdef double log_visits = (<const double*>door.own)[0]
    if view.visits > 0.0 and selection_values(&d.search.params).tree_policy == TREE_POLICY_RAVE:
        view.score += values_of(&d.search.params).exploration * sqrt(log_visits / view.visits)


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.choose = _choose
_door.hooks.score = _score
_door.hooks.own_bytes = sizeof(double)
DOOR = _door
