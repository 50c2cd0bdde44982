"""Counting the liberties of a race; semeai.pxd says how."""

from board_ext.board cimport Board, board_color, chain_of
from board_ext.lowlevel.bits cimport bits_clear, bits_has
from board_ext.lowlevel.bitsets cimport bits_count, bits_first, bits_next
from board_ext.lowlevel.types cimport WORDS, opponent, uint64_t
from board_ext.neighbours cimport NEIGHBOURS
from board_ext.solvers.regions cimport Region, region_fill
from board_ext.tactics.atari cimport liberties_after
from board_ext.tactics.eyes cimport EYE_TRUE, eye_kind
from board_ext.tactics.nakade cimport SPACE_TWO_EYES, nakade_space
from board_ext.tactics.probe cimport Probe

cdef enum:
    MAX_EYE = 7
    MAX_GROUP = 64            # connected liberties; the rest of a larger group counts on its own


cdef inline int _moves_to_fill(int points) noexcept nogil:
    """Return the moves that fill an eye of 1 to 7 points against every recapture.

    These are 1 and 2 for one and two points. From three on the attacker fills all but one, is
    taken, and starts again with a space smaller by one: (n * n - 3 * n) / 2 + 3.
    """
    return points if points < 3 else (points * points - 3 * points) // 2 + 3


cdef bint _is_eye(const Board* b, int x, int color, int enemy_chain, Region* r) noexcept nogil:
    """Return whether stones of ``color`` close a space of up to seven points around ``x``.

    The enemy chain of the race must not be in it.
    """
    cdef int i
    if region_fill(b, x, opponent(color), MAX_EYE, r) == 0 or r.colors != color:
        return False
    if r.n_points == 1:
        return eye_kind(b, x, color) == EYE_TRUE
    for i in range(r.n_points):
        if b.chain[r.points[i]] == enemy_chain:
            return False
    return True


cdef int _take_group(const Board* b, int x, int filler, uint64_t* left, int* taken) noexcept nogil:
    """Take the liberties connected to ``x`` out of ``left`` and add their number to ``taken``.

    Return whether the filler needs an approach move, because each of them would be a self-atari.
    """
    cdef int[MAX_GROUP] todo
    cdef int n_todo = 1, i, n
    cdef bint approach = True
    todo[0] = x
    bits_clear(left, x)
    while n_todo:
        n_todo -= 1
        x = todo[n_todo]
        taken[0] += 1
        if liberties_after(b, x, filler, 2) > 1:
            approach = False
        for i in range(4):
            n = x + NEIGHBOURS[i]
            if bits_has(left, n) and n_todo < MAX_GROUP:
                bits_clear(left, n)
                todo[n_todo] = n
                n_todo += 1
    return approach


cdef void _count_side(const Board* b, int v, int enemy_chain, const uint64_t* outside, int shared,
                      SemeaiSide* side) noexcept nogil:
    """Sort the liberties that only the chain of ``v`` has into eye, outside and approach."""
    cdef int color = board_color(b, v), x, i, vital
    cdef uint64_t[WORDS] left
    cdef Region r
    for i in range(WORDS):
        left[i] = outside[i]
    side.outside = 0
    side.approach = 0
    side.eye = 0
    x = bits_first(left)
    while x:
        if _is_eye(b, x, color, enemy_chain, &r):
            if side.eye or nakade_space(b, x, color, &vital) == SPACE_TWO_EYES:
                side.eye = SEMEAI_ALIVE
            else:
                side.eye = _moves_to_fill(r.n_points) - r.n_stones
            for i in range(r.n_points):
                bits_clear(left, r.points[i])
        else:
            side.approach += _take_group(b, x, opponent(color), left, &side.outside)
        x = bits_next(left, x)
    # The last liberty of all captures.
    if side.approach and shared == 0 and side.eye == 0:
        side.approach -= 1
    side.outside += side.approach


cdef void semeai_count(const Board* b, int first, int second, Semeai* race) noexcept nogil:
    """Count the race between the chains of two stones of different colours."""
    cdef const uint64_t* liberties0 = &chain_of(b, first).liberties[0]
    cdef const uint64_t* liberties1 = &chain_of(b, second).liberties[0]
    cdef uint64_t[WORDS] shared
    cdef uint64_t[WORDS] only0
    cdef uint64_t[WORDS] only1
    cdef int i
    for i in range(WORDS):
        shared[i] = liberties0[i] & liberties1[i]
        only0[i] = liberties0[i] & ~liberties1[i]
        only1[i] = liberties1[i] & ~liberties0[i]
    race.shared = bits_count(shared)
    _count_side(b, first, b.chain[second], only0, race.shared, &race.sides[0])
    _count_side(b, second, b.chain[first], only1, race.shared, &race.sides[1])


def race(Probe probe not None, int first, int second):
    """Return the count of a race between the chains of two stones.

    That is (shared liberties, (outside, approach, eye) of the first, the same of the second, the
    outcome for the first when it moves first, for the second when it does).
    """
    cdef Semeai found
    cdef SemeaiSide* side
    semeai_count(probe.b, probe.stone(first), probe.stone(second), &found)
    sides = []
    for i in range(2):
        side = &found.sides[i]
        sides.append((side.outside, side.approach, side.eye))
    return found.shared, sides[0], sides[1], semeai_for(&found, 0), semeai_for(&found, 1)


def outcome(int outside, int other_outside, int shared, int eye, int other_eye):
    """Return 1, 0 or -1: a win, seki or loss for the side to move."""
    return semeai_outcome(outside, other_outside, shared, eye, other_eye)
