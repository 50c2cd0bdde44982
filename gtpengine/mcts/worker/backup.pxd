"""Backing up a simulation: the nodes of its path, and the RAVE means of their children.

Threads disturb each other at nodes that many simulations pass: each one changes the means of dozens
of children, which the other has just read. So for such a node a thread collects its updates and
adds them after a number of simulations that is small beside the visits of the node. A single thread
adds at once.
"""

from board_ext.types cimport int64_t
from gtpengine.mcts.doors.search_state cimport Descent, Worker

cdef enum:
    COLLECTED_SIMULATIONS = 64    # most simulations a thread collects before it adds them
    COLLECTED_SHARE = 64          # least visits of the node for each collected simulation


cdef void back_up(const Descent* d, int64_t black_reward, int score) noexcept nogil
cdef void add_collected(Worker* w) noexcept nogil
