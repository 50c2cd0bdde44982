"""Sigmoid reward: a game counts by its score, the first points most.

Shibahara and Kotani, Combining final score with winning percentage by sigmoid function in
Monte-Carlo simulations, CIG 2008 (Blokus Duo): the value of a playout is 1 / (1 + exp(-k *
points)), with k = ``sigmoid_reward``; a large k is winning or losing alone. ``score_weight`` has no
effect beside it.
"""

from libc.math cimport exp

from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.evaluation.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent, Outcome

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "sigmoid_reward"
PARAMS = (
    ParamSpec(
        "sigmoid_reward", float, 0.0, 0.0, 100.0,
        doc="k in 1 / (1 + exp(-k * points)), the value of a playout; 0 is off",
        source="Shibahara and Kotani 2008; not tuned",
    ),
)


cdef void _reward(Door* door, const Descent* d, Outcome* outcome) noexcept nogil:
    if outcome.played_out:
        outcome.value = 1.0 / (1.0 + exp(-values_of(&d.search.params).sigmoid_reward * (
            outcome.points - d.search.komi_offset)))


cdef TechniqueDoor _door = TechniqueDoor()
# What others change of a value comes on top.
_door.hooks.place = 0
_door.hooks.reward = _reward
DOOR = _door
