"""The kept answers of answers.pxd."""

from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from board_ext.board cimport Board, board_situation
from board_ext.lowlevel.atomics cimport store_release_u32, swap_if_u32
from board_ext.lowlevel.rng cimport mix64
from board_ext.scoring cimport stones_placed


cdef class KeptAnswers:
    """Room for the answers of one network, given with the priors of one move model."""

    def __cinit__(self, model):
        self.model = model
        self.places = <KeptAnswer*>calloc(PLACES, sizeof(KeptAnswer))
        if self.places == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.places)


cdef uint64_t question_of(const Board* b, uint64_t terms, int symmetry) noexcept nogil:
    """Return the hash of all that an answer depends on.

    ``terms`` is the hash of what stays the same in a search, such as komi.
    """
    cdef uint64_t history = b.last_move
    history = history << 10 | <uint64_t>b.last_move2
    history = history << 10 | <uint64_t>b.ko
    # Where territory is counted, komi depends on the stones that were played.
    history = history << 12 | <uint64_t>(stones_placed(b) + 1024)
    history = history << 2 | <uint64_t>b.ko_color
    history = history << 1 | <uint64_t>(b.n_passes > 0)
    history = history << 1 | <uint64_t>b.suicide_allowed
    history = history << 5 | <uint64_t>b.size
    history = history << 4 | <uint64_t>symmetry
    return mix64(mix64(history + 1) ^ terms) ^ board_situation(b, b.to_play)


cdef inline bint _enter(KeptAnswer* place) noexcept nogil:
    """Take a place; False where another thread is there."""
    cdef uint32_t seen = 0
    return swap_if_u32(&place.lock, &seen, 1)


cdef bint answer_find(KeptAnswer* places, uint64_t question, float* probability, float* value,
                      float* score) noexcept nogil:
    """Set what was answered to a question, ``probability`` for N_VERTICES; False where it is not
    kept."""
    cdef KeptAnswer* place = &places[question & (PLACES - 1)]
    cdef bint found
    if not _enter(place):
        return False
    found = place.used and place.question == question
    if found:
        memcpy(probability, place.probability, sizeof(place.probability))
        value[0] = place.value
        score[0] = place.score
    store_release_u32(&place.lock, 0)
    return found


cdef void answer_keep(KeptAnswer* places, uint64_t question, const float* probability,
                      float value, float score) noexcept nogil:
    """Keep an answer in place of the one that is there."""
    cdef KeptAnswer* place = &places[question & (PLACES - 1)]
    if not _enter(place):
        return
    place.used = True
    place.question = question
    memcpy(place.probability, probability, sizeof(place.probability))
    place.value = value
    place.score = score
    store_release_u32(&place.lock, 0)
