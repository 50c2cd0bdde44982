"""RAVE-max: a child is worth the greater of its mean and its RAVE mean.

Tom and Müller, Computational experiments with the RAVE heuristic, 2010: where RAVE misleads, the
plain mean saves the move, and the other way round. Their delta-RAVE-max is stochastic: at each node
on the way down the greater mean counts at a rate of ``rave_max_rate``, else the two are mixed by
the schedule minimum-mse.
"""

from board_ext.lowlevel.rng cimport rng_float
from board_ext.lowlevel.types cimport uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.doors.mixing cimport view_mix
from gtpengine.lab.techniques.amaf.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.mcts.params.selection_values cimport selection_values
from gtpengine.mcts.tree.childview cimport ChildView

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "rave_schedule=max"
PARAMS = (
    ParamSpec(
        "rave_max_rate", float, 1.0, 0.0, 1.0,
        doc="rate of taking the greater mean under the schedule max, else minimum-mse",
        source="delta-RAVE-max, Tom and Müller 2010; not tuned",
    ),
)


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Draw whether the greater mean counts at this node; no opinion about the child."""
    cdef double rate = values_of(&d.search.params).rave_max_rate
    (<bint*>door.own)[0] = rate >= 1.0 or rng_float(&d.rng) < rate
    return 0


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    cdef double n = view.visits, r = view.rave_visits
    if ((<const bint*>door.own)[0] and selection_values(&d.search.params).rave_equivalence > 0.0
            and n > 0.0 and r > 0.0):
        view_mix(view, 1.0 if view.rave_wins * n > view.wins * r else 0.0)


cdef TechniqueDoor _door = TechniqueDoor()
# What others add to a score comes on top.
_door.hooks.place = 0
_door.hooks.choose = _choose
_door.hooks.score = _score
_door.hooks.own_bytes = sizeof(bint)
DOOR = _door
