"""A model of the moves of strong players."""

import numpy as np

from libc.math cimport exp
from libc.string cimport memset

from board_ext.board cimport Board
from board_ext.legal cimport board_is_legal
from board_ext.lowlevel.system cimport aligned_free, table_new
from board_ext.lowlevel.types cimport (
    MAX_POINTS, NO_VERTEX, PASS_VERTEX, point_to_vertex, uint16_t, uint32_t, uint64_t,
    vertex_column, vertex_row,
)
from board_ext.position cimport Position
from gtpengine.prediction.circles cimport (
    FAMILY_REPLY, FAMILY_SHAPE, MARK_KEYS, MAX_RING, MIN_RING, RADIUS, RING_PLACE, ring_distance,
    view_place,
)
from gtpengine.prediction.features cimport (
    FeatureContext, MAX_FEATURES, N_FEATURES, features_of_move, features_of_pass,
    features_prepare,
)
from gtpengine.prediction.keptshapes cimport (
    BEYOND, REACH, REACHES, ShapeMemory, ShapesOfMove, kept_shapes_find, kept_shapes_keep,
    kept_shapes_key, kept_shapes_look, kept_shapes_place,
)
from gtpengine.prediction.ownership cimport (
    MAX_OWNERSHIP_PLAYOUTS, OWNERSHIP_CLASSES, ownership_look,
)
from gtpengine.prediction.shapekeys cimport (
    hashes_clear, hashes_grow, local_key, shape_key, smallest_marked, smallest_of,
)

from gtpengine.base.arguments import laboratory

cdef enum:
    FAR_RING = 99             # beyond every shape

# A further feature of a move. A model file that has it records it beside the GROUPS of
# features.pyx.
OWNERSHIP = ("ownership", OWNERSHIP_CLASSES, "share of random games in which the point becomes own")
MOST_OWNERSHIP = MAX_OWNERSHIP_PLAYOUTS


# Compilers do not see on their own that four floats fit into one register. Each sum stays by
# itself, so that all machines say the same.
cdef extern from * nogil:
    """
    typedef float gtpe_four __attribute__((vector_size(16), aligned(4), may_alias));

    static inline void gtpe_sum_rows(const float *rows, const uint32_t *active, int n,
                                     float *total) {
        gtpe_four low = {0}, high = {0};
        for (int i = 0; i < n; i++) {
            const float *row = rows + (uint64_t)active[i] * 8;
            low += *(const gtpe_four *)row;
            high += *(const gtpe_four *)(row + 4);
        }
        *(gtpe_four *)total = low;
        *(gtpe_four *)(total + 4) = high;
    }
    """
    void prefetch "__builtin_prefetch"(const void* address)
    void sum_rows "gtpe_sum_rows"(const float* rows, const uint32_t* active, int n, float* total)


cdef class OtherShapes:
    """Shapes that are no circles."""


cdef OtherShapes common_fate_shapes():
    """Return the patterns of the common fate graph.

    :raises LaboratoryError: when the laboratory, which has them, is not there.
    """
    return laboratory.module("learning.commonfate", "the common fate graph").SHAPES


