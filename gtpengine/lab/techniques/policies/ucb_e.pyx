"""UCB-E: a bonus that does not grow with the parent's visits; RAVE does not count.

Audibert, Bubeck and Munos, Best arm identification in multi-armed bandits, COLT 2010: mean + sqrt(a
/ n) with a constant a = ``ucb_e``, for finding the best child by the end, not for rewards on the
way. n counts the virtual visits of the prior.
"""

from libc.math cimport sqrt

from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.policies.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.mcts.params.selection_values cimport selection_values
from gtpengine.mcts.tree.childview cimport ChildView

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "tree_policy=ucb-e"
PARAMS = (
    ParamSpec(
        "ucb_e", float, 1.0, 0.0, 1e6,
        doc="a in value + sqrt(a / visits) of the policy ucb-e; in theory 25 / 36 of the "
        "simulations, divided by how hard the best child is to find, which no search knows "
        "beforehand",
        source="Audibert, Bubeck and Munos 2010; the number is ours, not tuned",
    ),
)


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    if view.visits <= 0.0:
        view.score = selection_values(&d.search.params).first_play_urgency
        return
    view.score = view.wins / view.visits + sqrt(values_of(&d.search.params).ucb_e / view.visits)


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.score = _score
DOOR = _door
