"""Which moves of a position are looked at, and how hopeless they look before anything is searched.

A proof-number search looks at cheap moves first (df-pn+, Nagai 2002). The same costs say what a
position that nobody has looked at begins with, without a look at what follows.
"""

from board_ext.board cimport Board, is_eyelike
from board_ext.legal cimport board_is_legal
from board_ext.lowlevel.bitsets cimport bits_first, bits_next
from board_ext.lowlevel.types cimport (
    NO_VERTEX, uint32_t, uint64_t,
)
from board_ext.tactics.atari cimport captures_at, liberties_after

cdef enum:
    COST_SELF_ATARI = 3
    COST_PASS = 4
    COST_OWN_EYE = 6
    OPEN_WEIGHT = 15          # of a further open reply, at most MOST_WEIGHT
    HOPELESS_WEIGHT = 4       # of one that looks hopeless
    MOST_WEIGHT = 100


cdef struct Prospect:
    # What the moves of a position look like.
    int n                     # moves that are looked at, the pass apart
    uint32_t phi
    uint32_t delta


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


cdef inline uint32_t weight_of(uint32_t cost) noexcept nogil:
    """Return what an open move of a cost adds to the effort of refuting all."""
    return OPEN_WEIGHT if cost == 1 else HOPELESS_WEIGHT


cdef inline bint is_tried(const Board* b, int v, int color, int last) noexcept nogil:
    """Return whether a move is legal, and an answer to the atari whose last liberty is ``last``, if
    that is not NO_VERTEX."""
    return board_is_legal(b, v, color) and (
        last == NO_VERTEX or v == last or captures_at(b, v, color))


cdef inline Prospect prospect(const Board* b, const uint64_t* free, int color, int last,
                            bint may_pass) noexcept nogil:
    """Return the numbers of a position whose moves are ``free``, if none is searched.

    They are those that the moves' own first numbers would give (`dfpn.pxd`).
    """
    cdef Prospect out
    cdef uint32_t cost, least = MOST_WEIGHT
    cdef int v
    out.n = 0
    out.phi = COST_PASS if may_pass else <uint32_t>-1
    out.delta = HOPELESS_WEIGHT if may_pass else 0
    if may_pass:
        least = HOPELESS_WEIGHT
    v = bits_first(free)
    while v:
        if is_tried(b, v, color, last):
            cost = move_cost(b, v, color)
            out.n += 1
            out.phi = min(out.phi, cost)
            out.delta += weight_of(cost)
            least = min(least, weight_of(cost))
        v = bits_next(free, v)
    out.delta += 1 - least
    return out
