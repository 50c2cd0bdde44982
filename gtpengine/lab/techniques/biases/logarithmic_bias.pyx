"""Logarithmic bias: a bonus for likely moves that fades with the logarithm of their visits.

Rimmel, Teytaud, Lee, Yen, Wang and Tsai, Current frontiers in computer Go, 2010, as told by
Couëtoux, Müller and Teytaud, Monte Carlo tree search in Go, 2013, 3.2.2: + C * h / ln n, with the
heuristic value h of a move and its visits n. It fades more slowly than progressive bias, which
divides by the visits themselves.

Ours: the heuristic value is the probability of the move model, and the logarithm is that of n + 2,
which is never 0.
"""

from libc.math cimport log

from board_ext.lowlevel.atomics cimport load_u32
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.biases.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.mcts.tree.childview cimport ChildView
from gtpengine.mcts.tree.node cimport node_probability

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "logarithmic_bias"
PARAMS = (
    ParamSpec(
        "logarithmic_bias", float, 0.0, 0.0, 100.0,
        doc="C in C * probability / ln(visits + 2), added to the score of a child",
        source="Rimmel et al. 2010, as told by Couëtoux, Müller and Teytaud 2013; not tuned",
    ),
)


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    view.score += (values_of(&d.search.params).logarithmic_bias * node_probability(view.node)
                   / log(load_u32(&view.node.visits) + 2.0))


cdef TechniqueDoor _door = TechniqueDoor()
# On top of whatever policy makes the score.
_door.hooks.place = 2
_door.hooks.score = _score
DOOR = _door
