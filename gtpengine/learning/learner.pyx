"""Learners of the move model, one choice at a time."""

import numpy as np

from libc.math cimport log, sqrt
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from board_ext.board cimport Board, board_free, board_init, board_new
from board_ext.legal cimport board_is_legal
from board_ext.lowlevel.rng cimport Rng, rng_float, rng_seed
from board_ext.lowlevel.types cimport (
    PASS_VERTEX, int16_t, point_to_vertex, uint32_t, uint64_t,
)
from board_ext.playing cimport board_pass, board_play
from gtpengine.learning.choice cimport Choice, MAX_MOVES, choice_fill, choice_score
from gtpengine.prediction.features cimport FeatureContext
from gtpengine.prediction.movemodel cimport MAX_ACTIVE, MoveModel, ROW

cdef enum:
    MAX_TOUCHED = MAX_MOVES * MAX_ACTIVE

# Of the moves below this probability only a random part is learned from, with a higher weight.
cdef double RARE = 2e-3


cdef class ChoiceLearner:
    """Changes rows so that the moves played become likelier.

    There are two ways: gradient ascent of the log-likelihood with AdaGrad steps (Duchi et al.
    2011), a step after each choice; or minorization-maximization (Hunter 2004, Coulom 2007) over a
    batch, for models without factors. ``state`` has the arrays that a checkpoint must keep.
    """

    def __cinit__(self):
        self.touched = <uint32_t*>calloc(MAX_TOUCHED, sizeof(uint32_t))
        self.choice = <Choice*>calloc(1, sizeof(Choice))
        self.board = board_new()
        if self.touched == NULL or self.choice == NULL or self.board == NULL:
            raise MemoryError

    def __init__(self, float[:, ::1] rows, bint factors, uint64_t seed, double spread):
        cdef float[:, ::1] squares
        cdef float[:, ::1] gradient
        cdef double[::1] wins
        cdef double[::1] expected
        cdef Py_ssize_t n = rows.shape[0], i
        cdef int k
        self.factors = factors
        self.rows = &rows[0, 0]
        gradient = kept = np.zeros((n, ROW), dtype=np.float32)
        self.gradient = &gradient[0, 0]
        self.state = {
            "rows": rows.base, "squares": np.ones((n, 2), dtype=np.float32),
            "wins": np.zeros(n), "expected": np.zeros(n),
        }
        squares, wins, expected = (self.state[name] for name in ("squares", "wins", "expected"))
        self.squares = &squares[0, 0]
        self.wins = &wins[0]
        self.expected = &expected[0]
        self.kept = kept
        rng_seed(&self.rng, seed, 0)
        if factors:
            for i in range(n):
                for k in range(1, ROW):
                    rows[i, k] = <float>(spread * (2 * rng_float(&self.rng) - 1))

    def __dealloc__(self):
        free(self.touched)
        free(self.choice)
        board_free(self.board)

    cdef bint fill(self, const Board* b, int v) noexcept nogil:
        """List the moves of the side to move in ``choice``.

        Return False when its move ``v`` teaches nothing.
        """
        return False

    # --- gradient ---------------------------------------------------------------------------

    cdef void descend(self, double rate) noexcept nogil:
        """Take one step of AdaGrad for the choice that is scored."""
        cdef Choice* c = self.choice
        cdef int i, j, k
        cdef float error
        cdef float* gradient
        cdef uint32_t row
        self.n_touched = 0
        for i in range(c.n):
            error = <float>(c.probability[i] - (i == c.played))
            if c.probability[i] < RARE and i != c.played:
                if rng_float(&self.rng) * RARE >= c.probability[i]:
                    continue
                error = <float>RARE
            for j in range(c.start[i], c.start[i + 1]):
                row = c.active[j]
                gradient = self.gradient + <uint64_t>row * ROW
                if gradient[0] == 0.0:
                    self.touched[self.n_touched] = row
                    self.n_touched += 1
                gradient[0] += error
                for k in range(1, ROW):
                    gradient[k] += error * c.total[i][k]
        for i in range(self.n_touched):
            self.step(self.touched[i], rate)

    cdef void step(self, uint32_t number, double rate) noexcept nogil:
        """Take the step of one row, and clear its gradient."""
        cdef float* row = self.rows + <uint64_t>number * ROW
        cdef float* gradient = self.gradient + <uint64_t>number * ROW
        cdef float* squares = self.squares + 2 * <uint64_t>number
        cdef float g0 = gradient[0], g, weight, before = 0, after = 0, norm = 0, scale
        cdef int k
        squares[0] += g0 * g0
        weight = row[0]
        if self.factors:
            for k in range(1, ROW):
                before += row[k] * row[k]
                g = gradient[k] - row[k] * g0
                gradient[k] = g
                norm += g * g
            squares[1] += norm
            scale = <float>(0.5 * rate / sqrt(squares[1]))
            for k in range(1, ROW):
                row[k] -= scale * gradient[k]
                after += row[k] * row[k]
        weight += <float>0.5 * before
        weight -= <float>(rate * g0 / sqrt(squares[0]))
        row[0] = weight - <float>0.5 * after
        memset(gradient, 0, ROW * sizeof(float))

    # --- minorization-maximization ----------------------------------------------------------

    cdef void tally(self) noexcept nogil:
        """Count wins and expected wins of the choice that is scored."""
        cdef Choice* c = self.choice
        cdef int i, j
        for i in range(c.n):
            for j in range(c.start[i], c.start[i + 1]):
                self.expected[c.active[j]] += c.probability[i]
        for j in range(c.start[c.played], c.start[c.played + 1]):
            self.wins[c.active[j]] += 1.0

    def mm_update(self, Py_ssize_t first, Py_ssize_t last, double damping=1.0,
                  double prior=1.0):
        """Multiply gammas of rows ``first`` to ``last`` - 1 by (wins / expected wins)**damping.

        Return the largest change of a log-gamma. With damping 1 and rows of which no move has two,
        the likelihood of the batch rises at each update. ``prior``: virtual wins and losses against
        gamma 1.
        """
        cdef Py_ssize_t i
        cdef double gamma, largest = 0.0, change
        for i in range(first, last):
            if self.expected[i] > 0.0 or self.wins[i] > 0.0:
                gamma = np.exp(<double>self.rows[i * ROW])
                change = damping * log((self.wins[i] + prior) / (
                    self.expected[i] + 2.0 * prior * gamma / (gamma + 1.0)))
                self.rows[i * ROW] += <float>change
                largest = max(largest, abs(change))
        return largest

    def mm_forget(self):
        """Begin a new batch."""
        self.state["wins"][:] = 0.0
        self.state["expected"][:] = 0.0

    # --- choices ----------------------------------------------------------------------------

    def learn_choice(self, moves, int played, double rate=0.0):
        """Learn from one choice between moves given by their rows; return its probability before.

        A ``rate`` above 0 takes a step; 0 counts for ``mm_update``.

        :raises ValueError: when a move or a row does not exist, or there are too many.
        """
        cdef Choice* c = self.choice
        cdef int n = 0
        if not 0 <= played < len(moves) <= MAX_MOVES:
            raise ValueError(f"move {played} of {len(moves)}")
        for i, rows in enumerate(moves):
            if len(rows) > MAX_ACTIVE:
                raise ValueError(f"{len(rows)} features: at most {MAX_ACTIVE}")
            c.start[<int>i] = n
            for row in rows:
                if not 0 <= row < len(self.state["rows"]):
                    raise ValueError(f"feature {row} of {len(self.state["rows"])}")
                c.active[n] = row
                n += 1
        c.n = len(moves)
        c.start[c.n] = n
        c.played = played
        choice_score(c, self.rows)
        if rate > 0.0:
            self.descend(rate)
        else:
            self.tally()
        return c.probability[played]

    def learn_game(self, const int16_t[::1] points, int size, uint64_t seed, double share,
                   double rate, int colors=3):
        """Learn from a random ``share`` of a game's moves by ``colors`` (1 Black's, 2 White's, 3
        both).

        Return the number of moves learned from and the sum of their -log(probability), each before
        it was learned. ``points`` (int16) are the moves, Black's first and alternating, -1 for a
        pass.
        """
        cdef Board* b = self.board
        cdef Rng pick
        cdef int i, v, learned = 0
        cdef double total = 0.0
        rng_seed(&pick, seed, 1)
        rng_seed(&self.rng, seed, 2)
        board_init(b, size)
        with nogil:
            for i in range(points.shape[0]):
                v = PASS_VERTEX if points[i] < 0 else point_to_vertex(points[i], size)
                if v != PASS_VERTEX and not board_is_legal(b, v, b.to_play):
                    break
                if rng_float(&pick) < share and b.to_play & colors and self.fill(b, v):
                    choice_score(self.choice, self.rows)
                    total -= log(self.choice.probability[self.choice.played] + 1e-30)
                    learned += 1
                    if rate > 0.0:
                        self.descend(rate)
                    else:
                        self.tally()
                if v == PASS_VERTEX:
                    board_pass(b, b.to_play)
                else:
                    board_play(b, v, b.to_play)
        return learned, total


