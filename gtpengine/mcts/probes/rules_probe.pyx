"""Orders of playout rules seen from Python, and playouts by dummy rules; for the tests alone."""

from libc.stdlib cimport free, malloc

from board_ext.board cimport Board, board_copy, board_free, board_new
from board_ext.lowlevel.rng cimport Rng, rng_below, rng_seed
from board_ext.lowlevel.types cimport NO_VERTEX, uint64_t
from board_ext.playouts.uniform cimport is_playable
from board_ext.position cimport Position
from gtpengine.mcts.moves.refusal cimport Refusal
from gtpengine.mcts.params.cparams cimport CParams, cparams_from
from gtpengine.mcts.playout.playout cimport (
    MAX_SIMULATION_MOVES, Playout, Record, chance, playout_init, playout_run,
)
from gtpengine.mcts.playout.rules cimport PlayoutOrder, PlayoutRule, order_from


cdef int _never(Playout* playout, const Board* b, int color, int fewest,
                const Refusal* refusal) noexcept nogil:
    return NO_VERTEX


cdef int _now_and_then(Playout* playout, const Board* b, int color, int fewest,
                       const Refusal* refusal) noexcept nogil:
    cdef int v
    if b.n_empty == 0 or not chance(playout.rng, 0.2):
        return NO_VERTEX
    v = b.empties[rng_below(playout.rng, b.n_empty)]
    return v if is_playable(b, v, color) else NO_VERTEX


def rules_asked(params):
    """Return the reasons of the rules that playouts with these parameters ask, in order."""
    cdef PlayoutOrder order = order_from(params)
    return [order.reasons[order.order.rules[i].reason] for i in range(order.order.n)]


def playout_by_dummies(Position position not None, params, rules, uint64_t seed):
    """Play one playout and return the reasons of its moves.

    Each of ``rules`` is (reason, whether it has a move now and then or never, whether it answers
    the last stone).
    """
    cdef CParams p = cparams_from(params)
    cdef PlayoutOrder order
    cdef Rng rng
    cdef Playout playout
    cdef Record* record = <Record*>malloc(sizeof(Record))
    made = []
    for reason, speaks, answers in rules:
        rule = PlayoutRule(name=reason, reason=reason, parameter="", place=0, answers=answers)
        made.append(rule.plays(_now_and_then if speaks else _never))
    order = PlayoutOrder(made)
    b = board_new()
    if b == NULL or record == NULL:
        board_free(b)
        free(record)
        raise MemoryError
    board_copy(b, &position.board)
    rng_seed(&rng, seed, 0)
    record.n = 0
    playout_init(&playout, &p, &order.order, &rng)
    playout_run(&playout, b, MAX_SIMULATION_MOVES, record)
    reasons = [order.reasons[record.reasons[i]] for i in range(record.n)]
    board_free(b)
    free(record)
    return reasons
