"""A limit of the tree's depth: at most ``tree_depth`` moves are chosen by the tree policy.

With a depth of 1 the moves of the root are arms of one bandit, and the rest of each simulation is a
playout: flat Monte Carlo (Abramson, Expected-outcome, 1990) when each arm gets as many, flat UCB
(Coquelin and Munos, Bandit algorithms for tree search, 2007) with the policy ucb1. A limit of its
own is the depth of PROST (Keller and Eyerich 2012).
"""

from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.tree.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "tree_depth"
PARAMS = (
    ParamSpec(
        "tree_depth", int, 0, 0, 500,
        doc="moves after which a simulation leaves the tree; 1 is a search without a tree, 0 no "
        "limit",
        source="Abramson 1990; Keller and Eyerich 2012",
    ),
)


cdef bint _stops(Door* door, Descent* d, int move) noexcept nogil:
    return d.depth >= values_of(&d.search.params).tree_depth


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.stops = _stops
DOOR = _door
