"""Backing up a simulation: the nodes of its path, and the RAVE means of their children.

Where many simulations pass, threads meet: each changes the means of dozens of children, which the
other has just read. So a thread collects what it has for the children of such a node and adds it at
once, after as many simulations as are few beside those the node has had. One thread alone adds at
once.
"""

from board_ext.types cimport int64_t
from gtpengine.mcts.doors.search_state cimport Descent, Worker

cdef enum:
    COLLECTED_SIMULATIONS = 64    # the most a thread collects before it adds
    COLLECTED_SHARE = 64          # and the least that the node has had for each of them


cdef void back_up(const Descent* d, int64_t black_reward, int score) noexcept nogil
cdef void add_collected(Worker* w) noexcept nogil
