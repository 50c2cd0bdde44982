"""Positions that are reached by several orders of moves share their children.

A table leads from a position to a node whose children serve every other node of that position: what
was learned below them by one order of moves is known to the others (UCT1 of Childs, Brodeur and
Kocsis 2008). The nodes themselves, a move from one parent each, keep visits of their own, so the
parents of a shared block have fewer or more visits than the sum of its children.

Superko: two nodes share only when they follow the same moves up to the last capture on their way
and as many moves in all. What lies between cannot be repeated by one move: a stone of it would have
had to be captured since. So the same moves are legal at both, and no path leads back to itself.
Further below, captures can lead back to a position of one path and not of the other: the descent
stops before such a move, and a root that holds one is searched anew. What a move would have been
worth had it been legal by the other path is lost, as in every table of transpositions. Proofs
would not survive that, so under superko there are none with transpositions (`searcher.pyx`).

Not done: the means of the nodes themselves are not shared (UCT2, UCT3).

Races: an entry is written in two halves, and read by whoever; a torn one fits no key (Hyatt and
Mann 2002). Of two threads that make children for one position at once each keeps its own.
"""

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
    """Return a hash of two hashes, in this order (the finalizer of splitmix64)."""
    cdef uint64_t x = a * <uint64_t>0x9E3779B97F4A7C15 + b
    x = (x ^ (x >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    x = (x ^ (x >> 27)) * <uint64_t>0x94D049BB133111EB
    return x ^ (x >> 31)
