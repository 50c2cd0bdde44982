"""The learner of the gammas of softmax playouts.

Its rows are those of ``playoutfile.FACTORS`` up to the patterns, then one for each class of
patterns.
"""

from board_ext.board cimport Board
from board_ext.lowlevel.types cimport uint16_t, uint32_t
from gtpengine.learning.choice cimport MAX_MOVES
from gtpengine.learning.learner cimport ChoiceLearner
from gtpengine.mcts.moves.patterns3 cimport PATTERN3_CODES

cdef enum:
    # First row of each group.
    ROW_ESCAPE = 0
    ROW_CAPTURE = 3
    ROW_PLACE = 6
    ROW_ANSWER = 9
    ROW_PATTERN = 14          # "other" of the file is made of these


cdef class PlayoutLearner(ChoiceLearner):
    # Which row each code has.
    cdef uint16_t[PATTERN3_CODES] row_of
    # The moves of the choice.
    cdef uint16_t[MAX_MOVES] vertices
    # How often each row was among the moves of a choice.
    cdef uint32_t* appearances
    cdef object kept_appearances
    cdef readonly object classes      # the class of each row from ROW_PATTERN on

    cdef void list_moves(self, const Board* b, int v) noexcept nogil
