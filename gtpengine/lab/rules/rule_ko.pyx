"""Playout rule: take back a ko that was taken a few moves ago.

From Pachi, ``korate`` and ``koage`` of playout/moggy.c.
"""

from board_ext.board cimport Board
from board_ext.legal cimport board_is_legal
from board_ext.lowlevel.rng cimport rng_float
from board_ext.lowlevel.types cimport NO_VERTEX
from board_ext.tactics.atari cimport captures_at
from gtpengine.lab.rules.values cimport values_of
from gtpengine.mcts.moves.refusal cimport Refusal
from gtpengine.mcts.moves.refusing cimport is_refused
from gtpengine.mcts.playout.ko_memory cimport KoMemory
from gtpengine.mcts.playout.playout cimport Playout
from gtpengine.mcts.playout.rules cimport PlayoutRule

from gtpengine.base.arguments.paramspec import ParamSpec

PARAMS = (
    ParamSpec(
        "playout_ko_rate", float, 0.0, 0.0, 1.0,
        doc="rate of taking back a ko that was taken within the last moves",
        source="Pachi (playout/moggy.c), korate 0.4",
    ),
    ParamSpec(
        "playout_ko_age", int, 3, 1, 50,
        doc="moves since a ko was taken up to which it is taken back; 2 is the first chance, "
        "since a threat comes between",
        source="Pachi (playout/moggy.c), koage 3",
    ),
)


cdef int move(Playout* playout, const Board* b, int color, int fewest,
              const Refusal* refusal) noexcept nogil:
    cdef const KoMemory* ko = &playout.ko
    if (ko.point == NO_VERTEX or ko.color != color
            or b.move_number - ko.move_number > values_of(playout.params).playout_ko_age
            or not board_is_legal(b, ko.point, color) or not captures_at(b, ko.point, color)):
        return NO_VERTEX
    # The rate is drawn last, because there is rarely a ko to take.
    if (rng_float(playout.rng) >= values_of(playout.params).playout_ko_rate
            or is_refused(b, ko.point, color, refusal)):
        return NO_VERTEX
    return ko.point


RULE = PlayoutRule(
    name="ko", reason="ko", parameter="playout_ko_rate", place=10, answers=False,
).plays(move)
