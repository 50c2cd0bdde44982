"""Area, territory, and Benson's unconditional life. Nothing here judges what is dead."""

from libc.string cimport memcpy

from board_ext.lowlevel.bits cimport bits_clear, bits_set, bits_zero
from board_ext.lowlevel.bitsets cimport bits_count, bits_dilate, bits_first, bits_flood, bits_within
from board_ext.lowlevel.types cimport BLACK, EMPTY, WHITE, WORDS, opponent

cdef enum:
    # Regions are kept apart by stones, so that at most every other point is one.
    MAX_REGIONS = 181


cdef struct VitalRegion:
    uint64_t points[WORDS]
    uint64_t need[WORDS]      # the points a chain must touch for the region to be vital to it
    uint64_t border[WORDS]    # the stones around it


cdef void _living(const Board* b, int color, const uint64_t* dead, uint64_t* stones) noexcept nogil:
    """Set ``stones`` to the stones of ``color`` that are not dead."""
    cdef int i
    for i in range(WORDS):
        stones[i] = b.points[color][i] & ~(dead[i] if dead != NULL else 0)


cdef void _reach(const Board* b, const uint64_t* stones, const uint64_t* dead,
                 uint64_t* reached) noexcept nogil:
    """Set ``reached`` to ``stones`` and the empty and dead points connected with them."""
    cdef uint64_t allowed[WORDS]
    cdef int i
    memcpy(reached, stones, WORDS * sizeof(uint64_t))
    for i in range(WORDS):
        allowed[i] = stones[i] | b.points[EMPTY][i] | (dead[i] if dead != NULL else 0)
    bits_flood(reached, allowed)


cdef void area_owners(const Board* b, const uint64_t* dead, uint64_t* black,
                      uint64_t* white) noexcept nogil:
    """Set the area of either side: living stones, and the points that reach only them."""
    cdef uint64_t stones[WORDS]
    cdef uint64_t shared
    cdef int i
    _living(b, BLACK, dead, stones)
    _reach(b, stones, dead, black)
    _living(b, WHITE, dead, stones)
    _reach(b, stones, dead, white)
    for i in range(WORDS):
        shared = black[i] & white[i]
        black[i] ^= shared
        white[i] ^= shared


cdef int score_area(const Board* b, const uint64_t* dead) noexcept nogil:
    """Return Black's area minus White's. With nothing dead this is Tromp-Taylor counting."""
    cdef uint64_t black[WORDS]
    cdef uint64_t white[WORDS]
    area_owners(b, dead, black, white)
    return bits_count(black) - bits_count(white)


cdef int score_territory(const Board* b, const uint64_t* dead,
                         const uint64_t* seki) noexcept nogil:
    """Return Black's territory and prisoners minus White's.

    Dead stones are prisoners. Points that reach a chain in seki belong to nobody.
    """
    cdef uint64_t black[WORDS]
    cdef uint64_t white[WORDS]
    cdef uint64_t neutral[WORDS]
    cdef uint64_t counted
    cdef int i, score = b.prisoners[BLACK] - b.prisoners[WHITE]
    area_owners(b, dead, black, white)
    if seki != NULL:
        _reach(b, seki, dead, neutral)
    for i in range(WORDS):
        counted = b.points[EMPTY][i]
        if dead != NULL:
            counted |= dead[i]
        if seki != NULL:
            counted &= ~neutral[i]
        black[i] &= counted
        white[i] &= counted
    score += bits_count(black) - bits_count(white)
    if dead != NULL:
        for i in range(WORDS):
            black[i] = b.points[WHITE][i] & dead[i]
            white[i] = b.points[BLACK][i] & dead[i]
        score += bits_count(black) - bits_count(white)
    return score


cdef int _find_regions(const Board* b, int color, VitalRegion* regions) noexcept nogil:
    """List the regions without stones of ``color`` that can be vital to a chain of it.

    A region is vital to a chain when each of its empty points is a liberty of the chain. Where
    suicide is allowed, enemy stones can empty their points, so every point must be beside the
    chain.
    """
    cdef uint64_t rest[WORDS]
    cdef uint64_t beside[WORDS]
    cdef VitalRegion* region
    cdef int i, v, n = 0
    bits_dilate(beside, b.points[color])
    for i in range(WORDS):
        rest[i] = b.points[EMPTY][i] | b.points[opponent(color)][i]
    while True:
        v = bits_first(rest)
        if not v:
            return n
        region = &regions[n]
        bits_zero(region.points)
        bits_set(region.points, v)
        bits_flood(region.points, rest)
        bits_dilate(region.border, region.points)
        for i in range(WORDS):
            rest[i] &= ~region.points[i]
            region.border[i] &= b.points[color][i]
            region.need[i] = region.points[i]
            if not b.suicide_allowed:
                region.need[i] &= b.points[EMPTY][i]
        # A region too large for all chains together stays out, which bounds their number.
        n += bits_within(region.need, beside)


cdef void benson_alive(const Board* b, int color, uint64_t* alive,
                       uint64_t* territory) noexcept nogil:
    """Set the stones of ``color`` that no attack captures even if it always passes, and their
    territory.

    Benson 1976, "Life in the game of Go": drop chains with fewer than two vital regions, then
    regions beside a dropped chain, until nothing changes. The territory is each remaining region
    that is vital to a living chain: the opponent can make no eye there. Larger safe regions are not
    found.
    """
    cdef VitalRegion regions[MAX_REGIONS]
    cdef uint64_t stones[WORDS]
    cdef uint64_t beside[WORDS]
    cdef uint64_t rest[WORDS]
    cdef int n_regions = _find_regions(b, color, regions)
    cdef int i, j, start, v, n_vital
    cdef bint changed = True
    memcpy(alive, b.points[color], WORDS * sizeof(uint64_t))
    while changed:
        changed = False
        bits_zero(territory)
        memcpy(rest, alive, WORDS * sizeof(uint64_t))
        start = bits_first(rest)
        while start:
            bits_zero(stones)
            v = start
            while True:
                bits_set(stones, v)
                bits_clear(rest, v)
                v = b.next_stone[v]
                if v == start:
                    break
            bits_dilate(beside, stones)
            n_vital = 0
            for i in range(n_regions):
                if bits_within(regions[i].need, beside) and bits_within(regions[i].border, alive):
                    n_vital += 1
                    for j in range(WORDS):
                        territory[j] |= regions[i].points[j]
            if n_vital < 2:
                changed = True
                for i in range(WORDS):
                    alive[i] &= ~stones[i]
            start = bits_first(rest)
