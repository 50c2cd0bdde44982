"""A function of Python as an evaluator."""

from libc.string cimport memset

from board_ext.board cimport Board, board_copy
from board_ext.legal cimport board_is_legal
from board_ext.lowlevel.bitsets cimport bits_first, bits_next
from board_ext.lowlevel.types cimport EMPTY, PASS_VERTEX, vertex_to_point
from board_ext.position cimport Position
from gtpengine.mcts.doors.evaluator cimport EvaluatorDoor
from gtpengine.mcts.doors.search_state cimport Request


cdef class PythonEvaluator(EvaluatorDoor):
    """An evaluator that asks a function, which any thread of the search calls.

    The function gets a position without moves, and returns (policy, value, lead): float32 of shape
    (size * size + 1,) by point with the pass last, and of the side to move the expected reward, 0
    to 1, and the lead in points, komi counted. Where the function raises nothing is known; it has
    to tell others itself.
    """

    cdef object function
    cdef Position root

    def __init__(self, function):
        self.function = function
        self.door.context = <void*>self
        self.door.judge = _judge
        self.door.judges = True

    def begin(self, Position root not None):
        """Say what is searched next: the rules, komi and handicap are those of all positions."""
        self.root = root

    cdef Position position_of(self, const Board* b):
        cdef Position position = Position(b.size, self.root.rules, self.root.komi)
        board_copy(&position.start, b)
        position.start.move_number = 0
        position.n_handicap = self.root.n_handicap
        position.begin()
        return position

    cdef int answer(self, Request* request) except -1:
        cdef const Board* b = request.board
        cdef int v = bits_first(b.points[EMPTY]), n = 1
        cdef double total  # of numbers that may be as large as a float
        policy, value, lead = self.function(self.position_of(b))
        cdef const float[::1] given = policy
        if given.shape[0] != b.size * b.size + 1:
            raise ValueError("a policy of another board")
        memset(request.probability, 0, sizeof(request.probability))
        request.value = value
        request.points = lead
        total = given[b.size * b.size]
        request.probability[PASS_VERTEX] = total
        while v:
            if board_is_legal(b, v, b.to_play):
                request.probability[v] = given[vertex_to_point(v, b.size)]
                total += request.probability[v]
                n += 1
            v = bits_next(b.points[EMPTY], v)
        _share(request, total, n)
        request.has_policy = True
        request.has_judgement = request.wants_judgement
        return 0


cdef void _share(Request* request, double total, int n) noexcept:
    """Make the sum of the probabilities 1; without any the ``n`` legal moves share it alike."""
    cdef const Board* b = request.board
    cdef int v = PASS_VERTEX
    while True:
        if total > 0.0:
            request.probability[v] = <float>(request.probability[v] / total)
        elif v == PASS_VERTEX or board_is_legal(b, v, b.to_play):
            request.probability[v] = <float>(1.0 / n)
        v = bits_first(b.points[EMPTY]) if v == PASS_VERTEX else bits_next(b.points[EMPTY], v)
        if not v:
            return


cdef void _judge(void* context, Request* request) noexcept nogil:
    with gil:
        try:
            (<PythonEvaluator>context).answer(request)
        except BaseException:
            request.has_policy = False
            request.has_judgement = False
