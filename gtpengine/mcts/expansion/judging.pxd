"""Judging: when a network says who wins at a node, and what follows (`doors/judgement.pxd`).

A node is judged once: when it gets children, or when it has `network_visits`; the root at once. Its
children then have other priors, and simulations through it count the judgement of the deepest node
of their way that has one, by `network_lambda`. With `network_weight` the judgement counts for so
many simulations, too.

Races: the thread that swaps a judgement in has made it; who comes second with the same node drops
his. The kind is written before the word, by all who judge the node, and is the same for all.
"""

from board_ext.lowlevel.atomics cimport load_u8, load_u32
from board_ext.lowlevel.types cimport uint32_t
from gtpengine.mcts.doors.judgement cimport Judgement
from gtpengine.mcts.doors.search_state cimport Descent, Search
from gtpengine.mcts.tree.node cimport NODE_ENSEMBLED, Node
from gtpengine.mcts.tree.tree cimport Tree, tree_reserve

cdef enum:
    DRAWN = 8                 # value of `network_symmetry`: each judgement draws one of the eight


cdef inline int judgements_reserve(Tree* tree, bint kinds) noexcept nogil:
    """Keep judgements in a tree that is opened next, with their kinds or without; return their
    slot."""
    return tree_reserve(tree, sizeof(Judgement) if kinds else sizeof(uint32_t))


cdef inline bint wants_judgement(const Descent* d, uint32_t node) noexcept nogil:
    """Return whether the network is to judge the node where a descent stands."""
    cdef const Search* s = d.search
    return (s.evaluator.judges and s.judgements != 0
            and (s.leads or d.depth == 0
                 or load_u32(&s.tree.nodes[node].visits) >= <uint32_t>s.params.network_visits))


cdef inline bint wants_ensemble(const Descent* d, uint32_t node) noexcept nogil:
    """Return whether the node where a descent stands is to be judged under all symmetries."""
    cdef const Search* s = d.search
    cdef const Node* at = &s.tree.nodes[node]
    return (s.leads and s.params.network_ensemble
            and load_u32(&at.visits) >= <uint32_t>s.params.network_ensemble
            and not load_u8(&at.flags) & NODE_ENSEMBLED)


cdef void note_judgement(Descent* d, uint32_t node) noexcept nogil
cdef void want_judgement(Descent* d, uint32_t node) noexcept nogil
cdef void judge(Descent* d, uint32_t node) noexcept nogil
cdef void judge_as_ensemble(Descent* d, uint32_t node) noexcept nogil

# The deepest judgement of the way, NULL without.
cdef const Judgement* deepest_judgement(const Descent* d) noexcept nogil
