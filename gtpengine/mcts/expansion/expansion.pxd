"""Giving a node its children: the moves of the best prior first, the others as visits grow.

No legal move stays out for ever: each time the visits of a node have grown by WIDENING_GROWTH, its
children double, until all moves are there (progressive widening, Coulom 2007; progressive
unpruning, Chaslot et al. 2008).
"""

from gtpengine.mcts.doors.search_state cimport Descent, Search
from gtpengine.mcts.tree.node cimport Node

cdef enum:
    WIDENING_GROWTH = 3


# How many children a node gets at most when it gets its first.
cdef int first_children(const Search* s) noexcept nogil

# Each returns whether the node has what was asked for: not where the tree has no room for it, or
# another thread is making it.
cdef bint expand(Descent* d, Node* node, int most) noexcept nogil
cdef bint widen(Descent* d, Node* node) noexcept nogil
cdef bint complete(Descent* d, Node* node) noexcept nogil
