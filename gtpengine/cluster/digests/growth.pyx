"""Growing a tree along the entries of a digest."""

from libc.stdlib cimport calloc, free

from board_ext.lowlevel.atomics cimport load_acquire_u32, load_u32
from board_ext.lowlevel.rng cimport rng_seed
from board_ext.lowlevel.types cimport int64_t, uint32_t, uint64_t
from gtpengine.cluster.digests.digest cimport Entry, child_of_entry
from gtpengine.mcts.doors.search_state cimport MAX_DEPTH, Descent, Search, Worker
from gtpengine.mcts.tree.node cimport Node
from gtpengine.mcts.expansion.expansion cimport expand, first_children, widen
from gtpengine.mcts.worker.descent cimport walk_to
from gtpengine.mcts.worker.solver cimport is_decided

cdef enum:
    WIDENINGS = 4             # of a node whose wanted child is not among its first ones


cdef struct Place:
    uint32_t node             # 0 where the tree has none
    int depth


cdef bint _go_to(Descent* d, const Entry* entries, const Place* places, uint64_t i) noexcept nogil:
    """Put the descent at the node of an entry; False where a game has ended on the way."""
    cdef uint32_t[MAX_DEPTH + 1] path
    cdef int depth
    cdef int64_t at = <int64_t>i
    for depth in range(places[i].depth, -1, -1):
        path[depth] = places[at].node
        at = entries[at].parent
    walk_to(d, path, places[i].depth)
    return d.board.n_passes < 2


cdef void _give_children(Descent* d, uint32_t index) noexcept nogil:
    """Give the node where the descent stands children, or more of them."""
    cdef Search* s = d.search
    cdef Node* node = &s.tree.nodes[index]
    if load_acquire_u32(&node.children):
        widen(d, node)
    else:
        expand(d, node, first_children(s))


cdef uint64_t grow(Worker* w, const Entry* entries, uint64_t n, uint64_t stream) noexcept nogil:
    """Make the nodes of the entries that the tree does not have, parents first; return how many.

    The worker must have begun, and search nothing. Other threads may search the tree. ``stream``
    tells the random numbers of this call from others. Left out are nodes below a finished game or
    a sure result, and what finds no room.
    """
    cdef Search* s = w.search
    cdef Descent* d = w.descent
    cdef Place* places
    cdef uint64_t made = 0, i
    cdef uint32_t parent
    cdef int _
    places = <Place*>calloc(n + 1, sizeof(Place))
    if places == NULL:
        return 0
    rng_seed(&d.rng, s.seed, stream)
    places[0].node = s.tree.root
    for i in range(1, n):
        parent = places[entries[i].parent].node
        if parent == 0 or load_u32(&s.tree_full):
            continue
        places[i].depth = places[entries[i].parent].depth + 1
        if places[i].depth > MAX_DEPTH:
            continue
        # 1. Most nodes are there, or have just been made with their siblings.
        places[i].node = child_of_entry(s, parent, &entries[i])
        if places[i].node:
            continue
        # 2. Go to the parent, and let it have children as in a search.
        if not _go_to(d, entries, places, entries[i].parent) or (
                s.solve and is_decided(d, d.depth)):
            continue
        for _ in range(WIDENINGS):
            _give_children(d, parent)
            places[i].node = child_of_entry(s, parent, &entries[i])
            if places[i].node:
                made += 1
                break
    free(places)
    return made
