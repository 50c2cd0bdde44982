"""Counting simulations."""

from board_ext.atomics cimport store_i32, store_i64, store_u64
from board_ext.board cimport Board, neighbours_and
from board_ext.types cimport (
    BLACK, N_VERTICES, PASS_VERTEX, WHITE, int32_t, int64_t, uint64_t, vertex_of,
)
from gtpengine.mcts.state cimport MoveTally


cdef inline void _note_owner(Worker* w, int32_t* of_move, int v, int cells,
                             int sign) noexcept nogil:
    """Count the owner of a point: of whom ``cells`` are."""
    cdef int owner = (cells & BLACK) - ((cells & WHITE) >> 1)
    store_i32(&w.owner[v], w.owner[v] + owner)
    store_i32(&w.winner_owner[v], w.winner_owner[v] + sign * owner)
    if of_move != NULL:
        store_i32(&of_move[v], of_move[v] + owner)


cdef inline void _note_owners(Worker* w, int32_t* of_move, int sign) noexcept nogil:
    """Count the owners of the final board, for the move that the simulation began with in
    ``of_move`` (NULL without); ``sign`` is the winner's."""
    cdef const Board* b = w.board
    cdef int i, v, row
    for row in range(b.size):
        for v in range(vertex_of(row, 0), vertex_of(row, b.size)):
            _note_owner(w, of_move, v, b.cell[v], sign)
    for i in range(b.n_empty):
        v = b.empties[i]
        _note_owner(w, of_move, v, neighbours_and(b, v), sign)


cdef void update_criticality(Worker* w) noexcept nogil:
    """Compute how much more often than by chance the winner owns a point (Coulom 2009).

    With o and g the signs of the owner and of the winner: (mean of o g - mean o * mean g) / 2,
    which is Coulom's difference of probabilities where no point is neutral.
    """
    cdef double n = w.simulations
    cdef int v
    for v in range(N_VERTICES):
        w.criticality[v] = <float>(
            0.5 * (w.winner_owner[v] / n - (w.owner[v] / n) * (w.wins / n)))


cdef inline int _first_move(const Worker* w) noexcept nogil:
    return w.record.vertices[0] if w.record.n else PASS_VERTEX


cdef inline void _note_move(Worker* w, int score) noexcept nogil:
    """Count the simulation for the move of the root that it began with."""
    cdef MoveTally* tally = &w.tallies[_first_move(w)]
    store_u64(&tally.simulations, tally.simulations + 1)
    store_i64(&tally.score, tally.score + score)
    store_u64(&tally.score_squares, tally.score_squares + <uint64_t>(<int64_t>score * score))


cdef void count_simulation(Worker* w, int score) noexcept nogil:
    """Count a simulation that ended on the worker's board, with ``score`` half points for Black."""
    cdef int sign = (score > 0) - (score < 0)
    cdef int32_t* of_move = NULL
    if w.move_owners != NULL:
        of_move = &w.move_owners[_first_move(w) * N_VERTICES]
    _note_owners(w, of_move, sign)
    store_i64(&w.wins, w.wins + sign)
    _note_move(w, score)
    store_u64(&w.simulations, w.simulations + 1)
    store_u64(&w.moves, w.moves + w.record.n)
    store_u64(&w.depths, w.depths + w.depth)
