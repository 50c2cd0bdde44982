"""One thread of the search."""

from gtpengine.mcts.doors.search_state cimport Descent, Search, Worker


cdef Worker* worker_new(Search* search) noexcept nogil
cdef void worker_free(Worker* w) noexcept nogil
cdef void worker_forget(Worker* w) noexcept nogil
cdef bint worker_begin(Worker* w, int playouts) noexcept nogil
cdef bint worker_expand_root(Worker* w) noexcept nogil
cdef void worker_run(Worker* w) noexcept nogil
cdef void end_simulation(Descent* d) noexcept nogil
