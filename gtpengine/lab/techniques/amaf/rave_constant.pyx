"""Alpha-AMAF: the share of the RAVE mean is the same however often a child was visited.

Helmbold and Parker-Wood, All-moves-as-first heuristics in Monte-Carlo Go, 2009: alpha * AMAF +
(1 - alpha) * UCT, with alpha = ``amaf_share``. 1 is plain all moves as first (Brügmann 1993).
"""

from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.doors.mixing cimport view_mix
from gtpengine.lab.techniques.amaf.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.mcts.params.selection_values cimport selection_values
from gtpengine.mcts.tree.childview cimport ChildView

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "rave_schedule=constant"
PARAMS = (
    ParamSpec(
        "amaf_share", float, 0.5, 0.0, 1.0,
        doc="share of the RAVE mean under the schedule constant",
        source="Helmbold and Parker-Wood 2009; not tuned",
    ),
)


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    if selection_values(&d.search.params).rave_equivalence > 0.0:
        view_mix(view, values_of(&d.search.params).amaf_share)


cdef TechniqueDoor _door = TechniqueDoor()
# What others add to a score comes on top.
_door.hooks.place = 0
_door.hooks.score = _score
DOOR = _door
