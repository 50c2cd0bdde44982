"""The player by playouts: RAVE chooses a child, and a leaf is worth what a playout ends with."""

from gtpengine.mcts.doors.search_state cimport Player

cdef const Player* player_by_playouts() noexcept nogil
