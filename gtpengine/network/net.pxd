"""A network as a search asks it: who wins a position, by how much, and which moves are worth it.

One ``Network`` serves all threads, since its weights never change; each thread has a ``NetScratch``
of its own, and no memory is taken while it evaluates. A search calls ``net_evaluate`` after
``net_prepare``, which asks the move model where the network begins from its answer.
"""

from board_ext.board cimport Board
from board_ext.lowlevel.types cimport MAX_POINTS, N_VERTICES, uint8_t
from gtpengine.network.answers cimport KeptAnswers
from gtpengine.network.kernel.convolution cimport Conv
from gtpengine.network.forward cimport Block, Linear, Net, Outputs, PointHead, Scratch
from gtpengine.network.planes cimport N_NUMBERS, N_PLANES
from gtpengine.prediction.features cimport FeatureContext
from gtpengine.prediction.keptshapes cimport KeptShapes
from gtpengine.prediction.movemodel cimport MoveModelData


cdef struct NetAnswer:
    # For the side to move.
    float[N_VERTICES] probability   # of each legal move, the pass at 0; they sum to 1
    float value                     # expected reward, 0 (lost) to 1 (won)
    float score                     # expected lead in points, komi counted
    float[N_VERTICES] ownership     # probability that it owns the point at the end


cdef struct NetScratch:
    Scratch* trunk
    uint8_t[N_PLANES * MAX_POINTS] planes
    float[N_NUMBERS] numbers
    Outputs outputs
    Outputs turned                  # under one of all symmetries


cdef class Network:
    cdef Net net
    cdef readonly object shape        # a NetShape
    cdef readonly object provenance   # dict of plain data
    cdef readonly str path            # of PATHS
    cdef list kept                    # the arrays that the net points to
    cdef KeptAnswers answers          # of searches, None before the first

    cdef KeptAnswers answers_with(self, object model)
    cdef const void* _keep(self, object array) except NULL
    cdef int _convolution(self, Conv* to, object found, str name) except -1
    cdef int _linear(self, Linear* to, object found, str name, int inputs, int outputs) except -1
    cdef int _points(self, PointHead* to, object found, str name) except -1
    cdef int _block(self, Block* to, object found, int number) except -1


cdef NetScratch* net_scratch_new(const Net* net) noexcept nogil
cdef void net_scratch_free(NetScratch* scratch) noexcept nogil
cdef void net_prepare(const Net* net, const MoveModelData* model, const Board* b,
                      float* probability, FeatureContext* context,
                      KeptShapes* kept) noexcept nogil
cdef void net_evaluate(const Net* net, NetScratch* scratch, const FeatureContext* context,
                       const float* probability, const Board* b, double komi, bint territory,
                       int symmetry, bint owners, NetAnswer* answer) noexcept nogil
