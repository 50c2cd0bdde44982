"""The learner of values of positions, by temporal differences from games."""

import numpy as np

from libc.math cimport exp, log

from board_ext.board cimport Board, board_color, board_free, board_init, board_new
from board_ext.legal cimport board_is_legal
from board_ext.lowlevel.types cimport (
    BLACK, PASS_VERTEX, WHITE, int8_t, int16_t, point_to_vertex, uint16_t,
)
from board_ext.playing cimport board_pass, board_play
from board_ext.position cimport Position
from gtpengine.mcts.moves.patterns3 cimport pattern3_code

from gtpengine.lab.weights.valuefile import ValueWeights, point_classes, shape_classes

cdef double LEAST = 5e-5      # weights below this are not written


cdef class ValueLearner:
    """TD(lambda) of the weights of stones by point and of 3x3 shapes, for boards of one size.

    The value of a position is told in `gtpengine/lab/weights/valuefile.py`. It is moved towards its
    lambda-return: the mean of the values that follow in the game, the k-th later one with the
    weight (1 - lambda) lambda^(k - 1), and the outcome with the rest (Sutton 1988). The values are
    those before the game, so the sum of the moves is that of TD(lambda) with traces of which the
    weights are changed when the game is over.
    """
    cdef Board* board
    cdef readonly int size
    cdef double[::1] stones
    cdef double[::1] shapes
    cdef int16_t[::1] point_class
    cdef uint16_t[::1] shape_class
    cdef int8_t[::1] sign

    def __cinit__(self, int size):
        self.board = board_new()
        if self.board == NULL:
            raise MemoryError

    def __init__(self, int size):
        self.size = size
        self.stones = np.zeros(size * size)
        self.shapes = np.zeros(1 << 16)
        self.point_class = point_classes(size)
        self.shape_class, self.sign = shape_classes()

    def __dealloc__(self):
        board_free(self.board)

    cdef double sum_of(self, const Board* b) noexcept nogil:
        """Return the sum of the weights of a position, for Black."""
        cdef double total = 0.0
        cdef int p, v, code, color
        for p in range(self.size * self.size):
            v = point_to_vertex(p, self.size)
            code = pattern3_code(b, v)
            total += self.sign[code] * self.shapes[self.shape_class[code]]
            color = board_color(b, v)
            if color == BLACK:
                total += self.stones[self.point_class[p]]
            elif color == WHITE:
                total -= self.stones[self.point_class[p]]
        return total

    cdef void move_value(self, const Board* b, double part) noexcept nogil:
        """Add ``part`` to the weight of all that a position has."""
        cdef int p, v, code, color
        for p in range(self.size * self.size):
            v = point_to_vertex(p, self.size)
            code = pattern3_code(b, v)
            self.shapes[self.shape_class[code]] += self.sign[code] * part
            color = board_color(b, v)
            if color == BLACK:
                self.stones[self.point_class[p]] += part
            elif color == WHITE:
                self.stones[self.point_class[p]] -= part

    cdef bint follow(self, int16_t point) noexcept nogil:
        """Play a move of the game; False when it is not legal."""
        cdef Board* b = self.board
        cdef int v = PASS_VERTEX if point < 0 else point_to_vertex(point, self.size)
        if v == PASS_VERTEX:
            board_pass(b, b.to_play)
            return True
        if not board_is_legal(b, v, b.to_play):
            return False
        board_play(b, v, b.to_play)
        return True

    def value(self, Position position not None):
        """Return the value of a position for Black, in [0, 1].

        :raises ValueError: when its board has another size.
        """
        if position.board.size != self.size:
            raise ValueError(f"a board of {position.board.size}: give one of {self.size}")
        return 1.0 / (1.0 + exp(-self.sum_of(&position.board)))

    def learn_game(self, const int16_t[::1] points, int winner, double rate, double decay):
        """Learn from a game with a winner (1 Black, 2 White); ``decay`` is lambda.

        Return the number of positions and the sum of their -log(value of the winner), before it was
        learned. ``points`` (int16) are the moves, Black's first and alternating, -1 for a pass.
        ``rate`` is the share of a difference by which a value near one half would move if each
        weight counted once; 0 learns nothing.
        """
        cdef double[::1] values = np.zeros(points.shape[0] + 1)
        cdef double[::1] differences = np.zeros(points.shape[0] + 1)
        cdef double target = 1.0 if winner == BLACK else 0.0, loss = 0.0
        cdef int n = 0, t
        with nogil:
            # 1. The values before the game.
            board_init(self.board, self.size)
            while n < points.shape[0] and self.follow(points[n]):
                n += 1
                values[n] = 1.0 / (1.0 + exp(-self.sum_of(self.board)))
                loss -= log(max(1e-30, values[n] if winner == BLACK else 1.0 - values[n]))
            # 2. The returns, from the end.
            for t in range(n, 0, -1):
                differences[t] = target - values[t]
                target = (1.0 - decay) * values[t] + decay * target
            # 3. All values at once.
            if rate > 0.0:
                board_init(self.board, self.size)
                for t in range(1, n + 1):
                    self.follow(points[t - 1])
                    self.move_value(
                        self.board, 2.0 * rate * differences[t] / (self.size * self.size))
        return n, loss

    def weights(self):
        """Return the present weights of a size that matters."""
        stones = np.asarray(self.stones)
        shapes = np.asarray(self.shapes)
        return ValueWeights(
            self.size,
            {int(p): float(stones[p]) for p in np.flatnonzero(np.abs(stones) >= LEAST)},
            {int(c): float(shapes[c]) for c in np.flatnonzero(np.abs(shapes) >= LEAST)},
        )
