"""What is read of a search while it runs: owners, spreads of the score, expected lines."""

import numpy as np

from libc.math cimport sqrt

from board_ext.lowlevel.atomics cimport load_i32, load_i64, load_u32, load_u64
from board_ext.lowlevel.types cimport (
    N_VERTICES, PASS_VERTEX, int32_t, int64_t, uint32_t, uint64_t, vertex_of, vertex_to_point,
)
from gtpengine.mcts.doors.search_state cimport MoveTally, Worker
from gtpengine.mcts.tree.node cimport Node
from gtpengine.mcts.tree.tree cimport Children, Tree, children_next, children_of

from board_ext.coords import PASS


cdef object point_of(int move, int size):
    """Return a kernel's move as Python code names it."""
    return PASS if move == PASS_VERTEX else vertex_to_point(move, size)


cdef uint64_t count_simulations(Worker** workers, int n) noexcept nogil:
    """Return the simulations of this search by all ``n`` workers."""
    cdef uint64_t total = 0
    cdef int i
    for i in range(n):
        total += load_u64(&workers[i].simulations)
    return total


cdef MoveTally sum_tallies(Worker** workers, int n, int move) noexcept nogil:
    """Return the tally of a move of the root, or of ANY_MOVE, over all workers."""
    cdef MoveTally total
    cdef MoveTally* tally
    cdef int i, v, first = 0 if move == ANY_MOVE else move
    cdef int end = N_VERTICES if move == ANY_MOVE else move + 1
    total.simulations = 0
    total.score = 0
    total.score_squares = 0
    for i in range(n):
        for v in range(first, end):
            tally = &workers[i].tallies[v]
            total.simulations += load_u64(&tally.simulations)
            total.score += load_i64(&tally.score)
            total.score_squares += load_u64(&tally.score_squares)
    return total


cdef double tally_stdev(MoveTally tally) noexcept nogil:
    """Return the standard deviation of the final score in points, 0 without simulations."""
    cdef double n = tally.simulations, mean
    if n == 0.0:
        return 0.0
    mean = tally.score / n
    # Half points; a torn read of another thread's counters may make the difference negative.
    return 0.5 * sqrt(max(0.0, tally.score_squares / n - mean * mean))


cdef object owner_means(Worker** workers, int n, int size, int move):
    """Return the mean owner of each point, +1 Black, as a (size, size) array, row 0 at the bottom.

    Of the simulations that began with ``move``, for which the workers must have kept owners, or of
    all with ANY_MOVE; those count that were played out. Zeros without any.
    """
    owner = np.zeros((size, size), dtype=np.float32)
    cdef float[:, ::1] view = owner
    cdef int row, column, v
    cdef double boards = _owned(workers, n, move, PASS_VERTEX)
    if boards > 0.0:
        for row in range(size):
            for column in range(size):
                v = vertex_of(row, column)
                # Owners may have been counted since the boards were.
                view[row, column] = <float>min(max(_owned(workers, n, move, v) / boards, -1.0), 1.0)
    owner.flags.writeable = False
    return owner


cdef double _owned(Worker** workers, int n, int move, int v) noexcept nogil:
    """Return how often a vertex ended as Black's minus how often White's; of the pass, on how many
    boards. Not each simulation is played out."""
    cdef int64_t total = 0
    cdef const int32_t* counts
    cdef int i
    for i in range(n):
        counts = workers[i].owner
        if move != ANY_MOVE:
            counts = &workers[i].move_owners[move * N_VERTICES]
        total += load_i32(&counts[v])
    return total


cdef object criticality_of(Worker** workers, int n, int size):
    """Return the criticality of each point as a (size, size) array, row 0 at the bottom; zeros
    without simulations. See `counts.update_criticality` for the formula."""
    criticality = np.zeros((size, size), dtype=np.float32)
    cdef float[:, ::1] view = criticality
    cdef double simulations = _owned(workers, n, ANY_MOVE, PASS_VERTEX)
    cdef double owned, with_winner, wins = 0.0
    cdef int row, column, i, v
    for i in range(n):
        wins += load_i64(&workers[i].wins)
    if simulations > 0.0:
        for row in range(size):
            for column in range(size):
                v = vertex_of(row, column)
                owned = 0.0
                with_winner = 0.0
                for i in range(n):
                    owned += load_i32(&workers[i].owner[v])
                    with_winner += load_i32(&workers[i].winner_owner[v])
                view[row, column] = <float>(0.5 * (
                    with_winner / simulations - owned / simulations * (wins / simulations)))
    criticality.flags.writeable = False
    return criticality


cdef tuple expected_line(const Tree* tree, uint32_t start, int size):
    """Return the (point, visits) of the most visited moves one after the other below a node."""
    cdef const Node* node = &tree.nodes[start]
    cdef const Node* best
    cdef Children children
    cdef uint32_t most
    line = []
    while len(line) < MAX_LINE:
        best = NULL
        most = 0
        children = children_of(node)
        while children_next(tree, &children):
            if load_u32(&tree.nodes[children.index].visits) > most:
                best = &tree.nodes[children.index]
                most = load_u32(&best.visits)
        if best == NULL:
            break
        line.append((point_of(best.move, size), most))
        node = best
    return tuple(line)
