"""Learner of the effects of rank on a move model (gtpengine/prediction/rankmodel.pxd).

The score of a move is scale * base score + sum over its features and shapes i of <rows_i, basis>,
with scale = 1 + <scale, basis>. The ``basis`` says what is known of the player: its entries are the
terms of a regression, such as 1, the rank, or hats around some ranks. All that is learned begins at
0, which is the base model.
"""

import numpy as np

from libc.math cimport exp, log, sqrt
from libc.stdlib cimport calloc, free

from board_ext.board cimport Board, board_free, board_init, board_new
from board_ext.legal cimport board_is_legal
from board_ext.lowlevel.rng cimport Rng, rng_float, rng_seed
from board_ext.lowlevel.types cimport (
    BLACK, PASS_VERTEX, int16_t, point_to_vertex, uint32_t, uint64_t,
)
from board_ext.playing cimport board_pass, board_play
from gtpengine.learning.choice cimport Choice, MAX_MOVES, choice_fill, choice_score
from gtpengine.prediction.features cimport FeatureContext
from gtpengine.prediction.movemodel cimport MAX_ACTIVE, MoveModel, MoveModelData

cdef enum:
    MAX_TERMS = 32
    MAX_TOUCHED = MAX_MOVES * MAX_ACTIVE

# Of the moves below this probability only a random part is learned from, with a higher weight.
cdef double RARE = 2e-3


