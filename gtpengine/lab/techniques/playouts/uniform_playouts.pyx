"""Uniform playouts: any legal move that fills no own eye, all alike.

Bruegmann, Monte Carlo Go, 1993, and most programs before Gelly et al. 2006. What a rule or a
technique says of playouts does not count here; none is asked.
"""

from libc.string cimport memset

from board_ext.board cimport Board
from board_ext.lowlevel.types cimport NO_VERTEX
from board_ext.playing cimport board_pass, board_play
from board_ext.playouts.uniform cimport Parked, uniform_move, update_parked
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.mcts.moves.reasons cimport REASON_PASS, REASON_UNIFORM
from gtpengine.mcts.playout.playout cimport Playout, Record, record_append

SWITCH = "playout_policy=uniform"


cdef void _run(Playout* playout, Board* b, int limit, Record* record) noexcept nogil:
    """Append uniformly random moves up to the end, at most ``limit``."""
    cdef Parked parked
    cdef int v, played = 0, color
    memset(&parked, 0, sizeof(Parked))
    while b.n_passes < 2 and played < limit:
        color = b.to_play
        v = uniform_move(b, color, playout.rng, &parked)
        record_append(record, v, REASON_UNIFORM if v != NO_VERTEX else REASON_PASS)
        played += 1
        if v == NO_VERTEX:
            board_pass(b, color)
        else:
            board_play(b, v, color)
            update_parked(b, &parked, v, color)


cdef void _playout(Door* door, Descent* d, Playout* playout) noexcept nogil:
    playout.run = _run


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.playout = _playout
DOOR = _door
