"""The table of transpositions."""

from libc.stdlib cimport calloc, free

from board_ext.atomics cimport load_u64, store_u64

cdef enum:
    # Bytes of tree for each entry: a node with children has some twenty nodes below it.
    BYTES_PER_ENTRY = 1024


cdef uint64_t transpositions_open(Transpositions* table, uint64_t tree_bytes) noexcept nogil:
    """Make a table that fits a tree of ``tree_bytes``, in place of an earlier one.

    Return the bytes it may take, 0 when there is no memory for it.
    """
    transpositions_close(table)
    table.n = 1
    while table.n * 2 * BYTES_PER_ENTRY <= tree_bytes:
        table.n *= 2
    table.entries = <Entry*>calloc(table.n, sizeof(Entry))
    return transpositions_bytes(table)


cdef void transpositions_close(Transpositions* table) noexcept nogil:
    """Give the table back."""
    free(table.entries)
    table.entries = NULL


cdef void transpositions_forget(Transpositions* table) noexcept nogil:
    """Forget all entries because nodes, or the root, have moved. No thread may be searching."""
    table.era += 1


cdef uint32_t transpositions_find(const Transpositions* table, uint64_t key) noexcept nogil:
    """Return the node entered for the key, or 0."""
    cdef const Entry* entry = &table.entries[key & (table.n - 1)]
    cdef uint64_t node = load_u64(&entry.node)
    return <uint32_t>node if node and load_u64(&entry.check) ^ node == key else 0


cdef void transpositions_enter(Transpositions* table, uint64_t key, uint32_t node) noexcept nogil:
    """Enter a node for a key, in place of any other entry there."""
    cdef Entry* entry = &table.entries[key & (table.n - 1)]
    store_u64(&entry.check, key ^ node)
    store_u64(&entry.node, node)
