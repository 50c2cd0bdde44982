"""UCB1: the mean and a bonus for what was seldom tried, RAVE does not count.

Auer, Cesa-Bianchi and Fischer, Finite-time analysis of the multiarmed bandit problem, 2002, as UCT
(Kocsis and Szepesvari 2006) uses it: mean + ``ucb_exploration`` * sqrt(ln N / n), with sqrt(2)
there. n counts the virtual visits of the prior.
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

SWITCH = "tree_policy=ucb1"
PARAMS = (
    ParamSpec(
        "ucb_exploration", float, 1.414, 0.0, 10.0,
        doc="c in value + c * sqrt(log(parent visits) / visits) of the policy ucb1, and the "
        "constant of d-uct, bayes_uct, move_groups and simple_regret",
        source="Auer et al. 2002; 0.5 plays better here, docs/journal.md",
        shared=True,
    ),
)


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Compute the logarithm of the node's visits; no opinion about the child."""
    (<double*>door.own)[0] = log(<double>load_u32(&d.search.tree.nodes[node].visits) + 1.0)
    return 0


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    cdef double log_visits = (<const double*>door.own)[0]
    if view.visits <= 0.0:
        view.score = selection_values(&d.search.params).first_play_urgency
        return
    view.score = (view.wins / view.visits
                  + values_of(&d.search.params).ucb_exploration * sqrt(log_visits / view.visits))


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.choose = _choose
_door.hooks.score = _score
_door.hooks.own_bytes = sizeof(double)
DOOR = _door
