"""Digests: how one search tells another which statistics of heavy nodes have changed.

Each receiver is told separately. Beside each node stand the statistics that each receiver knows:
those it has been told, and those that came from it. It is told the difference to the present ones
next. So nothing is told twice, and nothing goes back to its sender. One receiver may stand for
several searches that are all told the same.

Told are nodes with a share of the root's visits, and all children of the heaviest ones, whose RAVE
means decide which moves are tried: trees that each know their own RAVE alone try many more.

Taking in a digest adds to the nodes with atomics while threads search; no thread waits, and no
update is lost. Entries of nodes that do not exist here, and of the nodes below them, are given back
to the caller, who may have them made (``worker/growth.pyx``) and offer them again. A thread may
look at a node between its visits and its wins: for that moment the node seems worse than it is.

The statistics that a node begins with, RAVE means of its siblings included, are no news. Virtual
losses and bounds are not told.

Races: telling and taking in need the lock of the searcher, so only one thread at a time changes the
knowledge of receivers. A thread that makes a node writes its own before the node can be reached.
"""

from board_ext.lowlevel.types cimport PASS_VERTEX, int32_t, int64_t, point_to_vertex, uint32_t
from gtpengine.mcts.doors.search_state cimport Search
from gtpengine.mcts.tree.node cimport Node
from gtpengine.mcts.tree.tree cimport (
    Tree, tree_beside, tree_find_child, tree_reserve, tree_touch,
)

cdef enum:
    POINT_OF_PASS = -1        # board_ext.coords.PASS
    MOST_RECEIVERS = 8
    # The most a node may have after taking in. A search may add as many simulations of its own
    # (half as many as without digests), and 32 bits still hold the sum.
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
    # A node in a digest, as `exchange.py` reads it. Parents come before their children.
    Statistics changed
    int32_t parent            # index of its parent's entry, -1 for the root
    int32_t point             # its move as Python code names it


cdef inline uint32_t child_of_entry(const Search* s, uint32_t parent,
                                    const Entry* entry) noexcept nogil:
    """Return the index of the child with the entry's move; 0 means there is no such child."""
    return tree_find_child(&s.tree, parent, PASS_VERTEX if entry.point == POINT_OF_PASS
                           else point_to_vertex(entry.point, s.root.size))


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


cdef bytes tell(Search* s, int receiver, double least_share, int max_depth)
cdef bytes take_in(Search* s, int receiver, bytes told)
