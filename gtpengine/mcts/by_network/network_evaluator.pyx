# distutils: include_dirs = .
"""A network as an evaluator: the move model's answer, and a judgement for those who want one."""

from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from board_ext.board cimport Board
from board_ext.lowlevel.types cimport N_VERTICES, uint64_t
from gtpengine.mcts.doors.search_state cimport Request
from gtpengine.network.answers cimport answer_find, answer_keep, question_of
from gtpengine.network.net cimport (
    NetAnswer, NetScratch, Network, net_evaluate, net_prepare, net_scratch_free, net_scratch_new,
)
from gtpengine.prediction.keptshapes cimport KeptShapes, kept_shapes_free, kept_shapes_new
from gtpengine.prediction.movemodel cimport MoveModel, model_probabilities


cdef struct Desk:
    # What a thread needs to answer.
    NetScratch* scratch
    KeptShapes* shapes


cdef void _close(void* desk) noexcept nogil:
    if desk != NULL:
        net_scratch_free((<Desk*>desk).scratch)
        kept_shapes_free((<Desk*>desk).shapes)
        free(desk)


cdef void* _open(const void* context) noexcept nogil:
    """Return the desk of a thread, or NULL when there is no memory."""
    cdef Desk* desk = <Desk*>calloc(1, sizeof(Desk))
    if desk == NULL:
        return NULL
    desk.scratch = net_scratch_new((<const NetworkContext*>context).net)
    desk.shapes = kept_shapes_new()
    if desk.scratch == NULL or desk.shapes == NULL:
        _close(desk)
        return NULL
    return desk


cdef void _evaluate(const NetworkContext* c, Request* request) noexcept nogil:
    """Add the network's judgement to the model's answer, and mix their policies, if the model was
    asked."""
    cdef NetAnswer answer
    cdef int v
    net_evaluate(c.net, (<Desk*>request.scratch).scratch, &request.features, request.probability,
                 request.board, c.komi, c.territory, request.symmetry, False, &answer)
    for v in range(N_VERTICES if c.asks_model else 0):
        request.probability[v] += c.share * (answer.probability[v] - request.probability[v])
    if not c.asks_model:
        memcpy(request.probability, answer.probability, sizeof(answer.probability))
    request.value = answer.value
    request.points = answer.score
    request.has_judgement = True


cdef void _judge(void* context, Request* request) noexcept nogil:
    """Answer with the model alone, or with the network, too."""
    cdef const NetworkContext* c = <const NetworkContext*>context
    cdef const Board* b = request.board
    cdef uint64_t question = 0
    request.has_policy = True
    # 1. What was answered before needs no reading of the board.
    if request.wants_judgement:
        question = question_of(b, c.terms, request.symmetry)
        request.has_judgement = answer_find(c.answers, question, request.probability,
                                            &request.value, &request.points)
        if request.has_judgement:
            return
    # 2. The move model comes first, where the network begins from what it expects.
    if request.wants_judgement and not c.asks_model:
        net_prepare(c.net, c.model, b, request.probability, &request.features, NULL)
    else:
        model_probabilities(c.model, b, b.to_play, request.probability, &request.features,
                            (<Desk*>request.scratch).shapes)
    request.has_features = True
    if request.wants_judgement:
        _evaluate(c, request)
        answer_keep(c.answers, question, request.probability, request.value, request.points)


cdef class NetworkEvaluator(EvaluatorDoor):
    """The probabilities of a move model, and the judgements of a network of the same board size.

    ``komi`` is what White gets in the end, ``share`` the weight of the network's policy beside the
    model's.
    """

    def __init__(self, Network network not None, MoveModel model not None, double komi,
                 bint territory, double share):
        self.network = network
        self.model = model
        self.answers = network.answers_with(model)
        self.context.answers = self.answers.places
        self.context.terms = hash((komi, territory, share)) & <uint64_t>-1
        self.context.net = &network.net
        self.context.model = &model.data
        self.context.komi = komi
        self.context.territory = territory
        self.context.share = <float>share
        self.context.asks_model = network.net.sees_model or share < 1.0
        self.door.context = &self.context
        self.door.judge = _judge
        self.door.open = _open
        self.door.close = _close
        self.door.judges = True
