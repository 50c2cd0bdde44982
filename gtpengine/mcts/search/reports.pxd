"""What a search tells of itself, running or ended."""

from board_ext.lowlevel.types cimport uint32_t, uint64_t
from gtpengine.mcts.doors.search_state cimport Search
from gtpengine.mcts.search.worker_pool cimport WorkerPool

cdef object report_of(const Search* s, WorkerPool pool, double seconds, str stopped_by)
cdef tuple variation_of(const Search* s, point)
cdef list nodes_of(const Search* s, int depth, uint32_t least)
cdef object move_ownership_of(const Search* s, WorkerPool pool, point)
