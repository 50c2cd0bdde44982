"""Giving a node its children: the moves of the best prior first, the others as visits grow.

No legal move stays out for ever: each time the visits of a node have grown by WIDENING_GROWTH, its
children double, until all moves are there (progressive widening, Coulom 2007; progressive
unpruning, Chaslot et al. 2008).
"""

from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.mcts.tree.node cimport Node

cdef enum:
    WIDENING_GROWTH = 3


cdef enum Growth:
    NO_CHILDREN = 0           # no room for them, or another thread is making them
    CHILDREN = 1
    WAITING = 2               # for the evaluator: call again when it has answered


cdef Growth expand(Descent* d, Node* node, int most) noexcept nogil
cdef Growth widen(Descent* d, Node* node) noexcept nogil
cdef Growth complete(Descent* d, Node* node) noexcept nogil
