"""Counting a board, and the chains that cannot be captured.

All sets are bitboards of WORDS words; ``dead`` and ``seki`` hold whole chains and may be NULL for
none. Counts are in points, Black minus White, without komi and handicap.
"""

from board_ext.board cimport Board
from board_ext.lowlevel.bitsets cimport bits_count
from board_ext.lowlevel.types cimport BLACK, WHITE, uint64_t


cdef inline int stones_placed(const Board* b) noexcept nogil:
    """Return the stones that Black has placed so far, in play or in a set-up, minus White's.

    By so much an area score exceeds a territory score.
    """
    return (<int>bits_count(b.points[BLACK]) + b.prisoners[WHITE]
            - <int>bits_count(b.points[WHITE]) - b.prisoners[BLACK])


cdef void area_owners(const Board* b, const uint64_t* dead, uint64_t* black,
                      uint64_t* white) noexcept nogil
cdef int score_area(const Board* b, const uint64_t* dead) noexcept nogil
cdef int score_territory(const Board* b, const uint64_t* dead,
                         const uint64_t* seki) noexcept nogil
cdef void benson_alive(const Board* b, int color, uint64_t* alive,
                       uint64_t* territory) noexcept nogil
