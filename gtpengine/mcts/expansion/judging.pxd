"""Judgements: what a network says who wins at a node, kept beside the tree's nodes.

A node is judged once: when it gets children, or when it has `network_visits`; the root at once. Its
children then have other priors, and simulations through it count the judgement of the deepest node
of their way that has one, by `network_lambda`. With `network_weight` the judgement counts for so
many simulations, too.

Races: a judgement is one word, 0 where there is none. The thread that swaps it in has made it; who
comes second with the same node drops his. The kind is written before the word, by all who judge the
node, and is the same for all.
"""

from board_ext.lowlevel.atomics cimport load_u8, load_u32
from board_ext.lowlevel.types cimport uint16_t, uint32_t
from gtpengine.mcts.doors.search_state cimport Descent, Search
from gtpengine.mcts.tree.node cimport NODE_ENSEMBLED, Node
from gtpengine.mcts.tree.tree cimport Tree, tree_beside, tree_is_touched, tree_reserve

cdef enum:
    VALUE_STEPS = 65534       # of the upper 16 bits of a word, which are 1 to 65535
    SCORE_BIAS = 32768        # added to Black's lead in half points, the lower 16 bits
    DRAWN = 8                 # value of `network_symmetry`: each judgement draws one of the eight


cdef struct Judgement:
    uint32_t word             # value and points for Black, packed
    # Of the position (likeness.pxd); there only where `Search.biases` are.
    uint16_t kind
    uint16_t padding


cdef inline Judgement* judgement_at(const Search* s, uint32_t node) noexcept nogil:
    """Return the judgement of a node of a tree that keeps judgements."""
    return <Judgement*>tree_beside(&s.tree, s.judgements, node)


cdef inline int judgements_reserve(Tree* tree, bint kinds) noexcept nogil:
    """Keep judgements in a tree that is opened next, with their kinds or without; return their
    slot."""
    return tree_reserve(tree, sizeof(Judgement) if kinds else sizeof(uint32_t))


cdef inline double judgement_value(uint32_t word) noexcept nogil:
    """Return Black's probability to win."""
    return ((word >> 16) - 1) * (1.0 / VALUE_STEPS)


cdef inline double judgement_points(uint32_t word) noexcept nogil:
    """Return Black's lead, komi counted."""
    return 0.5 * (<int>(word & 0xFFFF) - SCORE_BIAS)


cdef inline double judgement_worth(const Search* s, uint32_t word) noexcept nogil:
    """Return what a judgement counts for where a network leads, for Black: its value, moved by
    ``score_weight`` towards what its points are worth."""
    cdef double value = judgement_value(word), points = judgement_points(word) - s.komi_offset
    value += s.params.score_weight * (
        0.5 + points / (4.0 * s.root.size * s.root.size) - value)
    return min(max(value, 0.0), 1.0)


cdef inline bint is_judged(const Search* s, uint32_t node) noexcept nogil:
    """Return whether a node of a tree that keeps judgements has one."""
    return (tree_is_touched(&s.tree, s.judgements)
            and load_u32(&judgement_at(s, node).word) != 0)


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
