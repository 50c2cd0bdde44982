"""The looks of settled.pxd."""

from libc.string cimport memset

from board_ext.board cimport Chain, board_color, chain_of
from board_ext.lowlevel.bits cimport bits_has, bits_set, bits_zero, lowest_bit64, popcount64
from board_ext.lowlevel.bitsets cimport bits_first, bits_next, bits_within
from board_ext.lowlevel.types cimport EMPTY, NO_VERTEX, WORDS, opponent, uint64_t
from board_ext.solvers.fights.captures cimport falls, spare_stones
from board_ext.solvers.fights.falseeyes cimport drop_false_eyes
from board_ext.solvers.fights.fightbits cimport flood, grow
from board_ext.tactics.shapes cimport MAX_NAKADE, Shape, is_one_eye, shape_of, vital_point

cdef enum:
    MAX_EYES = 24             # enclosed areas of the defender that are looked at
    MAX_OWN = 32              # chains of the defender beside them
    MOST_FALSE = 9            # points for eyes among which false ones are sought


cdef struct Eye:
    uint64_t empty[WORDS]
    uint64_t border[WORDS]    # the stones of the defender around it
    bint stands


cdef int _eyes(const Board* b, const Fight* fight, Eye* eyes) noexcept nogil:
    """List the areas within the fight that stones of the defender enclose."""
    cdef uint64_t[WORDS] rest, area, around
    cdef const uint64_t* own = b.points[fight.defender]
    cdef const uint64_t* theirs = b.points[opponent(fight.defender)]
    cdef int i, j, v, n = 0
    # 1. All but what is connected with something outside.
    for i in range(fight.low, fight.high):
        around[i] = (b.points[EMPTY][i] | theirs[i]) & ~fight.points[i] & fight.scope[i]
        rest[i] = fight.points[i] & ~own[i]
    grow(fight, area, around)
    for i in range(fight.low, fight.high):
        area[i] &= rest[i]
    flood(fight, area, rest)
    for i in range(fight.low, fight.high):
        rest[i] &= ~area[i]
    # 2. What is left, one area after the other.
    for i in range(fight.low, fight.high):
        while rest[i] and n < MAX_EYES:
            v = (i << 6) + lowest_bit64(rest[i])
            bits_zero(area)
            bits_set(area, v)
            flood(fight, area, rest)
            bits_zero(around)
            grow(fight, around, area)
            for j in range(WORDS):
                rest[j] &= ~area[j]
                eyes[n].empty[j] = area[j] & b.points[EMPTY][j]
                eyes[n].border[j] = around[j] & own[j]
            eyes[n].stands = True
            n += 1
    return n


cdef bint _holds(const Board* b, const Fight* fight) noexcept nogil:
    """Return whether enough of the target has two eyes that nobody can take (Benson 1976)."""
    cdef Eye eyes[MAX_EYES]
    cdef int chains[MAX_OWN]
    cdef bint stands[MAX_OWN]
    cdef uint64_t left[WORDS]
    cdef const Chain* chain
    cdef int n = _eyes(b, fight, eyes), n_chains = 0, i, j, k, v, vital, count
    cdef bint changed = True
    if n < 2:
        return False
    # 1. The chains around the eyes.
    memset(left, 0, sizeof(left))
    for i in range(n):
        for k in range(WORDS):
            left[k] |= eyes[i].border[k]
    v = bits_first(left)
    while v and n_chains < MAX_OWN:
        for j in range(n_chains):
            if chains[j] == b.chain[v]:
                break
        else:
            chains[n_chains] = b.chain[v]
            stands[n_chains] = True
            n_chains += 1
        v = bits_next(left, v)
    if v:
        return False
    # 2. Drop chains with fewer than two vital eyes, then eyes beside such chains.
    while changed:
        changed = False
        for j in range(n_chains):
            if not stands[j]:
                continue
            chain = &b.chains[chains[j]]
            vital = 0
            for i in range(n):
                vital += eyes[i].stands and bits_within(eyes[i].empty, chain.liberties)
            if vital < 2 and not chain.mark:
                stands[j] = False
                changed = True
        for i in range(n):
            if not eyes[i].stands:
                continue
            v = bits_first(eyes[i].border)
            while v:
                for j in range(n_chains):
                    if chains[j] == b.chain[v] and not stands[j]:
                        eyes[i].stands = False
                        changed = True
                v = bits_next(eyes[i].border, v)
    # 3. Is enough left?
    count = 0
    v = bits_first(fight.target)
    while v:
        for j in range(n_chains):
            count += stands[j] and chains[j] == b.chain[v]
        v = bits_next(fight.target, v)
    return count >= fight.needed


