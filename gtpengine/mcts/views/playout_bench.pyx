"""Loops of playouts without a tree: what `gtpengine bench` measures and the tests replay."""

from board_ext.board cimport Board, board_copy, board_free, board_init, board_new
from board_ext.lowlevel.rng cimport Rng, mix64, rng_seed
from board_ext.lowlevel.types cimport MAX_SIZE, MIN_SIZE, uint64_t
from board_ext.playouts.score cimport playout_area
from board_ext.playouts.uniform cimport uniform_playout
from board_ext.position cimport Position
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.mcts.playout.playout cimport MAX_SIMULATION_MOVES
from gtpengine.mcts.views.playouts cimport Playouts


def uniform_playouts(int size, int count, uint64_t seed):
    """Play ``count`` uniformly random games from the empty board of ``size``.

    Return (moves and passes played, games Black won without komi, a 64-bit mix of every final
    position). Equal numbers mean equal games.

    :raises ValueError: when the size is not 2 to 19.
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
            black += playout_area(b) > 0
            signature = mix64(signature ^ b.hash ^ b.move_number)
        board_free(start)
        board_free(b)
    return moves, black, signature


def heavy_playouts(int size, int count, uint64_t seed, object params):
    """Play ``count`` heavy playouts from the empty board of ``size``.

    Return (moves and passes played, games Black won without komi, a 64-bit mix of every final
    position).

    :raises ValueError: when the size is not 2 to 19.
    """
    cdef Playouts playouts
    cdef const Descent* d
    cdef int i
    cdef uint64_t signature = 0, moves = 0, black = 0
    playouts = Playouts(params, Position(size))
    with nogil:
        for i in range(count):
            d = playouts.play(seed, i, MAX_SIMULATION_MOVES)
            moves += d.board.move_number
            black += playout_area(d.board) > 0
            signature = mix64(signature ^ d.board.hash ^ d.board.move_number)
    return moves, black, signature
