"""Killer moves: playouts try what won at the same depth before.

Akl and Newborn, The principal continuation and the killer heuristic, 1977; in simulations Sato,
Takahashi and Grimbergen, A Shogi program based on Monte-Carlo tree search, 2010. For each side and
number of moves since the root the last two moves that the winner of a simulation played there are
kept; a playout that comes to the same depth plays the later one if it can, else the other, at a
rate of ``killer_moves``.
"""

from board_ext.board cimport Board
from board_ext.lowlevel.types cimport BLACK, NO_VERTEX, PASS_VERTEX, WHITE, uint16_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.statistics.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent, Outcome, side_at
from gtpengine.mcts.moves.refusal cimport Refusal
from gtpengine.mcts.playout.playout cimport Playout, chance
from gtpengine.mcts.playout.rules cimport PlayoutRule
from gtpengine.lab.techniques.statistics.remembered cimport is_playable_here

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "killer_moves"
PARAMS = (
    ParamSpec(
        "killer_moves", float, 0.0, 0.0, 1.0,
        doc="rate of playing, in playouts, a move that the winner played at this depth before",
        source="Sato, Takahashi and Grimbergen 2010; not tuned",
    ),
)

cdef enum:
    MOST_PLIES = 1024


cdef struct Killers:
    int root_moves            # moves and passes before the root
    # By side and depth: the last move and the one before it; 0 without.
    uint16_t moves[3][MOST_PLIES][2]


cdef void _playout(Door* door, Descent* d, Playout* playout) noexcept nogil:
    """Note where depths are counted from."""
    (<Killers*>door.own).root_moves = d.search.root.move_number


cdef int move(Playout* playout, const Board* b, int color, int fewest,
              const Refusal* refusal) noexcept nogil:
    """Return the killer of this depth, the later one first, or NO_VERTEX."""
    cdef const Killers* killers = <const Killers*>playout.own
    cdef int depth, i, v
    if killers == NULL or not chance(playout.rng, values_of(playout.params).killer_moves):
        return NO_VERTEX
    depth = b.move_number - killers.root_moves
    if depth >= MOST_PLIES:
        return NO_VERTEX
    for i in range(2):
        v = killers.moves[color][depth][i]
        if is_playable_here(b, v, color, refusal):
            return v
    return NO_VERTEX


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    """Keep the moves of the winner."""
    cdef Killers* killers = <Killers*>door.own
    cdef int time, v, winner = BLACK if outcome.value > 0.5 else WHITE
    cdef uint16_t* kept
    if outcome.value == 0.5:
        return
    for time in range(min(d.record.n, MOST_PLIES)):
        v = d.record.vertices[time]
        if v != PASS_VERTEX and side_at(d.search, time) == winner:
            kept = killers.moves[winner][time]
            if kept[0] != v:
                kept[1] = kept[0]
                kept[0] = v


RULE = PlayoutRule(
    name="killer", reason="killer", parameter="killer_moves", place=145, answers=False,
).plays(move)

cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.playout = _playout
_door.hooks.learn = _learn
_door.hooks.own_bytes = sizeof(Killers)
DOOR = _door
