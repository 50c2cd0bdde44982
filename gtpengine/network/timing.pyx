"""How long the parts of a judgement take, without Python in between."""

from posix.time cimport CLOCK_THREAD_CPUTIME_ID, clock_gettime, timespec

from board_ext.position cimport Position
from board_ext.types cimport N_VERTICES, PASS_VERTEX
from gtpengine.network.forward cimport net_forward
from gtpengine.network.net cimport (
    NetAnswer, NetScratch, Network, net_evaluate, net_scratch_free, net_scratch_new,
)
from gtpengine.network.planes cimport N_BINARY, expected_fill, numbers_fill, planes_fill
from gtpengine.prediction.features cimport FeatureContext
from gtpengine.prediction.movemodel cimport MoveModel, model_probabilities

PARTS = ("model", "planes", "network", "whole")
"""What ``seconds`` measures: the move model; the planes; the network without them; planes, network
and probabilities together, which is what a search pays beside the move model."""


cdef double _now() noexcept nogil:
    """Return the CPU time of this thread."""
    cdef timespec time
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec + 1e-9 * time.tv_nsec


def seconds(Network network not None, MoveModel model not None, Position position not None,
            int rounds):
    """Return the CPU seconds of one call of each of ``PARTS``, as means of ``rounds`` calls."""
    cdef FeatureContext context
    cdef NetAnswer answer
    cdef float[N_VERTICES] probability
    cdef double[5] at
    cdef int _i
    cdef NetScratch* scratch = net_scratch_new(&network.net)
    if scratch == NULL:
        raise MemoryError
    with nogil:
        # One call of all, to fetch everything into the caches.
        model_probabilities(&model.data, &position.board, position.board.to_play, probability,
                            &context)
        net_evaluate(&network.net, scratch, &context, probability, &position.board, 7.5, False,
                     &answer)
        at[0] = _now()
        for _i in range(rounds):
            model_probabilities(&model.data, &position.board, position.board.to_play, probability,
                                &context)
        at[1] = _now()
        for _i in range(rounds):
            planes_fill(&context, &position.board, scratch.planes)
            expected_fill(probability, &position.board,
                          scratch.planes + N_BINARY * position.board.size * position.board.size)
            numbers_fill(&position.board, 7.5, False, probability[PASS_VERTEX], scratch.numbers)
        at[2] = _now()
        for _i in range(rounds):
            net_forward(&network.net, scratch.trunk, scratch.planes, scratch.numbers,
                        position.board.size, &scratch.outputs)
        at[3] = _now()
        for _i in range(rounds):
            net_evaluate(&network.net, scratch, &context, probability, &position.board, 7.5, False,
                         &answer)
        at[4] = _now()
        net_scratch_free(scratch)
    return tuple((at[i + 1] - at[i]) / rounds for i in range(4))
