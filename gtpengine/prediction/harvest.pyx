"""Counts of the shapes around the moves of games."""

import numpy as np

from libc.stdlib cimport calloc, free

from board_ext.board cimport Board, board_free, board_init, board_new
from board_ext.legal cimport board_is_legal
from board_ext.lowlevel.types cimport (
    NO_VERTEX, int16_t, point_to_vertex, uint32_t, uint64_t, vertex_column, vertex_row,
)
from board_ext.playing cimport board_pass, board_play
from gtpengine.prediction.circles cimport (
    FAMILY_REPLY, FAMILY_SHAPE, MARK_KEYS, MAX_RING, MIN_RING, RADIUS, RING_PLACE, ring_distance,
    view_place,
)
from gtpengine.prediction.features cimport FeatureContext, features_look
from gtpengine.prediction.movemodel cimport ShapeKeys, common_fate_shapes
from gtpengine.prediction.shapekeys cimport (
    hashes_clear, hashes_grow, local_key, shape_key, smallest_marked, smallest_of,
)


cdef struct Count:
    uint64_t key              # 0: the slot is free
    uint64_t parent           # the next smaller shape inside, 0 for none
    uint32_t count


cdef class Harvest:
    """Counts shapes; a shape is counted once the next smaller one was seen ``gate`` times.

    The gate keeps memory small: most large shapes are seen once. Counts of large shapes are
    therefore low by up to ``gate`` for each size below. With ``common_fate`` shapes are patterns of
    the common fate graph, not circles. ``moves`` is the number of points played whose shapes were
    counted.

    :raises ValueError: when ``max_ring`` is no size of a shape.
    """

    cdef Count* counts
    cdef uint64_t mask
    cdef uint64_t used
    cdef int max_ring
    cdef uint32_t gate
    cdef ShapeKeys other_shapes   # as in a model
    cdef Board* board
    cdef readonly object moves

    def __cinit__(self, int max_ring=12, int gate=4, bint common_fate=False):
        if not MIN_RING <= max_ring <= MAX_RING:
            raise ValueError(f"max_ring {max_ring}: give {MIN_RING} to {MAX_RING}")
        self.max_ring = max_ring
        self.gate = gate
        if common_fate:
            self.other_shapes = common_fate_shapes().keys
        self.mask = (1 << 16) - 1
        self.counts = <Count*>calloc(self.mask + 1, sizeof(Count))
        self.board = board_new()
        if self.counts == NULL or self.board == NULL:
            raise MemoryError
        self.moves = 0

    def __dealloc__(self):
        free(self.counts)
        board_free(self.board)

    cdef bint grow(self) noexcept nogil:
        """Double the table; False when there is no memory."""
        cdef uint64_t size = 2 * (self.mask + 1), i, place
        cdef Count* larger = <Count*>calloc(size, sizeof(Count))
        if larger == NULL:
            return False
        for i in range(self.mask + 1):
            if self.counts[i].key:
                place = self.counts[i].key & (size - 1)
                while larger[place].key:
                    place = (place + 1) & (size - 1)
                larger[place] = self.counts[i]
        free(self.counts)
        self.counts = larger
        self.mask = size - 1
        return True

    cdef uint32_t add(self, uint64_t key, uint64_t parent) noexcept nogil:
        """Count a key; return how often it has been counted."""
        cdef uint64_t place = key & self.mask
        while self.counts[place].key and self.counts[place].key != key:
            place = (place + 1) & self.mask
        if self.counts[place].key == 0:
            self.counts[place].key = key
            self.counts[place].parent = parent
            self.used += 1
        self.counts[place].count += 1
        return self.counts[place].count

    cdef void count_move(self, FeatureContext* c, int v) noexcept nogil:
        """Count the shapes around a move."""
        cdef uint64_t[8] hashes
        cdef int place = view_place(v), last = c.board.last_move, dx, dy, ring, mark = -1
        cdef int mark_ring = 99
        cdef uint64_t key, shape = 0, reply = 0
        self.add(local_key(c.codes, v), 0)
        if self.other_shapes != NULL:
            self.count_others(c, v)
            return
        if last != NO_VERTEX:
            dx = vertex_column(last) - vertex_column(v)
            dy = vertex_row(last) - vertex_row(v)
            if -RADIUS <= dx <= RADIUS and -RADIUS <= dy <= RADIUS:
                mark = RING_PLACE[dy + RADIUS][dx + RADIUS]
                mark_ring = max(MIN_RING, ring_distance(dx, dy)) if mark >= 0 else 99
        hashes_clear(hashes)
        hashes_grow(hashes, &c.view, place, 2)
        for ring in range(MIN_RING, self.max_ring + 1):
            hashes_grow(hashes, &c.view, place, ring)
            if ring >= mark_ring:
                key = shape_key(smallest_marked(hashes, &MARK_KEYS[mark][0]), FAMILY_REPLY, ring)
                if self.add(key, reply) < self.gate:
                    mark_ring = 99
                reply = key
            key = shape_key(smallest_of(hashes), FAMILY_SHAPE, ring)
            if self.add(key, shape) < self.gate:
                return
            shape = key

    cdef void count_others(self, FeatureContext* c, int v) noexcept nogil:
        """Count the shapes around a move that are no circles."""
        cdef uint64_t[MAX_RING + 1] plain
        cdef uint64_t[MAX_RING + 1] marked
        cdef int size, largest = self.other_shapes(c, v, self.max_ring, plain, marked)
        cdef uint64_t shape = 0, reply = 0
        cdef bint replies = True
        for size in range(MIN_RING, largest + 1):
            if replies and marked[size]:
                replies = self.add(marked[size], reply) >= self.gate
                reply = marked[size]
            if self.add(plain[size], shape) < self.gate:
                return
            shape = plain[size]

    def count_game(self, const int16_t[::1] points, int size, int colors=3):
        """Count the shapes around the moves of ``colors`` (1 Black's, 2 White's, 3 both).

        ``points`` (int16) are the moves, Black's first and alternating, -1 for a pass. Counting
        ends at an illegal move.

        :raises MemoryError: when there is no memory for more shapes.
        """
        cdef FeatureContext context
        cdef Board* b = self.board
        cdef int i, v, moves = 0
        cdef bint enough = True
        board_init(b, size)
        with nogil:
            for i in range(points.shape[0]):
                if points[i] < 0:
                    board_pass(b, b.to_play)
                    continue
                v = point_to_vertex(points[i], size)
                if not board_is_legal(b, v, b.to_play):
                    break
                if 10 * self.used > 6 * self.mask and not self.grow():
                    enough = False
                    break
                if colors & b.to_play:
                    features_look(&context, b, b.to_play)
                    self.count_move(&context, v)
                    moves += 1
                board_play(b, v, b.to_play)
        if not enough:
            raise MemoryError("no memory for more shapes; give fewer games or a larger gate")
        self.moves += moves

    def __len__(self):
        """Return the number of shapes seen."""
        return self.used

    def frequent(self, int support):
        """Return the keys counted ``support`` times or more (uint64), in rising order.

        With them, for each key, the index of the next smaller shape inside it (int32), -1 where
        there is none.
        """
        cdef uint64_t i
        cdef uint64_t n = 0
        cdef uint64_t[:, ::1] view
        for i in range(self.mask + 1):
            n += self.counts[i].count >= <uint32_t>support
        found = np.empty((n, 2), dtype=np.uint64)
        view = found
        n = 0
        for i in range(self.mask + 1):
            if self.counts[i].count >= <uint32_t>support:
                view[n, 0] = self.counts[i].key
                view[n, 1] = self.counts[i].parent
                n += 1
        found = found[np.argsort(found[:, 0])]
        keys = found[:, 0].copy()
        parents = np.searchsorted(keys, found[:, 1]).astype(np.int32)
        parents[found[:, 1] == 0] = -1
        return keys, parents
