"""The tree: an arena of nodes in which the children of a node are neighbours.

The most promising children come first; the rest may follow later, in further blocks. Then a *link*
stands behind the last child: a node without a move whose children are the next block. All code
walks over children like this:

    children = children_of(node)
    while children_next(tree, &children):
        child = &tree.nodes[children.index]

Memory is reserved once, up to the limit, and touched only as the tree grows. When it is full,
``tree_allocate`` says so and the search goes on with the leaves it has. ``tree_reroot`` keeps one
subtree and slides it together, in place.

A technique can have memory beside the nodes, some bytes for each:

    slot = tree_reserve(&tree, sizeof(Mine))                 # before `tree_open`; 0: no more slots
    mine = <const Mine*>tree_beside(&tree, slot, index)
    tree_touch(&tree, slot)                                  # before the first write
    mine = <Mine*>tree_beside(&tree, slot, index)

It is zero when a node is made, moves with the node and counts towards the limit. It is touched only
where it is written, and costs nothing when nobody asks for it. It must not hold indices of nodes,
because a reroot changes them. All threads share it, like the nodes: write with atomics.
"""

from board_ext.lowlevel.atomics cimport load_acquire_u32, load_u8, load_u32, load_u64, store_u32
from board_ext.lowlevel.types cimport uint32_t, uint64_t
from gtpengine.mcts.tree.node cimport NODE_MORE, Node

cdef enum:
    ORIGIN = 1                # index of the node the tree has grown from; 0 is "no node"
    FIRST_FREE = 2
    REROOT_BYTES = 4          # part of the limit, for each node: the lists of `tree_reroot`
    NODES_PER_CHUNK = 2048    # what a thread takes at once, so that threads rarely meet
    # Capacities are a multiple of this, so that memory beside the nodes is aligned to it.
    ALIGNED_NODES = 16
    SLOTS = 16                # of memory beside the nodes; slot 0 is "none"


cdef struct Beside:
    # Memory of one technique, a record for each node.
    char* memory              # by index
    uint32_t bytes            # of a record
    uint32_t touched          # relaxed: whether any may have been written since the last clear


cdef struct Tree:
    Node* nodes
    Beside beside[SLOTS + 1]
    int n_slots
    int bounds                # the slot of bounds.pxd, 0 without
    int digests               # the slot of told.pxd, 0 without, and how many receivers share it
    int receivers
    uint32_t root             # index of the node that is searched: ORIGIN or one below it
    uint64_t capacity         # nodes
    uint64_t used             # atomic: nodes handed out in chunks, ORIGIN and 0 included
    uint64_t reserved_bytes
    uint64_t era              # a new one when nodes have gone or moved, which voids all chunks


cdef struct TreeArena:
    # The nodes that one thread has taken and not used yet; no other thread looks at it. They serve
    # from search to search, as long as the tree's era lasts.
    uint64_t next
    uint64_t end
    uint64_t era


cdef struct Children:
    # A walk over the children of a node.
    uint32_t index            # the child it is at
    uint32_t end              # behind the last child of its block; 0 where there is no block (yet)
    uint32_t link             # index of the link to the next block, 0 without


cdef int tree_reserve(Tree* tree, uint32_t bytes) noexcept nogil
cdef bint tree_open(Tree* tree, uint64_t bytes) noexcept nogil
cdef void tree_close(Tree* tree) noexcept nogil
cdef void tree_clear(Tree* tree) noexcept nogil
cdef uint32_t tree_allocate(Tree* tree, TreeArena* arena, int n) noexcept nogil
cdef bint tree_reroot(Tree* tree, uint32_t new_root) noexcept nogil
cdef uint32_t tree_find_child(const Tree* tree, uint32_t parent, int move) noexcept nogil


cdef inline void* tree_beside(const Tree* tree, int slot, uint32_t index) noexcept nogil:
    """Return the record of a node in a slot."""
    return tree.beside[slot].memory + <uint64_t>index * tree.beside[slot].bytes


cdef inline bint tree_is_touched(const Tree* tree, int slot) noexcept nogil:
    """Return whether any record may be other than zero."""
    return load_u32(&tree.beside[slot].touched) != 0


cdef inline void tree_touch(Tree* tree, int slot) noexcept nogil:
    """Say that records of a slot are written from now on."""
    if not tree_is_touched(tree, slot):
        store_u32(&tree.beside[slot].touched, 1)


cdef inline uint64_t tree_bytes(const Tree* tree) noexcept nogil:
    """Return the memory that the tree has touched."""
    cdef uint64_t of_node = sizeof(Node)
    cdef int slot
    for slot in range(1, tree.n_slots + 1):
        if tree_is_touched(tree, slot):
            of_node += tree.beside[slot].bytes
    return load_u64(&tree.used) * of_node


cdef inline uint64_t tree_limit_bytes(const Tree* tree) noexcept nogil:
    """Return how many bytes of the limit each node takes."""
    cdef uint64_t of_node = sizeof(Node) + REROOT_BYTES
    cdef int slot
    for slot in range(1, tree.n_slots + 1):
        of_node += tree.beside[slot].bytes
    return of_node


cdef inline Children children_of(const Node* holder) noexcept nogil:
    """Return a walk that stands before the first child of a node, or of a link.

    Whatever was written before ``children`` was released can be read once it has been acquired
    here: the number of children, the flag that more follow, and the children themselves.
    """
    cdef Children children
    cdef uint32_t first = load_acquire_u32(&holder.children)
    children.index = first - 1
    children.end = 0
    children.link = 0
    if first:
        children.end = first + holder.n_children
        if load_u8(&holder.flags) & NODE_MORE:
            children.link = children.end
    return children


cdef inline bint children_next(const Tree* tree, Children* children) noexcept nogil:
    """Go on to the next child; False behind the last one.

    Then ``children.end`` is 0 if there are moves that are no children yet.
    """
    children.index += 1
    if children.index != children.end:
        return True
    if children.link == 0:
        return False
    children[0] = children_of(&tree.nodes[children.link])
    children.index += 1
    return children.end != 0
