"""A model of the moves of strong players."""

import numpy as np

from libc.math cimport exp
from libc.string cimport memset

from board_ext.board cimport Board, board_is_legal
from board_ext.lowlevel.system cimport aligned_free, table_new
from board_ext.position cimport Position
from board_ext.lowlevel.types cimport (
    NO_VERTEX, PASS_VERTEX, point_to_vertex, uint16_t, uint32_t, uint64_t,
    vertex_column, vertex_row,
)
from gtpengine.prediction.circles cimport (
    FAMILY_REPLY, FAMILY_SHAPE, MARK_KEYS, MAX_RING, MIN_RING, RADIUS, RING_PLACE, hashes_clear,
    hashes_grow, local_key, ring_distance, shape_key, smallest_marked, smallest_of, view_place,
)
from gtpengine.prediction.commonfate cimport fate_keys
from gtpengine.prediction.features cimport (
    FeatureContext, MAX_FEATURES, N_FEATURES, features_of_move, features_of_pass,
    features_prepare,
)
from gtpengine.prediction.ownership cimport (
    MAX_OWNERSHIP_PLAYOUTS, OWNERSHIP_CLASSES, ownership_look,
)

# A further feature of a move. A model file that has it records it beside the GROUPS of
# features.pyx.
OWNERSHIP = ("ownership", OWNERSHIP_CLASSES, "share of random games in which the point becomes own")
MOST_OWNERSHIP = MAX_OWNERSHIP_PLAYOUTS


cdef extern from * nogil:
    void prefetch "__builtin_prefetch"(const void* address)


cdef class MoveModel:
    """Rows of weights for features and shapes; immutable once made.

    - ``rows``: float32 of shape (features + shapes, 8).
    - ``keys``: uint64, one for each shape, in the order of the rows.
    - ``max_ring``: the size of the largest shapes.
    - ``summed``: whether the rows of shapes include those of the smaller shapes inside.
    - ``common_fate``: whether shapes are patterns of the common fate graph (commonfate.pxd).
    - ``ownership``: random games for each position (0 to ``MOST_OWNERSHIP``). With any, a row for
      each of its classes follows those of the shapes.

    :raises ValueError: when these do not fit.
    """

    def __cinit__(self):
        self.data.slots = NULL

    def __init__(self, rows, keys, int max_ring, bint summed=True, int ownership=0,
                 bint common_fate=False):
        cdef const float[:, ::1] view
        cdef const uint64_t[::1] key_view
        cdef uint64_t size = 64, place, i
        if not MIN_RING <= max_ring <= MAX_RING:
            raise ValueError(f"max_ring {max_ring}: give {MIN_RING} to {MAX_RING}")
        if not 0 <= ownership <= MAX_OWNERSHIP_PLAYOUTS:
            raise ValueError(f"ownership {ownership}: give 0 to {MAX_OWNERSHIP_PLAYOUTS}")
        # Views into a file may begin at any byte.
        self.rows = np.require(rows, np.float32, ("C", "A"))
        self.keys = np.require(keys, np.uint64, ("C", "A"))
        self.ownership = ownership
        self.data.ownership = ownership
        self.data.ownership_row = N_FEATURES + len(self.keys)
        n_rows = self.data.ownership_row + (OWNERSHIP_CLASSES if ownership else 0)
        if self.rows.shape != (n_rows, ROW):
            raise ValueError(f"rows {self.rows.shape} do not fit {len(self.keys)} shapes")
        view = self.rows
        key_view = self.keys
        self.data.rows = &view[0, 0]
        self.max_ring = max_ring
        self.data.max_ring = max_ring
        self.data.summed = summed
        self.common_fate = common_fate
        self.data.common_fate = common_fate
        while size < 2 * <uint64_t>len(self.keys):
            size *= 2
        aligned_free(self.data.slots)
        self.data.slots = <ShapeSlot*>table_new(size * sizeof(ShapeSlot))
        if self.data.slots == NULL:
            raise MemoryError
        self.data.mask = size - 1
        with nogil:
            for i in range(<uint64_t>key_view.shape[0]):
                place = key_view[i] & self.data.mask
                while self.data.slots[place].row:
                    place = (place + 1) & self.data.mask
                self.data.slots[place].check = key_view[i] >> 32
                self.data.slots[place].row = N_FEATURES + i

    def __dealloc__(self):
        aligned_free(self.data.slots)

    def probabilities(self, Position position not None):
        """Return the probabilities of all points and, last, of the pass; 0 for illegal moves.

        The array is float32 of shape (size * size + 1). Superko is not looked at.
        """
        cdef FeatureContext context
        cdef float[N_VERTICES] out
        cdef const Board* b = &position.board
        cdef int point, size = b.size
        model_probabilities(&self.data, b, b.to_play, out, &context)
        found = np.zeros(size * size + 1, dtype=np.float32)
        for point in range(size * size):
            found[point] = out[point_to_vertex(point, size)]
        found[size * size] = out[PASS_VERTEX]
        return found

    def active(self, Position position not None, int point):
        """Return the rows that make the score of a legal move; -1 is the pass.

        :raises ValueError: when the move is illegal.
        """
        cdef FeatureContext context
        cdef uint32_t[MAX_ACTIVE] out
        cdef const Board* b = &position.board
        cdef int n, v = PASS_VERTEX if point < 0 else point_to_vertex(point, b.size)
        if v != PASS_VERTEX and not board_is_legal(b, v, b.to_play):
            raise ValueError(f"point {point} is no legal move")
        model_prepare(&self.data, &context, b, b.to_play)
        n = active_rows(&self.data, &context, v, out)
        return [out[i] for i in range(n)]


