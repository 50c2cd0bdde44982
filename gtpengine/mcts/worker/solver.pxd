"""Proofs in the tree: bounds on the score, and the wins and losses that follow from them.

Stones that live unconditionally, and the points they surround, bound the score from both sides. A
game that has ended under rules that count the board as it stands has an exact score. From its
children the side to move takes the best of each bound: the lower bound of any child holds, the
upper one only when all moves are children (score-bounded search, Cazenave and Saffidine 2010). With
komi the bounds say who has won for certain (MCTS-Solver, Winands, Björnsson and Saito 2008). A node
belongs to one path, so paths that superko tells apart never share a bound.

Not done: proofs below children that nodes share (transpositions) under superko; life that is not
unconditional in Benson's sense; territory rules.
"""

from board_ext.board cimport Board
from board_ext.types cimport uint32_t
from gtpengine.mcts.tree.bounds cimport ScoreBounds
from gtpengine.mcts.tree.tree cimport Tree

cdef ScoreBounds sure_bounds(const Board* b, bint area_after_passes) noexcept nogil
cdef void bound_path(Tree* tree, const uint32_t* path, int depth, int root_side) noexcept nogil
