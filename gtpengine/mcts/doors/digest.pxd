"""What one search tells another of its tree: how the statistics of heavy nodes have changed.

A receiver is somebody who is told separately. Beside each node stands, for each receiver, what he
knows of it: what he has been told, and what has come from him. The difference to what the node has
now is what he is told next. So nothing is told twice, and nothing goes back to where it came from.
One receiver may stand for many others, if each of these is told the same.

Taking in adds to the nodes with atomics while threads search; these wait for nothing, and no update
is lost. A node that does not exist here takes nothing in, and neither does what is below it: the
caller gets that back and offers it again later, when the search has come there. Between the visits
of a node and its wins another thread may look: for that moment the node seems worse than it is.

What a node begins with, RAVE means inherited from its siblings included, is no news. Virtual losses
and bounds stay at home.

Races: who tells or takes in holds the lock of the searcher, so that one thread at a time changes
what receivers know; a thread that makes a node writes that before the node can be reached.
"""

from board_ext.types cimport int32_t, int64_t, uint32_t
from gtpengine.mcts.doors.search_state cimport Search
from gtpengine.mcts.tree.node cimport Node
from gtpengine.mcts.tree.tree cimport Tree, tree_beside, tree_reserve, tree_touch

cdef enum:
    MOST_RECEIVERS = 8
    # What a node may have in all after taking in: with the own simulations of a search, half of
    # what they may be without digests, 32 bits are enough.
    MOST_VISITS = 0x40000000
    MOST_AMAF_VISITS = 0x80000000


cdef struct Statistics:
    # Units as in a node.
    int64_t reward
    int64_t amaf_reward
    int64_t score
    uint32_t visits
    uint32_t amaf_visits


cdef struct Entry:
    # A node in a digest, as `exchange.py` reads it; those above it come before it.
    Statistics changed
    int32_t parent            # place of its parent's entry, -1 for the root
    int32_t point             # its move as Python code names it


cdef inline void digests_reserve(Tree* tree, int receivers) noexcept nogil:
    """Keep what so many receivers know in a tree, which is opened next."""
    tree.digests = tree_reserve(tree, receivers * sizeof(Statistics))
    tree.receivers = receivers


cdef inline Statistics* known_to(const Tree* tree, int receiver, uint32_t index) noexcept nogil:
    """Return what a receiver knows of a node."""
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


cdef bytes tell(Search* s, int receiver, double least_share, int max_depth)
cdef bytes take_in(Search* s, int receiver, bytes told)