cdef class MoveModel:
    """Rows of weights for features and shapes; immutable once made.

    - ``rows``: float32 of shape (features + shapes, 8).
    - ``keys``: uint64, one for each shape, in the order of the rows.
    - ``max_ring``: the size of the largest shapes.
    - ``summed``: whether the rows of shapes include the rows of smaller shapes inside.
    - ``common_fate``: whether shapes are patterns of the common fate graph, which the
      laboratory has.
    - ``ownership``: random games for each position (0 to ``MOST_OWNERSHIP``). With any, a row for
      each of its classes follows the rows of the shapes.

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
        self.data.other_rows = NULL
        if common_fate:
            self.data.other_rows = common_fate_shapes().rows
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

    def probabilities(self, Position position not None, ShapeMemory memory=None):
        """Return the probabilities of all points and, last, of the pass; 0 for illegal moves.

        The array is float32 of shape (size * size + 1). Superko is not looked at. With a memory it
        is the same, and faster where positions are alike.
        """
        cdef FeatureContext context
        cdef float[N_VERTICES] out
        cdef const Board* b = &position.board
        cdef int point, size = b.size
        model_probabilities(&self.data, b, b.to_play, out, &context,
                            NULL if memory is None else memory.kept)
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
        n = active_rows(&self.data, &context, NULL, v, out)
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


cdef int with_largest(const MoveModelData* m, uint32_t shape, uint32_t reply, uint32_t* out,
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


cdef inline int _mark_of(const FeatureContext* c, int v, int* ring) noexcept nogil:
    """Return which point around ``v`` is the last move, on which ring, or -1 when it is far."""
    cdef int last = c.board.last_move, mark = -1, dx, dy
    ring[0] = FAR_RING
    if last != NO_VERTEX:
        dx = vertex_column(last) - vertex_column(v)
        dy = vertex_row(last) - vertex_row(v)
        if -RADIUS <= dx <= RADIUS and -RADIUS <= dy <= RADIUS:
            mark = RING_PLACE[dy + RADIUS][dx + RADIUS]
            if mark >= 0:
                ring[0] = max(MIN_RING, ring_distance(dx, dy))
    return mark


cdef int _circles_of_move(const MoveModelData* m, const FeatureContext* c, int v, int mark,
                          int mark_ring, uint32_t* out, int* reached) noexcept nogil:
    """Write the rows of the known circles around ``v``; set the last ring that was looked at.

    ``mark`` is where the last move is, on the ring ``mark_ring``.
    """
    cdef uint64_t[8] hashes
    cdef int place = view_place(v), ring, n = 0
    cdef uint32_t row, shape = 0, reply = 0
    cdef uint64_t key, reply_key = 0, next_key = 0, next_reply_key = 0
    cdef uint64_t local = local_key(c.codes, v)
    _prefetch(m, local)
    hashes_clear(hashes)
    hashes_grow(hashes, &c.view, place, 2)
    reached[0] = m.max_ring
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
            reached[0] = ring - 1
            break
        shape = row
        if not m.summed:
            out[n] = row
            n += 1
        if ring - 1 >= mark_ring:
            row = shape_find(m, reply_key)
            if row == 0:
                mark_ring = FAR_RING
                continue
            reply = row
            if not m.summed:
                out[n] = row
                n += 1
    return with_largest(m, shape, reply, out, n)


cdef int shapes_of_move(const MoveModelData* m, const FeatureContext* c, int v,
                        uint32_t* out) noexcept nogil:
    """Write the rows of the known shapes around ``v`` to ``out``; return how many there are."""
    cdef int mark, mark_ring, reached
    if m.other_rows != NULL:
        return m.other_rows(m, c, v, out)
    mark = _mark_of(c, v, &mark_ring)
    return _circles_of_move(m, c, v, mark, mark_ring, out, &reached)


cdef void _look_and_keep(const MoveModelData* m, const FeatureContext* c, KeptShapes* kept, int v,
                         int reach) noexcept nogil:
    """Find the circles around ``v`` on the board, and keep them under the first reach from
    ``reach`` on that is enough."""
    cdef ShapesOfMove* move = &kept.moves[v]
    cdef int reached
    move.n = _circles_of_move(m, c, v, move.mark, move.mark_ring, move.rows, &reached)
    while reached > REACH[reach] and reach + 1 < REACHES:
        kept_shapes_keep(kept, move, BEYOND)
        reach += 1
        move.key = kept_shapes_key(kept, c, v, reach)
    kept_shapes_keep(kept, move, move.n if reached <= REACH[reach] else BEYOND)


cdef void _shapes_of_moves(const MoveModelData* m, const FeatureContext* c, KeptShapes* kept,
                           const int* moves, int n) noexcept nogil:
    """Set the shapes of all moves, of a summed model of circles, with a memory.

    What a move needs is fetched while others are looked at.
    """
    cdef int[MAX_POINTS] left
    cdef ShapesOfMove* move
    cdef int i, k, v, reach, n_left = n, n_next, found
    for i in range(n):
        left[i] = v = moves[i]
        move = &kept.moves[v]
        move.mark = _mark_of(c, v, &move.mark_ring)
        move.key = kept_shapes_key(kept, c, v, 0)
        prefetch(kept_shapes_place(kept, move.key))
    for reach in range(REACHES):
        n_next = 0
        for i in range(n_left):
            v = left[i]
            move = &kept.moves[v]
            found = kept_shapes_find(kept, move)
            if found == BEYOND and reach + 1 < REACHES:
                move.key = kept_shapes_key(kept, c, v, reach + 1)
                prefetch(kept_shapes_place(kept, move.key))
                left[n_next] = v
                n_next += 1
            elif found < 0:
                _look_and_keep(m, c, kept, v, reach)
            for k in range(move.n):
                prefetch(&m.rows[move.rows[k] * ROW])
        n_left = n_next


cdef void model_prepare(const MoveModelData* m, FeatureContext* context, const Board* b,
                        int color) noexcept nogil:
    """Look at everything that concerns all moves of ``color``."""
    features_prepare(context, b, color)
    if m.ownership:
        ownership_look(context.ownership, b, color, m.ownership)


cdef int active_rows(const MoveModelData* m, const FeatureContext* c, KeptShapes* kept, int v,
                     uint32_t* out) noexcept nogil:
    """Write the rows that make the score of a legal move, or of the pass, to ``out``.

    Return how many there are. ``kept`` has the shapes, if it is not NULL.
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
        if kept != NULL:
            for i in range(kept.moves[v].n):
                out[n] = kept.moves[v].rows[i]
                n += 1
        else:
            n += shapes_of_move(m, c, v, out + n)
        if m.ownership:
            out[n] = m.ownership_row + c.ownership[v]
            n += 1
    return n


cdef double rows_score(const float* rows, const uint32_t* active, int n,
                       float* total) noexcept nogil:
    """Return the score of a move; ``total`` becomes the sum of its rows."""
    cdef float square = 0
    cdef int k
    sum_rows(rows, active, n, total)
    for k in range(1, ROW):
        square += total[k] * total[k]
    return total[0] + 0.5 * square


cdef void model_probabilities(const MoveModelData* m, const Board* b, int color, float* out,
                              FeatureContext* context, KeptShapes* kept) noexcept nogil:
    """Set ``out[v]`` (N_VERTICES) to the probability of each legal move, 0 elsewhere.

    ``out[PASS_VERTEX]`` becomes the pass's. Superko is not looked at. ``context`` keeps
    everything that was read on the way. ``kept`` is the memory of a thread, or NULL.
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
    if not m.summed or m.other_rows != NULL:
        kept = NULL
    if kept != NULL:
        kept_shapes_look(kept, b, color)
        _shapes_of_moves(m, context, kept, moves + 1, n_moves - 1)
    # 2. Score each move by its features and shapes.
    for i in range(n_moves):
        n = active_rows(m, context, kept, moves[i], active)
        scores[i] = rows_score(m.rows, active, n, total)
        best = max(best, scores[i])
    # 3. Probabilities: the softmax of the scores. The best is taken off, so that none overflows.
    for i in range(n_moves):
        scores[i] = exp(scores[i] - best)
        sum_of += scores[i]
    for i in range(n_moves):
        out[moves[i]] = <float>(scores[i] / sum_of)
