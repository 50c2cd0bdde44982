"""How hopeless a move looks before anything is searched: the delta that its position begins with.

A proof-number search looks at cheap moves first (df-pn+, Nagai 2002).
"""

from board_ext.board cimport Board, is_eyelike
from board_ext.tactics.atari cimport captures_at, liberties_after
from board_ext.lowlevel.types cimport uint32_t

cdef enum:
    COST_SELF_ATARI = 3
    COST_PASS = 4
    COST_OWN_EYE = 6


cdef inline uint32_t move_cost(const Board* b, int v, int color) noexcept nogil:
    """Return how many leaves a move is thought to need; 1 is the most hopeful."""
    cdef int after
    cdef uint32_t cost = 1
    if not captures_at(b, v, color):
        after = liberties_after(b, v, color, 3)
        if after == 1:
            cost += COST_SELF_ATARI
        elif is_eyelike(b, v, color):
            cost += COST_OWN_EYE
    return cost
