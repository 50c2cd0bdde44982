"""The evaluator's door: who gives the policy of a position, and judges who wins it.

An evaluator is a C function with a context. It answers before it returns, and any number of threads
may ask at a time. One that answers in batches lets the threads that ask wait until a batch is full:
as many positions are under way as the search has threads.

The move model of `prediction` plays without a network: it has a policy and no judgement.
"""

from board_ext.board cimport Board
from gtpengine.mcts.doors.search_state cimport Evaluator, Request


cdef class EvaluatorDoor:
    """An evaluator as Python hands it to a searcher; its file fills in ``door``."""
    cdef Evaluator door


cdef class ModelEvaluator(EvaluatorDoor):
    cdef object model         # keeps alive what the context points to


cdef inline void ask(const Evaluator* evaluator, Request* request, const Board* b) noexcept nogil:
    """Ask about the position on the board ``b``; without an evaluator nothing is known."""
    request.board = b
    request.has_policy = False
    request.has_features = False
    request.has_judgement = False
    if evaluator.judge != NULL:
        evaluator.judge(evaluator.context, request)
