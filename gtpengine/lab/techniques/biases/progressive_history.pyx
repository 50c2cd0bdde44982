"""Progressive history: a bonus for moves that did well wherever they were played.

Nijssen and Winands, Enhancements for multi-player Monte-Carlo tree search, 2010: +
``progressive_history`` * (s / m) / (losses of the child + 1), where s / m is the mean outcome of
the move for its side, over all simulations of the search, whenever it was played. The history
heuristic itself is Schaeffer's (1989). Each thread has a history of its own.
"""

from board_ext.lowlevel.atomics cimport load_i64, load_u32
from board_ext.lowlevel.types cimport BLACK, N_VERTICES, PASS_VERTEX, uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.biases.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent, Outcome, side_at
from gtpengine.mcts.tree.childview cimport ChildView
from gtpengine.mcts.tree.node cimport REWARD_ONE

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "progressive_history"
PARAMS = (
    ParamSpec(
        "progressive_history", float, 0.0, 0.0, 100.0,
        doc="W in W * mean outcome of the move / (losses of the child + 1), added to its score",
        source="Nijssen and Winands 2010, where it is 5",
    ),
)


cdef struct History:
    # By side and vertex: how often the move was played, and the sum of its outcomes.
    uint32_t visits[3][N_VERTICES]
    double outcomes[3][N_VERTICES]


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    cdef const History* history = <const History*>door.own
    cdef int side = d.board.to_play, v = view.node.move
    cdef double losses
    if history.visits[side][v] == 0:
        return
    losses = load_u32(&view.node.visits) - load_i64(&view.node.reward) * (1.0 / REWARD_ONE)
    view.score += (values_of(&d.search.params).progressive_history
                   * history.outcomes[side][v] / history.visits[side][v]
                   / (max(0.0, losses) + 1.0))


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    """Credit each move of the simulation with its outcome."""
    cdef History* history = <History*>door.own
    cdef int time, side, v
    for time in range(d.record.n):
        v = d.record.vertices[time]
        if v != PASS_VERTEX:
            side = side_at(d.search, time)
            history.visits[side][v] += 1
            history.outcomes[side][v] += outcome.value if side == BLACK else 1.0 - outcome.value


cdef TechniqueDoor _door = TechniqueDoor()
# On top of whatever policy makes the score.
_door.hooks.place = 2
_door.hooks.score = _score
_door.hooks.learn = _learn
_door.hooks.own_bytes = sizeof(History)
DOOR = _door
