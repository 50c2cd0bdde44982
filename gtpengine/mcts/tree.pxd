"""The tree: an arena of nodes in which the children of a node are neighbours.

The most promising children come first; the rest may follow later, in further blocks. Then a *link*
stands behind the last child, a node without a move whose children are the next block. Whatever
walks over children does it so:

    holder = node
    while holder != NULL:
        first = load_acquire_u32(&holder.children)
        ...                                     # children first .. first + holder.n_children
        holder = tree_next_holder(tree, holder, first)

Memory is reserved once, up to the limit, and touched only as the tree grows, that of the bounds
only where there are some. When it is full, `tree_allocate` says so and the search goes on with the
leaves it has. `tree_reroot` keeps one subtree and slides it together, in place.
"""

from board_ext.atomics cimport load_u8, load_u32, load_u64
from board_ext.types cimport uint32_t, uint64_t
from gtpengine.mcts.node cimport NODE_MORE, Node

cdef enum:
    ORIGIN = 1                # index of the node the tree has grown from; 0 is "no node"
    FIRST_FREE = 2
    TREE_NODE_BYTES = sizeof(Node) + sizeof(uint32_t)    # with bounds
    REROOT_BYTES = 4          # what a limit holds besides for each node: lists of `tree_reroot`
    TREE_LIMIT_BYTES = TREE_NODE_BYTES + REROOT_BYTES
    NODES_PER_CHUNK = 2048    # what a thread takes at once, so that threads rarely meet


cdef struct Tree:
    Node* nodes
    uint32_t* bounds          # by index, 0 for most: see bounds.pxd
    uint32_t any_bounds       # relaxed: whether there have been any since the tree was cleared
    uint32_t root             # index of the node that is searched: ORIGIN or one below it
    uint64_t capacity         # nodes
    uint64_t used             # atomic: nodes handed out in chunks, ORIGIN and 0 included
    uint64_t reserved_bytes


cdef struct TreeArena:
    # What one thread allocates from; owned by it alone.
    uint64_t next
    uint64_t end


cdef bint tree_open(Tree* tree, uint64_t bytes) noexcept nogil
cdef void tree_close(Tree* tree) noexcept nogil
cdef void tree_clear(Tree* tree) noexcept nogil
cdef uint32_t tree_allocate(Tree* tree, TreeArena* arena, int n) noexcept nogil
cdef bint tree_reroot(Tree* tree, uint32_t new_root) noexcept nogil
cdef uint32_t tree_find_child(const Tree* tree, uint32_t parent, int move) noexcept nogil


cdef inline uint64_t tree_bytes(const Tree* tree) noexcept nogil:
    """Return the memory that the tree has touched."""
    return load_u64(&tree.used) * (TREE_NODE_BYTES if load_u32(&tree.any_bounds) else sizeof(Node))


cdef inline Node* tree_next_holder(const Tree* tree, const Node* holder,
                                   uint32_t first) noexcept nogil:
    """Return the link behind the children of ``holder``, which begin at ``first``; NULL without."""
    if first == 0 or not load_u8(&holder.flags) & NODE_MORE:
        return NULL
    return &tree.nodes[first + holder.n_children]
