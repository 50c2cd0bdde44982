"""Counting simulations."""

from board_ext.atomics cimport store_i32, store_i64, store_u64
from board_ext.board cimport Board, neighbours_and
from board_ext.types cimport (
    BLACK, N_VERTICES, PASS_VERTEX, STRIDE, WHITE, int32_t, int64_t, uint64_t,
)
from gtpengine.mcts.state cimport MoveTally


cdef inline void _note_owners(Worker* w, int32_t* owner, int sign) noexcept nogil:
    """Add the final board, ``sign`` times, to owner counts."""
    cdef const Board* b = w.board
    cdef int i, v, all_of, end = (b.size + 1) * STRIDE
    for v in range(STRIDE, end):
        # The border is both colours and adds nothing.
        store_i32(&owner[v], owner[v] + sign * ((b.cell[v] & BLACK) - ((b.cell[v] & WHITE) >> 1)))
    for i in range(b.n_empty):
        v = b.empties[i]
        all_of = neighbours_and(b, v)
        store_i32(&owner[v], owner[v] + sign * ((all_of & BLACK) - ((all_of & WHITE) >> 1)))


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


cdef inline void _note_move(Worker* w, int score) noexcept nogil:
    """Count the simulation for the move of the root that it began with."""
    cdef int move = w.record.vertices[0] if w.record.n else PASS_VERTEX
    cdef MoveTally* tally = &w.tallies[move]
    store_u64(&tally.simulations, tally.simulations + 1)
    store_i64(&tally.score, tally.score + score)
    store_u64(&tally.score_squares, tally.score_squares + <uint64_t>(<int64_t>score * score))
    if w.move_owners != NULL:
        _note_owners(w, &w.move_owners[move * N_VERTICES], 1)


cdef void count_simulation(Worker* w, int score) noexcept nogil:
    """Count a simulation that ended on the worker's board, with ``score`` half points for Black."""
    cdef int sign = (score > 0) - (score < 0)
    _note_owners(w, w.owner, 1)
    _note_owners(w, w.winner_owner, sign)
    store_i64(&w.wins, w.wins + sign)
    _note_move(w, score)
    store_u64(&w.simulations, w.simulations + 1)
    store_u64(&w.moves, w.moves + w.record.n)
    store_u64(&w.depths, w.depths + w.depth)
