"""Counts of a worker's simulations beside the tree: owners of points, scores of the root's moves.

``rootview`` reads them. Not done: a simulation without a playout has no owners, so ownership is
nearer to 0 where an evaluator's value alone counts.
"""

from gtpengine.mcts.doors.search_state cimport Descent

cdef void count_simulation(const Descent* d, int score, bint played_out) noexcept nogil
