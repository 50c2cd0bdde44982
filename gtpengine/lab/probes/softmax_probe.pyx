"""Softmax playouts seen from Python: the weights kept move by move, for tests and debugging."""

import numpy as np

from libc.string cimport memcmp

from board_ext.board cimport Board, board_copy, board_free, board_new
from board_ext.legal cimport board_is_legal
from board_ext.lowlevel.rng cimport Rng, rng_seed
from board_ext.lowlevel.types cimport (
    BLACK, CELL_EMPTY, N_VERTICES, PASS_VERTEX, WHITE, point_to_vertex, uint64_t, vertex_to_point,
)
from board_ext.playing cimport board_pass, board_play
from board_ext.position cimport Position
from gtpengine.lab.softmax.answers cimport Near, near_fill
from gtpengine.lab.softmax.softmax cimport (
    N_BLOCKS, N_REGIONS, SOFT_ONE, SoftmaxModel, SoftState, near_weight, soft_begin, soft_move,
    soft_played, weight_for,
)
from gtpengine.mcts.moves.refusal cimport Refusal
from gtpengine.mcts.moves.refusing cimport is_refused


cdef class SoftmaxProbe:
    """A board with the weights of a softmax playout, from a position on."""
    cdef SoftmaxModel model
    cdef SoftState state
    cdef Board* board

    def __cinit__(self):
        self.board = board_new()
        if self.board == NULL:
            raise MemoryError

    def __init__(self, Position position not None, weights):
        self.model = SoftmaxModel(weights)
        board_copy(self.board, &position.board)
        soft_begin(&self.state, self.model.data, self.board)

    def __dealloc__(self):
        board_free(self.board)

    def play(self, int point):
        """Play for the side to move (-1: pass) and update the weights.

        :raises ValueError: when the move is illegal.
        """
        cdef int color = self.board.to_play, v, captured
        if point < 0:
            board_pass(self.board, color)
            return
        v = point_to_vertex(point, self.board.size)
        if not board_is_legal(self.board, v, color):
            raise ValueError(f"point {point} is no legal move")
        captured = board_play(self.board, v, color)
        soft_played(&self.state, self.model.data, self.board, captured)

    def weights(self, int color):
        """Return the kept weights of all points, by their neighbourhoods alone.

        They are 0 for stones, own eyes and suicides. A ko is not looked at.
        """
        return np.array([
            weight_for(self.state.weight[point_to_vertex(point, self.board.size)], color)
            / <double>SOFT_ONE
            for point in range(self.board.size * self.board.size)
        ])

    def is_exact(self):
        """Return whether the weights and their sums equal those computed from nothing."""
        cdef SoftState anew
        cdef int color, i
        soft_begin(&anew, self.model.data, self.board)
        if memcmp(&anew, &self.state, sizeof(SoftState)) != 0:
            return False
        # The sums, for each colour on its own.
        for color in (BLACK, WHITE):
            points = [weight_for(self.state.weight[i], color) for i in range(N_VERTICES)]
            blocks = [weight_for(self.state.block[i], color) for i in range(N_BLOCKS)]
            regions = [weight_for(self.state.region[i], color) for i in range(N_REGIONS)]
            if (blocks != [sum(points[8 * i:8 * i + 8]) for i in range(N_BLOCKS)]
                    or regions != [sum(blocks[8 * i:8 * i + 8]) for i in range(N_REGIONS)]
                    or sum(regions) != weight_for(self.state.total, color)):
                return False
        return True

    def probabilities(self):
        """Return the probabilities of all moves that a playout may draw here.

        Bad self-ataris are always refused.
        """
        cdef Near near
        cdef Refusal strict
        cdef const Board* b = self.board
        cdef int color = b.to_play, i, v
        strict.strict = True
        strict.stones = 0
        found = {}
        near_fill(b, color, &near)
        for i in range(b.n_empty):
            v = b.empties[i]
            if (weight_for(self.state.weight[v], color) and board_is_legal(b, v, color)
                    and not is_refused(b, v, color, &strict)):
                found[vertex_to_point(v, b.size)] = weight_for(self.state.weight[v], color)
        for i in range(near.n):
            point = vertex_to_point(near.vertices[i], b.size)
            if b.cell[near.vertices[i]] == CELL_EMPTY and point in found:
                found[point] = near_weight(
                    self.model.data, found[point], near.places[i], near.answers[i])
        total = sum(found.values())
        return {point: weight / total for point, weight in found.items()}

    def draws(self, int count, uint64_t seed):
        """Return how often each move comes in ``count`` draws. Bad self-ataris are always refused.
        """
        cdef Refusal strict
        cdef Rng rng
        cdef int _, v, reason = 0
        strict.strict = True
        strict.stones = 0
        rng_seed(&rng, seed, 0)
        found = {}
        for _ in range(count):
            v = soft_move(&self.state, self.model.data, self.board, self.board.to_play, &strict,
                          &rng, &reason)
            point = -1 if v == PASS_VERTEX else vertex_to_point(v, self.board.size)
            found[point] = found.get(point, 0) + 1
        return found
