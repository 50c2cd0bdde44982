"""The move model as an evaluator."""

from posix.time cimport nanosleep, timespec

from gtpengine.mcts.doors.search_state cimport ANSWERS_AT_ONCE
from gtpengine.prediction.movemodel cimport MoveModel, MoveModelData, model_probabilities


cdef class EvaluatorDoor:
    """The evaluator that is asked about a position when a node gets children.

    Its own file makes it.
    """


cdef bint _ask_model(void* context, Request* request) noexcept nogil:
    """Answer at once with the probabilities of the move model."""
    cdef const Board* b = request.board
    model_probabilities(<const MoveModelData*>context, b, b.to_play, request.probability,
                        &request.features)
    request.has_policy = True
    request.has_features = True
    return True


cdef class ModelEvaluator(EvaluatorDoor):
    """The probabilities of a move model (``gtpengine.prediction``), answered at once."""

    def __init__(self, MoveModel model not None):
        self.model = model
        self.door.context = <void*>&model.data
        self.door.ask = _ask_model
        self.door.manner = ANSWERS_AT_ONCE


cdef void await_answer(const Request* request) noexcept nogil:
    """Sleep until a request that was asked is answered."""
    cdef timespec pause
    pause.tv_sec = 0
    pause.tv_nsec = 20000
    while not is_answered(request):
        nanosleep(&pause, NULL)
