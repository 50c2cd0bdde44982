"""LGRF-2: playouts answer the last two moves as the last won simulation did, and forget answers
that lost.

Baier and Drake, The power of forgetting: improving the last-good-reply policy in Monte-Carlo Go,
2010. The playout rule ``reply`` plays the answers; this keeps the tables, one pair in each worker,
empty when a search begins, so that one thread and one seed play the same game again.
"""

from board_ext.types cimport BLACK, WHITE
from gtpengine.mcts.doors.doors cimport TechniqueDoor
from gtpengine.mcts.doors.search_state cimport Descent, Door, Outcome
from gtpengine.mcts.playout.lgrf cimport Replies, replies_learn
from gtpengine.mcts.playout.playout cimport Playout

SWITCH = "playout_reply_rate"


cdef void _playout(Door* door, Descent* d, Playout* playout) noexcept nogil:
    playout.replies = <const Replies*>door.own


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    if outcome.played_out and outcome.points != 0.0:
        replies_learn(<Replies*>door.own, d.record.vertices, d.record.n, d.search.root.last_move,
                      d.search.root.last_move2, d.search.root.to_play,
                      BLACK if outcome.points > 0.0 else WHITE)


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.playout = _playout
_door.hooks.learn = _learn
_door.hooks.own_bytes = sizeof(Replies)
DOOR = _door
