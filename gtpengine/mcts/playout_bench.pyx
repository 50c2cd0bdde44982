"""Loops of playouts without a tree: what `gtpengine bench` measures and the tests replay."""

from board_ext.bits cimport popcount64
from board_ext.board cimport Board, board_copy, board_free, board_init, board_new, neighbours_and
from board_ext.rng cimport Rng, mix64, rng_seed
from board_ext.types cimport BLACK, MAX_SIZE, MIN_SIZE, WHITE, WORDS, uint64_t
from gtpengine.mcts.uniform cimport uniform_playout


cdef int simple_area(const Board* b) noexcept nogil:
    """Return Black's area minus White's at the end of a playout: stones and eyes of one point."""
    cdef int i, score = 0, all_of
    for i in range(WORDS):
        score += popcount64(b.points[BLACK][i]) - popcount64(b.points[WHITE][i])
    for i in range(b.n_empty):
        all_of = neighbours_and(b, b.empties[i])
        score += (all_of & BLACK) - ((all_of & WHITE) >> 1)
    return score


def uniform_playouts(int size, int count, uint64_t seed):
    """Play ``count`` uniformly random games from the empty board of ``size``.

    Returns (moves and passes played, games Black won without komi, a 64-bit mix of every final
    position): equal numbers mean equal games.
    """
    cdef Board* start
    cdef Board* b
    cdef Rng rng
    cdef int i, max_moves = 3 * size * size
    cdef uint64_t signature = 0, moves = 0, black = 0
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise ValueError(f"board size {size}: give {MIN_SIZE} to {MAX_SIZE}")
    start = board_new()
    b = board_new()
    if start == NULL or b == NULL:
        board_free(start)
        board_free(b)
        raise MemoryError
    with nogil:
        board_init(start, size)
        for i in range(count):
            rng_seed(&rng, seed, i)
            board_copy(b, start)
            uniform_playout(b, &rng, max_moves)
            moves += b.move_number
            black += simple_area(b) > 0
            signature = mix64(signature ^ b.hash ^ b.move_number)
        board_free(start)
        board_free(b)
    return moves, black, signature
