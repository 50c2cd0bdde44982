"""Which side first played a move, and when: the "all moves as first" map of one simulation.

Filled from the last move to the first while the simulation is backed up, so that at a node it
holds exactly the moves from that node on.
"""

from libc.string cimport memset

from board_ext.types cimport uint8_t, uint16_t

cdef enum:
    AMAF_MOVES = 420          # move numbers are below this


cdef struct AmafMap:
    uint8_t side[AMAF_MOVES]      # 1 or 2: who played there first; 0 nobody
    uint16_t time[AMAF_MOVES]     # at which move of the simulation


cdef inline void amaf_clear(AmafMap* amaf) noexcept nogil:
    memset(amaf.side, 0, sizeof(amaf.side))


cdef inline void amaf_add(AmafMap* amaf, int move, int side, int time) noexcept nogil:
    """Note a move earlier than all noted so far."""
    amaf.side[move] = side
    amaf.time[move] = time
