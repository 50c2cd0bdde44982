"""The expected value of the moves that a softmax playout draws, and its gradient.

Soemers, Piette, Stephenson and Browne, Learning policies from self-play with policy gradients and
MCTS value estimates, IEEE CoG 2019: a policy pi that learns to draw the moves a search found good,
rather than those it visited, does not learn the search's exploration. With the means Q of the
search it ascends

    V = sum over moves a of pi(a) Q(a),   grad V = sum over a of pi(a) (Q(a) - V) grad log pi(a).

Ours: the sums go over the moves that the search visited, and pi is what a playout draws among
these.
"""

import numpy as np

from board_ext.board cimport Board
from board_ext.position cimport Position
from board_ext.lowlevel.types cimport N_VERTICES, PASS_VERTEX, int16_t, point_to_vertex
from gtpengine.learning.choice cimport Choice, choice_score
from gtpengine.lab.learning.softmax_policy cimport SoftmaxPolicy


cdef class ValuePolicy(SoftmaxPolicy):
    """Softmax playouts that learn from the values of moves."""

    def gradient(self, Position position not None, const int16_t[::1] points,
                 const double[::1] values):
        """Return the expected value of the move drawn, and its gradient, one entry for each row.

        ``values`` are those of ``points`` (int16), from the side to move; a playout draws from
        these points alone. A pass (-1) is never drawn. Where no point may be played, the value is
        NaN and the gradient 0.

        :raises ValueError: when there are not as many values as points, or one is not on the board.
        """
        cdef Board* b = &position.board
        cdef Choice* c = self.choice
        cdef int[N_VERTICES] place      # 1 + index of the point, 0 for none
        cdef double total = 0.0, value = 0.0, advantage
        cdef double[::1] view
        cdef int i, j
        if points.shape[0] != values.shape[0]:
            raise ValueError(f"{values.shape[0]} values of {points.shape[0]} points")
        for i in range(N_VERTICES):
            place[i] = 0
        for i in range(points.shape[0]):
            if not -1 <= points[i] < b.size * b.size:
                raise ValueError(f"point {points[i]} is not on {b.size}x{b.size}")
            if points[i] >= 0:
                place[point_to_vertex(points[i], b.size)] = i + 1
        self.list_moves(b, PASS_VERTEX)
        choice_score(c, self.rows)
        found = np.zeros(len(self.state["rows"]))
        view = found
        for i in range(c.n):
            if place[self.vertices[i]]:
                total += c.probability[i]
                value += c.probability[i] * values[place[self.vertices[i]] - 1]
        if total == 0.0:
            return float("nan"), found
        value /= total
        for i in range(c.n):
            if place[self.vertices[i]]:
                # The features that all moves have on average drop out, for the advantages add up
                # to 0.
                advantage = values[place[self.vertices[i]] - 1] - value
                for j in range(c.start[i], c.start[i + 1]):
                    view[c.active[j]] += c.probability[i] / total * advantage
        return value, found
