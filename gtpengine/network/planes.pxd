"""What a network sees of a position: planes of points, and numbers of the whole position.

All is seen from the side to move, so one network serves both colours. ``PLANES`` and ``NUMBERS`` in
planes.pyx name each. The planes hold what the board knows exactly, such as liberties and ladders
read to the end, so that a small network need not learn to read them. One more plane and one more
number hold what the move model expects: the network begins where the model ends. A network may do
without these two; then no search needs to ask the model.

Not done: superko, sekis, moves before the last two, territory that is safe without a reply.
"""

from board_ext.board cimport Board
from board_ext.lowlevel.types cimport uint8_t
from gtpengine.prediction.features cimport FeatureContext

cdef enum:
    N_BINARY = 27             # planes that hold 0 or FULL
    N_PLANES = 28             # with the plane of the move model, the last
    N_NUMBERS = 9             # the number of the move model is the last
    FULL = 127                # the byte that stands for 1
    LEAST_EXPECTED = 1        # in the model's plane, of a legal move; 0 is an illegal one
    EXPECTED_STEPS = 8        # of the model's plane, for one unit of ln p
    PASS_UNITS = 16           # of ln p, for one unit of the model's number


cdef void input_fill(const FeatureContext* context, const float* probability, const Board* b,
                     double komi, uint8_t* planes, float* numbers) noexcept nogil
