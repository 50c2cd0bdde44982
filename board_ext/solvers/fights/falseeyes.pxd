"""Points that never become an eye, however the defender plays.

A chain that lives has two eyes (Benson 1976). Let the defender have every point but those with
stones that stand for ever. If a stone beside a point reaches no other point that may be an eye, but
through this one, the stone never lives: the attacker takes the stone from outside, or the defender
fills the point. So the point is false. What is false makes others false, too.

For the attacker the same stones need not be taken before the end: a group with false eyes alone is
seen to be dead many moves earlier.
"""

from board_ext.lowlevel.bits cimport bits_clear, bits_has, bits_set, lowest_bit64
from board_ext.neighbours cimport NEIGHBOURS
from board_ext.solvers.fights.fight cimport Fight
from board_ext.solvers.fights.fightbits cimport grow
from board_ext.lowlevel.types cimport WORDS, uint64_t


cdef inline bint _sees_no_other(const Fight* fight, const uint64_t* room, const uint64_t* free,
                                int n, int v) noexcept nogil:
    """Return whether what hangs together with ``n`` over ``free``, without ``v``, touches neither
    another point of ``room`` nor a stone that lives."""
    cdef uint64_t[WORDS] reached, grown
    cdef uint64_t added = 1
    cdef int i
    for i in range(fight.low, fight.high):
        reached[i] = 0
    bits_set(reached, n)
    while added:
        added = 0
        grow(fight, grown, reached)
        bits_clear(grown, v)
        for i in range(fight.low, fight.high):
            if grown[i] & (room[i] | fight.safe[i]):
                return False
            grown[i] &= free[i]
            added |= grown[i] & ~reached[i]
            reached[i] |= grown[i]
    return True


cdef inline bint _is_false(const Fight* fight, const uint64_t* room, const uint64_t* free,
                           int v) noexcept nogil:
    """Return whether a stone beside ``v`` never lives."""
    cdef int i, n
    for i in range(4):
        n = v + NEIGHBOURS[i]
        if (bits_has(free, n) and not bits_has(room, n)
                and _sees_no_other(fight, room, free, n, v)):
            return True
    return False


cdef inline bint drop_false_eyes(const Fight* fight, uint64_t* room,
                                 const uint64_t* free) noexcept nogil:
    """Take the false points out of ``room``, where eyes may be; return whether there were any.

    ``free`` has the points, those with stones of the defender included, on which no stone of the
    attacker stands for ever.
    """
    cdef bint changed = True, dropped = False
    cdef uint64_t left
    cdef int i, v
    while changed:
        changed = False
        for i in range(fight.low, fight.high):
            left = room[i]
            while left:
                v = (i << 6) + lowest_bit64(left)
                left &= left - 1
                if _is_false(fight, room, free, v):
                    bits_clear(room, v)
                    changed = True
                    dropped = True
    return dropped
