"""One choice of a player: the possible moves, the rows that make their scores, the move played."""

from board_ext.board cimport Board
from board_ext.lowlevel.types cimport uint32_t
from gtpengine.prediction.features cimport FeatureContext
from gtpengine.prediction.movemodel cimport MAX_ACTIVE, ROW, MoveModelData

cdef enum:
    MAX_MOVES = 362


cdef struct Choice:
    int n                               # moves, the pass among them
    int played                          # index of the move that was played
    int[MAX_MOVES + 1] start            # of each move in `active`
    uint32_t[MAX_MOVES * MAX_ACTIVE] active
    float[MAX_MOVES][ROW] total         # sums of rows
    double[MAX_MOVES] score
    double[MAX_MOVES] probability


cdef bint choice_fill(Choice* c, FeatureContext* context, const MoveModelData* m, const Board* b,
                      int played) noexcept nogil
cdef void choice_score(Choice* c, const float* rows) noexcept nogil
