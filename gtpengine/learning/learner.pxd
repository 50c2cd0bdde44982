"""Learners of a linear model, or of a factorization machine, from choices.

Subclasses say in ``fill`` what a choice is made of.
"""

from board_ext.board cimport Board
from board_ext.lowlevel.rng cimport Rng
from board_ext.lowlevel.types cimport uint32_t
from gtpengine.learning.choice cimport Choice
from gtpengine.prediction.features cimport FeatureContext
from gtpengine.prediction.movemodel cimport MoveModelData


cdef class ChoiceLearner:
    cdef float* rows
    cdef float* squares           # for each row: of the first entry, of the factors
    cdef double* wins
    cdef double* expected
    cdef float* gradient          # ROW for each row; all zero between positions
    cdef uint32_t* touched
    cdef int n_touched
    cdef Choice* choice
    cdef Board* board
    cdef Rng rng
    cdef bint factors
    cdef readonly object state        # the arrays a checkpoint must keep
    cdef object kept

    cdef bint fill(self, const Board* b, int v) noexcept nogil
    cdef void descend(self, double rate) noexcept nogil
    cdef void step(self, uint32_t number, double rate) noexcept nogil
    cdef void tally(self) noexcept nogil


cdef class Learner(ChoiceLearner):
    cdef MoveModelData data
    cdef FeatureContext* context
    cdef readonly object model
