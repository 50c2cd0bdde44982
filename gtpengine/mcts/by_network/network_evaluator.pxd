"""A network as an evaluator: the move model's answer, and a judgement for those who want one."""

from board_ext.lowlevel.types cimport uint64_t
from gtpengine.mcts.doors.evaluator cimport EvaluatorDoor
from gtpengine.network.answers cimport KeptAnswer, KeptAnswers
from gtpengine.network.net cimport Net
from gtpengine.prediction.movemodel cimport MoveModelData


cdef struct NetworkContext:
    const Net* net
    const MoveModelData* model
    double komi               # what White gets in the end
    bint territory            # territory is counted, not area
    bint asks_model           # before the network; if not, the network's policy stands alone
    float share               # of the network's policy beside the model's
    KeptAnswer* answers       # to questions of this search and of earlier ones
    uint64_t terms            # a hash of komi, territory and share


cdef class NetworkEvaluator(EvaluatorDoor):
    cdef NetworkContext context
    cdef object network       # keep alive what the context points to
    cdef object model
    cdef KeptAnswers answers
