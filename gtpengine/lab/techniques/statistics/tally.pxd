"""How often something was played, and what came of it."""

from board_ext.lowlevel.types cimport BLACK, uint32_t
from gtpengine.mcts.doors.search_state cimport Outcome


cdef struct Tally:
    uint32_t visits
    float outcomes            # their sum, for the side that played it


cdef inline double value_for(const Outcome* outcome, int side) noexcept nogil:
    """Return what a simulation was worth to a side, in [0, 1]."""
    return outcome.value if side == BLACK else 1.0 - outcome.value


cdef inline void tally_credit(Tally* tally, const Outcome* outcome, int side) noexcept nogil:
    """Count one more simulation in which the side played it."""
    tally.visits += 1
    tally.outcomes += <float>value_for(outcome, side)
