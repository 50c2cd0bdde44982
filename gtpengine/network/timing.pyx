"""How long the parts of a judgement take, without Python in between."""

from libc.stdlib cimport calloc, free

from board_ext.board cimport Board
from board_ext.position cimport Position
from board_ext.lowlevel.system cimport thread_seconds
from board_ext.lowlevel.types cimport MAX_POINTS, N_VERTICES, uint8_t
from gtpengine.network.forward cimport net_forward
from gtpengine.network.net cimport (
    NetAnswer, NetScratch, Network, net_evaluate, net_prepare, net_scratch_free, net_scratch_new,
)
from gtpengine.network.planes cimport N_NUMBERS, N_PLANES, input_fill
from gtpengine.prediction.features cimport FeatureContext
from gtpengine.prediction.movemodel cimport MoveModel, MoveModelData

PARTS = ("model", "planes", "network", "whole")
"""What ``seconds`` measures: the move model, or what chains tell where the network does without the
model; the planes; the network without them; planes, network
and probabilities together, which is what a search pays beside the move model."""


cdef enum Part:
    PART_MODEL
    PART_PLANES
    PART_NETWORK
    PART_WHOLE


cdef struct Case:
    # One position, and what the parts before give to those after them.
    const Board* board
    FeatureContext context
    float[N_VERTICES] probability
    uint8_t[N_PLANES * MAX_POINTS] planes
    float[N_NUMBERS] numbers


cdef void _do(int part, Case* case, const MoveModelData* model, Network network,
              NetScratch* scratch, NetAnswer* answer) noexcept nogil:
    cdef const Board* b = case.board
    if part == PART_MODEL:
        net_prepare(&network.net, model, b, case.probability, &case.context, NULL)
    elif part == PART_PLANES:
        input_fill(&case.context, case.probability if network.net.sees_model else NULL, b, 7.5,
                   case.planes, case.numbers)
    elif part == PART_NETWORK:
        net_forward(&network.net, scratch.trunk, case.planes, case.numbers, b.size, 0,
                    False, &scratch.outputs)
    else:
        net_evaluate(&network.net, scratch, &case.context, case.probability, b, 7.5, False, 0,
                     False, answer)


def seconds(Network network not None, MoveModel model not None, positions, int rounds):
    """Return the CPU seconds that each of ``PARTS`` takes for a position.

    It is the mean over the positions, and the least of ``rounds`` rounds of all of them, since
    other programs only add to it.

    :raises ValueError: when there is no position.
    """
    cdef NetAnswer answer
    cdef double begun
    cdef double[4] best
    cdef int i, part, round_number, count = len(positions)
    cdef list kept = list(positions)
    cdef NetScratch* scratch
    cdef Case* cases
    if not kept:
        raise ValueError("give positions to time")
    scratch = net_scratch_new(&network.net)
    cases = <Case*>calloc(count, sizeof(Case))
    if scratch == NULL or cases == NULL:
        net_scratch_free(scratch)
        free(cases)
        raise MemoryError
    for i in range(count):
        cases[i].board = &(<Position?>kept[i]).board
    with nogil:
        for round_number in range(rounds):
            for part in range(4):
                begun = thread_seconds()
                for i in range(count):
                    _do(part, &cases[i], &model.data, network, scratch, &answer)
                begun = thread_seconds() - begun
                if round_number == 0 or begun < best[part]:
                    best[part] = begun
        net_scratch_free(scratch)
        free(cases)
    return {name: best[i] / count for i, name in enumerate(PARTS)}
