"""Loops of playouts without a tree: what `gtpengine bench` measures and the tests replay."""

from libc.stdlib cimport free, malloc

from board_ext.board cimport Board, board_copy, board_free, board_init, board_new
from board_ext.playout_score cimport playout_area
from board_ext.rng cimport Rng, mix64, rng_seed
from board_ext.types cimport MAX_SIZE, MIN_SIZE, uint64_t
from board_ext.uniform cimport uniform_playout
from gtpengine.mcts.moves.patterns3 cimport playout_params
from gtpengine.mcts.params.cparams cimport CParams
from gtpengine.mcts.playout.playout cimport (
    MAX_SIMULATION_MOVES, Playout, Record, RuleOrder, playout_init, playout_run,
)
from gtpengine.mcts.playout.rules cimport PlayoutOrder, order_from
from gtpengine.mcts.softmax.softmax cimport SoftModel, SoftmaxModel, soft_data, soft_model


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
    cdef Board* start
    cdef Board* b
    cdef Record* record
    cdef Rng rng
    cdef Playout playout
    cdef CParams p = playout_params(params)
    cdef PlayoutOrder order = order_from(params)
    cdef const RuleOrder* rules = &order.order
    cdef SoftmaxModel soft
    cdef const SoftModel* data
    cdef int i
    cdef uint64_t signature = 0, moves = 0, black = 0
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise ValueError(f"board size {size}: give {MIN_SIZE} to {MAX_SIZE}")
    soft = soft_model(params, size)
    data = soft_data(soft)
    start = board_new()
    b = board_new()
    record = <Record*>malloc(sizeof(Record))
    if start == NULL or b == NULL or record == NULL:
        board_free(start)
        board_free(b)
        free(record)
        raise MemoryError
    with nogil:
        board_init(start, size)
        for i in range(count):
            rng_seed(&rng, seed, i)
            board_copy(b, start)
            record.n = 0
            playout_init(&playout, &p, rules, data, &rng)
            playout_run(&playout, b, MAX_SIMULATION_MOVES, record)
            moves += b.move_number
            black += playout_area(b) > 0
            signature = mix64(signature ^ b.hash ^ b.move_number)
        board_free(start)
        board_free(b)
        free(record)
    return moves, black, signature
