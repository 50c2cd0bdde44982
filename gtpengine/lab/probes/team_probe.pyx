"""Two workers of one search whose playouts adapt its weights at the same time; for the tests."""

from board_ext.board cimport board_copy
from board_ext.lowlevel.rng cimport rng_seed
from board_ext.lowlevel.types cimport int64_t, uint64_t
from board_ext.playouts.score cimport playout_area
from board_ext.position cimport Position
from gtpengine.lab.doors.door cimport Door
from gtpengine.lab.techniques.statistics.adaptive_playouts cimport AdaptiveWeights
from gtpengine.mcts.by_playouts.playing_out cimport play_out
from gtpengine.mcts.doors.doors cimport doors_open
from gtpengine.mcts.doors.search_state cimport Descent, Outcome, Worker
from gtpengine.mcts.moves.patterns3 cimport PATTERN3_CODES
from gtpengine.mcts.playout.playout cimport MAX_SIMULATION_MOVES
from gtpengine.mcts.tree.tree cimport ORIGIN
from gtpengine.mcts.views.playouts cimport Playouts
from gtpengine.mcts.worker.worker cimport worker_free, worker_new


cdef class TeamProbe(Playouts):
    """A search by shared adaptive playouts with two workers, numbers 0 and 1."""
    cdef Worker* second

    def __cinit__(self, params, Position position not None, uint64_t simulations=1000):
        self.second = worker_new(self.search)
        if self.second == NULL or not doors_open(self.second):
            raise MemoryError

    def __dealloc__(self):
        worker_free(self.second)

    def run(self, int number, int times, uint64_t seed):
        """Let worker ``number`` play ``times`` playouts from the root, and learn after each.

        The other worker may run in another thread of Python.
        """
        cdef Worker* worker = self.second if number else self.worker
        cdef Descent* d = worker.descent
        cdef Outcome outcome
        cdef int i
        with nogil:
            for i in range(times):
                board_copy(d.board, self.search.root)
                rng_seed(&d.rng, seed, i)
                d.record.n = 0
                d.depth = 0
                d.path[0] = ORIGIN
                play_out(d, MAX_SIMULATION_MOVES)
                outcome.points = playout_area(d.board)
                outcome.value = 1.0 if outcome.points > 0.0 else 0.0
                outcome.played_out = True
                worker.hooks.learn(d, &outcome)

    def learned(self):
        """Return what the shared weights have learned from, and by how much they changed: the
        simulations, the sum of all changes, and the sum of their sizes, in whole units."""
        cdef const AdaptiveWeights* w
        cdef int i, code, side
        cdef int64_t total = 0, size = 0
        cdef const Door* door = <const Door*>self.search.techniques
        for i in range(len(self.techniques.doors)):
            if door[i].shared_bytes == sizeof(AdaptiveWeights):
                w = <const AdaptiveWeights*>door[i].shared
                for code in range(PATTERN3_CODES):
                    for side in range(2):
                        total += w.change[code][side]
                        size += abs(w.change[code][side])
                return w.simulations, total, size
        raise ValueError("adaptive_playouts is off")
