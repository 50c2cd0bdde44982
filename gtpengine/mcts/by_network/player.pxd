"""The player by network: PUCT chooses a child, and a leaf is worth what the network says of it."""

from gtpengine.mcts.doors.search_state cimport Player

cdef const Player* player_by_network() noexcept nogil
