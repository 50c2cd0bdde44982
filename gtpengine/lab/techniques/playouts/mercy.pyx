"""Mercy rule: a playout ends when one side leads by many stones.

Bouzy and Helmstetter, Monte-Carlo Go developments, 2003. A lead in stones grows beyond the limit by
captures, so that only those are looked at.

Not done: playouts of the policy uniform go on to their end.
"""

from board_ext.board cimport Board
from board_ext.lowlevel.bitsets cimport bits_count
from board_ext.lowlevel.types cimport BLACK, WHITE
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.playouts.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.mcts.playout.playout cimport Playout

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "mercy"
PARAMS = (
    ParamSpec(
        "mercy", float, 0.0, 0.0, 1.0,
        doc="a playout ends when one side leads by this share of the board in stones; 0 is off",
        source="Bouzy and Helmstetter 2003; not tuned",
    ),
)


cdef bint _ends(const Playout* playout, const Board* b) noexcept nogil:
    """Return whether a capture has brought a lead in stones beyond the limit."""
    cdef int limit, lead
    if playout.captured == 0:
        return False
    limit = <int>(values_of(playout.params).mercy * b.size * b.size)
    lead = bits_count(b.points[BLACK]) - bits_count(b.points[WHITE])
    return limit > 0 and abs(lead) > limit


cdef void _playout(Door* door, Descent* d, Playout* playout) noexcept nogil:
    playout.ends = _ends


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.playout = _playout
DOOR = _door
