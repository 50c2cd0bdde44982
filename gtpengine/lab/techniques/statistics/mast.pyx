"""MAST: playouts prefer moves that were good wherever they were played.

Finnsson and Björnsson, Simulation-based approach to general game playing, AAAI 2008: the mean
outcome Q of each move of either side, over all simulations, whenever it was played. A playout draws
a move by exp(Q / ``mast_temperature``) (Gibbs sampling); a move that was never played has Q = 1.

The papers draw each move of a playout so: ``mast_rate`` = 1. ``mast_choice`` has two other draws:
in proportion to Q (roulette), and the greatest Q (greedy). The latter is epsilon-greedy with
``mast_rate`` = 1 - epsilon, thus 0.8 for the epsilon of 0.2 of Tak, Winands and Björnsson (2012).
``mast_moves`` limits what is learned from: moves of the tree alone are TO-MAST (Finnsson and
Björnsson, Learning simulation control in general game-playing agents, AAAI 2010), and all moves are
the internal history heuristic (Bouzy, History and territory heuristics for Monte-Carlo Go, 2006)
but for how the draw is made.

Ours: the draw is among ``mast_candidates`` random moves, for all moves would cost too much.
Programs for general games have no other rules. Here the tactical rules are asked first, and MAST
draws where none of them has a move; ``playout_order=mast`` leaves them out, as the preset
cadiaplayer-2008 does.
"""

from libc.math cimport exp

from board_ext.board cimport Board
from board_ext.lowlevel.types cimport N_VERTICES, NO_VERTEX, PASS_VERTEX, uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.statistics.values cimport (
    MAST_CHOICE_GIBBS, MAST_CHOICE_GREEDY, MAST_MOVES_PLAYOUT, MAST_MOVES_TREE, Values, values_of,
)
from gtpengine.mcts.doors.search_state cimport Descent, Outcome, side_at
from gtpengine.mcts.moves.refusal cimport Refusal
from gtpengine.mcts.playout.playout cimport Playout, chance
from gtpengine.mcts.playout.rules cimport PlayoutRule
from gtpengine.lab.techniques.statistics.weighed cimport (
    Weighed, random_move, weighed_add, weighed_best, weighed_draw,
)
from gtpengine.lab.techniques.statistics.tally cimport value_for

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "mast_rate"
PARAMS = (
    ParamSpec(
        "mast_rate", float, 0.0, 0.0, 1.0,
        doc="rate of drawing a playout's move by the mean outcome of each move",
        source="MAST, Finnsson and Bjornsson 2008",
    ),
    ParamSpec(
        "mast_temperature", float, 0.2, 0.001, 10.0,
        doc="a move with mean outcome Q is drawn in proportion to exp(Q / this)",
        source="MAST, Finnsson and Bjornsson 2008; not tuned",
    ),
    ParamSpec(
        "mast_choice", str, "gibbs", choices=("gibbs", "roulette", "greedy"),
        doc="how the move is drawn: by exp(Q / mast_temperature), by Q, or the greatest Q",
        source="Finnsson and Bjornsson 2008; epsilon-greedy: Tak, Winands and Bjornsson 2012",
    ),
    ParamSpec(
        "mast_moves", str, "all", choices=("all", "tree", "playout"),
        doc="moves of a simulation that are learned from", source="TO-MAST, Finnsson and "
        "Bjornsson 2010",
    ),
    ParamSpec(
        "mast_candidates", int, 8, 1, 32,
        doc="random moves of which one is drawn", source="ours, for speed; not tuned",
    ),
)


cdef struct Mast:
    # By side and vertex: how often the move was played, and the sum of its outcomes.
    uint32_t visits[3][N_VERTICES]
    double outcomes[3][N_VERTICES]


cdef inline double _weight(const Mast* mast, int color, int v, const Values* p) noexcept nogil:
    """Return what a move is drawn in proportion to; for the greedy choice, what is compared."""
    cdef double mean = 1.0
    if mast.visits[color][v]:
        mean = mast.outcomes[color][v] / mast.visits[color][v]
    return exp(mean / p.mast_temperature) if p.mast_choice == MAST_CHOICE_GIBBS else mean


cdef int move(Playout* playout, const Board* b, int color, int fewest,
              const Refusal* refusal) noexcept nogil:
    """Return one of some random moves, drawn by its mean outcome, or NO_VERTEX."""
    cdef const Mast* mast = <const Mast*>playout.own
    cdef const Values* p = values_of(playout.params)
    cdef Weighed list
    cdef int _, v
    if mast == NULL or b.n_empty == 0 or not chance(playout.rng, p.mast_rate):
        return NO_VERTEX
    list.n = 0
    for _ in range(p.mast_candidates):
        v = random_move(b, color, refusal, playout.rng)
        if v != NO_VERTEX:
            weighed_add(&list, v, _weight(mast, color, v, p))
    if list.n and p.mast_choice == MAST_CHOICE_GREEDY:
        return weighed_best(&list)
    return weighed_draw(&list, playout.rng)


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    """Credit each move of the simulation that is learned from with its outcome."""
    cdef Mast* mast = <Mast*>door.own
    cdef int time, side, v, first = 0, end = d.record.n
    if values_of(&d.search.params).mast_moves == MAST_MOVES_TREE:
        end = min(end, d.depth)
    elif values_of(&d.search.params).mast_moves == MAST_MOVES_PLAYOUT:
        first = d.depth
    for time in range(first, end):
        v = d.record.vertices[time]
        if v != PASS_VERTEX:
            side = side_at(d.search, time)
            mast.visits[side][v] += 1
            mast.outcomes[side][v] += value_for(outcome, side)


RULE = PlayoutRule(
    name="mast", reason="MAST", parameter="mast_rate", place=150, answers=False,
).plays(move)

cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.learn = _learn
_door.hooks.own_bytes = sizeof(Mast)
DOOR = _door
