"""A toy evaluator for tests: it knows one favourite move, and one value for whoever is to move."""

from libc.string cimport memset

from board_ext.board cimport Board
from board_ext.legal cimport board_is_legal
from board_ext.lowlevel.atomics cimport add_u64
from board_ext.lowlevel.types cimport PASS_VERTEX, point_to_vertex, uint64_t
from gtpengine.mcts.doors.evaluator cimport EvaluatorDoor
from gtpengine.mcts.doors.search_state cimport Request


cdef struct Toy:
    int favourite             # vertex
    float value
    bint judges
    uint64_t answered         # by all threads, relaxed


cdef void _judge(void* context, Request* request) noexcept nogil:
    """Give the favourite 0.9, and the other legal moves the rest."""
    cdef Toy* toy = <Toy*>context
    cdef const Board* b = request.board
    cdef float other = <float>(0.1 / (b.n_empty + 1))
    cdef int i, v
    memset(request.probability, 0, sizeof(request.probability))
    request.probability[PASS_VERTEX] = other
    for i in range(b.n_empty):
        v = b.empties[i]
        if board_is_legal(b, v, b.to_play):
            request.probability[v] = 0.9 if v == toy.favourite else other
    request.has_policy = True
    request.value = toy.value
    request.points = 0.0
    request.has_judgement = toy.judges and request.wants_judgement
    add_u64(&toy.answered, 1)


cdef class ToyEvaluator(EvaluatorDoor):
    """An evaluator that likes one point, at any time and for either side.

    ``value`` is the expected reward of the side to move; None judges nothing.
    """

    cdef Toy toy

    def __init__(self, int size, int favourite, value=None):
        self.toy.favourite = point_to_vertex(favourite, size)
        self.toy.value = 0.0 if value is None else value
        self.toy.judges = value is not None
        self.door.context = &self.toy
        self.door.judge = _judge
        self.door.judges = self.toy.judges

    @property
    def answered(self):
        """The number of questions that it has answered."""
        return self.toy.answered
