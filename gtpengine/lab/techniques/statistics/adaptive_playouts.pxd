"""The weights that adaptive playouts learn, of a thread alone or of all threads."""

from board_ext.lowlevel.types cimport int32_t, int64_t, uint32_t, uint64_t
from gtpengine.mcts.moves.patterns3 cimport PATTERN3_CODES
from gtpengine.lab.softmax.softmax cimport SoftModel

cdef enum:
    CHANGE_ONE = 1 << 24      # a change of 1
    OUTCOME_ONE = 1 << 20     # a win of Black


cdef struct AdaptiveWeights:
    # Zero when a search begins. Shared fields are changed by atomics; ``model`` is read as plain
    # numbers by playouts under way.
    uint32_t lock             # held while a simulation is learned, where sharing is by lock
    # 0 before the first playout, 1 while a thread copies the learned weights, then READY, published
    # by release: a playout that comes before that draws by the learned weights and teaches nothing.
    uint32_t state
    const SoftModel* learned  # what the weights began with
    # Of the logarithm of a weight, by side - 1, in 1 / CHANGE_ONE. Nothing is lost: a change is
    # added by a compare and swap. In one simulation they sum to 0, unless one reaches its limit.
    int32_t change[PATTERN3_CODES][2]
    # A pattern's weight follows its change. Race: two threads that change it may store their
    # weights in the other order; the older one then stays until the next change.
    SoftModel model
    # Race: a reader may see one without the other, which shifts the mean by a simulation at most.
    uint64_t simulations
    int64_t outcomes          # their sum, for Black, in 1 / OUTCOME_ONE
