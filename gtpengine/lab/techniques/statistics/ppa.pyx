"""PPA: the playout policy adapts to the moves of the winner while the search runs.

Cazenave, Playout policy adaptation with move features, TCS 2016: a playout draws each move m in
proportion to exp(w(m)), where the weight w is of the move's code: side, point, and features, here
the 3x3 neighbourhood. After a simulation the winner's moves are made more likely: at each of its
turns w(played) += a, and w(m) -= a * p(m) for each move m that it could have played, with its
probability p(m) and a = ``ppa_step``. Weights are 0 when a search begins.

Ours: the draw is among CANDIDATES random moves, where no tactical rule has a move, at a rate of
``ppa_rate``, which is 1 in the paper (``playout_order=ppa`` leaves the rules out); weights change
turn by turn, so that later turns see the changes of earlier ones; two codes may share a weight; and
simulations are played again to find the other moves, which costs more than the playout.
"""

from libc.math cimport exp

from board_ext.board cimport Board, board_copy
from board_ext.lowlevel.rng cimport mix64
from board_ext.lowlevel.types cimport (
    BLACK, MAX_POINTS, NO_VERTEX, PASS_VERTEX, WHITE, uint32_t, uint64_t,
)
from board_ext.playouts.uniform cimport is_playable
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.statistics.replay cimport replay_move
from gtpengine.lab.techniques.statistics.values cimport values_of
from gtpengine.lab.techniques.statistics.weighed cimport (
    Weighed, random_move, weighed_add, weighed_draw,
)
from gtpengine.mcts.doors.search_state cimport Descent, Outcome, side_at
from gtpengine.mcts.moves.patterns3 cimport pattern3_code
from gtpengine.mcts.moves.refusal cimport Refusal
from gtpengine.mcts.playout.playout cimport Playout, chance
from gtpengine.mcts.playout.rules cimport PlayoutRule

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "ppa_rate"
PARAMS = (
    ParamSpec(
        "ppa_rate", float, 0.0, 0.0, 1.0,
        doc="rate of drawing a playout's move by weights that follow the moves of the winners",
        source="PPA with move features, Cazenave 2016",
    ),
    ParamSpec(
        "ppa_step", float, 0.32, 0.0, 10.0,
        doc="by how much a move of the winner is made more likely: the weight of its exponential",
        source="PPA with move features, Cazenave 2016; not tuned",
    ),
)

cdef enum:
    CANDIDATES = 8
    WEIGHTS = 1 << 17         # a power of two


cdef struct Adapted:
    float weights[WEIGHTS]
    Board board               # of the simulation that is played again


cdef inline uint32_t _code(const Board* b, int v, int color) noexcept nogil:
    """Return where the weight of a move is."""
    return <uint32_t>(mix64(<uint64_t>color << 32 | <uint64_t>v << 16 | <uint64_t>pattern3_code(
        b, v)) & (WEIGHTS - 1))


cdef int move(Playout* playout, const Board* b, int color, int fewest,
              const Refusal* refusal) noexcept nogil:
    """Return one of some random moves, drawn by its weight, or NO_VERTEX."""
    cdef const Adapted* adapted = <const Adapted*>playout.own
    cdef Weighed list
    cdef int _, v
    if (
            adapted == NULL or b.n_empty == 0
            or not chance(playout.rng, values_of(playout.params).ppa_rate)):
        return NO_VERTEX
    list.n = 0
    for _ in range(CANDIDATES):
        v = random_move(b, color, refusal, playout.rng)
        if v != NO_VERTEX:
            weighed_add(&list, v, exp(adapted.weights[_code(b, v, color)]))
    return weighed_draw(&list, playout.rng)


cdef void _adapt(Adapted* adapted, int played, int color, double step) noexcept nogil:
    """Make the move that was played more likely, and the others on the board less."""
    cdef const Board* b = &adapted.board
    cdef uint32_t[MAX_POINTS] codes
    cdef double[MAX_POINTS] weights
    cdef double total = 0.0
    cdef int i, v, n = 0
    for i in range(b.n_empty):
        v = b.empties[i]
        if v == played or is_playable(b, v, color):
            codes[n] = _code(b, v, color)
            weights[n] = exp(adapted.weights[codes[n]])
            total += weights[n]
            n += 1
    for i in range(n):
        adapted.weights[codes[i]] -= <float>(step * weights[i] / total)
    adapted.weights[_code(b, played, color)] += <float>step


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    """Play the simulation again, and adapt the weights at the winner's turns of the playout."""
    cdef Adapted* adapted = <Adapted*>door.own
    cdef Board* b = &adapted.board
    cdef int time, v, winner = BLACK if outcome.points > 0.0 else WHITE
    if not outcome.played_out or outcome.points == 0.0:
        return
    board_copy(b, d.search.root)
    for time in range(d.record.n):
        v = d.record.vertices[time]
        if v != PASS_VERTEX and time >= d.depth and side_at(d.search, time) == winner:
            _adapt(adapted, v, winner, values_of(&d.search.params).ppa_step)
        replay_move(b, d, time)


RULE = PlayoutRule(
    name="ppa", reason="PPA", parameter="ppa_rate", place=158, answers=False,
).plays(move)

cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.learn = _learn
_door.hooks.own_bytes = sizeof(Adapted)
DOOR = _door
