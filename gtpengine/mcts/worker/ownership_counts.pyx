"""Counting the owners, the scores and the number of the simulations."""

from board_ext.lowlevel.atomics cimport store_i32, store_i64, store_u64
from board_ext.board cimport Board, neighbours_and
from board_ext.lowlevel.types cimport (
    BLACK, N_VERTICES, PASS_VERTEX, WHITE, int32_t, int64_t, uint64_t, vertex_of,
)
from gtpengine.mcts.doors.search_state cimport MoveTally, Worker


cdef inline void _note_owner(Worker* w, int32_t* of_move, int v, int cells,
                             int sign) noexcept nogil:
    """Add one final owner of ``v``, read from the cell bits."""
    cdef int owner = (cells & BLACK) - ((cells & WHITE) >> 1)
    store_i32(&w.owner[v], w.owner[v] + owner)
    store_i32(&w.winner_owner[v], w.winner_owner[v] + sign * owner)
    if of_move != NULL:
        store_i32(&of_move[v], of_move[v] + owner)


cdef inline void _note_owners(Worker* w, const Board* b, int32_t* of_move,
                              int sign) noexcept nogil:
    """Add the owners of the final board.

    ``of_move`` has the counts of the root's move that the simulation began with, or is NULL;
    ``sign`` is the winner's, 1 for Black. The place of the pass counts the boards.
    """
    cdef int i, v, row
    store_i32(&w.owner[PASS_VERTEX], w.owner[PASS_VERTEX] + 1)
    if of_move != NULL:
        store_i32(&of_move[PASS_VERTEX], of_move[PASS_VERTEX] + 1)
    for row in range(b.size):
        for v in range(vertex_of(row, 0), vertex_of(row, b.size)):
            _note_owner(w, of_move, v, b.cell[v], sign)
    for i in range(b.n_empty):
        v = b.empties[i]
        _note_owner(w, of_move, v, neighbours_and(b, v), sign)


cdef inline int _first_move(const Descent* d) noexcept nogil:
    """Return the move of the root that the simulation began with; a pass when there is none."""
    return d.record.vertices[0] if d.record.n else PASS_VERTEX


cdef inline void _note_move(MoveTally* tally, int score) noexcept nogil:
    """Count the simulation for the move of the root that it began with."""
    store_u64(&tally.simulations, tally.simulations + 1)
    store_i64(&tally.score, tally.score + score)
    store_u64(&tally.score_squares, tally.score_squares + <uint64_t>(<int64_t>score * score))


cdef void count_simulation(const Descent* d, int score, bint played_out) noexcept nogil:
    """Count a simulation that ended on the descent's board; ``score`` is Black's lead in half
    points."""
    cdef Worker* w = d.worker
    cdef int sign = (score > 0) - (score < 0)
    cdef int32_t* of_move = NULL
    if w.move_owners != NULL:
        of_move = &w.move_owners[_first_move(d) * N_VERTICES]
    if played_out:
        _note_owners(w, d.board, of_move, sign)
        store_i64(&w.wins, w.wins + sign)
    _note_move(&w.tallies[_first_move(d)], score)
    store_u64(&w.simulations, w.simulations + 1)
    store_u64(&w.moves, w.moves + d.record.n)
    store_u64(&w.depths, w.depths + d.depth)
