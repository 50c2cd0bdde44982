"""Judging: a network says who wins at a node, and what follows (`doors/judgement.pxd`).

A node is judged when it gets children, and the judgement stays. One that is judged again later
gives the children other priors. A judgement counts as `network_weight` simulations.

Races: the first thread that judges a node stores its judgement. A second thread discards its own.
"""

from board_ext.lowlevel.types cimport uint32_t
from gtpengine.mcts.doors.search_state cimport Descent, Search

cdef enum:
    DRAWN = 8                 # value of `network_symmetry`: each judgement draws one of the eight


# What a judgement alone counts for, for Black: its value, moved by `score_weight` towards what its
# points are worth.
cdef double judgement_worth(const Search* s, uint32_t word) noexcept nogil

cdef void ask_for_judgement(Descent* d, uint32_t node) noexcept nogil
cdef void note_judgement(Descent* d, uint32_t node, double noise) noexcept nogil
cdef void judge_again(Descent* d, uint32_t node) noexcept nogil
cdef uint32_t deepest_judged(const Descent* d) noexcept nogil
