"""Exploration that grows: long searches come back to what the policy thinks little of.

The reach of PUCT is multiplied by 1 + ``network_growth`` * ln(1 + visits of the parent /
``GROWS_AT``), as in Silver et al., A general reinforcement learning algorithm that masters chess,
shogi and Go through self-play, 2018, and in KataGo (cpuctExplorationLog).
"""

from libc.math cimport log

from board_ext.lowlevel.atomics cimport load_u32
from board_ext.lowlevel.types cimport uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.led.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent

from gtpengine.base.arguments.paramspec import ParamSpec, Player

SWITCH = "network_growth"
PARAMS = (
    ParamSpec(
        "network_growth", float, 0.0, 0.0, 100.0,
        doc="where a network leads, network_exploration is multiplied by 1 + this * "
        "ln(1 + visits of the node / 500). Long searches then look at more moves; 0 is off",
        source="Silver et al. 2018; KataGo (cpuctExplorationLog); docs/journal.md",
        player=Player.LEADS,
    ),
)

cdef double GROWS_AT = 500.0


cdef void _reach(Door* door, const Descent* d, uint32_t node, double* reach) noexcept nogil:
    cdef double visits = load_u32(&d.search.tree.nodes[node].visits)
    reach[0] *= 1.0 + values_of(&d.search.params).network_growth * log(1.0 + visits / GROWS_AT)


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.reach = _reach
DOOR = _door
