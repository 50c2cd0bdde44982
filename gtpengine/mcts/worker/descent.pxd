"""A descent: from the root to a leaf, move by move on the descent's own board."""

from board_ext.lowlevel.types cimport uint32_t, uint64_t
from gtpengine.mcts.doors.search_state cimport Descent, Worker


cdef Descent* descent_new(Worker* w) noexcept nogil
cdef void descent_free(Descent* d) noexcept nogil
cdef bint descent_prepare(Descent* d) noexcept nogil
cdef void descent_begin(Descent* d, uint64_t number, int playouts) noexcept nogil
cdef void to_root(Descent* d) noexcept nogil
cdef void walk_to(Descent* d, const uint32_t* path, int depth) noexcept nogil
cdef void descend(Descent* d) noexcept nogil
