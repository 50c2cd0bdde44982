"""Reflexive Monte-Carlo search: each move of a playout is found by playouts of its own.

Cazenave, Reflexive Monte-Carlo search, 2007: a playout of level 0 is a random game; one of level n
plays, at each turn, the move whose playout of level n - 1 ends best for the side to move. The level
is ``reflexive``. A playout of level 1 costs some thousand random games, one of level 2 as many of
level 1; so this serves few simulations on small boards.

Moves that fill an own eye are left out at all levels. Among equals the first by chance is played.
"""

from board_ext.board cimport Board, board_copy
from board_ext.lowlevel.rng cimport Rng, rng_below
from board_ext.lowlevel.types cimport BLACK, MAX_POINTS, NO_VERTEX
from board_ext.playing cimport board_pass, board_play
from board_ext.playouts.score cimport playout_area
from board_ext.playouts.uniform cimport is_playable, uniform_playout
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.playouts.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.mcts.moves.reasons cimport REASON_PASS, REASON_UNIFORM
from gtpengine.mcts.params.playout_values cimport playout_values
from gtpengine.mcts.playout.playout cimport Playout, Record, record_append

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "reflexive"
PARAMS = (
    ParamSpec(
        "reflexive", int, 0, 0, 3,
        doc="level of playouts whose moves are found by playouts of the level below; 0 is off",
        source="Cazenave 2007",
    ),
)

cdef enum:
    MAX_LEVEL = 3


cdef struct Levels:
    Board boards[MAX_LEVEL]   # on which a playout of this level is played out


cdef int _best_move(Levels* levels, const Board* b, int level, Rng* rng, int limit) noexcept nogil:
    """Return the move whose playout of the level below ends best, NO_VERTEX for a pass."""
    cdef int[MAX_POINTS] moves
    cdef int i, j, n = 0, lead, highest = -10000, best = NO_VERTEX
    cdef Board* after = &levels.boards[level - 1]
    for i in range(b.n_empty):
        if is_playable(b, b.empties[i], b.to_play):
            # In random order: the move goes where one so far was, which goes to the end.
            j = rng_below(rng, n + 1)
            moves[n] = moves[j]
            moves[j] = b.empties[i]
            n += 1
    for i in range(n if n > 1 else 0):
        board_copy(after, b)
        board_play(after, moves[i], b.to_play)
        _play(levels, after, level - 1, rng, limit)
        lead = playout_area(after)
        if b.to_play != BLACK:
            lead = -lead
        if lead > highest:
            highest = lead
            best = moves[i]
    return best if n > 1 else (moves[0] if n else NO_VERTEX)


cdef void _play(Levels* levels, Board* b, int level, Rng* rng, int limit) noexcept nogil:
    """Play a game of a level to its end, at most up to move number ``limit``."""
    cdef int v
    if level == 0:
        uniform_playout(b, rng, limit)
        return
    while b.n_passes < 2 and b.move_number < limit:
        v = _best_move(levels, b, level, rng, limit)
        if v == NO_VERTEX:
            board_pass(b, b.to_play)
        else:
            board_play(b, v, b.to_play)


cdef void _run(Playout* playout, Board* b, int limit, Record* record) noexcept nogil:
    """Append the moves of a playout up to the end, at most ``limit``."""
    cdef Levels* levels = <Levels*>playout.policy
    cdef int v, played = 0
    # Of the playouts that find the moves, whatever is left of this one.
    cdef double moves = playout_values(playout.params).playout_max_moves * b.size * b.size
    cdef int last = b.move_number + <int>moves
    while b.n_passes < 2 and played < limit:
        v = _best_move(levels, b, values_of(playout.params).reflexive, playout.rng, last)
        record_append(record, v, REASON_UNIFORM if v != NO_VERTEX else REASON_PASS)
        played += 1
        if v == NO_VERTEX:
            board_pass(b, b.to_play)
        else:
            board_play(b, v, b.to_play)


cdef void _playout(Door* door, Descent* d, Playout* playout) noexcept nogil:
    playout.run = _run
    playout.policy = door.own


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.playout = _playout
_door.hooks.own_bytes = sizeof(Levels)
DOOR = _door
