"""Positions that are reached by several orders of moves share their children.

A table leads from a position to a node whose children serve all other nodes of that position. So
what one order of moves has taught about them, the others know (UCT1 of Childs, Brodeur and Kocsis
2008). The nodes themselves keep visits of their own; the parents of a shared block therefore have
fewer or more visits than the sum of its children.

Superko: two nodes share only when their ways agree up to the last capture and are equally long.
After that capture no position can be repeated by one move, because a stone would have to be
captured for it. So the same moves are legal at both nodes, and no path leads back to itself.
Further below, a capture can lead back to a position of one path and not of the other: the descent
stops before such a move, and a root that holds one is searched anew. The value of a move that is
legal by one path only is lost for the other, as in every table of transpositions. Proofs would not
survive that, so under superko a search with transpositions has none (`searcher.pyx`).

Not done: the means of the nodes themselves are not shared (UCT2, UCT3).

Races: an entry is written in two halves while other threads read; a torn one matches no key (Hyatt
and Mann 2002). When two threads make children for one position at once, each keeps its own.
"""

from board_ext.rng cimport mix64
from board_ext.types cimport uint32_t, uint64_t


cdef struct Entry:
    uint64_t check            # the key, combined with the node
    uint64_t node


cdef struct Transpositions:
    Entry* entries            # NULL when nodes do not share
    uint64_t n                # a power of two
    uint64_t era              # part of each key: entries of earlier roots fit none


cdef uint64_t transpositions_open(Transpositions* table, uint64_t tree_bytes) noexcept nogil
cdef void transpositions_close(Transpositions* table) noexcept nogil
cdef void transpositions_forget(Transpositions* table) noexcept nogil
cdef uint32_t transpositions_find(const Transpositions* table, uint64_t key) noexcept nogil
cdef void transpositions_enter(Transpositions* table, uint64_t key, uint32_t node) noexcept nogil


cdef inline uint64_t transpositions_bytes(const Transpositions* table) noexcept nogil:
    """Return the memory of the table; 0 without."""
    return table.n * sizeof(Entry) if table.entries != NULL else 0


cdef inline uint64_t mix_keys(uint64_t a, uint64_t b) noexcept nogil:
    """Return a hash of two hashes; their order counts."""
    return mix64(a * <uint64_t>0x9E3779B97F4A7C15 + b)
