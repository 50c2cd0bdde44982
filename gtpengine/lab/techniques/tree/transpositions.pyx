"""Transpositions: positions that are reached by several orders of moves share their children.

Childs, Brodeur and Kocsis, Transpositions and move groups in Monte Carlo tree search, 2008: UCT1. A
table leads from a position to a node whose children serve all other nodes of that position, so what
one order of moves has taught about them, the others know. The nodes themselves keep visits of their
own; the parents of a shared block therefore have fewer or more visits than the sum of its children.

Superko: two nodes share only when their ways agree up to the last capture and are equally long.
After that capture no position can be repeated by one move, because a stone would have to be
captured for it. So the same moves are legal at both nodes, and no path leads back to itself.
Further below, a capture can lead back to a position of one path and not of the other: the descent
stops before such a move, and a root that holds one is searched anew. The value of a move that is
legal by one path only is lost for the other, as in every table of transpositions. Proofs would not
survive that, so under superko a search that shares has none (`search/terms.pyx`).

Not done: the means of the nodes themselves are not shared (UCT2, UCT3).

Races: an entry is written in two halves while other threads read; a torn one matches no key (Hyatt
and Mann 2002). When two threads make children for one position at once, each keeps its own.
"""

from board_ext.lowlevel.atomics cimport load_u64, store_u64
from board_ext.board cimport board_hash_with_ko
from board_ext.lowlevel.rng cimport mix_keys
from board_ext.superko cimport move_repeats
from board_ext.lowlevel.types cimport PASS_VERTEX, uint32_t, uint64_t
from gtpengine.mcts.doors.doors cimport TechniqueDoor
from gtpengine.mcts.doors.search_state cimport Descent, Door, Search

from gtpengine.base.paramspec import ParamSpec

SWITCH = "transpositions"
PARAMS = (
    ParamSpec(
        "transpositions", bool, False,
        doc="nodes of one position, reached by other orders of moves, share their children",
        source="UCT1 of Childs, Brodeur and Kocsis 2008",
    ),
)

cdef enum:
    # Bytes of tree for each entry: a node with children has some twenty nodes below it.
    BYTES_PER_ENTRY = 1024


cdef struct Entry:
    uint64_t check            # the key, combined with the node
    uint64_t node


cdef struct Way:
    # Of the descent under way: the hash of its situations up to the last capture, how many keys
    # that covers, and where the descent was when this was brought up to date.
    uint64_t capture_key
    int n_capture_keys
    int n_moves
    int n_empty


cdef void _fold_keys(Way* way, const Descent* d) noexcept nogil:
    """Mix the situations up to a capture, which the last move was, into ``capture_key``.

    Positions beyond a capture may share children only if they were reached by the same way to it.
    """
    while way.n_capture_keys < d.n_keys - 1:
        way.capture_key = mix_keys(way.capture_key, d.keys[way.n_capture_keys])
        way.n_capture_keys += 1


cdef Way* _follow(const Door* door, const Descent* d) noexcept nogil:
    """Bring the way up to date with a descent, which is at most one move further."""
    cdef Way* way = <Way*>door.own
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
    return way


cdef uint64_t _key(const Door* door, const Descent* d) noexcept nogil:
    """Return the key of the position on the descent's board.

    Positions with the same key may share children.
    """
    cdef const Way* way = _follow(door, d)
    cdef uint64_t moves = 2 * d.n_keys + (d.board.n_passes > 0)
    return mix_keys(way.capture_key,
                    board_hash_with_ko(d.board, d.board.to_play) ^ mix_keys(0, moves))


cdef inline Entry* _entry(const Door* door, uint64_t key) noexcept nogil:
    return &(<Entry*>door.shared)[key & (door.technique.shared_bytes // sizeof(Entry) - 1)]


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Follow the descent; no opinion about the child."""
    _follow(door, d)
    return 0


cdef bint _stops(Door* door, Descent* d, int move) noexcept nogil:
    """Return whether a move of shared children breaks superko on this way to them."""
    return move != PASS_VERTEX and move_repeats(d.board, d.keys, d.n_keys, move, d.board.to_play,
                                                d.search.ko_rule)


cdef uint32_t _twin(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Return the node that was entered for the position, or 0."""
    cdef uint64_t key = _key(door, d)
    cdef const Entry* entry = _entry(door, key)
    cdef uint64_t other = load_u64(&entry.node)
    return <uint32_t>other if other and load_u64(&entry.check) ^ other == key else 0


cdef void _expanded(Door* door, const Descent* d, uint32_t node) noexcept nogil:
    """Enter a node for its position, in place of any other entry there."""
    cdef uint64_t key
    cdef Entry* entry
    # No other node is as near to the root as the root itself.
    if d.depth == 0:
        return
    key = _key(door, d)
    entry = _entry(door, key)
    store_u64(&entry.check, key ^ node)
    store_u64(&entry.node, node)


cdef uint64_t _table_bytes(uint64_t tree_bytes) noexcept nogil:
    """Return the memory of a table that fits a tree: a power of two of entries."""
    cdef uint64_t n = 1
    while n * 2 * BYTES_PER_ENTRY <= tree_bytes:
        n *= 2
    return n * sizeof(Entry)


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.choose = _choose
_door.hooks.stops = _stops
_door.hooks.twin = _twin
_door.hooks.expanded = _expanded
_door.hooks.table_bytes = _table_bytes
_door.hooks.own_bytes = sizeof(Way)
DOOR = _door
