"""Playouts seen from Python, move by move with the reasons, for debugging and tests."""

from libc.stdlib cimport free, malloc

from board_ext.board cimport Board, board_copy, board_free, board_new
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
from gtpengine.mcts.softmax.softmax cimport SoftmaxModel, soft_data, soft_model

from gtpengine.mcts.moves.reasons import NAMES
from gtpengine.mcts.params.rule_table import RULES

# Every word that a playout may give as its reason.
REASONS = frozenset([*NAMES, *(row.reason for row in RULES.values())])


cdef class _Playouts:
    """Playouts from a position, one after another on the same board."""

    cdef CParams params
    cdef PlayoutOrder order
    cdef SoftmaxModel soft
    cdef Position start
    cdef Board* board
    cdef Record* record

    def __cinit__(self, Position position not None, params):
        self.params = playout_params(params)
        self.order = order_from(params)
        self.soft = soft_model(params, position.board.size)
        self.start = position
        self.board = board_new()
        self.record = <Record*>malloc(sizeof(Record))
        if self.board == NULL or self.record == NULL:
            raise MemoryError

    def __dealloc__(self):
        board_free(self.board)
        free(self.record)

    cdef list play(self, uint64_t seed, int limit):
        """Play up to ``limit`` moves from the position; return [(point, reason)]."""
        cdef Rng rng
        cdef Playout playout
        cdef Board* b = self.board
        cdef int i, v
        board_copy(b, &self.start.board)
        # A game that has ended is played out, too.
        b.n_passes = 0 if b.n_passes >= 2 else b.n_passes
        rng_seed(&rng, seed, 0)
        self.record.n = 0
        playout_init(&playout, &self.params, &self.order.order, soft_data(self.soft), &rng)
        playout_run(&playout, b, limit, self.record)
        moves = []
        for i in range(self.record.n):
            v = self.record.vertices[i]
            moves.append((-1 if v == PASS_VERTEX else vertex_to_point(v, b.size),
                          self.order.reasons[self.record.reasons[i]]))
        return moves


def playout_from(Position position not None, params, uint64_t seed):
    """Play one playout; return ([(colour, point, reason)], Black's area lead without komi).

    ``point`` is -1 for a pass.
    """
    cdef _Playouts playouts = _Playouts(position, params)
    cdef int color = position.board.to_play
    moves = []
    for point, reason in playouts.play(seed, MAX_SIMULATION_MOVES):
        moves.append((color, point, reason))
        color = opponent(color)
    return moves, playout_area(playouts.board)


def playout_moves_of(Position position not None, params, uint64_t first_seed, int count):
    """Return the first moves of ``count`` playouts, with the seeds from ``first_seed`` on.

    That is a dict of (point, reason) to how many of them began so; -1 is a pass.
    """
    cdef _Playouts playouts = _Playouts(position, params)
    found = {}
    for i in range(count):
        move, = playouts.play(first_seed + i, 1)
        found[move] = found.get(move, 0) + 1
    return found
