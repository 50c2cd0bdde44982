"""The player by playouts: RAVE chooses a child, and a leaf is worth what a playout ends with."""

from gtpengine.mcts.doors.search_state cimport Descent, Player
from gtpengine.mcts.tree.treepolicy cimport Selection
from board_ext.lowlevel.types cimport uint32_t

cdef const Player* player_by_playouts() noexcept nogil

# The score of a child, and the best child, with all that the techniques say; bounds on the score
# count for the second alone.
cdef double weighed_score(const Descent* d, uint32_t child,
                          const Selection* selection) noexcept nogil
cdef uint32_t select_weighed(const Descent* d, uint32_t node,
                             const Selection* selection) noexcept nogil
