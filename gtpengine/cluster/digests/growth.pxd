"""Growth: a tree gets the nodes that another search tells of and that it does not have.

Without it a tree could take in one more level of the other's tree with each exchange alone, when
its own simulations have come there.
"""

from board_ext.lowlevel.types cimport uint64_t
from gtpengine.cluster.digests.digest cimport Entry
from gtpengine.mcts.doors.search_state cimport Worker


cdef uint64_t grow(Worker* w, const Entry* entries, uint64_t n, uint64_t stream) noexcept nogil
