"""Adaptive playouts: the weights of softmax playouts follow the results while the search runs.

Graf and Platzner, Adaptive playouts in Monte-Carlo tree search with policy-gradient reinforcement
learning, ACG 2015: after each playout the logarithm of each weight is moved by a * (r - b) * (the
number of its moves that were played - the number that was expected by the policy), summed over the
turns of the playout, with the reward r for the side to move, its mean b, and a step a =
``adaptive_playouts``. So moves that win become more likely.

Adapted are the weights of 3x3 neighbourhoods, for each side and each of their orientations alone,
at turns that were drawn by them (a move away from the last ones); the first MOST_TURNS of a
playout. It needs ``playout_policy`` softmax. Weights begin with those that were learned, in each
search.

``adaptive_playouts_sharing`` says whose they are: each thread's own; or those of all threads,
changed under a lock that a thread holds while it learns from a simulation, as in the paper, where
16 threads then did 68 % of the playouts that fixed weights allow (Świechowski et al. 2022, 8.1);
or those of all threads without a lock, each change an atomic of its own. Playouts wait for nobody.
"""

from libc.math cimport exp

from board_ext.lowlevel.atomics cimport (
    add_i64, add_u64, load_acquire_u32, load_i32, load_i64, load_u64, store_release_u32,
    store_u16, swap_if_u32,
)
from board_ext.board cimport Board, board_copy
from board_ext.lowlevel.system cimport yield_thread
from board_ext.lowlevel.types cimport (
    BLACK, PASS_VERTEX, int32_t, int64_t, uint16_t, uint32_t, uint64_t,
)
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.playouts.values cimport PLAYOUT_POLICY_SOFTMAX
from gtpengine.lab.techniques.statistics.values cimport (
    ADAPTIVE_PLAYOUTS_SHARING_LOCK, ADAPTIVE_PLAYOUTS_SHARING_NONE, Values, values_of,
)
from gtpengine.mcts.doors.search_state cimport Descent, Outcome, side_at
from gtpengine.mcts.moves.patterns3 cimport pattern3_code
from gtpengine.mcts.moves.reasons cimport REASON_ELSEWHERE
from gtpengine.mcts.playout.playout cimport Playout
from gtpengine.lab.softmax.softmax cimport (
    SoftModel, SoftState, soft_begin, soft_played, weight_for,
)
from gtpengine.lab.techniques.statistics.replay cimport replay_move
from gtpengine.mcts.params.playout_values cimport playout_values

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "adaptive_playouts"
PARAMS = (
    ParamSpec(
        "adaptive_playouts", float, 0.0, 0.0, 10.0,
        doc="step by which the weights of softmax playouts follow the results of a search; 0 is "
        "off",
        source="Graf and Platzner 2015; not tuned",
    ),
    ParamSpec(
        "adaptive_playouts_sharing", str, "none", choices=("none", "lock", "atomics"),
        doc="whose weights adaptive_playouts changes: each thread's own, or one set for all "
        "threads, by a lock for each simulation or by atomics",
        source="Graf and Platzner 2015, a lock",
    ),
)

cdef enum:
    MOST_TURNS = 100
    COPYING = 1
    READY = 2

cdef int32_t MOST_CHANGE = 4 * CHANGE_ONE     # of the logarithm of a weight


cdef struct Adaptive:
    AdaptiveWeights weights   # where none are shared
    Board board               # of the simulation that is played again
    SoftState state


cdef inline AdaptiveWeights* _weights(Door* door) noexcept nogil:
    """Return the weights that a thread learns in."""
    cdef const Values* own = values_of(&door.worker.search.params)
    if own.adaptive_playouts_sharing == ADAPTIVE_PLAYOUTS_SHARING_NONE:
        return &(<Adaptive*>door.own).weights
    return <AdaptiveWeights*>door.shared


cdef void _playout(Door* door, Descent* d, Playout* playout) noexcept nogil:
    """Let the playout draw by the weights as they are now."""
    cdef AdaptiveWeights* w = _weights(door)
    cdef uint32_t untouched = 0
    cdef int64_t policy = playout_values(&d.search.params).playout_policy
    if policy != PLAYOUT_POLICY_SOFTMAX or playout.policy == NULL:
        return
    if swap_if_u32(&w.state, &untouched, COPYING):
        w.learned = <const SoftModel*>playout.policy
        w.model = w.learned[0]
        store_release_u32(&w.state, READY)
    if load_acquire_u32(&w.state) == READY:
        playout.policy = &w.model


