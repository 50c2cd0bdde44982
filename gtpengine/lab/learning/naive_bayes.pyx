"""A naive Bayes classifier of moves: was it played, or not?

The attributes of a move are the groups of its features, its 3x3 neighbourhood with liberties, its
largest shape, and its largest shape with the last move. Given the class of a move, played or not,
they are taken as independent. So the log-odds that a move is played are

    log(P / N)  +  sum over attributes g of  log p(value of g | played) / p(value of g | not played)

with P moves played and N others. "None of these" is a value, too. Of a pass only that it is one is
known. Counts are all that is learned: one look at each game.

Ontanon, Informed Monte Carlo tree search for real-time strategy games, CIG 2016, has such models of
the actions of programs, calibrated because naive Bayes is too sure of itself.
"""

import numpy as np

from board_ext.board cimport Board
from board_ext.legal cimport board_is_legal
from board_ext.lowlevel.types cimport uint8_t, uint32_t
from gtpengine.learning.choice cimport Choice, choice_fill
from gtpengine.learning.learner cimport Learner
from gtpengine.prediction.features cimport N_FEATURES
from gtpengine.prediction.movemodel cimport MoveModel, shape_find
from gtpengine.prediction.shapekeys cimport local_key

from gtpengine.prediction.features import GROUPS
from gtpengine.prediction.movemodel import OWNERSHIP

VIRTUAL = 1.0     # virtual moves played for each value, and as many others as make it tell nothing

cdef enum:
    UNKNOWN = 255     # the attribute of a shape that no move had yet
    PASS_ROWS = 2     # the first group: passes

cdef int LOCAL = len(GROUPS)


cdef class BayesLearner(Learner):
    """Counts what moves have that were played, and what others have.

    ``model`` must be summed: each move then has one shape of each family. Use a ``rate`` of 0.

    :raises ValueError: when the model is not summed.
    """
    cdef uint8_t* attribute       # of each row
    cdef double* moves            # moves that are no pass: played, and others

    def __init__(self, MoveModel model not None):
        cdef uint8_t[::1] view
        cdef double[::1] moves
        if not model.data.summed:
            raise ValueError("naive Bayes needs a model with summed rows: one shape for each move")
        super().__init__(model, False)
        attributes = np.full(len(model.rows), UNKNOWN, dtype=np.uint8)
        attributes[:N_FEATURES] = np.repeat(np.arange(LOCAL), [count for _, count, _ in GROUPS])
        if model.ownership:
            attributes[-OWNERSHIP[1]:] = LOCAL + 3
        view = self.state["attributes"] = attributes
        self.attribute = &view[0]
        moves = self.state["moves"] = np.zeros(2)
        self.moves = &moves[0]

    cdef bint fill(self, const Board* b, int v) noexcept nogil:
        """List the moves, and find out which shapes are of which family."""
        cdef int i, n = 1
        choice_fill(self.choice, self.context, &self.data, b, v)
        for i in range(b.n_empty):
            if board_is_legal(b, b.empties[i], b.to_play):
                self.look(b.empties[i], n)
                n += 1
        return True

    cdef void look(self, int v, int n) noexcept nogil:
        """Note the families of the shapes of the point ``v``, which is move ``n``."""
        cdef Choice* c = self.choice
        cdef uint32_t local = shape_find(&self.data, local_key(self.context.codes, v)), row
        cdef int j, family = 1
        for j in range(c.start[n], c.start[n + 1]):
            row = c.active[j]
            if N_FEATURES <= row < self.data.ownership_row:
                if row == local:
                    self.attribute[row] = LOCAL
                else:
                    # The shape of the stones comes first, then that with the last move.
                    self.attribute[row] = LOCAL + family
                    family += 1

    def weights(self):
        """Return what each row adds to the log-odds of a move; float64 of shape (rows,).

        What all points have in common is left out, and the pass is beside them as it should be.
        """
        played, others = self.state["wins"], self.state["expected"]
        attributes = self.state["attributes"]
        n_played, n_others = self.state["moves"]
        if n_played == 0.0 or n_others == 0.0:
            return np.zeros(len(played))
        rate = n_played / n_others
        tells = np.log((played + VIRTUAL) / (rate * others + VIRTUAL))
        tells[attributes == UNKNOWN] = 0.0
        common = 0.0
        for attribute in range(1, LOCAL + 4):
            own = attributes == attribute
            if not own.any():
                continue
            left = max(0.0, n_played - played[own].sum())
            right = max(0.0, n_others - others[own].sum())
            none = np.log((left + VIRTUAL) / (rate * right + VIRTUAL))
            tells[own] -= none
            common += none
        # The log-odds of a pass are log(rate) + tells, of a point log(rate) + common + tells.
        tells[:PASS_ROWS] -= common
        return tells

    cdef void tally(self) noexcept nogil:
        """Count the rows of the move that was played, and the rows of the others."""
        cdef Choice* c = self.choice
        cdef int i, j
        for i in range(c.n):
            for j in range(c.start[i], c.start[i + 1]):
                if i == c.played:
                    self.wins[c.active[j]] += 1.0
                else:
                    self.expected[c.active[j]] += 1.0
        # The first move is the pass.
        self.moves[0] += c.played > 0
        self.moves[1] += c.n - 1 - (c.played > 0)
