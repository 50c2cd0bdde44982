"""Priors that come late; see late.pxd."""

from libc.stdlib cimport calloc, free

from board_ext.board cimport board_copy, board_free, board_new
from board_ext.lowlevel.types cimport PASS_VERTEX
from gtpengine.mcts.doors.evaluator cimport (
    REQUEST_IDLE, ask, await_answer, is_answered, is_idle,
)
from gtpengine.mcts.doors.search_state cimport LateRequest, Prior
from gtpengine.mcts.tree.node cimport Node, node_set_prior
from gtpengine.mcts.tree.tree cimport Children, Tree, children_next, children_of
from gtpengine.mcts.expansion.priors cimport (
    PriorContext, prior_of_move, prior_of_pass, priors_prepare,
)


cdef bint late_open(Worker* w) noexcept nogil:
    """Make room for late requests; False when there is no memory."""
    cdef int i
    if w.late != NULL:
        return True
    w.late = <LateRequest*>calloc(LATE_REQUESTS, sizeof(LateRequest))
    if w.late == NULL:
        return False
    for i in range(LATE_REQUESTS):
        w.late[i].board = board_new()
        if w.late[i].board == NULL:
            late_close(w)
            return False
    return True


cdef void late_close(Worker* w) noexcept nogil:
    """Free the requests; none may be under way."""
    cdef int i
    if w.late != NULL:
        for i in range(LATE_REQUESTS):
            board_free(w.late[i].board)
    free(w.late)
    w.late = NULL
    w.n_late = 0


cdef void late_ask(Worker* w, const Board* b, uint32_t node) noexcept nogil:
    """Ask about the position of ``node``, on the board ``b``, if a request is free."""
    cdef LateRequest* late
    cdef int i
    if w.n_late == LATE_REQUESTS:
        return
    for i in range(LATE_REQUESTS):
        late = &w.late[i]
        if is_idle(&late.request):
            board_copy(late.board, b)
            w.n_late += 1
            ask(&w.search.evaluator, &late.request, late.board, node)
            return


cdef void _take(Worker* w, LateRequest* late) noexcept nogil:
    """Give the children of a node the priors that follow from the answer."""
    w.n_late -= 1
    late.request.state = REQUEST_IDLE
    if late.request.has_policy:
        take_priors(w.search, late.board, &late.request)


cdef void take_priors(Search* s, const Board* b, Request* answer) noexcept nogil:
    """Give the children of the node that was asked about, on the board ``b``, other priors."""
    cdef Tree* tree = &s.tree
    cdef Children children = children_of(&tree.nodes[answer.node])
    cdef PriorContext context
    cdef Prior prior
    cdef Node* child
    priors_prepare(&context, b, &s.params, answer)
    while children_next(tree, &children):
        child = &tree.nodes[children.index]
        if child.move == PASS_VERTEX:
            prior = prior_of_pass(&context)
        else:
            prior = prior_of_move(&context, child.move)
        node_set_prior(child, prior.wins / prior.weight if prior.weight > 0.0 else 0.5,
                       prior.weight, answer.probability[child.move])


cdef void late_take(Worker* w) noexcept nogil:
    """Use the answers that have come."""
    cdef int i
    if w.n_late == 0:
        return
    for i in range(LATE_REQUESTS):
        if is_answered(&w.late[i].request):
            _take(w, &w.late[i])


cdef void late_finish(Worker* w) noexcept nogil:
    """Wait for all answers and use them: nobody may write to a request after a search."""
    cdef int i
    if w.late == NULL:
        return
    for i in range(LATE_REQUESTS):
        if not is_idle(&w.late[i].request):
            await_answer(&w.late[i].request)
    late_take(w)
