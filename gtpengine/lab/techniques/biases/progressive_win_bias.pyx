"""Progressive win bias: a bonus for likely moves that fades as a child loses.

Nijssen and Winands, Enhancements for multi-player Monte-Carlo tree search, 2010, and in this form
Gedda, Lagerkvist and Butler, Monte Carlo methods for the game Kingdomino, 2018: +
``progressive_win_bias`` * h / (losses + 1), with the probability of the move model as h. A move
that keeps winning keeps its bonus, however often it is visited.
"""

from board_ext.lowlevel.atomics cimport load_i64, load_u32
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.biases.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.mcts.tree.childview cimport ChildView
from gtpengine.mcts.tree.node cimport REWARD_ONE, node_probability

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "progressive_win_bias"
PARAMS = (
    ParamSpec(
        "progressive_win_bias", float, 0.0, 0.0, 100.0,
        doc="W in W * probability / (losses + 1), added to the score of a child",
        source="Gedda, Lagerkvist and Butler 2018; not tuned",
    ),
)


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    cdef double losses = (load_u32(&view.node.visits)
                          - load_i64(&view.node.reward) * (1.0 / REWARD_ONE))
    view.score += (values_of(&d.search.params).progressive_win_bias * node_probability(view.node)
                   / (max(0.0, losses) + 1.0))


cdef TechniqueDoor _door = TechniqueDoor()
# On top of whatever policy makes the score.
_door.hooks.place = 2
_door.hooks.score = _score
DOOR = _door
