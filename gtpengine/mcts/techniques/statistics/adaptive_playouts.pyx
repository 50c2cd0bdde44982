"""Adaptive playouts: the weights of softmax playouts follow the results while the search runs.

Graf and Platzner, Adaptive playouts in Monte-Carlo tree search with policy-gradient reinforcement
learning, ACG 2015: after each playout the logarithm of each weight is moved by a * (r - b) * (the
number of its moves that were played - the number that was expected by the policy), summed over the
turns of the playout, with the reward r for the side to move, its mean b, and a step a =
``adaptive_playouts``. So moves that win become more likely.

Adapted are the weights of 3x3 neighbourhoods, for each side and each of their orientations alone,
at turns that were drawn by them (a move away from the last ones); the first MOST_TURNS of a
playout. It needs ``playout_policy`` softmax. Each thread has weights of its own, which begin with
those that were learned, in each search; theirs are shared by all threads behind a lock.
"""

from libc.math cimport exp

from board_ext.board cimport Board, board_copy
from board_ext.types cimport BLACK, PASS_VERTEX
from gtpengine.mcts.doors.doors cimport TechniqueDoor
from gtpengine.mcts.doors.search_state cimport Descent, Door, Outcome, side_at
from gtpengine.mcts.moves.patterns3 cimport PATTERN3_CODES, pattern3_code
from gtpengine.mcts.moves.reasons cimport REASON_ELSEWHERE
from gtpengine.mcts.params.cparams cimport PLAYOUT_POLICY_SOFTMAX
from gtpengine.mcts.playout.playout cimport Playout
from gtpengine.mcts.softmax.softmax cimport (
    SoftModel, SoftState, soft_begin, soft_played, weight_for,
)
from gtpengine.mcts.techniques.statistics.replay cimport replay_move

from gtpengine.base.paramspec import ParamSpec

SWITCH = "adaptive_playouts"
PARAMS = (
    ParamSpec(
        "adaptive_playouts", float, 0.0, 0.0, 10.0,
        doc="step by which the weights of softmax playouts follow the results of a search; 0 is "
        "off",
        source="Graf and Platzner 2015; not tuned",
    ),
)

cdef enum:
    MOST_TURNS = 100

cdef double MOST_CHANGE = 4.0     # of the logarithm of a weight


cdef struct Adaptive:
    const SoftModel* learned  # what the weights began with, NULL before the first playout
    SoftModel model
    float change[PATTERN3_CODES][2]    # of the logarithm of a weight, by side - 1
    double simulations
    double outcomes           # their sum, for Black
    Board board               # of the simulation that is played again
    SoftState state


cdef void _playout(Door* door, Descent* d, Playout* playout) noexcept nogil:
    """Let the playout draw by the weights as they are now."""
    cdef Adaptive* a = <Adaptive*>door.own
    if d.search.params.playout_policy != PLAYOUT_POLICY_SOFTMAX or playout.policy == NULL:
        return
    if a.learned == NULL:
        a.learned = <const SoftModel*>playout.policy
        a.model = a.learned[0]
    playout.policy = &a.model


cdef inline void _change(Adaptive* a, int code, int side, double by) noexcept nogil:
    """Move the logarithm of a weight."""
    cdef float* change = &a.change[code][side - 1]
    cdef double weight
    change[0] = <float>min(max(change[0] + by, -MOST_CHANGE), MOST_CHANGE)
    weight = a.learned.pattern[code][side - 1] * exp(change[0]) + 0.5
    a.model.pattern[code][side - 1] = <int>min(max(weight, 1.0), 65535.0)


cdef void _adapt(Adaptive* a, int played, int side, double by) noexcept nogil:
    """Move the weights at one turn: towards the move that was played, away from what was expected.
    """
    cdef const Board* b = &a.board
    cdef double total = weight_for(a.state.total, side), weight
    cdef int i, v
    if total <= 0.0:
        return
    for i in range(b.n_empty):
        v = b.empties[i]
        weight = weight_for(a.state.weight[v], side)
        if weight > 0.0:
            _change(a, pattern3_code(b, v), side, -by * weight / total)
    _change(a, pattern3_code(b, played), side, by)


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    """Play the simulation again, and adapt at the turns of the playout."""
    cdef Adaptive* a = <Adaptive*>door.own
    cdef Board* b = &a.board
    cdef int time, v, side, captured
    cdef double better
    if a.learned == NULL or not outcome.played_out:
        return
    better = outcome.value - a.outcomes / a.simulations if a.simulations > 0.0 else 0.0
    a.simulations += 1.0
    a.outcomes += outcome.value
    board_copy(b, d.search.root)
    for time in range(min(d.record.n, d.depth + MOST_TURNS)):
        v = d.record.vertices[time]
        side = side_at(d.search, time)
        if time == d.depth:
            soft_begin(&a.state, &a.model, b)
        if time >= d.depth and d.record.reasons[time] == REASON_ELSEWHERE:
            _adapt(a, v, side, d.search.params.adaptive_playouts * (
                better if side == BLACK else -better))
        captured = replay_move(b, d, time)
        if v != PASS_VERTEX and time >= d.depth:
            soft_played(&a.state, &a.model, b, captured)


cdef TechniqueDoor _door = TechniqueDoor()
# After the softmax playouts have named their weights.
_door.hooks.place = 2
_door.hooks.playout = _playout
_door.hooks.learn = _learn
_door.hooks.own_bytes = sizeof(Adaptive)
DOOR = _door
