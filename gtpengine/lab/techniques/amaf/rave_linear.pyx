"""The linear schedule of RAVE: its share falls from 1 to 0 until a child has k visits.

Helmbold and Parker-Wood, All-moves-as-first heuristics in Monte-Carlo Go, 2009: 1 - n / k, with k =
``rave_equivalence``; whatever the number of RAVE visits, if there are any.
"""

from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.doors.mixing cimport view_mix
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.mcts.params.selection_values cimport selection_values
from gtpengine.mcts.tree.childview cimport ChildView

SWITCH = "rave_schedule=linear"


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    cdef double k = selection_values(&d.search.params).rave_equivalence
    if k > 0.0:
        view_mix(view, 1.0 - view.visits / k if view.visits < k else 0.0)


cdef TechniqueDoor _door = TechniqueDoor()
# What others add to a score comes on top.
_door.hooks.place = 0
_door.hooks.score = _score
DOOR = _door
