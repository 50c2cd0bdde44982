"""Proofs in the tree: bounds on the score, and the wins and losses that follow from them.

Stones that live unconditionally, and the points they surround, bound the score from both sides. A
game that has ended under rules that count the board as it stands has an exact score. Bounds climb
from children to their parent (score-bounded search, Cazenave and Saffidine 2010): the side to move
gets at least the best lower bound of its moves, and at most the best upper one. The latter holds
only when all moves are children. With komi the bounds say who has won for certain (MCTS-Solver,
Winands, Björnsson and Saito 2008). A node belongs to one path. So a bound never holds for another
path, on which superko may allow other moves.

Where a side wins by capturing stones the score is 1 or -1, and certain once a side has captured
them, or is to move and can.

Not done: proofs below children that nodes share (transpositions) under superko; life that is not
unconditional in Benson's sense; territory rules.
"""

from board_ext.board cimport Board
from board_ext.lowlevel.types cimport EMPTY, uint32_t
from board_ext.playouts.capture cimport game_winner
from gtpengine.mcts.doors.search_state cimport Descent, Search
from gtpengine.mcts.tree.bounds cimport ScoreBounds
from gtpengine.mcts.tree.tree cimport Tree


cdef inline bint is_over(const Descent* d) noexcept nogil:
    """Return whether the game is over where a descent stands."""
    return d.board.n_passes >= 2 or (
        d.search.goal != 0 and game_winner(d.board, d.search.goal) != EMPTY)


cdef ScoreBounds sure_bounds(const Board* b, bint area_after_passes) noexcept nogil
cdef ScoreBounds game_bounds(const Board* b, const Search* s) noexcept nogil
cdef void bound_path(Tree* tree, const uint32_t* path, int depth, int root_side) noexcept nogil
cdef bint is_decided(Descent* d, int depth) noexcept nogil
cdef bint ends_at(Descent* d) noexcept nogil
