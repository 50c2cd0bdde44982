"""Backing up a simulation: the nodes of its path, and the RAVE means of their children.

All threads meet at the children of the root, which every simulation changes by the dozen. Each
thread therefore collects what it has for their RAVE means and adds it at once, after as many
simulations as are few beside those the root has had. One thread alone adds at once.
"""

from board_ext.types cimport int64_t
from gtpengine.mcts.state cimport Worker

cdef enum:
    ROOT_AMAF_SIMULATIONS = 16    # the most a thread collects before it adds
    ROOT_AMAF_SHARE = 64          # and the least that the root has had for each of them


cdef void back_up(Worker* w, int64_t black_reward, int score) noexcept nogil
cdef void add_root_amaf(Worker* w) noexcept nogil
