"""Some-first AMAF: of a playout the first moves alone are credited.

Helmbold and Parker-Wood, All-moves-as-first heuristics in Monte-Carlo Go, 2009: moves of the tree
and the first m of the playout count for the all-moves-as-first means, later ones do not. m is
``some_first_amaf``; with a large one all moves count.
"""

from board_ext.lowlevel.types cimport PASS_VERTEX
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.amaf.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.mcts.tree.amaf cimport AmafMap

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "some_first_amaf"
PARAMS = (
    ParamSpec(
        "some_first_amaf", int, 0, 0, 10_000,
        doc="first moves of a playout, which alone count for the RAVE means; 0 is all",
        source="some-first AMAF, Helmbold and Parker-Wood 2009; not tuned",
    ),
)


cdef bint _credit(Door* door, const Descent* d, AmafMap* amaf) noexcept nogil:
    cdef int end = d.depth + values_of(&d.search.params).some_first_amaf, time, v
    for time in range(end, d.record.n):
        v = d.record.vertices[time]
        # A point that was played before as well has the earlier time.
        if v != PASS_VERTEX and amaf.time[v] >= end:
            amaf.side[v] = 0
    return True


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.credit = _credit
DOOR = _door
