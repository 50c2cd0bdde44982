"""Playout rule: take back a ko that was taken a few moves ago.

From Pachi, ``korate`` and ``koage`` of playout/moggy.c.
"""

from board_ext.atari cimport captures_at
from board_ext.board cimport Board, board_is_legal
from board_ext.rng cimport rng_float
from board_ext.types cimport NO_VERTEX
from gtpengine.mcts.ko_memory cimport KoMemory
from gtpengine.mcts.playout cimport Playout
from gtpengine.mcts.refusal cimport Refusal, is_refused
from gtpengine.mcts.rules cimport PlayoutRule


cdef int move(Playout* playout, const Board* b, int color, int fewest,
              const Refusal* refusal) noexcept nogil:
    cdef const KoMemory* ko = &playout.ko
    if (ko.point == NO_VERTEX or ko.color != color
            or b.move_number - ko.move_number > playout.params.playout_ko_age
            or not board_is_legal(b, ko.point, color) or not captures_at(b, ko.point, color)):
        return NO_VERTEX
    # The rate is drawn last, since there is a ko to take so seldom.
    if (rng_float(playout.rng) >= playout.params.playout_ko_rate
            or is_refused(b, ko.point, color, refusal)):
        return NO_VERTEX
    return ko.point


RULE = PlayoutRule(
    name="ko", reason="ko", parameter="playout_ko_rate", place=10, answers=False,
).plays(move)
