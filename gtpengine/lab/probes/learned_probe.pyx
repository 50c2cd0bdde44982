"""What techniques have learned, seen from Python; used by the tests alone."""

from libc.stdlib cimport free, malloc

from board_ext.position cimport Position
from board_ext.lowlevel.types cimport N_VERTICES, point_to_vertex, uint16_t
from gtpengine.lab.techniques.playouts.learned_patterns cimport WEIGHT3_ONE, pattern3_weight
from gtpengine.lab.techniques.statistics.lgrf cimport Replies, replies_clear, replies_learn


def pattern3_weight_of(Position position not None, int point, int color):
    """Return the learned weight of the empty ``point`` for ``color``.

    :raises ValueError: when ``point`` is not on the board.
    """
    cdef int v
    if not 0 <= point < position.board.size * position.board.size:
        raise ValueError(f"point {point} is not on the board")
    v = point_to_vertex(point, position.board.size)
    return pattern3_weight(&position.board, v, color) / <double>WEIGHT3_ONE


def _check_moves(*moves):
    for move in moves:
        if not 0 <= move < N_VERTICES:
            raise ValueError(f"{move} is no move: 0 to {N_VERTICES - 1}")


cdef class RepliesProbe:
    """Tables of last good replies; moves are numbers from 1 to 419, 0 is a pass."""

    cdef Replies* replies

    def __cinit__(self):
        self.replies = <Replies*>malloc(sizeof(Replies))
        if self.replies == NULL:
            raise MemoryError
        replies_clear(self.replies)

    def __dealloc__(self):
        free(self.replies)

    def learn(self, moves, int winner, int first=1, int last=0, int last2=0, bint forget=True):
        """Learn from the moves that the side ``first`` began after ``last2`` and ``last``.

        :raises ValueError: for more than 500 moves, and for a number that is no move.
        """
        cdef uint16_t[500] played
        if len(moves) > 500:
            raise ValueError(f"{len(moves)} moves are more than 500")
        _check_moves(*moves, last, last2)
        for i, move in enumerate(moves):
            played[<int>i] = move
        replies_learn(self.replies, played, len(moves), last, last2, first, winner, forget)

    def reply(self, int color, int last, last2=None):
        """Return the learned reply to ``last``, or to ``last2`` and then ``last``; 0: no reply.

        :raises ValueError: for a number that is no move.
        """
        _check_moves(last, last2 or 0)
        return (self.replies.one[color][last] if last2 is None
                else self.replies.two[color][last][<int>last2])
