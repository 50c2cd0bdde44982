"""A network as an evaluator: the move model's answer, and a judgement for those who want one."""

from gtpengine.mcts.doors.evaluator cimport EvaluatorDoor
from gtpengine.network.net cimport Net
from gtpengine.prediction.movemodel cimport MoveModelData


cdef struct NetworkContext:
    const Net* net
    const MoveModelData* model
    double komi               # what White gets in the end
    bint territory            # territory is counted, not area
    float share               # of the network's policy beside the model's


cdef class NetworkEvaluator(EvaluatorDoor):
    cdef NetworkContext context
    cdef object network       # keep alive what the context points to
    cdef object model
