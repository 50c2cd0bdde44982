"""What receivers of digests know of a node, beside the node.

A search that tells others which of its statistics have changed (``gtpengine/cluster/digests/``)
keeps for each receiver the statistics that this receiver has been told.
"""

from board_ext.lowlevel.types cimport int64_t, uint32_t
from gtpengine.mcts.tree.node cimport Node
from gtpengine.mcts.tree.tree cimport Tree, tree_beside, tree_reserve, tree_touch


cdef struct Statistics:
    # Units as in a node.
    int64_t reward
    int64_t amaf_reward
    int64_t score
    uint32_t visits
    uint32_t amaf_visits


cdef inline void digests_reserve(Tree* tree, int receivers) noexcept nogil:
    """Reserve room for the knowledge of ``receivers`` receivers in a tree that is opened next."""
    tree.digests = tree_reserve(tree, receivers * sizeof(Statistics))
    tree.receivers = receivers


cdef inline Statistics* known_to(const Tree* tree, int receiver, uint32_t index) noexcept nogil:
    """Return the statistics of a node that a receiver knows."""
    return <Statistics*>tree_beside(tree, tree.digests, index) + receiver


cdef inline void digests_know_amaf(Tree* tree, uint32_t index) noexcept nogil:
    """Note that the RAVE mean a new node begins with is no news to anybody."""
    cdef const Node* node = &tree.nodes[index]
    cdef Statistics* known
    cdef int i
    if tree.digests == 0:
        return
    tree_touch(tree, tree.digests)
    for i in range(tree.receivers):
        known = known_to(tree, i, index)
        known.amaf_visits = node.amaf_visits
        known.amaf_reward = node.amaf_reward
