"""Contextual Monte Carlo: playouts prefer moves that did well after the own move before.

Rimmel and Teytaud, Multiple overlapping tiles for contextual Monte Carlo tree search, 2010: the
space of simulations is covered by tiles, one for each pair of consecutive moves of one side, which
overlap. A tile knows the mean outcome of the simulations that had its pair. After its own move m1 a
side plays the move m2 of the best tile (m1, m2), if its mean is above ``context_threshold``, at a
rate of ``context_rate``.

Ours: the best is taken of CANDIDATES random moves, for all moves would cost too much, where no
tactical rule has a move (``playout_order=context`` leaves those out). A tile of fewer than FEWEST
simulations says nothing.
"""

from board_ext.board cimport Board
from board_ext.lowlevel.rng cimport rng_below
from board_ext.lowlevel.types cimport N_VERTICES, NO_VERTEX, PASS_VERTEX
from board_ext.playouts.uniform cimport is_playable
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.statistics.tally cimport Tally, tally_credit
from gtpengine.lab.techniques.statistics.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent, Outcome, side_at
from gtpengine.mcts.moves.refusal cimport Refusal
from gtpengine.mcts.moves.refusing cimport is_refused
from gtpengine.mcts.playout.playout cimport Playout, chance
from gtpengine.mcts.playout.rules cimport PlayoutRule

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "context_rate"
PARAMS = (
    ParamSpec(
        "context_rate", float, 0.0, 0.0, 1.0,
        doc="rate of playing the random move that did best after the own move before",
        source="contextual Monte Carlo, Rimmel and Teytaud 2010; not tuned",
    ),
    ParamSpec(
        "context_threshold", float, 0.5, 0.0, 1.0,
        doc="mean outcome that such a move must have",
        source="contextual Monte Carlo, Rimmel and Teytaud 2010; not tuned",
    ),
)

cdef enum:
    CANDIDATES = 8
    FEWEST = 4


cdef struct Tiles:
    # By side, its move before and its move.
    Tally after[3][N_VERTICES][N_VERTICES]


cdef int move(Playout* playout, const Board* b, int color, int fewest,
              const Refusal* refusal) noexcept nogil:
    """Return the random move of the best tile, or NO_VERTEX."""
    cdef const Tiles* tiles = <const Tiles*>playout.own
    cdef const Tally* tile
    cdef int _, v, best = NO_VERTEX
    cdef double mean, highest = values_of(playout.params).context_threshold
    if (tiles == NULL or b.last_move2 == NO_VERTEX or b.last_move2 == PASS_VERTEX
            or b.n_empty == 0 or not chance(playout.rng, values_of(playout.params).context_rate)):
        return NO_VERTEX
    for _ in range(CANDIDATES):
        v = b.empties[rng_below(playout.rng, b.n_empty)]
        tile = &tiles.after[color][b.last_move2][v]
        if tile.visits < FEWEST:
            continue
        # Few tiles are better than the best so far, so whether they can be played is asked last.
        mean = tile.outcomes / tile.visits
        if mean > highest and is_playable(b, v, color) and not is_refused(b, v, color, refusal):
            highest = mean
            best = v
    return best


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    """Credit each pair of moves of a side with the outcome."""
    cdef Tiles* tiles = <Tiles*>door.own
    cdef int time, v, before, side
    for time in range(2, d.record.n):
        v = d.record.vertices[time]
        before = d.record.vertices[time - 2]
        if v != PASS_VERTEX and before != PASS_VERTEX:
            side = side_at(d.search, time)
            tally_credit(&tiles.after[side][before][v], outcome, side)


RULE = PlayoutRule(
    name="context", reason="context", parameter="context_rate", place=156, answers=False,
).plays(move)

cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.learn = _learn
_door.hooks.own_bytes = sizeof(Tiles)
DOOR = _door
