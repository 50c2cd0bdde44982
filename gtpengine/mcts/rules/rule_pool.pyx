"""Playout rule: a random one of the moves that RAVE prefers where the tree ends (pool-RAVE: Rimmel,
Teytaud and Teytaud 2010). The worker collects them (`pool_rave.pxd`)."""

from board_ext.board cimport Board
from board_ext.rng cimport rng_below
from board_ext.types cimport CELL_EMPTY, NO_VERTEX
from board_ext.uniform cimport is_playable
from gtpengine.mcts.moves.refusal cimport Refusal, is_refused
from gtpengine.mcts.playout.playout cimport Playout, chance
from gtpengine.mcts.playout.pool_rave cimport Pool
from gtpengine.mcts.playout.rules cimport PlayoutRule

from gtpengine.base.paramspec import ParamSpec

PARAMS = (
    ParamSpec(
        "playout_pool_rate", float, 0.0, 0.0, 1.0,
        doc="rate of playing one of the moves that RAVE prefers at the end of the tree's path",
        source="Rimmel, Teytaud and Teytaud 2010, pool-RAVE",
    ),
    ParamSpec(
        "playout_pool_visits", int, 50, 1, 1000000,
        doc="simulations through a node before its RAVE means make a pool",
        source="Rimmel, Teytaud and Teytaud 2010; not tuned",
    ),
)


cdef int move(Playout* playout, const Board* b, int color, int fewest,
              const Refusal* refusal) noexcept nogil:
    cdef const Pool* pool = playout.pool
    cdef int v
    if pool == NULL or not chance(playout.rng, playout.params.playout_pool_rate):
        return NO_VERTEX
    if pool.color != color or pool.n == 0:
        return NO_VERTEX
    v = pool.vertices[rng_below(playout.rng, pool.n)]
    if (b.cell[v] == CELL_EMPTY and is_playable(b, v, color)
            and not is_refused(b, v, color, refusal)):
        return v
    return NO_VERTEX


RULE = PlayoutRule(
    name="pool", reason="pool", parameter="playout_pool_rate", place=110, answers=True,
).plays(move)
