"""The move model as an evaluator."""

from gtpengine.prediction.movemodel cimport MoveModel, MoveModelData, model_probabilities


cdef class EvaluatorDoor:
    """The evaluator that is asked about a position when a node gets children.

    Its own file makes it.
    """


cdef void _judge_by_model(void* context, Request* request) noexcept nogil:
    """Answer with the probabilities of the move model."""
    cdef const Board* b = request.board
    model_probabilities(<const MoveModelData*>context, b, b.to_play, request.probability,
                        &request.features)
    request.has_policy = True
    request.has_features = True


cdef class ModelEvaluator(EvaluatorDoor):
    """The probabilities of a move model (``gtpengine.prediction``)."""

    def __init__(self, MoveModel model not None):
        self.model = model
        self.door.context = <void*>&model.data
        self.door.judge = _judge_by_model
