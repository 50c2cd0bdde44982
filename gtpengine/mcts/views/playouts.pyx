"""Playouts from a position, as a search whose tree has its root alone would play them."""

from libc.stdlib cimport calloc, free

from board_ext.board cimport board_copy, board_free, board_new
from board_ext.position cimport Position
from board_ext.lowlevel.rng cimport rng_seed
from gtpengine.mcts.by_network.player cimport player_by_network
from gtpengine.mcts.by_playouts.player cimport player_by_playouts
from gtpengine.mcts.by_playouts.playing_out cimport play_out
from gtpengine.mcts.doors.doors cimport doors_open, techniques_of
from gtpengine.mcts.doors.judgement cimport judgements_reserve
from gtpengine.mcts.params.cparams cimport cparams_from
from gtpengine.mcts.playout.rules cimport order_from
from gtpengine.mcts.tree.tree cimport ORIGIN, tree_close, tree_open
from gtpengine.mcts.worker.worker cimport worker_free, worker_new

from gtpengine.mcts.params.search_params import NetworkRole

cdef enum:
    TREE_BYTES = 1 << 22


cdef class Playouts:
    """One worker at the root of a search, with the techniques that ``params`` switch on.

    The search is one by playouts, with a network beside where ``network_role`` says so, or
    ``by_network``. What techniques learn from simulations they do not have here.
    """

    def __cinit__(self, params, Position position not None, uint64_t simulations=1000,
                  bint by_network=False):
        cdef Search* s = <Search*>calloc(1, sizeof(Search))
        cdef uint64_t limit = TREE_BYTES
        self.search = s
        if s == NULL:
            raise MemoryError
        s.params = cparams_from(params)
        self.order = order_from(params)
        s.order = &self.order.order
        s.root = board_new()
        self.techniques = techniques_of(params)
        self.techniques.attach(s)
        self.worker = worker_new(s)
        s.player = player_by_network() if by_network else player_by_playouts()
        self.techniques.meet(s)
        if by_network or params.network_role == NetworkRole.BESIDE:
            s.judgements = judgements_reserve(&s.tree)
        if (s.root == NULL or self.worker == NULL or not self.techniques.reserve(s, &limit)
                or not tree_open(&s.tree, limit)):
            raise MemoryError
        board_copy(s.root, &position.board)
        # A game that has ended is played out, too.
        s.root.n_passes = 0 if s.root.n_passes >= 2 else s.root.n_passes
        self.learned = self.techniques.learned(params, position.board.size, [])
        self.techniques.teach(self.learned)
        s.end_simulation = simulations
        self.techniques.begin_search()
        if not doors_open(self.worker):
            raise MemoryError

    def __dealloc__(self):
        worker_free(self.worker)
        if self.search != NULL:
            tree_close(&self.search.tree)
            board_free(self.search.root)
            free(self.search)

    cdef Descent* play(self, uint64_t seed, uint64_t number, int limit) noexcept nogil:
        """Play playout ``number`` of a seed, at most ``limit`` moves; return the descent, which has
        its record, and the board at its end."""
        cdef Descent* d = self.worker.descent
        board_copy(d.board, self.search.root)
        rng_seed(&d.rng, seed, number)
        d.record.n = 0
        d.depth = 0
        d.path[0] = ORIGIN
        play_out(d, limit)
        return d