cdef inline void _prefetch(const MoveModelData* m, uint64_t key) noexcept nogil:
    """Fetch the memory that ``shape_find`` will look at."""
    prefetch(&m.slots[key & m.mask])


cdef uint32_t shape_find(const MoveModelData* m, uint64_t key) noexcept nogil:
    """Return the row of a shape, or 0 when the model does not know it."""
    cdef uint64_t place = key & m.mask
    cdef uint32_t check = key >> 32
    while m.slots[place].row:
        if m.slots[place].check == check:
            return m.slots[place].row
        place = (place + 1) & m.mask
    return 0


cdef inline int _with_largest(const MoveModelData* m, uint32_t shape, uint32_t reply, uint32_t* out,
                              int n) noexcept nogil:
    """Add the rows of the largest shapes to ``n`` rows where the model has summed weights.

    Rows of 0 are left out. Return how many rows there are.
    """
    if m.summed:
        if shape:
            out[n] = shape
            n += 1
        if reply:
            out[n] = reply
            n += 1
    return n


cdef int _fates_of_move(const MoveModelData* m, const FeatureContext* c, int v,
                        uint32_t* out) noexcept nogil:
    """Write the rows of the 3x3 neighbourhood and the known patterns of the common fate graph."""
    cdef uint64_t[MAX_RING + 1] plain
    cdef uint64_t[MAX_RING + 1] marked
    cdef int size, largest = fate_keys(c, v, m.max_ring, plain, marked), n = 0
    cdef uint32_t row = shape_find(m, local_key(c.codes, v)), fate = 0, reply = 0
    cdef bint replies = True
    if row:
        out[n] = row
        n += 1
    for size in range(MIN_RING, largest + 1):
        row = shape_find(m, plain[size])
        if row == 0:
            break
        fate = row
        if not m.summed:
            out[n] = row
            n += 1
        if replies and marked[size]:
            row = shape_find(m, marked[size])
            replies = row != 0
            if replies:
                reply = row
                if not m.summed:
                    out[n] = row
                    n += 1
    return _with_largest(m, fate, reply, out, n)


