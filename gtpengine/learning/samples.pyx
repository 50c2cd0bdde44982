"""Positions of game records as a network sees them, many at a time."""

from libc.stdlib cimport calloc, free
from libc.string cimport memset

from board_ext.board cimport Board, board_free, board_init, board_new
from board_ext.legal cimport board_is_legal
from board_ext.lowlevel.types cimport (
    MAX_POINTS, MAX_SIZE, MIN_SIZE, N_VERTICES, int8_t, int16_t, int32_t, int64_t,
    point_to_vertex, uint8_t,
)
from board_ext.playing cimport board_pass, board_play
from gtpengine.network.planes cimport (
    N_BINARY, N_NUMBERS, N_PLANES, input_fill,
)
from gtpengine.prediction.features cimport FeatureContext
from gtpengine.prediction.movemodel cimport MoveModel, MoveModelData, model_probabilities

cdef enum:
    NO_MOVE_ROW = -1

BINARY = N_BINARY
NO_MOVE = NO_MOVE_ROW


cdef class _Scratch:
    """What filling needs besides its arrays."""
    cdef FeatureContext* context
    cdef Board* b
    cdef uint8_t* planes
    cdef float[N_VERTICES] probability

    def __cinit__(self):
        self.context = <FeatureContext*>calloc(1, sizeof(FeatureContext))
        self.planes = <uint8_t*>calloc(N_PLANES * MAX_POINTS, 1)
        self.b = board_new()
        if self.context == NULL or self.planes == NULL or self.b == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.context)
        free(self.planes)
        board_free(self.b)

    cdef void look(self, const MoveModelData* model, double komi, float* numbers) noexcept nogil:
        """Fill the planes and numbers of the position on the board."""
        model_probabilities(model, self.b, self.b.to_play, self.probability, self.context, NULL)
        input_fill(self.context, self.probability, self.b, komi, self.planes, numbers)


cdef bint _go_on(Board* b, const int16_t* points, int first, int last) noexcept nogil:
    """Play the moves ``first`` to ``last`` - 1; return False at an illegal one."""
    cdef int i, v
    for i in range(first, last):
        if points[i] < 0:
            board_pass(b, b.to_play)
            continue
        v = point_to_vertex(points[i], b.size)
        if not board_is_legal(b, v, b.to_play):
            return False
        board_play(b, v, b.to_play)
    return True


cdef void _pack(const uint8_t* planes, int n, uint8_t* out) noexcept nogil:
    """Write n bytes as bits, 1 for those above 0, the first in the highest bit, as numpy.packbits
    does."""
    cdef int i
    memset(out, 0, (n + 7) // 8)
    for i in range(n):
        out[i >> 3] |= (planes[i] != 0) << (7 - (i & 7))


def fill_samples(MoveModel model not None, const int16_t[::1] points, const int64_t[::1] starts,
                 const float[::1] komi, const int32_t[:, ::1] picks, int size,
                 uint8_t[:, ::1] bits, uint8_t[:, ::1] expected, float[:, ::1] numbers,
                 int16_t[::1] moves, int8_t[::1] sides):
    """Fill one row for each pick, a (game, move number) with equal games one after the other and
    their moves rising; return the number of rows filled.

    ``points`` has the moves of all games, -1 for a pass; game i begins at ``starts[i]`` and ends
    before ``starts[i + 1]``. A row: the binary planes as bits (``BINARY * size**2``), the plane of
    the move ``model`` (bytes, ``size**2``), the numbers, the move that was played (``size**2`` for
    a pass, ``NO_MOVE`` at the end of the game) and the side to move (1 Black, 2 White). Filling
    ends early at a record with an illegal move. Holds no lock: several threads may fill different
    arrays.

    :raises ValueError: when a size or a shape does not fit.
    """
    cdef int area = size * size, i, k, n = picks.shape[0], game = -1, at = 0, number, length
    cdef const int16_t* of_game
    cdef _Scratch scratch
    _check(size, n, bits, expected, numbers, moves, sides)
    for i in range(n):
        if not (0 <= picks[i, 0] < starts.shape[0] - 1 and picks[i, 0] < komi.shape[0]
                and 0 <= starts[picks[i, 0]] <= starts[picks[i, 0] + 1] <= points.shape[0]
                and 0 <= picks[i, 1] <= starts[picks[i, 0] + 1] - starts[picks[i, 0]]):
            raise ValueError(f"pick {i}: there is no such move")
    scratch = _Scratch()
    i = 0
    with nogil:
        while i < n:
            of_game = &points[0] + starts[picks[i, 0]]
            length = <int>(starts[picks[i, 0] + 1] - starts[picks[i, 0]])
            number = picks[i, 1]
            if picks[i, 0] != game or number < at:
                game = picks[i, 0]
                board_init(scratch.b, size)
                at = 0
            if not _go_on(scratch.b, of_game, at, number):
                break
            at = number
            scratch.look(&model.data, komi[game], &numbers[i, 0])
            _pack(scratch.planes, N_BINARY * area, &bits[i, 0])
            for k in range(area):
                expected[i, k] = scratch.planes[N_BINARY * area + k]
            moves[i] = NO_MOVE_ROW if number == length else (
                of_game[number] if of_game[number] >= 0 else area)
            sides[i] = scratch.b.to_play
            i += 1
    return i


def _check(int size, int n, const uint8_t[:, ::1] bits,
           const uint8_t[:, ::1] expected, const float[:, ::1] numbers,
           const int16_t[::1] moves, const int8_t[::1] sides):
    """Refuse arrays that a row for each pick would not fit in.

    :raises ValueError: then.
    """
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise ValueError(f"size {size}: give {MIN_SIZE} to {MAX_SIZE}")
    if not (bits.shape[0] >= n and bits.shape[1] == (N_BINARY * size * size + 7) // 8
            and expected.shape[0] >= n and expected.shape[1] == size * size
            and numbers.shape[0] >= n and numbers.shape[1] == N_NUMBERS
            and moves.shape[0] >= n and sides.shape[0] >= n):
        raise ValueError("the arrays have other shapes than the picks need")
