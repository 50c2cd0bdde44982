"""Giving a node its children: the moves of the best prior first, the others as visits grow.

No legal move stays out for ever: each time the visits of a node have grown by WIDENING_GROWTH, its
children double, until all moves are there (progressive widening, Coulom 2007; progressive
unpruning, Chaslot et al. 2008).
"""

from gtpengine.mcts.node cimport Node
from gtpengine.mcts.state cimport Worker

cdef enum:
    WIDENING_GROWTH = 3


cdef bint expand(Worker* w, Node* node, int most) noexcept nogil
cdef bint widen(Worker* w, Node* node) noexcept nogil
cdef bint complete(Worker* w, Node* node) noexcept nogil
