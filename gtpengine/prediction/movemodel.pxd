"""The move model: how likely a strong player is to play each move of a position.

The strength of a move is exp(score), its probability the strength over the sum of strengths (the
generalized Bradley-Terry model of Coulom 2007). The score of a move with the features i is

    sum w_i  +  sum over pairs i < j of <v_i, v_j>

a factorization machine (Rendle 2010; Xiao and Mueller 2016 for Go); with v = 0 it is Coulom's
product of gammas, gamma = exp(w). A row keeps (w - |v|^2 / 2, v), for which the score is the first
entry of the sum of rows plus half the square of the rest.

There is a row for each feature of features.pxd, for each shape the model knows, and, in models that
have them, for each class of ownership.pxd. A move has every known shape around it, from the
smallest on. Since a shape contains the smaller ones, a model that is not trained any more sums
their rows beforehand, and a move needs only its largest shape.
"""

from board_ext.board cimport Board
from board_ext.lowlevel.types cimport N_VERTICES, uint16_t, uint32_t, uint64_t
from gtpengine.prediction.circles cimport MAX_RING, MIN_RING, View
from gtpengine.prediction.features cimport FeatureContext
from gtpengine.prediction.keptshapes cimport KeptShapes

cdef enum:
    ROW = 8                   # floats of a row: 1 and 7 latent factors
    MAX_ACTIVE = 48           # features and shapes of one move


cdef struct ShapeSlot:
    uint32_t check            # high bits of the key; the low ones are the place
    uint32_t row              # 0: the slot is free


cdef struct MoveModelData

# Writes the keys of the shapes around an empty point, of sizes MIN_RING up to `size`, each without
# and with the last move (0: not in the shape), to arrays of MAX_RING + 1. Returns the largest size.
ctypedef int (*ShapeKeys)(const FeatureContext* c, int v, int size, uint64_t* plain,
                          uint64_t* marked) noexcept nogil

# Writes the rows of the 3x3 neighbourhood and of the known shapes around an empty point; returns
# how many there are.
ctypedef int (*ShapeRows)(const MoveModelData* m, const FeatureContext* c, int v,
                          uint32_t* out) noexcept nogil


cdef class OtherShapes:
    # Shapes that are no circles: patterns of the common fate graph, of the laboratory.
    cdef ShapeKeys keys
    cdef ShapeRows rows


cdef struct MoveModelData:
    const float* rows         # ROW floats each
    ShapeSlot* slots
    uint64_t mask             # slots - 1
    int max_ring              # of the largest shapes
    int ownership             # random games for each position, 0: no such feature
    uint32_t ownership_row    # of its first class
    bint summed               # whether the rows of shapes are sums over the smaller ones
    ShapeRows other_rows      # of shapes that are no circles; NULL: circles


cdef class MoveModel:
    cdef MoveModelData data
    cdef readonly object rows        # numpy float32 (n, ROW)
    cdef readonly object keys        # numpy uint64, of the rows from N_FEATURES on
    cdef readonly int max_ring
    cdef readonly int ownership
    cdef readonly bint common_fate
    cdef object keep                 # keeps alive what else the data points into


cdef OtherShapes common_fate_shapes()
cdef uint32_t shape_find(const MoveModelData* m, uint64_t key) noexcept nogil
cdef int with_largest(const MoveModelData* m, uint32_t shape, uint32_t reply, uint32_t* out,
                      int n) noexcept nogil
cdef int shapes_of_move(const MoveModelData* m, const FeatureContext* c, int v,
                        uint32_t* out) noexcept nogil
cdef void model_prepare(const MoveModelData* m, FeatureContext* context, const Board* b,
                        int color) noexcept nogil
cdef int active_rows(const MoveModelData* m, const FeatureContext* c, KeptShapes* kept, int v,
                     uint32_t* out) noexcept nogil
cdef double rows_score(const float* rows, const uint32_t* active, int n,
                       float* total) noexcept nogil
cdef void model_probabilities(const MoveModelData* m, const Board* b, int color, float* out,
                              FeatureContext* context, KeptShapes* kept) noexcept nogil
