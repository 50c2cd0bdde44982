"""What the score of a child is made of; techniques change the numbers or the score."""

from board_ext.lowlevel.types cimport uint32_t
from gtpengine.mcts.tree.node cimport Node


cdef struct ChildView:
    # The parts of a child's score: sums for the side to move at the parent.
    const Node* node
    uint32_t index
    double visits             # the prior's weight and virtual losses included
    double wins
    double rave_visits        # the prior's share included
    double rave_wins
    double score
