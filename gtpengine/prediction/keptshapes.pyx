"""The memory of keptshapes.pxd."""

from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from board_ext.lowlevel.rng cimport mix_keys
from board_ext.lowlevel.types cimport STRIDE, opponent
from gtpengine.prediction.circles cimport ring_distance

cdef enum:
    MOST_WINDOW_WORDS = 4

# A reach is a square of points in a bitboard: a window of bits that begins at its lowest corner.
cdef int[REACHES] RADIUS_OF
cdef int[REACHES] WINDOW_WORDS
# By reach and column of the vertex: the bits of the window within the rings and on the board.
cdef uint64_t[REACHES][STRIDE][MOST_WINDOW_WORDS] WINDOW


def _build():
    """Fill the tables."""
    cdef int reach, column, radius, dx, dy, word
    for reach, (ring, radius) in enumerate(((7, 3), (11, 5))):
        REACH[reach] = ring
        RADIUS_OF[reach] = radius
        WINDOW_WORDS[reach] = (2 * radius * (STRIDE + 1)) // 64 + 1
        for column in range(STRIDE):
            bits = sum(
                1 << (dy + radius) * STRIDE + dx + radius
                for dy in range(-radius, radius + 1) for dx in range(-radius, radius + 1)
                if ring_distance(dx, dy) <= ring and 1 <= column + dx < STRIDE)
            for word in range(MOST_WINDOW_WORDS):
                WINDOW[reach][column][word] = bits >> 64 * word & 0xFFFFFFFFFFFFFFFF


_build()


cdef class ShapeMemory:
    """A memory for ``MoveModel.probabilities``: for one model, one size of board and one thread."""

    def __cinit__(self):
        self.kept = kept_shapes_new()
        if self.kept == NULL:
            raise MemoryError

    def __dealloc__(self):
        kept_shapes_free(self.kept)


cdef KeptShapes* kept_shapes_new() noexcept nogil:
    """Return an empty memory, NULL when there is no room for it."""
    return <KeptShapes*>calloc(1, sizeof(KeptShapes))


cdef void kept_shapes_free(KeptShapes* kept) noexcept nogil:
    """Free it; NULL is nothing."""
    free(kept)


cdef void kept_shapes_look(KeptShapes* kept, const Board* b, int color) noexcept nogil:
    """Turn to a position; ``color`` is to move."""
    memcpy(&kept.stones[0][MARGIN], b.points[color], WORDS * sizeof(uint64_t))
    memcpy(&kept.stones[1][MARGIN], b.points[opponent(color)], WORDS * sizeof(uint64_t))


cdef inline uint64_t _beside(const FeatureContext* c, int v) noexcept nogil:
    """Return the codes of the eight neighbours of ``v``, three bits each, as one number."""
    cdef uint32_t below, middle, above
    memcpy(&below, &c.codes[v - STRIDE - 1], sizeof(uint32_t))
    memcpy(&middle, &c.codes[v - 1], sizeof(uint32_t))
    memcpy(&above, &c.codes[v + STRIDE - 1], sizeof(uint32_t))
    return <uint64_t>((below | middle << 3) & 0xFFFFFF) << 24 | (above & 0xFFFFFF)


cdef uint64_t kept_shapes_key(const KeptShapes* kept, const FeatureContext* c, int v,
                              int reach) noexcept nogil:
    """Return the hash of all that the rows of a move at ``v`` depend on within a reach, never 0."""
    cdef const ShapesOfMove* move = &kept.moves[v]
    cdef int begin = 64 * MARGIN + v - RADIUS_OF[reach] * (STRIDE + 1), at = begin >> 6, i
    cdef int shift = begin & 63
    cdef const uint64_t* mask = WINDOW[reach][v % STRIDE]
    cdef const uint64_t* own = &kept.stones[0][at]
    cdef const uint64_t* enemy = &kept.stones[1][at]
    cdef uint64_t of_own = v << 1 | reach, of_enemy = _beside(c, v)
    of_own = of_own << 8 | <uint64_t>(move.mark + 1 if move.mark_ring <= REACH[reach] else 0)
    for i in range(WINDOW_WORDS[reach]):
        of_own = mix_keys(of_own, (own[i] >> shift | own[i + 1] << 1 << (63 - shift)) & mask[i])
        of_enemy = mix_keys(
            of_enemy, (enemy[i] >> shift | enemy[i + 1] << 1 << (63 - shift)) & mask[i])
    return mix_keys(of_own, of_enemy) | <uint64_t>1 << 63
