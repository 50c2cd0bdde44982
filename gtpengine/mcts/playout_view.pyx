"""Playouts seen from Python, move by move with the reasons, for debugging and tests."""

from libc.stdlib cimport free, malloc

from board_ext.board cimport board_copy, board_free, board_new
from board_ext.position cimport Position
from board_ext.rng cimport Rng, rng_seed
from board_ext.types cimport PASS_VERTEX, opponent, uint64_t, vertex_to_point
from gtpengine.mcts.area cimport playout_area
from gtpengine.mcts.cparams cimport CParams
from gtpengine.mcts.playout cimport Playout, Record, playout_init, playout_move, playout_run
from gtpengine.mcts.patterns3 cimport playout_params
from gtpengine.mcts.reasons cimport (
    REASON_ATARI, REASON_CAPTURE, REASON_ELSEWHERE, REASON_EYE, REASON_FEW_LIBERTIES, REASON_FILL,
    REASON_KO, REASON_LADDER, REASON_NAKADE, REASON_NEAR, REASON_OTHER_LIBERTY, REASON_PASS,
    REASON_PATTERN, REASON_POOL, REASON_RACE, REASON_REPLY, REASON_TREE, REASON_TWO_LIBERTIES,
    REASON_UNIFORM,
)
from gtpengine.mcts.rule_ko cimport ko_note
from gtpengine.mcts.softmax cimport SoftModel, SoftmaxModel, soft_data, soft_model

REASONS = {
    REASON_TREE: "tree", REASON_ATARI: "atari", REASON_NAKADE: "nakade",
    REASON_PATTERN: "pattern", REASON_TWO_LIBERTIES: "two liberties", REASON_UNIFORM: "uniform",
    REASON_PASS: "pass", REASON_KO: "ko", REASON_FEW_LIBERTIES: "few liberties",
    REASON_RACE: "race", REASON_EYE: "eye", REASON_REPLY: "reply", REASON_POOL: "pool",
    REASON_FILL: "fill", REASON_CAPTURE: "capture", REASON_OTHER_LIBERTY: "other liberty",
    REASON_NEAR: "near", REASON_ELSEWHERE: "elsewhere", REASON_LADDER: "ladder",
}


def playout_from(Position position not None, params, uint64_t seed):
    """Play one playout; return ([(colour, point, reason)], Black's area lead without komi).

    ``point`` is -1 for a pass.
    """
    cdef CParams p = playout_params(params)
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
    # A game that has ended is played out all the same.
    b.n_passes = 0 if b.n_passes >= 2 else b.n_passes
    rng_seed(&rng, seed, 0)
    record.n = 0
    playout_init(&playout, &p, data, &rng)
    playout_run(&playout, b, record)
    moves = []
    color = position.board.to_play
    for i in range(record.n):
        v = record.vertices[i]
        moves.append((color, -1 if v == PASS_VERTEX else vertex_to_point(v, b.size),
                      REASONS[record.reasons[i]]))
        color = opponent(color)
    area = playout_area(b)
    board_free(b)
    free(record)
    return moves, area


def playout_moves_of(Position position not None, params, uint64_t first_seed, int count):
    """Return what playouts with the seeds from ``first_seed`` on would play here, as a dict of
    (point, reason) to how many of the ``count`` did; -1 is a pass."""
    cdef CParams p = playout_params(params)
    cdef SoftmaxModel soft = soft_model(params, position.board.size)
    cdef const SoftModel* data = soft_data(soft)
    cdef Rng rng
    cdef Playout playout
    cdef int reason = 0, v, i
    b = board_new()
    if b == NULL:
        raise MemoryError
    found = {}
    for i in range(count):
        board_copy(b, &position.board)
        rng_seed(&rng, first_seed + i, 0)
        playout_init(&playout, &p, data, &rng)
        ko_note(b, &playout.ko)
        v = playout_move(&playout, b, b.to_play, &reason)
        key = (-1 if v == PASS_VERTEX else vertex_to_point(v, b.size), REASONS[reason])
        found[key] = found.get(key, 0) + 1
    board_free(b)
    return found
