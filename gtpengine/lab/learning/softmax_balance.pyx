"""Simulation balancing: gradients of the win rate of softmax playouts."""

import numpy as np

from libc.string cimport memset

from board_ext.board cimport Board, board_copy, board_free, board_new
from board_ext.lowlevel.rng cimport Rng, rng_float, rng_seed
from board_ext.lowlevel.types cimport PASS_VERTEX, uint64_t
from board_ext.playing cimport board_pass, board_play
from board_ext.playouts.score cimport playout_area
from board_ext.position cimport Position
from gtpengine.lab.learning.softmax_policy cimport SoftmaxPolicy
from gtpengine.learning.choice cimport Choice, choice_score


cdef class PlayoutBalancer(SoftmaxPolicy):
    """Softmax playouts that learn from the win rate of positions.

    Slow: each move lists the features of all moves.
    """
    cdef Board* scratch
    cdef double* path             # sum of the score function over the moves of one playout
    cdef object kept_path

    def __cinit__(self):
        self.scratch = board_new()
        if self.scratch == NULL:
            raise MemoryError

    def __init__(self, weights):
        cdef double[::1] path
        super().__init__(weights)
        path = kept = np.zeros(len(self.state["rows"]))
        self.path = &path[0]
        self.kept_path = kept

    def __dealloc__(self):
        board_free(self.scratch)

    cdef int draw(self, Rng* rng) noexcept nogil:
        """Draw one of the moves of the choice and add its score function; return its index."""
        cdef Choice* c = self.choice
        cdef double left = rng_float(rng)
        cdef int i = 0, j, chosen
        choice_score(c, self.rows)
        while i < c.n - 1 and left >= c.probability[i]:
            left -= c.probability[i]
            i += 1
        chosen = i
        for i in range(c.n):
            for j in range(c.start[i], c.start[i + 1]):
                self.path[c.active[j]] -= c.probability[i]
        for j in range(c.start[chosen], c.start[chosen + 1]):
            self.path[c.active[j]] += 1.0
        return chosen

    cdef int play_out(self, Board* b, Rng* rng) noexcept nogil:
        """Play to the end; return the number of moves and leave their score functions in ``path``.
        """
        cdef int played = 0, moves = 0, limit = 3 * b.size * b.size
        while b.n_passes < 2 and played < limit:
            played += 1
            self.list_moves(b, PASS_VERTEX)
            if self.choice.n == 0:
                board_pass(b, b.to_play)
            else:
                moves += 1
                board_play(b, self.vertices[self.draw(rng)], b.to_play)
        return moves

    def gradient(self, Position position not None, double komi, double target, int count,
                 uint64_t seed):
        """Return how often Black wins from here, and the direction that brings this nearer to
        ``target``.

        ``count`` playouts give the value, as many others the gradient, one entry for each row
        (Silver and Tesauro 2009, policy gradient simulation balancing).
        """
        cdef Board* b = self.scratch
        cdef Rng rng
        cdef double[::1] view
        cdef double value = 0.0, won
        cdef Py_ssize_t row, n_rows = len(self.kept_path)
        cdef int i, moves
        found = np.zeros(n_rows)
        view = found
        with nogil:
            for i in range(2 * count):
                rng_seed(&rng, seed, i)
                board_copy(b, &position.board)
                b.n_passes = 0
                memset(self.path, 0, n_rows * sizeof(double))
                moves = self.play_out(b, &rng)
                won = playout_area(b) > komi
                if i < count:
                    value += won / count
                elif moves:
                    # Taking off `value` leaves the expectation as it is and lowers the noise.
                    for row in range(n_rows):
                        view[row] += (won - value) / (count * moves) * self.path[row]
        return value, (target - value) * found
