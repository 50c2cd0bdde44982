"""The evaluator's door: who gives priors and a value when a node gets children, and when.

An evaluator is a C function with a context. It answers at once, or promises to answer later, from
any thread, by ``request_answer``. In the second case the evaluator chooses one of two manners:

- the descent waits (``ANSWERS_AWAITED``): its worker goes on with other descents, up to
  ``evaluator_descents`` of them, and the node gets children when the answer has come;
- the node gets children at once (``ANSWERS_LATE``), with the priors of the rules, and the answer
  changes their priors when it comes (`late.pxd`).

The move model of `prediction` is the evaluator that plays by default: it answers at once, and has
no value.

Races: a request belongs to the worker that asks until ``ask`` has returned False, then to whoever
answers, and from `request_answer` on to the worker again, which acquires what was released.
"""

from board_ext.lowlevel.atomics cimport load_acquire_u32, store_release_u32
from board_ext.board cimport Board
from board_ext.lowlevel.types cimport uint32_t
from gtpengine.mcts.doors.search_state cimport Evaluator, Request


cdef enum RequestState:
    REQUEST_IDLE = 0
    REQUEST_ASKED = 1
    REQUEST_ANSWERED = 2


cdef class EvaluatorDoor:
    """An evaluator as Python hands it to a searcher; its file fills in ``door``."""
    cdef Evaluator door


cdef class ModelEvaluator(EvaluatorDoor):
    cdef object model         # keeps alive what the context points to


cdef inline void request_reset(Request* request) noexcept nogil:
    """Make a request ready to be asked."""
    request.state = REQUEST_IDLE
    request.has_policy = False
    request.has_features = False
    request.has_judgement = False
    request.value = -1.0


cdef inline void request_answer(Request* request) noexcept nogil:
    """Give a request back with its answer filled in, from any thread."""
    store_release_u32(&request.state, REQUEST_ANSWERED)


cdef inline bint is_answered(const Request* request) noexcept nogil:
    """Return whether the answer has come."""
    return load_acquire_u32(&request.state) == REQUEST_ANSWERED


cdef inline bint is_idle(const Request* request) noexcept nogil:
    """Is nothing asked with it, and no answer left to use?"""
    return load_acquire_u32(&request.state) == REQUEST_IDLE


cdef inline bint is_asked(const Request* request) noexcept nogil:
    """Return whether it has been asked and the answer is still to come."""
    return load_acquire_u32(&request.state) == REQUEST_ASKED


cdef inline bint knows_value(const Request* request, uint32_t node) noexcept nogil:
    """Return whether the answer says what the position of ``node`` is worth."""
    return request.value >= 0.0 and request.node == node


cdef inline void ask(const Evaluator* evaluator, Request* request, const Board* b,
                     uint32_t node) noexcept nogil:
    """Ask about the position of ``node``, on the board ``b``; without an evaluator nothing is
    known."""
    request_reset(request)
    request.board = b
    request.node = node
    if evaluator.ask == NULL:
        request.state = REQUEST_ANSWERED
        return
    request.state = REQUEST_ASKED
    if evaluator.ask(evaluator.context, request):
        request.state = REQUEST_ANSWERED


cdef void await_answer(const Request* request) noexcept nogil
