"""Digests: how one search tells another which statistics of heavy nodes have changed.

Each receiver is told separately. Beside each node stand the statistics that each receiver knows:
those it has been told, and those that came from it. It is told the difference to the present ones
next. So nothing is told twice, and nothing goes back to its sender. One receiver may stand for
several searches that are all told the same.

Told are nodes with a share of the root's visits, and all children of the heaviest ones, whose RAVE
means decide which moves are tried: trees that each know their own RAVE alone try many more.

Taking in a digest adds to the nodes with atomics while threads search; no thread waits, and no
update is lost. Entries of nodes that do not exist here, and of the nodes below them, are given back
to the caller, who may have them made (`growth`) and offer them again. A thread may
look at a node between its visits and its wins: for that moment the node seems worse than it is.

The statistics that a node begins with, RAVE means of its siblings included, are no news. Virtual
losses and bounds are not told.

Races: telling and taking in need the lock of the searcher, so only one thread at a time changes the
knowledge of receivers. A thread that makes a node writes its own before the node can be reached.
"""

from board_ext.lowlevel.types cimport PASS_VERTEX, int32_t, point_to_vertex, uint32_t
from gtpengine.mcts.doors.search_state cimport Search
from gtpengine.mcts.tree.told cimport Statistics
from gtpengine.mcts.tree.tree cimport tree_find_child

cdef enum:
    POINT_OF_PASS = -1        # board_ext.coords.PASS
    # The most a node may have after taking in. A search may add as many simulations of its own
    # (half as many as without digests), and 32 bits still hold the sum.
    MOST_VISITS = 0x40000000
    MOST_AMAF_VISITS = 0x80000000


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


cdef bytes tell(Search* s, int receiver, double least_share, int max_depth)
cdef bytes take_in(Search* s, int receiver, bytes told)
