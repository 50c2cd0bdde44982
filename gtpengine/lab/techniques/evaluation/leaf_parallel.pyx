"""Leaf parallelization: several playouts begin at each leaf, and each counts as a simulation.

Cazenave and Jouandeau, On the parallelization of UCT, 2007; Chaslot, Winands and van den Herik,
Parallel Monte-Carlo tree search, 2008. Theirs run side by side in threads of their own.

Here they run one after another in one thread, so that what is shared is the way down, not time.
With `parallel=leaf` threads play them together (`lab/parallel/leaf_team.pxd`).
"""

from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.evaluation.values cimport values_of

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "leaf_playouts"
PARAMS = (
    ParamSpec(
        "leaf_playouts", int, 0, 0, 64,
        doc="playouts from each leaf, each counted as a simulation; 0 is off: one playout",
        source="Cazenave and Jouandeau 2007; Chaslot et al. 2008; not tuned",
    ),
)


cdef void _begin(Door* door) noexcept nogil:
    door.worker.playouts = values_of(&door.worker.search.params).leaf_playouts


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.begin = _begin
DOOR = _door
