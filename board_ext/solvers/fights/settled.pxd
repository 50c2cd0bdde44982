"""Seeing that a fight is settled, without reading.

The defender holds with two eyes that nobody can take (Benson 1976), or when connected with a chain
that is safe. The defender has lost without room for two eyes and without a way out. An eye is never
beside an attacker's stone that nobody can capture. A connected room that is small makes one eye at
most (`shapes.pxd`), false points none (`falseeyes.pxd`). Captures that nothing prevents are seen,
too (`captures.pxd`).
"""

from board_ext.board cimport Board
from board_ext.solvers.fights.fight cimport Fight

cdef enum FightState:
    FIGHT_OPEN = 0
    FIGHT_LOST = 1            # for the defender
    FIGHT_HELD = 2


cdef FightState fight_state(const Board* b, const Fight* fight, bint attacker_moves) noexcept nogil