cdef class RankLearner:
    """Learns ``rows`` (float32, shape (rows of shapes, terms)) and ``scale`` (float64, shape
    (terms,)) by gradient ascent of the log-likelihood with AdaGrad steps (Duchi et al. 2011).

    ``shapes`` gives the shapes, its own rows are not read; they must not be summed. ``calm`` is the
    sum of squares that each row begins with: the larger, the smaller are first steps.

    :raises ValueError: when ``terms`` is not 1 to 32.
    """

    cdef MoveModelData base_data
    cdef MoveModelData data
    cdef readonly MoveModel base
    cdef readonly MoveModel shapes
    cdef readonly object rows
    cdef readonly object scale
    cdef readonly int terms
    cdef float[:, ::1] row
    cdef float[:, ::1] squares
    cdef float[::1] gradient
    cdef double[::1] scales
    cdef double[::1] scale_squares
    cdef uint32_t* touched
    cdef int n_touched
    cdef uint32_t[::1] stamp          # the step in which a row was last touched
    cdef uint32_t now
    cdef Choice* choice
    cdef Choice* below
    cdef FeatureContext* context
    cdef Board* board
    cdef Rng rng

    def __cinit__(self):
        self.touched = <uint32_t*>calloc(MAX_TOUCHED, sizeof(uint32_t))
        self.choice = <Choice*>calloc(1, sizeof(Choice))
        self.below = <Choice*>calloc(1, sizeof(Choice))
        self.context = <FeatureContext*>calloc(1, sizeof(FeatureContext))
        self.board = board_new()
        if (self.touched == NULL or self.choice == NULL or self.below == NULL
                or self.context == NULL or self.board == NULL):
            raise MemoryError

    def __init__(self, MoveModel base not None, MoveModel shapes not None, int terms,
                 double calm=30.0):
        if not 1 <= terms <= MAX_TERMS:
            raise ValueError(f"{terms} terms: give 1 to {MAX_TERMS}")
        self.base = base
        self.shapes = shapes
        self.base_data = base.data
        self.data = shapes.data
        self.terms = terms
        n = len(shapes.rows)
        self.row = self.rows = np.zeros((n, terms), np.float32)
        self.squares = np.full((n, terms), calm, np.float32)
        self.gradient = np.zeros(n, np.float32)
        self.stamp = np.zeros(n, np.uint32)
        self.scales = self.scale = np.zeros(terms)
        self.scale_squares = np.full(terms, calm)

    def __dealloc__(self):
        free(self.touched)
        free(self.choice)
        free(self.below)
        free(self.context)
        board_free(self.board)

    cdef void look(self, const Board* b, int v) noexcept nogil:
        """Fill the choice of the side to move, which plays ``v``."""
        choice_fill(self.below, self.context, &self.base_data, b, v)
        choice_score(self.below, self.base_data.rows)
        choice_fill(self.choice, self.context, &self.data, b, v)

    cdef void score(self, const double* basis) noexcept nogil:
        """Score the choice for the player of ``basis``."""
        cdef Choice* c = self.choice
        cdef double scale = 1.0, best = -1e30, sum_of = 0.0, score
        cdef const float* row
        cdef int i, j, k
        for k in range(self.terms):
            scale += self.scales[k] * basis[k]
        for i in range(c.n):
            score = scale * self.below.score[i]
            for j in range(c.start[i], c.start[i + 1]):
                row = &self.row[c.active[j], 0]
                for k in range(self.terms):
                    score += row[k] * basis[k]
            c.score[i] = score
            best = max(best, score)
        for i in range(c.n):
            c.probability[i] = exp(c.score[i] - best)
            sum_of += c.probability[i]
        for i in range(c.n):
            c.probability[i] /= sum_of

    cdef void descend(self, const double* basis, double rate, double scale_rate) noexcept nogil:
        """Take one step of AdaGrad for the choice that is scored."""
        cdef Choice* c = self.choice
        cdef double error, of_scale = 0.0, g
        cdef int i, j, k
        cdef uint32_t number
        self.now += 1
        self.n_touched = 0
        for i in range(c.n):
            error = c.probability[i] - (i == c.played)
            of_scale += error * self.below.score[i]
            if c.probability[i] < RARE and i != c.played:
                if rng_float(&self.rng) * RARE >= c.probability[i]:
                    continue
                error = RARE
            for j in range(c.start[i], c.start[i + 1]):
                number = c.active[j]
                if self.stamp[number] != self.now:
                    self.stamp[number] = self.now
                    self.touched[self.n_touched] = number
                    self.n_touched += 1
                # The gradient of all terms is this, times the basis.
                self.gradient[number] += <float>error
        for i in range(self.n_touched):
            number = self.touched[i]
            error = self.gradient[number]
            self.gradient[number] = 0.0
            for k in range(self.terms):
                g = error * basis[k]
                if g != 0.0:
                    self.squares[number, k] += <float>(g * g)
                    self.row[number, k] -= <float>(rate * g / sqrt(self.squares[number, k]))
        if scale_rate > 0.0:
            for k in range(self.terms):
                g = of_scale * basis[k]
                if g != 0.0:
                    self.scale_squares[k] += g * g
                    self.scales[k] -= scale_rate * g / sqrt(self.scale_squares[k])

    def learn_game(self, const int16_t[::1] points, int size, const double[:, ::1] bases,
                   uint64_t seed, double share, double rate, int colors=3, double scale_rate=0.0):
        """Learn from a random ``share`` of a game's moves by ``colors`` (1 Black's, 2 White's, 3
        both).

        ``bases`` has the terms of Black and of White, shape (2, terms). Return the number of moves
        learned from and the sum of their -log(probability), each before it was learned. ``points``
        (int16) are the moves, Black's first and alternating, -1 for a pass.

        :raises ValueError: when ``bases`` has another shape.
        """
        cdef Board* b = self.board
        cdef Rng pick
        cdef const double* basis
        cdef int i, v, learned = 0
        cdef double total = 0.0
        if bases.shape[0] != 2:
            raise ValueError(f"{bases.shape[0]} players: two are needed")
        self.check(bases)
        rng_seed(&pick, seed, 1)
        rng_seed(&self.rng, seed, 2)
        board_init(b, size)
        with nogil:
            for i in range(points.shape[0]):
                v = PASS_VERTEX if points[i] < 0 else point_to_vertex(points[i], size)
                if v != PASS_VERTEX and not board_is_legal(b, v, b.to_play):
                    break
                if rng_float(&pick) < share and b.to_play & colors:
                    basis = &bases[0 if b.to_play == BLACK else 1, 0]
                    self.look(b, v)
                    self.score(basis)
                    total -= log(self.choice.probability[self.choice.played] + 1e-30)
                    learned += 1
                    self.descend(basis, rate, scale_rate)
                if v == PASS_VERTEX:
                    board_pass(b, b.to_play)
                else:
                    board_play(b, v, b.to_play)
        return learned, total

    def judge_game(self, const int16_t[::1] points, int size, const double[:, ::1] bases,
                   int colors=3):
        """Return how well the moves of a game by ``colors`` are predicted as each of ``bases``.

        ``bases`` has shape (players, terms). The array is float64 with a row for each move: its
        number, log p as each player, and for each player 1 if the move is the likeliest, 0 if not,
        1/n if n are the likeliest.

        :raises ValueError: when ``bases`` has another shape.
        """
        cdef Board* b = self.board
        cdef Choice* c = self.choice
        cdef double[:, ::1] out
        cdef int i, j, m, v, n = 0, greater, equal, players = bases.shape[0]
        self.check(bases)
        found = np.zeros((len(points), 1 + 2 * players))
        out = found
        board_init(b, size)
        with nogil:
            for i in range(points.shape[0]):
                v = PASS_VERTEX if points[i] < 0 else point_to_vertex(points[i], size)
                if v != PASS_VERTEX and not board_is_legal(b, v, b.to_play):
                    break
                if b.to_play & colors:
                    self.look(b, v)
                    out[n, 0] = i + 1
                    for m in range(players):
                        self.score(&bases[m, 0])
                        greater = 0
                        equal = 0
                        for j in range(c.n):
                            greater += c.score[j] > c.score[c.played]
                            equal += c.score[j] == c.score[c.played]
                        out[n, 1 + m] = log(c.probability[c.played] + 1e-30)
                        out[n, 1 + players + m] = 0.0 if greater else 1.0 / equal
                    n += 1
                if v == PASS_VERTEX:
                    board_pass(b, b.to_play)
                else:
                    board_play(b, v, b.to_play)
        return found[:n]

    cdef object check(self, const double[:, ::1] bases):
        """Refuse terms of another number."""
        if bases.shape[1] != self.terms:
            raise ValueError(f"{bases.shape[1]} terms instead of {self.terms}")
