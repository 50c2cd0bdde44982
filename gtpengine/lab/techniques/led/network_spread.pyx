"""Exploration by spread: where all simulations below a node say the same the reach is shorter.

Wu, KataGoMethods.md, 2021, "dynamic variance-scaled cPUCT". The share ``network_spread`` of PUCT's
reach is in proportion to the standard deviation of the values below the parent. ``PRIOR_VISITS``
visits with the deviation ``USUAL``, which changes nothing, are counted with those there are.
"""

from libc.math cimport sqrt

from board_ext.lowlevel.atomics cimport add_i64, load_i64, load_u32
from board_ext.lowlevel.types cimport BLACK, int64_t, uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor, beside
from gtpengine.lab.techniques.led.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent, Outcome, side_at
from gtpengine.mcts.tree.node cimport Node, REWARD_ONE

from gtpengine.base.arguments.paramspec import ParamSpec, Player

SWITCH = "network_spread"
PARAMS = (
    ParamSpec(
        "network_spread", float, 0.0, 0.0, 1.0,
        doc="where a network leads, the share of network_exploration that is in proportion to the "
        "standard deviation of the values below a node",
        source="KataGo (cpuctUtilityStdevScale), KataGoMethods.md; 0.85 there",
        player=Player.LEADS,
    ),
)

cdef double USUAL = 0.2
cdef double PRIOR_VISITS = 2.0


cdef inline double _variance(const Door* door, uint32_t index, double visits) noexcept nogil:
    """Return the variance of the rewards of ``visits`` simulations through a node."""
    cdef const Node* node = &door.worker.search.tree.nodes[index]
    cdef double mean = load_i64(&node.reward) / (REWARD_ONE * visits)
    cdef double squares = load_i64(<int64_t*>beside(door, index)) / (REWARD_ONE * visits)
    return max(0.0, squares - mean * mean)


cdef void _reach(Door* door, const Descent* d, uint32_t node, double* reach) noexcept nogil:
    cdef double visits = load_u32(&d.search.tree.nodes[node].visits), variance
    if visits > 0.0:
        variance = ((PRIOR_VISITS * USUAL * USUAL + visits * _variance(door, node, visits))
                    / (PRIOR_VISITS + visits))
        reach[0] *= 1.0 + values_of(&d.search.params).network_spread * (
            sqrt(variance) / USUAL - 1.0)


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    """Add the square of the reward at each node of the way."""
    cdef int64_t black = <int64_t>(outcome.value * REWARD_ONE), reward
    cdef int depth
    for depth in range(d.depth + 1):
        # The reward of the side that moved into the node.
        reward = REWARD_ONE - black if side_at(d.search, depth) == BLACK else black
        add_i64(<int64_t*>beside(door, d.path[depth]), reward * reward // REWARD_ONE)


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.reach = _reach
_door.hooks.learn = _learn
_door.hooks.node_bytes = sizeof(int64_t)
DOOR = _door
