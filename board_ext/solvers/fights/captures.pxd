"""Captures that decide a fight, seen without reading.

A chain *decides* when the fight is lost with it. In atari, with the defender to move, only its last
liberty and captures are answers: after any other move the attacker takes it.
"""

from board_ext.board cimport Board, Chain, chain_first_liberty, chain_of
from board_ext.legal cimport board_is_legal
from board_ext.lowlevel.bits cimport bits_has, lowest_bit64, popcount64
from board_ext.lowlevel.bitsets cimport bits_first, bits_next, bits_within
from board_ext.lowlevel.types cimport (
    CELL_EMPTY, EMPTY, NO_VERTEX, WORDS, opponent, uint64_t,
)
from board_ext.neighbours cimport NEIGHBOURS
from board_ext.solvers.fights.fight cimport Fight
from board_ext.tactics.atari cimport captures_at, liberties_after


cdef inline int spare_stones(const Board* b, const Fight* fight) noexcept nogil:
    """Return how many stones of the target the defender can do without; below 0 it has lost."""
    cdef int i, left = 0
    for i in range(WORDS):
        left += popcount64(fight.target[i] & b.points[fight.defender][i])
    return left - fight.needed


cdef inline bint _decides(const Board* b, const Fight* fight, int v, int spare) noexcept nogil:
    """Return whether the fight is lost with the chain at ``v``."""
    cdef int u = v, count = 0
    while True:
        count += bits_has(fight.target, u)
        u = b.next_stone[u]
        if u == v:
            return count > spare


cdef inline int _deciding(const Board* b, const Fight* fight, int spare, int liberties,
                          int v) noexcept nogil:
    """Return the first stone from ``v`` on of a chain that decides and has few liberties, all in
    the fight; or NO_VERTEX."""
    cdef const Chain* chain
    while v:
        if bits_has(b.points[fight.defender], v):
            chain = chain_of(b, v)
            if (<int>chain.n_liberties <= liberties and _decides(b, fight, v, spare)
                    and bits_within(chain.liberties, fight.played)):
                return v
        v = bits_next(fight.target, v)
    return NO_VERTEX


cdef inline int last_liberty(const Board* b, const Fight* fight) noexcept nogil:
    """Return the liberty of a chain in atari that decides, or NO_VERTEX."""
    cdef int v = _deciding(b, fight, spare_stones(b, fight), 1, bits_first(fight.target))
    return chain_first_liberty(chain_of(b, v)) if v else NO_VERTEX


cdef inline bint _can_capture(const Board* b, const Fight* fight) noexcept nogil:
    """Return whether a move of the defender captures; a ko is not looked at."""
    cdef uint64_t free
    cdef int i
    for i in range(WORDS):
        free = fight.points[i] & b.points[EMPTY][i]
        while free:
            if captures_at(b, (i << 6) + lowest_bit64(free), fight.defender):
                return True
            free &= free - 1
    return False


cdef inline bint _extends(const Board* b, const Fight* fight, int v, int most) noexcept nogil:
    """Return whether a defender's stone at ``v`` has more than ``most`` liberties, or one where
    nobody plays."""
    cdef int i, n
    if bits_has(fight.border, v):
        return False
    if liberties_after(b, v, fight.defender, most + 1) > most:
        return True
    for i in range(4):
        n = v + NEIGHBOURS[i]
        if b.cell[n] == CELL_EMPTY and not bits_has(fight.played, n):
            return True
        if bits_has(b.points[fight.defender], n) and not bits_within(chain_of(b, n).liberties,
                                                                     fight.played):
            return True
    return False


cdef inline bint _takes(const Board* b, const Fight* fight, int first, int last) noexcept nogil:
    """Return whether the attacker at ``first`` takes a chain with these two liberties: a stone that
    is not in atari, and a defender at ``last`` who is."""
    cdef int attacker = opponent(fight.defender)
    return (board_is_legal(b, first, attacker) and not captures_at(b, first, attacker)
            and liberties_after(b, first, attacker, 2) >= 2
            and not _extends(b, fight, last, 2))


cdef inline bint falls(const Board* b, const Fight* fight, int spare,
                       bint attacker_moves) noexcept nogil:
    """Return whether the attacker takes a chain that decides with the next move, or with the one
    after that whatever the defender answers."""
    cdef const Chain* chain
    cdef int v = bits_first(fight.target), first, last
    cdef bint seen = False
    while True:
        v = _deciding(b, fight, spare, 1 + attacker_moves, v)
        if v == NO_VERTEX:
            return False
        chain = chain_of(b, v)
        first = chain_first_liberty(chain)
        last = bits_next(chain.liberties, first)
        if attacker_moves and last == 0:
            if board_is_legal(b, first, opponent(fight.defender)):
                return True
        else:
            # A defender who captures is left to the search.
            if not seen and _can_capture(b, fight):
                return False
            seen = True
            if last == 0:
                if not _extends(b, fight, first, 1):
                    return True
            elif _takes(b, fight, first, last) or _takes(b, fight, last, first):
                return True
        v = bits_next(fight.target, v)
