"""Switching playout policies: what a side's playouts won with is used more.

Świechowski and Mańdziuk, Self-adaptation of playing strategies in general game playing, 2014
(MINI-Player): several strategies for the moves of playouts, of which those that did better are
used more often. Here each side draws a strategy for each playout by UCB1, with the constant
``policy_switching``; its reward is the outcome for that side. The strategies are the rules, moves
by chance, and the best by its history: of CANDIDATES random moves that of the best mean outcome
for its side.

Each thread switches for itself.
"""

from libc.math cimport log, sqrt

from board_ext.board cimport Board
from board_ext.lowlevel.rng cimport rng_below
from board_ext.lowlevel.types cimport BLACK, N_VERTICES, NO_VERTEX, PASS_VERTEX, uint32_t
from board_ext.playouts.uniform cimport is_playable
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.playouts.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent, Outcome, side_at
from gtpengine.mcts.moves.refusal cimport Refusal
from gtpengine.mcts.playout.playout cimport Playout
from gtpengine.mcts.playout.rules cimport PlayoutRule

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "policy_switching"
PARAMS = (
    ParamSpec(
        "policy_switching", float, 0.0, 0.0, 10.0,
        doc="constant of UCB1 by which each side chooses, for each playout, among rules, chance "
        "and history; 0 is the rules alone",
        source="MINI-Player, Świechowski and Mańdziuk 2014; not tuned",
    ),
)

cdef enum:
    CANDIDATES = 8
    RULES = 0
    CHANCE = 1
    HISTORY = 2
    STRATEGIES = 3


cdef struct Switch:
    int now[3]                # the strategy of each side in the playout that is played
    double visits[3][STRATEGIES]
    double outcomes[3][STRATEGIES]
    # By side and vertex: how often the move was played, and the sum of its outcomes.
    uint32_t played[3][N_VERTICES]
    double won[3][N_VERTICES]


cdef int _draw(const Switch* s, int side, double exploration) noexcept nogil:
    """Return the strategy of the greatest UCB1 score, one without playouts first."""
    cdef double total = s.visits[side][0] + s.visits[side][1] + s.visits[side][2]
    cdef double score, best = -1.0
    cdef int i, chosen = RULES
    for i in range(STRATEGIES):
        if s.visits[side][i] == 0.0:
            return i
        score = s.outcomes[side][i] / s.visits[side][i] + exploration * sqrt(
            log(total) / s.visits[side][i])
        if score > best:
            best = score
            chosen = i
    return chosen


cdef void _playout(Door* door, Descent* d, Playout* playout) noexcept nogil:
    cdef Switch* s = <Switch*>door.own
    cdef int side
    for side in range(1, 3):
        s.now[side] = _draw(s, side, values_of(&d.search.params).policy_switching)


cdef int move(Playout* playout, const Board* b, int color, int fewest,
              const Refusal* refusal) noexcept nogil:
    """Return a move by the side's strategy; NO_VERTEX where that is the rules."""
    cdef const Switch* s = <const Switch*>playout.own
    cdef int _, v, best = NO_VERTEX
    cdef double mean, highest = -1.0
    if s == NULL or s.now[color] == RULES or b.n_empty == 0:
        return NO_VERTEX
    for _ in range(CANDIDATES):
        v = b.empties[rng_below(playout.rng, b.n_empty)]
        if not is_playable(b, v, color):
            continue
        if s.now[color] == CHANCE:
            return v
        mean = s.won[color][v] / s.played[color][v] if s.played[color][v] else 1.0
        if mean > highest:
            highest = mean
            best = v
    return best


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    """Credit the strategies, and each move of the simulation."""
    cdef Switch* s = <Switch*>door.own
    cdef int side, time, v
    cdef double[3] reward
    reward[1] = outcome.value if BLACK == 1 else 1.0 - outcome.value
    reward[2] = 1.0 - reward[1]
    for side in range(1, 3 if outcome.played_out else 1):
        s.visits[side][s.now[side]] += 1.0
        s.outcomes[side][s.now[side]] += reward[side]
    for time in range(d.record.n):
        v = d.record.vertices[time]
        if v != PASS_VERTEX:
            side = side_at(d.search, time)
            s.played[side][v] += 1
            s.won[side][v] += reward[side]


RULE = PlayoutRule(
    name="switched", reason="switched", parameter="policy_switching", place=0, answers=False,
).plays(move)

cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.playout = _playout
_door.hooks.learn = _learn
_door.hooks.own_bytes = sizeof(Switch)
DOOR = _door
