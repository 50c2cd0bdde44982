"""One thread of the search."""

from gtpengine.mcts.doors.search_state cimport Search, Worker
from gtpengine.mcts.worker.leaf_team cimport LeafTeam


cdef Worker* worker_new(Search* search) noexcept nogil
cdef void worker_free(Worker* w) noexcept nogil
cdef void worker_forget(Worker* w) noexcept nogil
cdef bint worker_begin(Worker* w, int playouts) noexcept nogil
cdef bint worker_expand_root(Worker* w) noexcept nogil
cdef void worker_run(Worker* w, LeafTeam* team) noexcept nogil
cdef void worker_help(Worker* w, LeafTeam* team) noexcept nogil
