"""LGRF-2: playouts answer the last two moves as the last won simulation did, and forget answers
that lost.

Baier and Drake, The power of forgetting: improving the last-good-reply policy in Monte-Carlo Go,
2010. LGR-1 (Drake, The last-good-reply policy for Monte-Carlo Go, 2009) and LGR-2 do not forget
(``playout_reply_forget``); those with a 1 look at the last move alone (``playout_reply_moves``).
The tables (`lgrf.pxd`) belong to one worker and begin empty with each search, so that one thread
and one seed play the same game again.
"""

from board_ext.board cimport Board
from board_ext.lowlevel.types cimport BLACK, NO_VERTEX, WHITE
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.statistics.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent, Outcome
from gtpengine.mcts.moves.refusal cimport Refusal
from gtpengine.mcts.playout.playout cimport Playout, chance
from gtpengine.mcts.playout.rules cimport PlayoutRule
from gtpengine.lab.techniques.statistics.remembered cimport is_playable_here

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "playout_reply_rate"
PARAMS = (
    ParamSpec(
        "playout_reply_rate", float, 0.0, 0.0, 1.0,
        doc="rate of playing the last good reply to the last two moves, or to the last one",
        source="Baier and Drake 2010, LGRF-2",
    ),
    ParamSpec(
        "playout_reply_moves", int, 2, 1, 2,
        doc="moves that a reply answers: the last two, or else the last one (2); the last one (1)",
        source="Baier and Drake 2010",
    ),
    ParamSpec(
        "playout_reply_forget", bool, True,
        doc="forget a reply when it loses", source="Baier and Drake 2010; false is Drake 2009",
    ),
)


cdef int move(Playout* playout, const Board* b, int color, int fewest,
              const Refusal* refusal) noexcept nogil:
    """Return the last good reply to the last two moves, or to the last one, or NO_VERTEX."""
    cdef const Replies* replies = <const Replies*>playout.own
    cdef int v
    if replies == NULL or not chance(playout.rng, values_of(playout.params).playout_reply_rate):
        return NO_VERTEX
    if values_of(playout.params).playout_reply_moves > 1:
        v = replies.two[color][b.last_move][b.last_move2]
        if is_playable_here(b, v, color, refusal):
            return v
    v = replies.one[color][b.last_move]
    return v if is_playable_here(b, v, color, refusal) else NO_VERTEX


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    if outcome.played_out and outcome.points != 0.0:
        replies_learn(<Replies*>door.own, d.record.vertices, d.record.n, d.search.root.last_move,
                      d.search.root.last_move2, d.search.root.to_play,
                      BLACK if outcome.points > 0.0 else WHITE,
                      values_of(&d.search.params).playout_reply_forget)


RULE = PlayoutRule(
    name="reply", reason="reply", parameter="playout_reply_rate", place=20, answers=True,
).plays(move)

cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.learn = _learn
_door.hooks.own_bytes = sizeof(Replies)
DOOR = _door
