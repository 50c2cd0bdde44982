"""Playout rule: begin a ladder that captures the last move's chain.

From Pachi, ``ladderrate`` of playout/moggy.c, which reads ladders of chains in atari.
"""

from board_ext.board cimport Board, board_liberties
from board_ext.lowlevel.types cimport NO_VERTEX
from board_ext.tactics.ladder cimport ladder_captures
from gtpengine.lab.rules.values cimport values_of
from gtpengine.mcts.moves.refusal cimport Refusal
from gtpengine.mcts.moves.refusing cimport is_refused
from gtpengine.mcts.playout.playout cimport Playout, chance
from gtpengine.mcts.playout.rules cimport PlayoutRule

from gtpengine.base.arguments.paramspec import ParamSpec

PARAMS = (
    ParamSpec(
        "playout_ladder_attack_rate", float, 0.0, 0.0, 1.0,
        doc="rate of reading whether a ladder captures the last move's chain, to begin it",
        source="Pachi (playout/moggy.c), ladderrate, off there, too",
    ),
)


cdef int move(Playout* playout, const Board* b, int color, int fewest,
              const Refusal* refusal) noexcept nogil:
    cdef int v
    if fewest > 2 or not chance(playout.rng, values_of(playout.params).playout_ladder_attack_rate):
        return NO_VERTEX
    if (board_liberties(b, b.last_move) != 2 or not ladder_captures(b, b.last_move, &v)
            or is_refused(b, v, color, refusal)):
        return NO_VERTEX
    return v


RULE = PlayoutRule(
    name="ladder", reason="ladder", parameter="playout_ladder_attack_rate", place=40,
    answers=True,
).plays(move)