cdef class Learner(ChoiceLearner):
    """Changes the rows of ``model``, which must not be summed, to make played moves likelier.

    Factors start at random within ``spread``, drawn from ``seed``.

    :raises ValueError: when the model's rows are summed and ``factors`` are wanted.
    """

    def __cinit__(self):
        self.context = <FeatureContext*>calloc(1, sizeof(FeatureContext))
        if self.context == NULL:
            raise MemoryError

    def __init__(self, MoveModel model not None, bint factors=True, uint64_t seed=1,
                 double spread=0.05):
        if factors and model.data.summed:
            raise ValueError("a model with summed rows cannot be trained with factors")
        self.model = model
        self.data = model.data
        super().__init__(model.rows, factors, seed, spread)

    def __dealloc__(self):
        free(self.context)

    cdef bint fill(self, const Board* b, int v) noexcept nogil:
        """List the moves of the side to move; every move teaches something."""
        choice_fill(self.choice, self.context, &self.data, b, v)
        return True


def judge_game(MoveModel model not None, const int16_t[::1] points, int size, int colors=3):
    """Return how the model ranks the moves of a game by ``colors``.

    The array is float64 with a row for each move: (move number, moves with a higher score, moves
    with the same score and itself, legal moves with the pass, log-probability).
    """
    cdef Choice* c = <Choice*>calloc(1, sizeof(Choice))
    cdef FeatureContext* context = <FeatureContext*>calloc(1, sizeof(FeatureContext))
    cdef Board* b = board_new()
    cdef double[:, ::1] out
    cdef int i, j, v, n = 0, greater, equal
    found = np.zeros((len(points), 5))
    out = found
    if c == NULL or context == NULL or b == NULL:
        free(c)
        free(context)
        board_free(b)
        raise MemoryError
    board_init(b, size)
    with nogil:
        for i in range(points.shape[0]):
            v = PASS_VERTEX if points[i] < 0 else point_to_vertex(points[i], size)
            if v != PASS_VERTEX and not board_is_legal(b, v, b.to_play):
                break
            if b.to_play & colors:
                choice_fill(c, context, &model.data, b, v)
                choice_score(c, model.data.rows)
                greater = 0
                equal = 0
                for j in range(c.n):
                    greater += c.score[j] > c.score[c.played]
                    equal += c.score[j] == c.score[c.played]
                out[n, 0] = i + 1
                out[n, 1] = greater
                out[n, 2] = equal
                out[n, 3] = c.n
                out[n, 4] = log(c.probability[c.played] + 1e-30)
                n += 1
            if v == PASS_VERTEX:
                board_pass(b, b.to_play)
            else:
                board_play(b, v, b.to_play)
    free(c)
    free(context)
    board_free(b)
    return found[:n]
