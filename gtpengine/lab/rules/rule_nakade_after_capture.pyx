"""Playout rule: the vital point of the space that the last move made by a capture.

From Chaslot, Fiter, Hoock, Rimmel and Teytaud 2009.
"""

from board_ext.board cimport Board
from board_ext.legal cimport board_is_legal
from board_ext.lowlevel.types cimport NO_VERTEX
from board_ext.tactics.nakade cimport nakade_vital_point
from board_ext.tactics.shapes cimport MAX_NAKADE
from gtpengine.lab.rules.values cimport values_of
from gtpengine.mcts.moves.refusal cimport Refusal
from gtpengine.mcts.moves.refusing cimport is_refused
from gtpengine.mcts.playout.playout cimport Playout, chance
from gtpengine.mcts.playout.rules cimport PlayoutRule

from gtpengine.base.arguments.paramspec import ParamSpec

PARAMS = (
    ParamSpec(
        "playout_nakade_after_capture", float, 0.0, 0.0, 1.0,
        doc="rate of playing the vital point of the space that the last move made by a capture",
        source="Chaslot et al. 2009, where it costs nothing",
    ),
)


cdef enum:
    MIN_NAKADE = 3            # points of a space that has a vital point


cdef int move(Playout* playout, const Board* b, int color, int fewest,
              const Refusal* refusal) noexcept nogil:
    cdef int captured = playout.captured, vital
    cdef Refusal every
    every.strict = True
    every.stones = 0
    if (captured < MIN_NAKADE or captured > MAX_NAKADE
            or not chance(playout.rng, values_of(playout.params).playout_nakade_after_capture)):
        return NO_VERTEX
    # The captured points are the last ones of the list.
    vital = nakade_vital_point(b, b.empties[b.n_empty - captured])
    if (vital == NO_VERTEX or not board_is_legal(b, vital, color)
            or is_refused(b, vital, color, &every)):
        return NO_VERTEX
    return vital


RULE = PlayoutRule(
    name="nakade_after_capture", reason="nakade", parameter="playout_nakade_after_capture",
    place=60, answers=True,
).plays(move)
