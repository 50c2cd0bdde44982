"""How a simulation asks all the techniques that are on, one after the other."""

from gtpengine.mcts.doors.search_state cimport Hooks

cdef const Hooks* hooks_of_all() noexcept nogil