cdef int shapes_of_move(const MoveModelData* m, const FeatureContext* c, int v,
                        uint32_t* out) noexcept nogil:
    """Write the rows of the known shapes around ``v`` to ``out``; return how many there are."""
    cdef uint64_t[8] hashes
    cdef int place = view_place(v), ring, n = 0, mark = -1, mark_ring = 99, dx, dy
    cdef uint32_t row, shape = 0, reply = 0
    cdef uint64_t key, reply_key = 0, next_key = 0, next_reply_key = 0
    cdef uint64_t local = local_key(c.codes, v)
    cdef int last = c.board.last_move
    if m.common_fate:
        return _fates_of_move(m, c, v, out)
    _prefetch(m, local)
    if last != NO_VERTEX:
        dx = vertex_column(last) - vertex_column(v)
        dy = vertex_row(last) - vertex_row(v)
        if -RADIUS <= dx <= RADIUS and -RADIUS <= dy <= RADIUS:
            mark = RING_PLACE[dy + RADIUS][dx + RADIUS]
            mark_ring = max(MIN_RING, ring_distance(dx, dy)) if mark >= 0 else 99
    hashes_clear(hashes)
    hashes_grow(hashes, &c.view, place, 2)
    # The table is larger than the caches: while one shape is hashed, the one before is fetched.
    for ring in range(MIN_RING, m.max_ring + 2):
        key = next_key
        reply_key = next_reply_key
        if ring <= m.max_ring:
            hashes_grow(hashes, &c.view, place, ring)
            next_key = shape_key(smallest_of(hashes), FAMILY_SHAPE, ring)
            _prefetch(m, next_key)
            if ring >= mark_ring:
                next_reply_key = shape_key(smallest_marked(hashes, &MARK_KEYS[mark][0]),
                                           FAMILY_REPLY, ring)
                _prefetch(m, next_reply_key)
        if ring == MIN_RING:
            row = shape_find(m, local)
            if row:
                out[n] = row
                n += 1
            continue
        row = shape_find(m, key)
        if row == 0:
            break
        shape = row
        if not m.summed:
            out[n] = row
            n += 1
        if ring - 1 >= mark_ring:
            row = shape_find(m, reply_key)
            if row == 0:
                mark_ring = 99
                continue
            reply = row
            if not m.summed:
                out[n] = row
                n += 1
    return _with_largest(m, shape, reply, out, n)


cdef void model_prepare(const MoveModelData* m, FeatureContext* context, const Board* b,
                        int color) noexcept nogil:
    """Look at everything that concerns all moves of ``color``."""
    features_prepare(context, b, color)
    if m.ownership:
        ownership_look(context.ownership, b, color, m.ownership)


cdef int active_rows(const MoveModelData* m, const FeatureContext* c, int v,
                     uint32_t* out) noexcept nogil:
    """Write the rows that make the score of a legal move, or of the pass, to ``out``.

    Return how many there are.
    """
    cdef uint16_t[MAX_FEATURES] features
    cdef int n, i
    if v == PASS_VERTEX:
        n = features_of_pass(c, features)
    else:
        n = features_of_move(c, v, features)
    for i in range(n):
        out[i] = features[i]
    if v != PASS_VERTEX:
        n += shapes_of_move(m, c, v, out + n)
        if m.ownership:
            out[n] = m.ownership_row + c.ownership[v]
            n += 1
    return n


cdef double rows_score(const float* rows, const uint32_t* active, int n,
                       float* total) noexcept nogil:
    """Return the score of a move; ``total`` becomes the sum of its rows."""
    cdef const float* row
    cdef float square = 0
    cdef int i, k
    for k in range(ROW):
        total[k] = 0
    for i in range(n):
        row = rows + <uint64_t>active[i] * ROW
        for k in range(ROW):
            total[k] += row[k]
    for k in range(1, ROW):
        square += total[k] * total[k]
    return total[0] + 0.5 * square


cdef void model_probabilities(const MoveModelData* m, const Board* b, int color, float* out,
                              FeatureContext* context) noexcept nogil:
    """Set ``out[v]`` (N_VERTICES) to the probability of each legal move, 0 elsewhere.

    ``out[PASS_VERTEX]`` becomes that of the pass. Superko is not looked at. ``context`` keeps
    everything that was read on the way.
    """
    cdef uint32_t[MAX_ACTIVE] active
    cdef float[ROW] total
    cdef double[362] scores
    cdef double best = -1e30, sum_of = 0.0
    cdef int[362] moves
    cdef int i, n, n_moves = 1
    # 1. Read the position, and list the legal moves, the pass first.
    memset(out, 0, N_VERTICES * sizeof(float))
    model_prepare(m, context, b, color)
    moves[0] = PASS_VERTEX
    for i in range(b.n_empty):
        if board_is_legal(b, b.empties[i], color):
            moves[n_moves] = b.empties[i]
            n_moves += 1
    # 2. Score each move by its features and shapes.
    for i in range(n_moves):
        n = active_rows(m, context, moves[i], active)
        scores[i] = rows_score(m.rows, active, n, total)
        best = max(best, scores[i])
    # 3. Probabilities: the softmax of the scores. The best is taken off, so that none overflows.
    for i in range(n_moves):
        scores[i] = exp(scores[i] - best)
        sum_of += scores[i]
    for i in range(n_moves):
        out[moves[i]] = <float>(scores[i] / sum_of)
