"""The move model as an evaluator."""

from gtpengine.prediction.keptshapes cimport KeptShapes, kept_shapes_free, kept_shapes_new
from gtpengine.prediction.movemodel cimport MoveModel, MoveModelData, model_probabilities


cdef class EvaluatorDoor:
    """The evaluator that is asked about a position when a node gets children.

    Its own file makes it.
    """


cdef void* _open(const void* context) noexcept nogil:
    """Return the memory of a thread, or NULL when there is no room."""
    return kept_shapes_new()


cdef void _close(void* scratch) noexcept nogil:
    kept_shapes_free(<KeptShapes*>scratch)


cdef void _judge_by_model(void* context, Request* request) noexcept nogil:
    """Answer with the probabilities of the move model."""
    cdef const Board* b = request.board
    model_probabilities(<const MoveModelData*>context, b, b.to_play, request.probability,
                        &request.features, <KeptShapes*>request.scratch)
    request.has_policy = True
    request.has_features = True


cdef class ModelEvaluator(EvaluatorDoor):
    """The probabilities of a move model (``gtpengine.prediction``)."""

    def __init__(self, MoveModel model not None):
        self.model = model
        self.door.context = <void*>&model.data
        self.door.judge = _judge_by_model
        self.door.open = _open
        self.door.close = _close
