"""Playout rule: the last good reply to the last two moves, or to the last one (LGRF-2: Baier and
Drake 2010). `lgrf.pxd` keeps and learns them."""

from board_ext.board cimport Board
from board_ext.types cimport CELL_EMPTY, NO_VERTEX
from board_ext.uniform cimport is_playable
from gtpengine.mcts.moves.refusal cimport Refusal, is_refused
from gtpengine.mcts.playout.playout cimport Playout, chance
from gtpengine.mcts.playout.rules cimport PlayoutRule

from gtpengine.base.paramspec import ParamSpec

PARAMS = (
    ParamSpec(
        "playout_reply_rate", float, 0.0, 0.0, 1.0,
        doc="rate of playing the last good reply to the last two moves, or to the last one",
        source="Baier and Drake 2010, LGRF-2",
    ),
)


cdef int move(Playout* playout, const Board* b, int color, int fewest,
              const Refusal* refusal) noexcept nogil:
    cdef int v
    if playout.replies == NULL or not chance(playout.rng, playout.params.playout_reply_rate):
        return NO_VERTEX
    v = playout.replies.two[color][b.last_move][b.last_move2]
    if (v != NO_VERTEX and b.cell[v] == CELL_EMPTY and is_playable(b, v, color)
            and not is_refused(b, v, color, refusal)):
        return v
    v = playout.replies.one[color][b.last_move]
    if (v != NO_VERTEX and b.cell[v] == CELL_EMPTY and is_playable(b, v, color)
            and not is_refused(b, v, color, refusal)):
        return v
    return NO_VERTEX


RULE = PlayoutRule(
    name="reply", reason="reply", parameter="playout_reply_rate", place=20, answers=True,
).plays(move)
