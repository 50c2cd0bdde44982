"""Lean LGRF: in the tree a move that was the last good reply gets a bonus.

Omondi, Lean LGRF, as Schwarz (A survey on MCTS methods, 4.3) tells it: UCT's score of a child plus
a term for last good replies with forgetting, which the survey does not define. Here the term is
``lean_lgrf`` for the reply to the last two moves. Without such a reply, that to the last move has
it. Every other move has 0. Replies are those of LGRF-2 (`lgrf.pyx`) from this search and
thread.

Tak, Winands and Björnsson 2012 use replies in the selection as well.
"""

from board_ext.lowlevel.types cimport BLACK, NO_VERTEX, WHITE, uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.statistics.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent, Outcome
from gtpengine.lab.techniques.statistics.lgrf cimport Replies, replies_learn
from gtpengine.mcts.tree.childview cimport ChildView

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "lean_lgrf"
PARAMS = (
    ParamSpec(
        "lean_lgrf", float, 0.0, 0.0, 10.0,
        doc="added to the score of a child that is the last good reply to the moves before",
        source="Omondi's lean LGRF, as told by Schwarz; not tuned",
    ),
)


cdef struct Answers:
    Replies replies
    int reply                 # at the node that is chosen at, NO_VERTEX without


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Look up the reply; no opinion about the child."""
    cdef Answers* answers = <Answers*>door.own
    cdef int side = d.board.to_play, last = d.board.last_move, last2 = d.board.last_move2
    answers.reply = answers.replies.two[side][last][last2]
    if answers.reply == NO_VERTEX:
        answers.reply = answers.replies.one[side][last]
    return 0


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    cdef int reply = (<const Answers*>door.own).reply
    if reply != NO_VERTEX and reply == view.node.move:
        view.score += values_of(&d.search.params).lean_lgrf


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    if outcome.played_out and outcome.points != 0.0:
        replies_learn(&(<Answers*>door.own).replies, d.record.vertices, d.record.n,
                      d.search.root.last_move, d.search.root.last_move2, d.search.root.to_play,
                      BLACK if outcome.points > 0.0 else WHITE, True)


cdef TechniqueDoor _door = TechniqueDoor()
# On top of whatever policy makes the score.
_door.hooks.place = 2
_door.hooks.choose = _choose
_door.hooks.score = _score
_door.hooks.learn = _learn
_door.hooks.own_bytes = sizeof(Answers)
DOOR = _door
