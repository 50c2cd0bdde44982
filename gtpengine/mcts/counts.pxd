"""What a worker counts of its simulations, beside the tree: owners of points, scores of the moves
of the root, and from them criticality. `rootview` reads it.
"""

from gtpengine.mcts.state cimport Worker

cdef void count_simulation(Worker* w, int score) noexcept nogil
cdef void update_criticality(Worker* w) noexcept nogil
