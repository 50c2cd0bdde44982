"""Cutoff AMAF: all-moves-as-first means grow during the first simulations of a search only.

Helmbold and Parker-Wood, All-moves-as-first heuristics in Monte-Carlo Go, 2009: the first k =
``cutoff_amaf`` simulations are credited to all moves, the rest is plain UCT, which only those means
have warmed up.
"""

from board_ext.lowlevel.atomics cimport load_u64
from board_ext.lowlevel.types cimport uint64_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.amaf.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.mcts.tree.amaf cimport AmafMap

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "cutoff_amaf"
PARAMS = (
    ParamSpec(
        "cutoff_amaf", int, 0, 0, 1_000_000_000,
        doc="first simulations of a search, which alone count for the RAVE means; 0 is all",
        source="cutoff AMAF, Helmbold and Parker-Wood 2009; not tuned",
    ),
)


cdef bint _credit(Door* door, const Descent* d, AmafMap* amaf) noexcept nogil:
    cdef uint64_t begun = load_u64(&d.search.next_simulation) - d.search.begin_simulation
    return begun <= <uint64_t>values_of(&d.search.params).cutoff_amaf


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.credit = _credit
DOOR = _door
