"""Answers of a network that are kept, because a search asks many questions twice.

It asks again when a node gets more children, and when other moves before the last two led to the
same position: one question in six in the first moves of a game. The network sees no more of a
position than `question_of` reads, so a kept answer is the one that it would give again.

Races: a place belongs to the thread that has swapped its lock from 0 to 1. Another thread that
comes meanwhile does without: it asks the network, or keeps nothing.
"""

from board_ext.board cimport Board
from board_ext.lowlevel.types cimport N_VERTICES, uint32_t, uint64_t

cdef enum:
    PLACES = 8192             # a power of two; 15 MB, of which a search touches what it fills


cdef struct KeptAnswer:
    uint64_t question
    float probability[N_VERTICES]    # as `Request` of search_state.pxd has them
    float value
    float score
    uint32_t lock
    uint32_t used             # whether there is an answer


cdef class KeptAnswers:
    cdef KeptAnswer* places
    cdef readonly object model       # the MoveModel behind these answers


cdef uint64_t question_of(const Board* b, uint64_t terms, int symmetry) noexcept nogil
cdef bint answer_find(KeptAnswer* places, uint64_t question, float* probability, float* value,
                      float* score) noexcept nogil
cdef void answer_keep(KeptAnswer* places, uint64_t question, const float* probability,
                      float value, float score) noexcept nogil
