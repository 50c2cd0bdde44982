"""PAST: playouts prefer moves that were good when the same was true of the position.

Finnsson and Björnsson, Learning simulation control in general game-playing agents, AAAI 2010: the
mean outcome of each pair of a move and a predicate that was true when it was played. A move is
worth the greatest mean of the predicates that are true, and is drawn by exp(Q /
``past_temperature``) (Gibbs sampling); where no pair was seen Q = 1. The paper draws each move of a
playout so: ``past_rate`` = 1.

The predicates of Go here say what is beside the move: each of its four neighbours is empty, black,
white or border.

Ours: the draw is among CANDIDATES random moves, where no tactical rule has a move
(``playout_order=past`` leaves those out). Simulations are played again to see which predicates were
true, which costs nearly as much as the playout.
"""

from libc.math cimport exp

from board_ext.board cimport Board, board_color, board_copy
from board_ext.neighbours cimport NEIGHBOURS
from board_ext.lowlevel.types cimport N_VERTICES, NO_VERTEX, PASS_VERTEX
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.statistics.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent, Outcome, side_at
from gtpengine.mcts.moves.refusal cimport Refusal
from gtpengine.mcts.playout.playout cimport Playout, chance
from gtpengine.mcts.playout.rules cimport PlayoutRule
from gtpengine.lab.techniques.statistics.weighed cimport (
    Weighed, random_move, weighed_add, weighed_draw,
)
from gtpengine.lab.techniques.statistics.replay cimport replay_move
from gtpengine.lab.techniques.statistics.tally cimport Tally, tally_credit

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "past_rate"
PARAMS = (
    ParamSpec(
        "past_rate", float, 0.0, 0.0, 1.0,
        doc="rate of drawing a playout's move by its mean outcome with the same points beside it",
        source="PAST, Finnsson and Björnsson 2010",
    ),
    ParamSpec(
        "past_temperature", float, 0.2, 0.001, 10.0,
        doc="such a move of mean outcome Q is drawn in proportion to exp(Q / this)",
        source="PAST, Finnsson and Björnsson 2010; not tuned",
    ),
)

cdef enum:
    CANDIDATES = 8
    PREDICATES = 16           # four neighbours, each empty, black, white or border


cdef struct Past:
    Tally pairs[3][N_VERTICES][PREDICATES]
    Board board               # of the simulation that is played again


cdef inline int _predicate(const Board* b, int v, int i) noexcept nogil:
    """Return the number of the predicate that is true of the neighbour ``i`` of a point."""
    return 4 * i + board_color(b, v + NEIGHBOURS[i])


cdef double _worth(const Past* past, const Board* b, int color, int v) noexcept nogil:
    """Return the greatest mean of the pairs of a move, 1 where none was seen."""
    cdef const Tally* pair
    cdef double best = -1.0
    cdef int i
    for i in range(4):
        pair = &past.pairs[color][v][_predicate(b, v, i)]
        if pair.visits:
            best = max(best, pair.outcomes / <double>pair.visits)
    return best if best >= 0.0 else 1.0


cdef int move(Playout* playout, const Board* b, int color, int fewest,
              const Refusal* refusal) noexcept nogil:
    """Return one of some random moves, drawn by its worth, or NO_VERTEX."""
    cdef const Past* past = <const Past*>playout.own
    cdef Weighed list
    cdef int _, v
    if (
            past == NULL or b.n_empty == 0
            or not chance(playout.rng, values_of(playout.params).past_rate)):
        return NO_VERTEX
    list.n = 0
    for _ in range(CANDIDATES):
        v = random_move(b, color, refusal, playout.rng)
        if v != NO_VERTEX:
            weighed_add(&list, v, exp(
                _worth(past, b, color, v) / values_of(playout.params).past_temperature))
    return weighed_draw(&list, playout.rng)


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    """Play the simulation again, and credit each move's pairs with its outcome."""
    cdef Past* past = <Past*>door.own
    cdef Board* b = &past.board
    cdef int time, v, i, side
    board_copy(b, d.search.root)
    for time in range(d.record.n):
        v = d.record.vertices[time]
        side = side_at(d.search, time)
        if v != PASS_VERTEX:
            for i in range(4):
                tally_credit(&past.pairs[side][v][_predicate(b, v, i)], outcome, side)
        replay_move(b, d, time)


RULE = PlayoutRule(
    name="past", reason="PAST", parameter="past_rate", place=157, answers=False,
).plays(move)

cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.learn = _learn
_door.hooks.own_bytes = sizeof(Past)
DOOR = _door
