"""Playouts seen from Python, move by move with the reasons, for debugging and tests."""

from libc.stdlib cimport free, malloc

from board_ext.board cimport board_copy, board_free, board_new
from board_ext.playout_score cimport playout_area
from board_ext.position cimport Position
from board_ext.rng cimport Rng, rng_seed
from board_ext.types cimport PASS_VERTEX, opponent, uint64_t, vertex_to_point
from gtpengine.mcts.moves.patterns3 cimport playout_params
from gtpengine.mcts.params.cparams cimport CParams
from gtpengine.mcts.playout.playout cimport (
    MAX_SIMULATION_MOVES, Playout, Record, playout_init, playout_run,
)
from gtpengine.mcts.playout.rules cimport PlayoutOrder, order_from
from gtpengine.mcts.softmax.softmax cimport SoftModel, SoftmaxModel, soft_data, soft_model

from gtpengine.mcts.moves.reasons import NAMES
from gtpengine.mcts.params.rule_table import RULES

# Every word that a playout may give as its reason.
REASONS = frozenset([*NAMES, *(row.reason for row in RULES.values())])


def playout_from(Position position not None, params, uint64_t seed):
    """Play one playout; return ([(colour, point, reason)], Black's area lead without komi).

    ``point`` is -1 for a pass.
    """
    cdef CParams p = playout_params(params)
    cdef PlayoutOrder order = order_from(params)
    cdef SoftmaxModel soft = soft_model(params, position.board.size)
    cdef const SoftModel* data = soft_data(soft)
    cdef Rng rng
    cdef Playout playout
    cdef Record* record = <Record*>malloc(sizeof(Record))
    b = board_new()
    if b == NULL or record == NULL:
        board_free(b)
        free(record)
        raise MemoryError
    board_copy(b, &position.board)
    # A game that has ended is played out, too.
    b.n_passes = 0 if b.n_passes >= 2 else b.n_passes
    rng_seed(&rng, seed, 0)
    record.n = 0
    playout_init(&playout, &p, &order.order, data, &rng)
    playout_run(&playout, b, MAX_SIMULATION_MOVES, record)
    moves = []
    color = position.board.to_play
    for i in range(record.n):
        v = record.vertices[i]
        moves.append((color, -1 if v == PASS_VERTEX else vertex_to_point(v, b.size),
                      order.reasons[record.reasons[i]]))
        color = opponent(color)
    area = playout_area(b)
    board_free(b)
    free(record)
    return moves, area


def playout_moves_of(Position position not None, params, uint64_t first_seed, int count):
    """Return the first moves of ``count`` playouts, with the seeds from ``first_seed`` on.

    That is a dict of (point, reason) to how many of them began so; -1 is a pass.
    """
    cdef CParams p = playout_params(params)
    cdef PlayoutOrder order = order_from(params)
    cdef SoftmaxModel soft = soft_model(params, position.board.size)
    cdef const SoftModel* data = soft_data(soft)
    cdef Rng rng
    cdef Playout playout
    cdef Record* record = <Record*>malloc(sizeof(Record))
    cdef int v, i
    b = board_new()
    if b == NULL or record == NULL:
        board_free(b)
        free(record)
        raise MemoryError
    found = {}
    for i in range(count):
        board_copy(b, &position.board)
        b.n_passes = 0 if b.n_passes >= 2 else b.n_passes
        rng_seed(&rng, first_seed + i, 0)
        record.n = 0
        playout_init(&playout, &p, &order.order, data, &rng)
        playout_run(&playout, b, 1, record)
        v = record.vertices[0]
        key = (-1 if v == PASS_VERTEX else vertex_to_point(v, b.size),
               order.reasons[record.reasons[0]])
        found[key] = found.get(key, 0) + 1
    board_free(b)
    free(record)
    return found
