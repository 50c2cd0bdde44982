"""The move model by rank (rankmodel.pxd)."""

import numpy as np

from board_ext.board cimport Board
from board_ext.legal cimport board_is_legal
from board_ext.lowlevel.types cimport PASS_VERTEX, int16_t, uint32_t, uint64_t, vertex_to_point
from board_ext.position cimport Position
from gtpengine.prediction.features cimport FeatureContext
from gtpengine.prediction.movemodel cimport (
    MAX_ACTIVE, MoveModel, ROW, active_rows, model_prepare, rows_score,
)


cdef class RankModel:
    """A move model with the effects of rank on it; immutable once made.

    - ``base``: the model of strong players' moves.
    - ``effects``: the rows of its features and shapes have the effect at each knot, up to 8.
    - ``knots``: the ranks (``gtpengine.game.ranks``: 25 kyu is -24, 1 kyu 0, 1 dan 1) of the
      effects, rising.
    - ``scales``: the factor of the base's scores at each knot.

    :raises ValueError: when these do not fit.
    """

    def __init__(self, MoveModel base not None, MoveModel effects not None, knots, scales):
        self.base = base
        self.effects = effects
        self.knots = np.array(knots, np.float64)
        self.scales = np.array(scales, np.float64)
        if effects.ownership:
            raise ValueError("effects of ownership are not read")
        if self.knots.ndim != 1 or not 1 <= len(self.knots) <= ROW:
            raise ValueError(f"knots of shape {self.knots.shape}: give 1 to {ROW}")
        if not (np.isfinite(self.knots).all() and (np.diff(self.knots) > 0).all()):
            raise ValueError("knots must be finite and rise")
        if self.scales.shape != self.knots.shape or not (
                np.isfinite(self.scales).all() and (self.scales > 0).all()):
            raise ValueError("scales must be positive numbers, one for each knot")

    def weights(self, double rank):
        """Return the weights of the knots at a rank: float64, shape (knots,), sum 1."""
        return np.array([np.interp(rank, self.knots, unit) for unit in np.eye(len(self.knots))])

    def scores(self, Position position not None):
        """Return (points, scores, effects) of the legal moves of the side to move.

        Points are int16, shape (moves,), the pass (-1) first. Scores are the base's, float64
        of shape (moves,); effects are float64 of shape (moves, knots). Superko is not looked at.
        """
        cdef FeatureContext context
        cdef uint32_t[MAX_ACTIVE] active
        cdef float[ROW] total
        cdef const Board* b = &position.board
        cdef const float* row
        cdef int i, j, k, v, count, n = 0, n_knots = len(self.knots)
        cdef int16_t[::1] points
        cdef double[::1] scores
        cdef double[:, ::1] effects
        found = np.empty(b.n_empty + 1, np.int16)
        base_scores = np.empty(b.n_empty + 1)
        of_knots = np.zeros((b.n_empty + 1, n_knots))
        points, scores, effects = found, base_scores, of_knots
        # The effects look at nothing that the base does not look at.
        model_prepare(&self.base.data, &context, b, b.to_play)
        for i in range(-1, b.n_empty):
            v = PASS_VERTEX if i < 0 else b.empties[i]
            if i >= 0 and not board_is_legal(b, v, b.to_play):
                continue
            points[n] = -1 if i < 0 else vertex_to_point(v, b.size)
            count = active_rows(&self.base.data, &context, NULL, v, active)
            scores[n] = rows_score(self.base.data.rows, active, count, total)
            count = active_rows(&self.effects.data, &context, NULL, v, active)
            for j in range(count):
                row = self.effects.data.rows + <uint64_t>active[j] * ROW
                for k in range(n_knots):
                    effects[n, k] += row[k]
            n += 1
        return found[:n], base_scores[:n], of_knots[:n]

    def log_probabilities(self, Position position not None, ranks):
        """Return (points, log p) of the legal moves of the side to move, as players of ``ranks``.

        Points are int16, shape (moves,), the pass (-1) first; log p is float64 of shape
        (ranks, moves). Superko is not looked at.
        """
        points, scores, effects = self.scores(position)
        weights = np.array([self.weights(rank) for rank in ranks]).reshape(-1, len(self.knots))
        found = (weights @ self.scales)[:, None] * scores + weights @ effects.T
        found -= found.max(axis=1, keepdims=True)
        return points, found - np.log(np.exp(found).sum(axis=1, keepdims=True))

    def probabilities(self, Position position not None, double rank):
        """Return (point, probability) of each legal move of the side to move, the likeliest first.

        The pass is point -1. Probabilities are for a player of ``rank`` and sum to 1; a rank
        beyond the knots counts as the nearest. Superko is not looked at.
        """
        points, logs = self.log_probabilities(position, [rank])
        order = np.argsort(-logs[0], kind="stable")
        return [(int(points[i]), float(np.exp(logs[0, i]))) for i in order]
