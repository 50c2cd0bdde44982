"""The learner of the gammas of softmax playouts, from games."""

import numpy as np

from libc.string cimport memset

from board_ext.board cimport Board
from board_ext.lowlevel.types cimport BLACK, N_VERTICES, PASS_VERTEX, uint16_t, uint32_t
from board_ext.playouts.uniform cimport is_playable
from gtpengine.lab.softmax.answers cimport Near, near_fill
from gtpengine.lab.softmax.softmax cimport stakes_beside
from gtpengine.learning.choice cimport Choice
from gtpengine.learning.learner cimport ChoiceLearner
from gtpengine.mcts.moves.patterns3 cimport PATTERN3_CODES, pattern3_code, pattern3_swapped
from gtpengine.mcts.moves.refusal cimport Refusal
from gtpengine.mcts.moves.refusing cimport is_refused
from gtpengine.prediction.movemodel cimport ROW

from gtpengine.lab.weights.local3 import class_table
from gtpengine.lab.weights.playoutfile import FACTORS, PlayoutWeights

PATTERN_ROW = ROW_PATTERN


cdef class PlayoutLearner(ChoiceLearner):
    """Minorization-maximization (Coulom 2007) of the gammas of a softmax playout.

    A choice is one between the moves that a playout draws from: legal ones that fill no own eye and
    are no bad self-atari. Other moves of players teach nothing. Rows: the names of
    ``playoutfile.FACTORS``, then one for each class of 3x3 patterns, from ``PATTERN_ROW`` on. The
    rate of ``learn_game`` must be 0.
    """

    def __init__(self):
        cdef uint16_t[::1] view
        cdef uint32_t[::1] counts
        cdef int code
        assert FACTORS[ROW_PATTERN:] == ("other",)
        self.classes, places = np.unique(class_table(), return_inverse=True)
        view = (places + ROW_PATTERN).astype(np.uint16)
        for code in range(PATTERN3_CODES):
            self.row_of[code] = view[code]
        rows = np.zeros((ROW_PATTERN + len(self.classes), ROW), dtype=np.float32)
        self.kept_appearances = np.zeros(len(rows), dtype=np.uint32)
        counts = self.kept_appearances
        self.appearances = &counts[0]
        super().__init__(rows, False, 1, 0.0)

    cdef bint fill(self, const Board* b, int v) noexcept nogil:
        """List the moves that a playout draws from; False when ``v`` is not among them."""
        if v == PASS_VERTEX:
            return False
        self.list_moves(b, v)
        return self.choice.played >= 0

    cdef void list_moves(self, const Board* b, int v) noexcept nogil:
        """List the moves that a playout draws from, and note which of them is ``v``."""
        cdef Choice* c = self.choice
        cdef Near near
        cdef Refusal refusal
        cdef uint16_t[N_VERTICES + 4] nearby
        cdef int[2] stakes
        cdef int color = b.to_play, i, u, n = 0, code, place, row
        c.n = 0
        c.played = -1
        refusal.strict = True
        refusal.stones = 0
        near_fill(b, color, &near)
        memset(nearby, 0, sizeof(nearby))
        for i in range(near.n):
            nearby[near.vertices[i]] = i + 1
        for i in range(b.n_empty):
            u = b.empties[i]
            if not is_playable(b, u, color) or is_refused(b, u, color, &refusal):
                continue
            if u == v:
                c.played = c.n
            c.start[c.n] = n
            self.vertices[c.n] = u
            code = pattern3_code(b, u)
            row = self.row_of[code if color == BLACK else pattern3_swapped(code)]
            c.active[n] = row
            self.appearances[row] += 1
            n += 1
            stakes_beside(b, u, stakes)
            if stakes[color - 1]:
                c.active[n] = ROW_ESCAPE + stakes[color - 1] - 1
                n += 1
            if stakes[2 - color]:
                c.active[n] = ROW_CAPTURE + stakes[2 - color] - 1
                n += 1
            place = nearby[u] - 1
            if place >= 0:
                if near.places[place]:
                    c.active[n] = ROW_PLACE + near.places[place] - 1
                    n += 1
                if near.answers[place]:
                    c.active[n] = ROW_ANSWER + near.answers[place] - 1
                    n += 1
            c.n += 1
        c.start[c.n] = n

    def weights(self, int least_seen):
        """Return the present gammas.

        Patterns that were a possible move in fewer than ``least_seen`` choices, since the learner
        was made, are left out. The mean log-gamma of the patterns played in the last batch is 0.
        """
        rows = self.state["rows"][:, 0].astype(np.float64)
        patterns = rows[ROW_PATTERN:]
        seen = self.kept_appearances[ROW_PATTERN:].astype(np.float64)
        chosen = self.state["wins"][ROW_PATTERN:]
        # Only ratios of the patterns' gammas have a meaning: the mean of those played becomes 1.
        if chosen.any():
            patterns = patterns - np.average(patterns, weights=chosen)
        factors = {name: float(np.exp(rows[i])) for i, name in enumerate(FACTORS[:ROW_PATTERN])}
        # A pattern that was never seen gets the mean log-gamma of those that were.
        factors["other"] = float(np.exp(np.average(patterns, weights=seen))) if seen.any() else 1.0
        return PlayoutWeights(
            factors,
            {int(code): float(np.exp(patterns[i])) for i, code in enumerate(self.classes)
             if seen[i] >= max(1, least_seen)},
        )
