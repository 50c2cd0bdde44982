"""The flood fill of regions.pxd."""

from libc.string cimport memset

from board_ext.bits cimport bits_has, bits_set
from board_ext.board cimport Board, stone_bit
from board_ext.neighbours cimport NEIGHBOURS
from board_ext.types cimport CELL_COLOR, CELL_EMPTY, CELL_STONE, EMPTY, WORDS, uint64_t


cdef int region_fill(const Board* b, int v, int through, int limit, Region* r) noexcept nogil:
    """Collect the region of ``v``: the connected empty points and, unless ``through`` is EMPTY, the
    stones of that colour. ``v`` itself is one of them.

    Returns the number of points, or 0 when there are more than ``limit`` (at most MAX_REGION); the
    region is then incomplete.
    """
    cdef int passed = stone_bit(through) if through != EMPTY else 0
    cdef int i, n, cell, done = 0
    cdef uint64_t[WORDS] seen
    cdef uint64_t[5] bordering        # one bit a chain number, of MAX_CHAINS = 296
    memset(seen, 0, sizeof(seen))
    memset(bordering, 0, sizeof(bordering))
    r.n_points = 1
    r.n_stones = 0
    r.colors = 0
    r.n_chains = 0
    r.points[0] = v
    bits_set(seen, v)
    while done < r.n_points:
        v = r.points[done]
        done += 1
        r.n_stones += b.cell[v] != CELL_EMPTY
        for i in range(4):
            n = v + NEIGHBOURS[i]
            cell = b.cell[n]
            if cell == CELL_EMPTY or cell & passed:
                if not bits_has(seen, n):
                    if r.n_points == limit:
                        return 0
                    bits_set(seen, n)
                    r.points[r.n_points] = n
                    r.n_points += 1
            elif cell & CELL_STONE and not bits_has(bordering, b.chain[n]):
                bits_set(bordering, b.chain[n])
                r.colors |= cell & CELL_COLOR
                r.chains[r.n_chains] = n
                r.n_chains += 1
    return r.n_points
