"""Virtual wins: a thread below a node counts as a win there, or as a part of one.

Couëtoux, Müller and Teytaud, Monte Carlo tree search in Go, 2013, 3.5.1: a virtual loss counts a
simulation under way as lost, so that other threads look elsewhere; some authors tried virtual wins.
With ``virtual_wins`` = w a simulation under way is worth w: 0 is the virtual loss, 1 the virtual
win, and the mean of the child lets the visit alone count.

With one thread and one descent at a time nothing is under way, and nothing changes. The policy puct
has its own sums, which this leaves alone.
"""

from board_ext.lowlevel.atomics cimport load_u16
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.tree.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.mcts.tree.childview cimport ChildView

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "virtual_wins"
PARAMS = (
    ParamSpec(
        "virtual_wins", float, 0.0, 0.0, 1.0,
        doc="what a simulation counts for at a node while a thread is below it: 0 is a virtual "
        "loss, 1 a virtual win",
        source="Couëtoux, Müller and Teytaud 2013, 3.5.1",
    ),
)


cdef void _evidence(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    view.wins += values_of(&d.search.params).virtual_wins * load_u16(&view.node.virtual_losses)


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.evidence = _evidence
DOOR = _door