cdef bint _is_out(const Board* b, const Fight* fight) noexcept nogil:
    """Return whether enough of the target is connected with a safe chain."""
    cdef int v, count = 0
    v = bits_first(fight.target)
    while v:
        count += bits_has(b.points[fight.defender], v) and chain_of(b, v).mark != 0
        v = bits_next(fight.target, v)
    return count >= fight.needed


cdef inline bint _fall_together(const int* stones, int n, int room) noexcept nogil:
    """Return whether stones of the attacker in a space for one eye of ``room`` points leave one eye
    when they are captured: they hang together, and are few. An exhaustive search of all stones in
    all such spaces says which."""
    return n <= 1 or (n <= 8 - room and shape_of(stones, n).pairs >= n - 1)


cdef int _most_eyes(const Board* b, const uint64_t* area, int defender) noexcept nogil:
    """Return how many eyes, at most, the defender makes of connected points: 1, or 2 for more."""
    cdef int points[MAX_NAKADE]
    cdef int stones[MAX_NAKADE]
    cdef int n = 0, n_stones = 0, vital, v = bits_first(area)
    cdef Shape shape
    while v:
        if n == MAX_NAKADE:
            return 2
        points[n] = v
        n += 1
        if board_color(b, v) == opponent(defender):
            stones[n_stones] = v
            n_stones += 1
        v = bits_next(area, v)
    if n <= 2:
        return 1
    shape = shape_of(points, n)
    if not is_one_eye(shape) or (n > 3 and not _fall_together(stones, n_stones, n)):
        return 2
    vital = vital_point(shape)
    return 1 if vital == NO_VERTEX or board_color(b, vital) == opponent(defender) else 2


cdef bint _has_two(const Board* b, const Fight* fight, const uint64_t* room,
                   bint whole) noexcept nogil:
    """Return whether the areas of ``room`` may make two eyes. Those that are not ``whole`` are
    judged by their size alone."""
    cdef uint64_t[WORDS] rest, area
    cdef int i, j, size, eyes = 0
    for i in range(fight.low, fight.high):
        rest[i] = room[i]
    for i in range(fight.low, fight.high):
        while rest[i]:
            bits_zero(area)
            bits_set(area, (i << 6) + lowest_bit64(rest[i]))
            flood(fight, area, rest)
            size = 0
            for j in range(fight.low, fight.high):
                size += popcount64(area[j])
                rest[j] &= ~area[j]
            if whole:
                eyes += _most_eyes(b, area, fight.defender)
            else:
                eyes += 1 if size <= 2 else 2
            if eyes > 1:
                return True
    return False


cdef bint _has_room(const Board* b, const Fight* fight) noexcept nogil:
    """Return whether the defender may get two eyes, or out."""
    cdef uint64_t solid[WORDS]
    cdef uint64_t beside[WORDS]
    cdef uint64_t room[WORDS]
    cdef uint64_t free[WORDS]
    cdef uint64_t area[WORDS]
    cdef const uint64_t* own = b.points[fight.defender]
    cdef const uint64_t* theirs = b.points[opponent(fight.defender)]
    cdef uint64_t out = 0
    cdef int i, n = 0
    for i in range(fight.low, fight.high):
        solid[i] = (fight.solid[i] & theirs[i]) | fight.border[i]
    flood(fight, solid, theirs)
    # 1. Out: on points without such stones to a chain that is safe.
    for i in range(fight.low, fight.high):
        area[i] = fight.target[i] & own[i]
        room[i] = fight.scope[i] & (fight.points[i] | own[i]) & ~solid[i]
        out |= (fight.safe[i] | fight.exits[i]) & fight.scope[i]
    if out:
        flood(fight, area, room)
        for i in range(fight.low, fight.high):
            if area[i] & (fight.safe[i] | fight.exits[i]):
                return True
    # 2. Eyes.
    grow(fight, beside, solid)
    for i in range(fight.low, fight.high):
        free[i] = room[i]
        room[i] = fight.points[i] & ~own[i] & ~beside[i]
        n += popcount64(room[i])
    if not _has_two(b, fight, room, True):
        return False
    return (n > MOST_FALSE or not drop_false_eyes(fight, room, free)
            or _has_two(b, fight, room, False))


cdef FightState fight_state(const Board* b, const Fight* fight, bint attacker_moves) noexcept nogil:
    """Return whether a fight is settled, as far as is seen without reading.

    Whether the defender holds is looked at when the attacker is to move. The caller has marked the
    defender's safe chains (`Chain.mark`).
    """
    cdef int spare = spare_stones(b, fight)
    if spare < 0 or falls(b, fight, spare, attacker_moves) or not _has_room(b, fight):
        return FIGHT_LOST
    if not attacker_moves:
        return FIGHT_OPEN
    return FIGHT_HELD if _is_out(b, fight) or _holds(b, fight) else FIGHT_OPEN
