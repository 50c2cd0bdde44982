"""Decaying reward: what is won deep in the tree counts less than what is won soon.

Kocsis and Szepesvári, Bandit based Monte-Carlo planning, ECML 2006: a reward is multiplied by gamma
for each node on its way up. Here gamma is 1 - ``reward_decay`` and takes away from the distance to
an even result.

Ours: all nodes of the way get the reward as it arrives at the root. Among children of one node,
which all lie as far from it, that makes no difference to the order of their means. It makes one to
the order of their scores, where priors, RAVE means or a bonus count beside them.
"""

from libc.math cimport pow

from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.evaluation.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent, Outcome

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "reward_decay"
PARAMS = (
    ParamSpec(
        "reward_decay", float, 0.0, 0.0, 0.5,
        doc="share of a reward's distance from one half that each move of the tree takes away",
        source="Kocsis and Szepesvári 2006; not tuned",
    ),
)


cdef void _reward(Door* door, const Descent* d, Outcome* outcome) noexcept nogil:
    outcome.value = 0.5 + (outcome.value - 0.5) * pow(
        1.0 - values_of(&d.search.params).reward_decay, d.depth)


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.reward = _reward
DOOR = _door
