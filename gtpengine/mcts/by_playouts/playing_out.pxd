"""Playing a game to its end from the leaf of a descent, and what the end is worth."""

from gtpengine.mcts.doors.search_state cimport Descent, Outcome

cdef void play_out(Descent* d, int limit) noexcept nogil
cdef double final_lead(Descent* d) noexcept nogil
cdef void value_by_playout(Descent* d, Outcome* outcome) noexcept nogil
