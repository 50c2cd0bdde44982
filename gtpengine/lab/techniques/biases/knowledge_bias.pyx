"""Knowledge bias: a bonus for likely moves that fades as their parent is visited.

Ikeda and Viennot, Efficiency of static knowledge bias in Monte-Carlo tree search, 2013: +
``knowledge_bias`` * p * sqrt(K / (N + K)), with N visits of the parent, K =
``knowledge_bias_visits`` and the probability p of the move model. Baier, Sattaur, Powley, Devlin,
Rollason and Cowling, Emulating human play in a leading mobile card game, 2018, have it from a
network of human moves.
"""

from libc.math cimport sqrt

from board_ext.lowlevel.atomics cimport load_u32
from board_ext.lowlevel.types cimport uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.biases.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.mcts.tree.childview cimport ChildView
from gtpengine.mcts.tree.node cimport node_probability

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "knowledge_bias"
PARAMS = (
    ParamSpec(
        "knowledge_bias", float, 0.0, 0.0, 100.0,
        doc="c in c * probability * sqrt(K / (parent visits + K)), added to the score of a child",
        source="Ikeda and Viennot 2013; not tuned",
    ),
    ParamSpec(
        "knowledge_bias_visits", float, 300.0, 1.0, 1e9,
        doc="K of knowledge_bias: visits of the parent at which the bonus has lost three tenths",
        source="Ikeda and Viennot 2013; not tuned",
    ),
)


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Compute what the bonuses of the children have in common; no opinion about the child."""
    cdef double k = values_of(&d.search.params).knowledge_bias_visits
    (<double*>door.own)[0] = values_of(&d.search.params).knowledge_bias * sqrt(
        k / (load_u32(&d.search.tree.nodes[node].visits) + k))
    return 0


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    view.score += (<const double*>door.own)[0] * node_probability(view.node)


cdef TechniqueDoor _door = TechniqueDoor()
# On top of whatever policy makes the score.
_door.hooks.place = 2
_door.hooks.choose = _choose
_door.hooks.score = _score
_door.hooks.own_bytes = sizeof(double)
DOOR = _door
