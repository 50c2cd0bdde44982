"""The searcher, for searchers that do more than it does."""

from board_ext.lowlevel.types cimport uint64_t
from gtpengine.mcts.doors.evaluator cimport EvaluatorDoor
from gtpengine.mcts.search.kept_tree cimport KeptTree
from gtpengine.mcts.search.memory cimport SearchMemory
from gtpengine.mcts.search.worker_pool cimport WorkerPool


cdef class Searcher:
    cdef SearchMemory memory
    cdef KeptTree kept
    cdef WorkerPool pool
    cdef object lock              # held while the root changes or is read
    cdef EvaluatorDoor evaluator  # that was set, None for the network or the move model
    cdef double started
    cdef double ended             # 0.0 while a search runs
    cdef str stopped_by

    cdef WorkerPool _make_pool(self)
    cdef int _begin(self, limits) except -1
    cdef void _end(self) noexcept
    cdef str _why(self, limits)
    cdef int _need_position(self, what) except -1
    cdef double _seconds(self) noexcept
