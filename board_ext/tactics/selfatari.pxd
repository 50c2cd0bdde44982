"""Self-ataris judged by reading, for priors and the tree, and the points of a seki.

``is_bad_self_atari`` of atari.pxd is the cheap form for playouts. In random games the two agree on
98 self-ataris of 100; what they cost: docs/explanation/budget.md.
"""

from board_ext.tactics.atari cimport is_bad_self_atari
from board_ext.board cimport Board, neighbours_or
from board_ext.lowlevel.types cimport BLACK, CELL_BLACK_STONE, CELL_WHITE_STONE, WHITE

cdef bint is_bad_self_atari_read(const Board* b, int v, int color) noexcept nogil


cdef inline bint is_seki_point(const Board* b, int v) noexcept nogil:
    """Return whether the empty ``v`` is a liberty of both colours that neither should fill.

    That is a bad self-atari, by the cheap judgement, for Black as well as for White.
    """
    cdef int around = neighbours_or(b, v)
    return ((around & CELL_BLACK_STONE) != 0 and (around & CELL_WHITE_STONE) != 0
            and is_bad_self_atari(b, v, BLACK) and is_bad_self_atari(b, v, WHITE))
