"""Playouts outside a search, with everything that the parameters switch on."""

from board_ext.lowlevel.types cimport uint64_t
from gtpengine.mcts.doors.doors cimport Techniques
from gtpengine.mcts.doors.search_state cimport Descent, Search, Worker
from gtpengine.mcts.playout.rules cimport PlayoutOrder


cdef class Playouts:
    cdef Search* search
    cdef Worker* worker
    cdef readonly PlayoutOrder order
    cdef readonly Techniques techniques
    cdef list learned

    cdef Descent* play(self, uint64_t seed, uint64_t number, int limit) noexcept nogil
