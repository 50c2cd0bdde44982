"""Transpositions: positions that are reached by several orders of moves share their children.

Childs, Brodeur and Kocsis, Transpositions and move groups in Monte Carlo tree search, 2008: UCT1. A
table leads from a position to a node whose children serve all other nodes of that position, so what
one order of moves has taught about them, the others know. The nodes themselves keep visits of their
own; the parents of a shared block therefore have fewer or more visits than the sum of its children.

`same_position.pxd` says which nodes may share under superko. The value of a move that is legal by
one path only is lost for the other, as in every table of transpositions. Proofs would not survive
that, so under superko a search that shares has none (`search/terms.pyx`).

Not done: the means of the nodes themselves are not shared (UCT2, UCT3).
"""

from board_ext.lowlevel.types cimport uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.tree.same_position cimport (
    PositionEntry, Way, breaks_superko, enter_position, follow_way, known_position, positions_bytes,
)
from gtpengine.mcts.doors.search_state cimport Descent

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "transpositions"
PARAMS = (
    ParamSpec(
        "transpositions", bool, False,
        doc="nodes of one position, reached by other orders of moves, share their children",
        source="UCT1 of Childs, Brodeur and Kocsis 2008",
    ),
)


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Follow the descent; no opinion about the child."""
    follow_way(<Way*>door.own, d)
    return 0


cdef bint _stops(Door* door, Descent* d, int move) noexcept nogil:
    return breaks_superko(d, move)


cdef uint32_t _same_position(Door* door, Descent* d, uint32_t node) noexcept nogil:
    return known_position(<const PositionEntry*>door.shared, door.shared_bytes,
                          <Way*>door.own, d)


cdef void _expanded(Door* door, const Descent* d, uint32_t node) noexcept nogil:
    enter_position(<PositionEntry*>door.shared, door.shared_bytes,
                   <Way*>door.own, d, node)


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.choose = _choose
_door.hooks.stops = _stops
_door.hooks.same_position = _same_position
_door.hooks.expanded = _expanded
_door.hooks.table_bytes = positions_bytes
_door.hooks.own_bytes = sizeof(Way)
DOOR = _door
