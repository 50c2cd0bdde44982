"""The weights of 3x3 patterns that were learned from game records."""

from board_ext.board cimport Board
from board_ext.lowlevel.types cimport BLACK, uint16_t
from gtpengine.mcts.moves.patterns3 cimport PATTERN3_CODES, pattern3_code, pattern3_swapped

cdef enum:
    WEIGHT3_ONE = 1024            # a weight of 1: as likely as playing elsewhere
    KIND3_ONE = 64


# Learned weight of [code] for Black, in 1 / WEIGHT3_ONE; 0 for codes that are no position, and for
# all where the file is missing. This and the next are written at import.
cdef uint16_t[PATTERN3_CODES] WEIGHT3
# Factors of the kinds (patterns3.pxd), in 1 / KIND3_ONE.
cdef uint16_t[3] WEIGHT3_KIND


cdef inline int pattern3_weight(const Board* b, int v, int color) noexcept nogil:
    """Return the learned weight of the empty ``v`` for ``color``, in 1 / WEIGHT3_ONE."""
    cdef int code = pattern3_code(b, v)
    return WEIGHT3[code if color == BLACK else pattern3_swapped(code)]
