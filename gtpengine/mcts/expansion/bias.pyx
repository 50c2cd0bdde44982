"""Errors of a network by kind of position; see bias.pxd."""

from libc.math cimport pow
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from board_ext.lowlevel.atomics cimport add_i64, load_i64, load_u32
from board_ext.lowlevel.types cimport uint32_t
from gtpengine.mcts.doors.judgement cimport Judgement, judgement_at, judgement_worth
from gtpengine.mcts.moves.likeness cimport KINDS

cdef enum:
    BIAS_ONE = 1 << 20        # fixed point of weights and weighted errors

cdef double WEIGHT_POWER = -0.2


cdef Bias* biases_new() noexcept nogil:
    """Return the sums of all kinds, zero; NULL when there is no memory."""
    return <Bias*>calloc(KINDS, sizeof(Bias))


cdef void biases_free(Bias* biases) noexcept nogil:
    """Free the sums; NULL does nothing."""
    free(biases)


cdef void biases_clear(Bias* biases) noexcept nogil:
    """Forget all errors; NULL does nothing."""
    if biases != NULL:
        memset(biases, 0, KINDS * sizeof(Bias))


cdef double bias_of(const Search* s, uint16_t kind) noexcept nogil:
    """Return what is to be taken off a judgement, for Black; 0 where nothing is known."""
    cdef const Bias* bias = <const Bias*>s.biases + kind
    cdef int64_t weight = load_i64(&bias.weight)
    if weight <= 0:
        return 0.0
    return s.params.network_bias * (load_i64(&bias.error) / <double>weight)


cdef void bias_learn(const Descent* d, double value) noexcept nogil:
    """Add the errors of the judged nodes above the leaf to the sums of their kinds."""
    cdef const Search* s = d.search
    cdef const Judgement* judgement
    cdef Bias* bias
    cdef int depth
    cdef uint32_t word
    cdef double weight
    for depth in range(d.depth):
        judgement = judgement_at(s, d.path[depth])
        word = load_u32(&judgement.word)
        if word == 0:
            continue
        weight = BIAS_ONE * pow(load_u32(&s.tree.nodes[d.path[depth]].visits) + 1.0, WEIGHT_POWER)
        bias = <Bias*>s.biases + judgement.kind
        add_i64(&bias.error, <int64_t>(weight * (judgement_worth(s, word) - value)))
        add_i64(&bias.weight, <int64_t>weight)
