"""What is read of a search while it runs: owners, spreads of the score, expected lines."""

from board_ext.lowlevel.types cimport uint32_t, uint64_t
from gtpengine.mcts.doors.search_state cimport MoveTally, Worker
from gtpengine.mcts.tree.tree cimport Tree

cdef enum:
    MAX_LINE = 60
    # In place of a vertex: all moves of the root together.
    ANY_MOVE = -1


cdef object point_of(int move, int size)
cdef uint64_t count_simulations(Worker** workers, int n) noexcept nogil
cdef MoveTally sum_tallies(Worker** workers, int n, int move) noexcept nogil
cdef double tally_stdev(MoveTally tally) noexcept nogil
cdef object owner_means(Worker** workers, int n, int size, int move)
cdef object criticality_of(Worker** workers, int n, int size)
cdef tuple expected_line(const Tree* tree, uint32_t start, int size)
