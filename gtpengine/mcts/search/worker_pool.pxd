"""The threads of a search."""

from board_ext.lowlevel.types cimport uint32_t
from gtpengine.mcts.doors.search_state cimport Worker
from gtpengine.mcts.search.memory cimport SearchMemory
from gtpengine.mcts.worker.leaf_team cimport LeafTeam

cdef enum:
    MOST_THREADS = 1024


cdef class WorkerPool:
    cdef SearchMemory memory      # the workers point into it
    cdef Worker** workers
    cdef int n
    cdef Worker* grower           # makes nodes that digests tell of, in the thread that asks for it
    cdef bint plays_leaves        # whether all workers play the leaves of the first one
    cdef LeafTeam team            # which they are then
    cdef uint32_t duties[MOST_THREADS]    # of each worker, atomic: a Duty

    cdef int resize(self, int n) except -1
    cdef void play_leaves(self, bint together) noexcept
    cdef int begin(self) except -1
    cdef bint expand_root(self) noexcept
    cdef Worker* growing(self) except NULL
    cdef void forget_counters(self) noexcept
    cdef void _take_back(self) noexcept
