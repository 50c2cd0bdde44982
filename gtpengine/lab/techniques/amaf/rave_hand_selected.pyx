"""The hand-selected schedule of RAVE: its share is sqrt(k / (3n + k)) after n visits.

Gelly and Silver, Combining online and offline knowledge in UCT, 2007, with k =
``rave_equivalence``; whatever the number of RAVE visits, if there are any.
"""

from libc.math cimport sqrt

from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.doors.mixing cimport view_mix
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.mcts.params.selection_values cimport selection_values
from gtpengine.mcts.tree.childview cimport ChildView

SWITCH = "rave_schedule=hand-selected"


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    cdef double k = selection_values(&d.search.params).rave_equivalence
    if k > 0.0:
        view_mix(view, sqrt(k / (3.0 * view.visits + k)))


cdef TechniqueDoor _door = TechniqueDoor()
# What others add to a score comes on top.
_door.hooks.place = 0
_door.hooks.score = _score
DOOR = _door