cdef inline void _change(AdaptiveWeights* w, int code, int side, int32_t by) noexcept nogil:
    """Move the logarithm of a weight, and let the weight follow."""
    cdef int32_t* change = &w.change[code][side - 1]
    cdef int32_t before = load_i32(change), after
    cdef double weight
    while True:
        after = min(max(before + by, -MOST_CHANGE), MOST_CHANGE)
        if swap_if_u32(<uint32_t*>change, <uint32_t*>&before, <uint32_t>after):
            break
    weight = w.learned.pattern[code][side - 1] * exp(after / <double>CHANGE_ONE) + 0.5
    store_u16(&w.model.pattern[code][side - 1], <uint16_t>min(max(weight, 1.0), 65535.0))


cdef void _adapt(Adaptive* a, AdaptiveWeights* w, int played, int side, double by) noexcept nogil:
    """Move the weights at one turn: towards the move that was played, away from what was expected.
    """
    cdef const Board* b = &a.board
    cdef double total = weight_for(a.state.total, side), weight
    cdef int32_t part, taken = 0
    cdef int i, v
    if total <= 0.0:
        return
    for i in range(b.n_empty):
        v = b.empties[i]
        weight = weight_for(a.state.weight[v], side)
        if weight > 0.0:
            part = <int32_t>(by * CHANGE_ONE * weight / total)
            _change(w, pattern3_code(b, v), side, -part)
            taken += part
    # What was expected sums to one move, but for rounding.
    _change(w, pattern3_code(b, played), side, taken)


cdef double _advantage(AdaptiveWeights* w, double value) noexcept nogil:
    """Count an outcome for Black; return by how much it was better than the mean so far."""
    cdef uint64_t n = load_u64(&w.simulations)
    cdef double better = 0.0
    if n > 0:
        better = value - load_i64(&w.outcomes) / (<double>OUTCOME_ONE * n)
    add_u64(&w.simulations, 1)
    add_i64(&w.outcomes, <int64_t>(value * OUTCOME_ONE))
    return better


cdef void _follow(Adaptive* a, AdaptiveWeights* w, const Descent* d, double better) noexcept nogil:
    """Play the simulation again, and adapt at the turns of the playout."""
    cdef Board* b = &a.board
    cdef int time, v, side, captured
    board_copy(b, d.search.root)
    for time in range(min(d.record.n, d.depth + MOST_TURNS)):
        v = d.record.vertices[time]
        side = side_at(d.search, time)
        if time == d.depth:
            soft_begin(&a.state, &w.model, b)
        if time >= d.depth and d.record.reasons[time] == REASON_ELSEWHERE:
            _adapt(a, w, v, side, values_of(&d.search.params).adaptive_playouts * (
                better if side == BLACK else -better))
        captured = replay_move(b, d, time)
        if v != PASS_VERTEX and time >= d.depth:
            soft_played(&a.state, &w.model, b, captured)


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    """Learn from a simulation, alone where there is a lock."""
    cdef AdaptiveWeights* w = _weights(door)
    cdef bint locks = (
        values_of(&d.search.params).adaptive_playouts_sharing == ADAPTIVE_PLAYOUTS_SHARING_LOCK)
    cdef uint32_t free = 0
    if load_acquire_u32(&w.state) != READY or not outcome.played_out:
        return
    while locks and not swap_if_u32(&w.lock, &free, 1):
        yield_thread()
        free = 0
    _follow(<Adaptive*>door.own, w, d, _advantage(w, outcome.value))
    if locks:
        store_release_u32(&w.lock, 0)


cdef TechniqueDoor _door = TechniqueDoor()
# After the softmax playouts have named their weights.
_door.hooks.place = 2
_door.hooks.playout = _playout
_door.hooks.learn = _learn
_door.hooks.own_bytes = sizeof(Adaptive)
_door.hooks.shared_bytes = sizeof(AdaptiveWeights)
DOOR = _door
