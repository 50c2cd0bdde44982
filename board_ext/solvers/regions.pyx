"""The flood fill of regions.pxd."""

from libc.string cimport memset

from board_ext.lowlevel.bits cimport bits_has, bits_set
from board_ext.board cimport Board, stone_bit
from board_ext.neighbours cimport NEIGHBOURS
from board_ext.lowlevel.types cimport CELL_COLOR, CELL_EMPTY, CELL_STONE, EMPTY, WORDS, uint64_t


cdef int region_fill(const Board* b, int v, int through, int limit, Region* region) noexcept nogil:
    """Collect the region of ``v``: the connected empty points and stones of ``through``.

    ``through`` may be EMPTY: no stones. ``v`` itself always belongs to the region. Return the
    number of points, or 0 when there are more than ``limit`` (at most MAX_REGION); the region is
    then incomplete.
    """
    cdef int passed = stone_bit(through) if through != EMPTY else 0
    cdef int i, n, cell, done = 0
    cdef uint64_t[WORDS] seen
    cdef uint64_t[5] bordering        # one bit a chain number, of MAX_CHAINS = 296
    memset(seen, 0, sizeof(seen))
    memset(bordering, 0, sizeof(bordering))
    region.n_points = 1
    region.n_stones = 0
    region.colors = 0
    region.n_chains = 0
    region.points[0] = v
    bits_set(seen, v)
    while done < region.n_points:
        v = region.points[done]
        done += 1
        region.n_stones += b.cell[v] != CELL_EMPTY
        for i in range(4):
            n = v + NEIGHBOURS[i]
            cell = b.cell[n]
            if cell == CELL_EMPTY or cell & passed:
                if not bits_has(seen, n):
                    if region.n_points == limit:
                        return 0
                    bits_set(seen, n)
                    region.points[region.n_points] = n
                    region.n_points += 1
            elif cell & CELL_STONE and not bits_has(bordering, b.chain[n]):
                bits_set(bordering, b.chain[n])
                region.colors |= cell & CELL_COLOR
                region.chains[region.n_chains] = n
                region.n_chains += 1
    return region.n_points
