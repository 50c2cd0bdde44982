"""The "all moves as first" map of one simulation: which side first played a move, and when.

It is filled from the last move to the first while the simulation is backed up. So at a node it
holds exactly the moves from that node on.
"""

from libc.string cimport memset

from board_ext.lowlevel.types cimport uint8_t, uint16_t, uint64_t

cdef enum:
    AMAF_MOVES = 420          # move numbers are below this


cdef struct AmafMap:
    uint8_t side[AMAF_MOVES]      # who played there first: BLACK, WHITE, 0 for nobody
    uint16_t time[AMAF_MOVES]     # at which move of the simulation


cdef inline void amaf_clear(AmafMap* amaf) noexcept nogil:
    """Forget all moves."""
    memset(amaf.side, 0, sizeof(amaf.side))


cdef inline void amaf_add(AmafMap* amaf, int move, int side, int time) noexcept nogil:
    """Note a move that is earlier than all noted so far."""
    amaf.side[move] = side
    amaf.time[move] = time


cdef inline uint64_t amaf_scale(uint64_t levels, int span) noexcept nogil:
    """Return the factor for `amaf_weight` at a node that ``span`` moves of a simulation follow."""
    return ((levels << 32) + span - 1) // span


cdef inline int amaf_weight(int remaining, uint64_t scale) noexcept nogil:
    """Return how much a move counts that ``remaining`` moves follow: ``levels`` down to 1.

    Early moves count more. The result is exactly 1 + levels * remaining // span, without a division
    for each move.
    """
    return 1 + <int>(remaining * scale >> 32)
