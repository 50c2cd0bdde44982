"""Nodes of one position that other orders of moves lead to: a table of them, for techniques.

Superko: two nodes count as one position only when their ways agree up to the last capture and are
equally long. After that capture no position can be repeated by one move, because a stone would have
to be captured for it. So the same moves are legal at both nodes, and no path leads back to itself.
Further below, a capture can lead back to a position of one path and not of the other: the descent
stops before such a move (`breaks_superko`), and a root that holds one is searched anew.

Races: an entry is written in two halves while other threads read; a torn one matches no key (Hyatt
and Mann 2002). When two threads make children for one position at once, each keeps its own.
"""

from board_ext.board cimport board_hash_with_ko
from board_ext.lowlevel.atomics cimport load_u64, store_u64
from board_ext.lowlevel.rng cimport mix_keys
from board_ext.lowlevel.types cimport PASS_VERTEX, uint32_t, uint64_t
from board_ext.superko cimport move_repeats
from gtpengine.mcts.doors.search_state cimport Descent, Search

cdef enum:
    # Bytes of tree for each entry: a node with children has some twenty nodes below it.
    BYTES_PER_ENTRY = 1024


cdef struct PositionEntry:
    uint64_t check            # the key, combined with the node
    uint64_t node


cdef struct Way:
    # Of the descent under way: the hash of its situations up to the last capture, how many keys
    # that covers, and where the descent was when this was brought up to date.
    uint64_t capture_key
    int n_capture_keys
    int n_moves
    int n_empty


cdef inline void _fold_keys(Way* way, const Descent* d) noexcept nogil:
    """Mix the situations up to a capture, which the last move was, into ``capture_key``.

    Positions beyond a capture may share children only if they were reached by the same way to it.
    """
    while way.n_capture_keys < d.n_keys - 1:
        way.capture_key = mix_keys(way.capture_key, d.keys[way.n_capture_keys])
        way.n_capture_keys += 1


cdef inline void follow_way(Way* way, const Descent* d) noexcept nogil:
    """Bring the way up to date with a descent, which is at most one move further."""
    cdef const Search* s = d.search
    if d.record.n == 0:
        # Each root has an era of its own. As all keys begin with it, entries of earlier roots,
        # whose nodes may have moved or gone, match none of this search.
        way.capture_key = s.root_era
        way.n_capture_keys = s.n_history
    elif (way.n_moves != d.record.n and d.record.vertices[d.record.n - 1] != PASS_VERTEX
            and d.board.n_empty != way.n_empty - 1):
        _fold_keys(way, d)
    way.n_moves = d.record.n
    way.n_empty = d.board.n_empty


cdef inline uint64_t _key(Way* way, const Descent* d) noexcept nogil:
    """Return the key of the position on the descent's board."""
    cdef uint64_t moves = 2 * d.n_keys + (d.board.n_passes > 0)
    follow_way(way, d)
    return mix_keys(way.capture_key,
                    board_hash_with_ko(d.board, d.board.to_play) ^ mix_keys(0, moves))


cdef inline uint32_t known_position(const PositionEntry* table, uint64_t bytes, Way* way,
                                    const Descent* d) noexcept nogil:
    """Return the node that was entered for the position on the descent's board, or 0."""
    cdef uint64_t key = _key(way, d)
    cdef const PositionEntry* entry = &table[key & (bytes // sizeof(PositionEntry) - 1)]
    cdef uint64_t other = load_u64(&entry.node)
    return <uint32_t>other if other and load_u64(&entry.check) ^ other == key else 0


cdef inline void enter_position(PositionEntry* table, uint64_t bytes, Way* way, const Descent* d,
                                uint32_t node) noexcept nogil:
    """Enter a node for its position, in place of any other entry there."""
    cdef uint64_t key
    cdef PositionEntry* entry
    # No other node is as near to the root as the root itself.
    if d.depth == 0:
        return
    key = _key(way, d)
    entry = &table[key & (bytes // sizeof(PositionEntry) - 1)]
    store_u64(&entry.check, key ^ node)
    store_u64(&entry.node, node)


cdef inline bint breaks_superko(const Descent* d, int move) noexcept nogil:
    """Return whether a move of shared children repeats a position of this way to them."""
    return move != PASS_VERTEX and move_repeats(d.board, d.keys, d.n_keys, move, d.board.to_play,
                                                d.search.ko_rule)


cdef inline uint64_t positions_bytes(uint64_t tree_bytes) noexcept nogil:
    """Return the memory of a table that fits a tree: a power of two of entries."""
    cdef uint64_t n = 1
    while n * 2 * BYTES_PER_ENTRY <= tree_bytes:
        n *= 2
    return n * sizeof(PositionEntry)
