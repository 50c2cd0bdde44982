"""A toy evaluator for tests: it knows one favourite move and one value, and may answer late, from a
thread of its own.

Its queue holds QUEUE questions; searches in tests have fewer under way at a time.
"""

import threading

from libc.string cimport memset
from posix.time cimport nanosleep, timespec

from board_ext.lowlevel.atomics cimport (
    add_u64, load_acquire_u32, load_u32, store_release_u32, store_u32,
)
from board_ext.board cimport Board, board_is_legal
from board_ext.lowlevel.types cimport PASS_VERTEX, point_to_vertex, uint32_t, uint64_t
from gtpengine.mcts.doors.evaluator cimport EvaluatorDoor, request_answer
from gtpengine.mcts.doors.search_state cimport (
    ANSWERS_AT_ONCE, ANSWERS_AWAITED, ANSWERS_LATE, Request,
)

cdef enum:
    QUEUE = 4096

MANNERS = {"at once": ANSWERS_AT_ONCE, "awaited": ANSWERS_AWAITED, "late": ANSWERS_LATE}


cdef struct Toy:
    int favourite             # vertex
    float value               # below 0: none
    Request* waiting[QUEUE]
    uint32_t ready[QUEUE]     # whether `waiting` has been written; released and acquired
    uint64_t asked            # by all threads, relaxed
    uint64_t answered         # by the thread that answers
    uint32_t ended


cdef void _answer(const Toy* toy, Request* request) noexcept nogil:
    """Give the favourite 0.9, and the other legal moves the rest."""
    cdef const Board* b = request.board
    cdef float other = <float>(0.1 / (b.n_empty + 1))
    cdef int i, v
    memset(request.probability, 0, sizeof(request.probability))
    request.probability[PASS_VERTEX] = other
    for i in range(b.n_empty):
        v = b.empties[i]
        if board_is_legal(b, v, b.to_play):
            request.probability[v] = 0.9 if v == toy.favourite else other
    request.has_policy = True
    request.value = toy.value
    request.score = 0.0


cdef bint _ask_at_once(void* context, Request* request) noexcept nogil:
    _answer(<const Toy*>context, request)
    return True


cdef bint _ask_late(void* context, Request* request) noexcept nogil:
    cdef Toy* toy = <Toy*>context
    cdef uint64_t place = add_u64(&toy.asked, 1) % QUEUE
    toy.waiting[place] = request
    store_release_u32(&toy.ready[place], 1)
    return False


cdef class ToyEvaluator(EvaluatorDoor):
    """An evaluator that likes one point, at any time and for either side.

    ``manner`` is ``at once``, ``awaited`` or ``late``; ``value`` is the expected reward of the side
    to move, None for no opinion. ``close`` ends the thread; after it no search may ask.
    """

    cdef Toy toy
    cdef object thread
    cdef uint64_t pause

    def __init__(self, int size, int favourite, value=None, str manner="late", pause=0.0002):
        self.toy.favourite = point_to_vertex(favourite, size)
        self.toy.value = -1.0 if value is None else value
        self.pause = <uint64_t>(pause * 1e9)
        self.door.context = &self.toy
        self.door.manner = MANNERS[manner]
        self.door.ask = _ask_at_once if manner == "at once" else _ask_late
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()

    def _serve(self):
        cdef timespec pause
        cdef uint64_t place
        pause.tv_sec = 0
        pause.tv_nsec = self.pause
        with nogil:
            while not load_u32(&self.toy.ended):
                nanosleep(&pause, NULL)
                # Whatever has come meanwhile is one batch.
                while True:
                    place = self.toy.answered % QUEUE
                    if not load_acquire_u32(&self.toy.ready[place]):
                        break
                    self.toy.ready[place] = 0
                    self.toy.answered += 1
                    _answer(&self.toy, self.toy.waiting[place])
                    request_answer(self.toy.waiting[place])

    @property
    def answered(self):
        """The number of questions that the thread has answered."""
        return self.toy.answered

    def close(self):
        """End the thread."""
        store_u32(&self.toy.ended, 1)
        self.thread.join()
