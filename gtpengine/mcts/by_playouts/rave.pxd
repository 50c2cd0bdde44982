"""Backing up a simulation to the RAVE means of the children along its path.

At a node that many simulations pass, threads slow each other down: each simulation writes to dozens
of children that other threads have just read. So a thread collects its updates of such a node. It
adds them to the tree when they are 1 / ``COLLECTED_SHARE`` of the node's visits, or
``COLLECTED_SIMULATIONS``. A single thread adds at once.
"""

from board_ext.lowlevel.types cimport int64_t
from gtpengine.mcts.doors.search_state cimport Descent, Search, Worker

cdef enum:
    COLLECTED_SIMULATIONS = 64    # most simulations a thread collects before it adds them
    COLLECTED_SHARE = 64          # least visits of the node for each collected simulation


cdef int64_t heaviest_move(const Search* s) noexcept nogil
cdef void credit(const Descent* d, int64_t black_reward) noexcept nogil
cdef void add_collected(Worker* w) noexcept nogil
