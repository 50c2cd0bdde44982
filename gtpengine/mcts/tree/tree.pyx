"""Memory of the tree."""

from libc.stdlib cimport free, malloc, qsort
from libc.string cimport memcpy, memmove, memset

from board_ext.lowlevel.atomics cimport add_u64, load_u64
from board_ext.lowlevel.system cimport (
    pages_free, pages_give_back, pages_new, want_large_pages,
)
from board_ext.lowlevel.types cimport uint8_t
from gtpengine.mcts.tree.node cimport NODE_MORE, NODE_NOTED, node_init


cdef struct Block:
    # A block of children that a reroot keeps, the link behind them included.
    uint32_t old
    uint32_t new
    uint32_t n                # nodes; 0 where another parent shares them and moves them
    uint32_t parent           # node index before the move


cdef int tree_reserve(Tree* tree, uint32_t bytes) noexcept nogil:
    """Return a slot of ``bytes`` for each node, 0 when there are no more slots. The tree must be
    closed."""
    if tree.n_slots == SLOTS:
        return 0
    tree.n_slots += 1
    tree.beside[tree.n_slots].bytes = bytes
    return tree.n_slots


cdef bint tree_open(Tree* tree, uint64_t bytes) noexcept nogil:
    """Reserve room within ``bytes`` for nodes, the memory beside them, and a reroot.

    Return False when the system refuses. The tree must be new (all zero) or closed.
    """
    cdef uint64_t of_node = tree_limit_bytes(tree)
    cdef char* memory
    cdef int slot
    # Indices have 32 bits.
    tree.capacity = min(bytes // of_node, <uint64_t>0xFFFFFFFF) & ~<uint64_t>(ALIGNED_NODES - 1)
    tree.reserved_bytes = tree.capacity * (of_node - REROOT_BYTES)
    memory = <char*>pages_new(tree.reserved_bytes)
    if memory == NULL:
        tree.capacity = 0
        return False
    # Simulations jump about in the tree. Where the system declines, they are only slower.
    want_large_pages(memory, tree.capacity * sizeof(Node))
    tree.nodes = <Node*>memory
    memory += tree.capacity * sizeof(Node)
    for slot in range(1, tree.n_slots + 1):
        tree.beside[slot].memory = memory
        memory += tree.capacity * tree.beside[slot].bytes
    tree_clear(tree)
    return True


cdef void tree_close(Tree* tree) noexcept nogil:
    """Give everything back, the slots included."""
    cdef uint64_t era = tree.era
    if tree.nodes != NULL:
        pages_free(tree.nodes, tree.reserved_bytes)
    memset(tree, 0, sizeof(Tree))
    tree.era = era


cdef void tree_clear(Tree* tree) noexcept nogil:
    """Leave a root without simulations, and give the memory back to the system."""
    cdef Beside* beside
    cdef int slot
    if tree.used > (1 << 20) and pages_give_back(tree.nodes, tree.reserved_bytes):
        for slot in range(1, tree.n_slots + 1):
            tree.beside[slot].touched = 0
    for slot in range(1, tree.n_slots + 1):
        beside = &tree.beside[slot]
        if beside.touched:
            memset(beside.memory, 0, tree.used * beside.bytes)
        beside.touched = 0
    node_init(&tree.nodes[ORIGIN], 0, 0.5, 0.0, 1.0)
    tree.root = ORIGIN
    tree.used = FIRST_FREE
    tree.era += 1


cdef uint32_t tree_allocate(Tree* tree, TreeArena* arena, int n) noexcept nogil:
    """Return the index of ``n`` neighbouring nodes, not yet initialised, or 0 when the tree is
    full.

    ``n`` is at most NODES_PER_CHUNK.
    """
    cdef uint64_t first
    if arena.era != tree.era:
        arena.next = 0
        arena.end = 0
        arena.era = tree.era
    if arena.next + n > arena.end:
        if load_u64(&tree.used) + NODES_PER_CHUNK > tree.capacity:
            return 0
        first = add_u64(&tree.used, NODES_PER_CHUNK)
        if first + NODES_PER_CHUNK > tree.capacity:
            add_u64(&tree.used, <uint64_t>-NODES_PER_CHUNK)
            return 0
        # A chunk that continues the last one is joined to it.
        if first != arena.end:
            arena.next = first
        arena.end = first + NODES_PER_CHUNK
    first = arena.next
    arena.next += n
    return <uint32_t>first


cdef uint32_t tree_find_child(const Tree* tree, uint32_t parent, int move) noexcept nogil:
    """Return the index of the child reached by ``move``, or 0."""
    cdef Children children = children_of(&tree.nodes[parent])
    while children_next(tree, &children):
        if tree.nodes[children.index].move == move:
            return children.index
    return 0


cdef inline uint32_t _block_size(const Node* holder) noexcept nogil:
    """Return the nodes of a block of children, its link included."""
    return holder.n_children + (1 if holder.flags & NODE_MORE else 0)


cdef void _note_block(Tree* tree, Block* block, uint32_t parent) noexcept nogil:
    """Describe the child block of ``parent``; a block already listed gets only its new parent."""
    cdef const Node* holder = &tree.nodes[parent]
    cdef Node* first = &tree.nodes[holder.children]
    block.old = holder.children
    block.parent = parent
    block.n = 0 if first.flags & NODE_NOTED else _block_size(holder)
    first.flags |= NODE_NOTED


cdef int _by_old_index(const void* a, const void* b) noexcept nogil:
    """Compare two blocks by their old places."""
    cdef uint32_t x = (<const Block*>a).old, y = (<const Block*>b).old
    return (x > y) - (x < y)


cdef void _move_beside(Beside* beside, uint32_t new_root, const Block* blocks, uint64_t n_blocks,
                       uint64_t next_free, uint64_t used) noexcept nogil:
    """Let the records of a slot follow their nodes, and clear those behind the last one."""
    cdef uint64_t size = beside.bytes, i
    memmove(beside.memory + ORIGIN * size, beside.memory + new_root * size, size)
    for i in range(n_blocks):
        if blocks[i].n:
            memmove(beside.memory + blocks[i].new * size, beside.memory + blocks[i].old * size,
                    blocks[i].n * size)
    memset(beside.memory + next_free * size, 0, (used - next_free) * size)


cdef bint tree_reroot(Tree* tree, uint32_t new_root) noexcept nogil:
    """Keep the subtree below ``new_root`` and drop the rest. No thread may be searching.

    The kept blocks slide to the front in the order of their addresses, so a move never overwrites a
    block that is still to be moved. This needs a list of the nodes with children, which the limit
    of the tree has room for. The tree is cleared and False returned when there are more of them
    than one in eight of its nodes, or memory is missing.
    """
    # Half of the reserve is for the list: sorting may take as much again.
    cdef uint64_t most = tree.capacity * REROOT_BYTES // (2 * sizeof(Block))
    cdef uint64_t n_blocks = 0, done, i, next_free
    cdef Block* blocks
    cdef Node* node
    cdef uint32_t parent, k
    cdef int slot
    tree.root = ORIGIN
    if new_root == ORIGIN:
        return True
    # 1. The new root moves to ORIGIN. The list takes memory only as far as it is filled.
    blocks = <Block*>malloc((most + 1) * sizeof(Block))
    if blocks == NULL:
        tree_clear(tree)
        return False
    memcpy(&tree.nodes[ORIGIN], &tree.nodes[new_root], sizeof(Node))
    if tree.nodes[ORIGIN].children:
        _note_block(tree, &blocks[0], ORIGIN)
        n_blocks = 1
    # 2. List the blocks below it, level by level.
    done = 0
    while done < n_blocks:
        for k in range(blocks[done].n):
            parent = blocks[done].old + k
            node = &tree.nodes[parent]
            if node.children == 0:
                continue
            if n_blocks >= most:
                free(blocks)
                tree_clear(tree)
                return False
            _note_block(tree, &blocks[n_blocks], parent)
            n_blocks += 1
        done += 1
    # 3. Give each block, in the order of addresses, its new place. Shared ones stand in a row.
    qsort(blocks, n_blocks, sizeof(Block), _by_old_index)
    next_free = FIRST_FREE
    for i in range(n_blocks):
        if i and blocks[i].old == blocks[i - 1].old:
            blocks[i].new = blocks[i - 1].new
        else:
            blocks[i].new = <uint32_t>next_free
        next_free += blocks[i].n
    # 4. Point parents to the new places while they still are where they were.
    for i in range(n_blocks):
        tree.nodes[blocks[i].parent].children = blocks[i].new
    # 5. Move the blocks, and the memory beside their nodes.
    for i in range(n_blocks):
        if blocks[i].n:
            memmove(&tree.nodes[blocks[i].new], &tree.nodes[blocks[i].old],
                    blocks[i].n * sizeof(Node))
            tree.nodes[blocks[i].new].flags &= <uint8_t>~NODE_NOTED
    for slot in range(1, tree.n_slots + 1):
        if tree.beside[slot].touched:
            _move_beside(&tree.beside[slot], new_root, blocks, n_blocks, next_free, tree.used)
    tree.used = next_free
    tree.era += 1
    free(blocks)
    return True
