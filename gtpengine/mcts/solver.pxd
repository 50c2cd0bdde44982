"""Proven wins and losses in the tree (Winands, Björnsson and Saito 2008, MCTS-Solver).

A position is decided where stones that live unconditionally, and what they surround, are more
than half of the board with komi counted, or where the game has ended under rules that count the
board as it stands. The bounds on the score are those of Cazenave and Saffidine 2010, compared with
komi at once, so that a node needs no more than two bits. A node is won for the side to move when
one child is, and lost when all are. Values of paths that superko tells apart stay apart, because
a node belongs to one path.

Not done: proofs below children that nodes share (transpositions) under superko; life that is not
unconditional in Benson's sense; territory rules.
"""

from board_ext.board cimport Board
from board_ext.types cimport uint32_t
from gtpengine.mcts.node cimport Node
from gtpengine.mcts.tree cimport Tree

cdef int decided_winner(const Board* b, double komi) noexcept nogil
cdef void node_prove(Node* node, bint mover_wins) noexcept nogil
cdef void prove_path(Tree* tree, const uint32_t* path, int depth) noexcept nogil
