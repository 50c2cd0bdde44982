"""A technique as a search meets it: its hooks, its memory, its `Door` in each worker."""

from board_ext.lowlevel.types cimport uint32_t, uint64_t
from gtpengine.mcts.doors.search_state cimport Descent, Outcome, Prior, Request, Worker
from gtpengine.mcts.playout.playout cimport Playout
from gtpengine.mcts.tree.amaf cimport AmafMap
from gtpengine.mcts.tree.childview cimport ChildView
from gtpengine.mcts.tree.tree cimport tree_beside

cdef struct Door


cdef struct Technique:
    # The hooks of a technique; NULL for those it has not. `gtpengine.mcts.doors.doors` says when
    # each is called, by which players, and what it may do.
    void (*begin)(Door*) noexcept nogil
    void (*prior)(Door*, const Descent*, int move, Prior*) noexcept nogil
    uint32_t (*same_position)(Door*, Descent*, uint32_t node) noexcept nogil
    void (*expanded)(Door*, const Descent*, uint32_t node) noexcept nogil
    uint32_t (*choose)(Door*, Descent*, uint32_t node) noexcept nogil
    bint (*stops)(Door*, Descent*, int move) noexcept nogil
    void (*evidence)(Door*, const Descent*, ChildView*) noexcept nogil
    void (*score)(Door*, const Descent*, ChildView*) noexcept nogil
    void (*reach)(Door*, const Descent*, uint32_t node, double*) noexcept nogil
    void (*question)(Door*, const Descent*, uint32_t node, Request*) noexcept nogil
    bint (*value)(Door*, Descent*, Outcome*) noexcept nogil
    void (*reward)(Door*, const Descent*, Outcome*) noexcept nogil
    bint (*credit)(Door*, const Descent*, AmafMap*) noexcept nogil
    void (*playout)(Door*, Descent*, Playout*) noexcept nogil
    void (*learn)(Door*, const Descent*, const Outcome*) noexcept nogil
    size_t own_bytes          # memory in each worker, zero when a search begins
    size_t shared_bytes       # memory for all workers, zero when a search begins
    # Returns the size of a table that outlives the search and takes the place of `shared_bytes`.
    # The table counts against the memory limit. It is zero when the tree is laid out, and nobody
    # clears it: what was noted under another `Search.root_era` is void.
    uint64_t (*table_bytes)(uint64_t tree_bytes) noexcept nogil
    size_t node_bytes         # memory beside each node, zero when the node is made
    int place                 # techniques are asked by place, then by name; 0 replaces evidence


cdef struct Door:
    # One technique as one worker meets it. The search has a door of each technique, too, without a
    # worker. A door without a technique ends a list.
    const Technique* technique
    Worker* worker
    void* own                 # `own_bytes`, the worker's alone
    void* shared              # whoever writes there uses atomics
    uint64_t shared_bytes     # of `shared`
    const void* learned       # `Learned.data`; NULL without
    int slot                  # of the memory beside the nodes, for `beside`
    int readers               # the players that ask it, as `Player.reader`
    int rule                  # index of its playout rule in the order, -1 without


cdef class Learned:
    """What a technique has read from a file; a subclass owns it."""
    cdef const void* data     # what its hooks find as `Door.learned`


cdef class TechniqueDoor:
    """A technique as Python finds it: ``DOOR`` of its file."""
    cdef Technique hooks

    cdef Learned learned(self, object params, int size, list notices)


cdef inline void* beside(const Door* door, uint32_t node) noexcept nogil:
    """Return the technique's memory beside a node, ``node_bytes`` of it; shared by all threads."""
    return tree_beside(&door.worker.search.tree, door.slot, node)
