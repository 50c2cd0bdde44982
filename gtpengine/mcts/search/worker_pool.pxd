"""The threads of a search."""

from board_ext.lowlevel.types cimport uint32_t
from gtpengine.mcts.doors.search_state cimport Worker
from gtpengine.mcts.search.memory cimport SearchMemory

cdef enum:
    MOST_THREADS = 1024


cdef class WorkerPool:
    cdef SearchMemory memory      # the workers point into it
    cdef Worker** workers
    cdef int n
    cdef uint32_t duties[MOST_THREADS]    # of each worker, atomic: a Duty

    cdef int resize(self, int n) except -1
    cdef int begin(self) except -1
    cdef int begin_with(self, int playouts) except -1
    cdef void work(self, int i) noexcept nogil
    cdef bint expand_root(self) noexcept
    cdef void forget_counters(self) noexcept
    cdef void _take_back(self) noexcept
