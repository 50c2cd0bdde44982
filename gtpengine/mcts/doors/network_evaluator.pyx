# distutils: include_dirs = .
"""A network as an evaluator: the move model's answer, and a judgement for those who want one."""

from board_ext.board cimport Board
from board_ext.lowlevel.types cimport N_VERTICES
from gtpengine.mcts.doors.search_state cimport ANSWERS_AT_ONCE, Request
from gtpengine.network.net cimport (
    NetAnswer, NetScratch, Network, net_evaluate, net_scratch_free, net_scratch_new,
)
from gtpengine.prediction.movemodel cimport MoveModel, model_probabilities


cdef void* _open(const void* context) noexcept nogil:
    """Return the scratch of a thread, or NULL when there is no memory."""
    return net_scratch_new((<const NetworkContext*>context).net)


cdef void _close(void* scratch) noexcept nogil:
    net_scratch_free(<NetScratch*>scratch)


cdef void _judge(const NetworkContext* c, Request* request) noexcept nogil:
    """Add the network's judgement to the model's answer, and mix their policies."""
    cdef NetAnswer answer
    cdef int v
    net_evaluate(c.net, <NetScratch*>request.scratch, &request.features, request.probability,
                 request.board, c.komi, c.territory, request.symmetry, &answer)
    for v in range(N_VERTICES):
        request.probability[v] += c.share * (answer.probability[v] - request.probability[v])
    request.judged_value = answer.value
    request.judged_score = answer.score
    request.has_judgement = True


cdef bint _ask(void* context, Request* request) noexcept nogil:
    """Answer at once: with the model alone, or with the network, too."""
    cdef const NetworkContext* c = <const NetworkContext*>context
    cdef const Board* b = request.board
    model_probabilities(c.model, b, b.to_play, request.probability, &request.features)
    request.has_policy = True
    request.has_features = True
    if request.wants_judgement:
        _judge(c, request)
    return True


cdef class NetworkEvaluator(EvaluatorDoor):
    """The probabilities of a move model, and the judgements of a network of the same board size.

    ``komi`` is what White gets in the end, ``share`` that of the network's policy beside the
    model's.
    """

    def __init__(self, Network network not None, MoveModel model not None, double komi,
                 bint territory, double share):
        self.network = network
        self.model = model
        self.context.net = &network.net
        self.context.model = &model.data
        self.context.komi = komi
        self.context.territory = territory
        self.context.share = <float>share
        self.door.context = &self.context
        self.door.ask = _ask
        self.door.manner = ANSWERS_AT_ONCE
        self.door.open = _open
        self.door.close = _close
        self.door.judges = True
