"""RAVE-max: a child is worth the greater of its mean and its RAVE mean.

Tom and Müller, Computational experiments with the RAVE heuristic, 2010: where RAVE misleads, the
plain mean saves the move, and the other way round.
"""

from gtpengine.mcts.doors.doors cimport TechniqueDoor
from gtpengine.mcts.doors.search_state cimport Descent, Door
from gtpengine.mcts.tree.treepolicy cimport ChildView, view_mix

SWITCH = "rave_schedule=max"


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    cdef double n = view.visits, r = view.rave_visits
    if d.search.params.rave_equivalence > 0.0 and n > 0.0 and r > 0.0:
        view_mix(view, 1.0 if view.rave_wins * n > view.wins * r else 0.0)


cdef TechniqueDoor _door = TechniqueDoor()
# What others add to a score comes on top.
_door.hooks.place = 0
_door.hooks.score = _score
DOOR = _door
