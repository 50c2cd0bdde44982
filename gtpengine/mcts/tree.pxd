"""The tree: an arena of nodes in which the children of a node are neighbours.

The most promising children come first; the rest may follow later, in further blocks. Then a *link*
stands behind the last child, a node without a move whose children are the next block. Whatever
walks over children does it so:

    children = children_of(node)
    while children_next(tree, &children):
        child = &tree.nodes[children.index]

Memory is reserved once, up to the limit, and touched only as the tree grows, that of the bounds
only where there are some. When it is full, `tree_allocate` says so and the search goes on with the
leaves it has. `tree_reroot` keeps one subtree and slides it together, in place.
"""

from board_ext.atomics cimport load_acquire_u32, load_u8, load_u32, load_u64
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


cdef struct Children:
    # A walk over the children of a node.
    uint32_t index            # the child it is at
    uint32_t end              # behind the last of its block; 0 where there is no block (yet)
    uint32_t link             # what leads on to the next block, 0 without


cdef bint tree_open(Tree* tree, uint64_t bytes) noexcept nogil
cdef void tree_close(Tree* tree) noexcept nogil
cdef void tree_clear(Tree* tree) noexcept nogil
cdef uint32_t tree_allocate(Tree* tree, TreeArena* arena, int n) noexcept nogil
cdef bint tree_reroot(Tree* tree, uint32_t new_root) noexcept nogil
cdef uint32_t tree_find_child(const Tree* tree, uint32_t parent, int move) noexcept nogil


cdef inline uint64_t tree_bytes(const Tree* tree) noexcept nogil:
    """Return the memory that the tree has touched."""
    return load_u64(&tree.used) * (TREE_NODE_BYTES if load_u32(&tree.any_bounds) else sizeof(Node))


cdef inline Children children_of(const Node* holder) noexcept nogil:
    """Return a walk that stands before the first child of a node, or of a link.

    What was written before ``children`` was released can be read once it has been acquired here:
    the number of children, the flag that more follow, and the children themselves.
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

    Then ``children.end`` is 0 if moves are left that are no children yet.
    """
    children.index += 1
    if children.index != children.end:
        return True
    if children.link == 0:
        return False
    children[0] = children_of(&tree.nodes[children.link])
    children.index += 1
    return children.end != 0
